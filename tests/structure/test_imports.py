"""Who knows whom: the import contracts hold, and catch what they are for."""

import shutil
import subprocess
import sys

import pytest

from tests.structure.tree import ROOT

COMMAND = "import sys; from importlinter.cli import lint_imports_command; lint_imports_command()"
PLANTED = [
    ("app/web/filters.py", "from app.models.dossier import Dossier", "entry points reach tables"),
    ("app/domain/actor.py", "import sqlalchemy", "the domain knows neither web nor database"),
    ("app/queries/orders.py", "import app.services.lapse", "layers of the application"),
    ("scoring/months.py", "import app.clock", "scoring stands alone"),
]


@pytest.fixture
def copy(tmp_path):
    """The code without its tests, and the contracts."""
    for folder in ("app", "scoring"):
        shutil.copytree(
            ROOT / folder,
            tmp_path / folder,
            ignore=shutil.ignore_patterns("static", "__pycache__", "reference"),
        )
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def lint(folder):
    """Check the contracts of a tree in a process of its own."""
    pytest.importorskip("importlinter", reason="import-linter is not installed (extra check)")
    return subprocess.run(
        [sys.executable, "-c", COMMAND, "--no-cache"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )


def test_every_contract_is_kept():
    done = lint(ROOT)
    assert done.returncode == 0, done.stdout


def test_each_contract_catches_what_it_is_for(copy):
    for name, line, _ in PLANTED:
        path = copy / name
        path.write_text(f"{path.read_text(encoding='utf-8')}\n{line}\n", encoding="utf-8")
    done = lint(copy)
    assert done.returncode == 1
    for _, _, contract in PLANTED:
        assert any(
            contract in report and "BROKEN" in report for report in done.stdout.splitlines()
        ), done.stdout
