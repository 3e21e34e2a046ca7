"""The documents say what the code says."""

import inspect
import re
import shutil
from datetime import date
from fractions import Fraction
from pathlib import Path

import pytest

from app.cli.draw import GUARDS, MEANINGS, drawn
from app.domain.actor import Role
from app.domain.procedure import Action, Route, State
from scoring import law
from scoring.dated import Law, LawFileError

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
DECISIONS = sorted((DOCS / "decisions").glob("*.md"))
PAGES = [ROOT / "README.md", *sorted(DOCS.rglob("*.md"))]

HEADINGS = ["## Context", "## Decision", "## Text of law or measure", "## Consequence"]
FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^)\s]+)\)")
RULE = re.compile(r"\bP-\d\d\b")


def text(path):
    return path.read_text(encoding="utf-8")


def toml_blocks():
    """The invented edition of docs/law.md: the parameter as it is, then with one edition more."""
    return re.findall(r"^```toml\n(.*?)^```$", text(DOCS / "law.md"), re.MULTILINE | re.DOTALL)


def with_invented_edition(folder, edition):
    """Read a copy of the tables of the score in which the block of today became *edition*."""
    shutil.copytree(law.REFERENCE, folder)
    today, _ = toml_blocks()
    path = folder / "score.toml"
    content = text(path)
    assert content.count(today) == 1
    path.write_text(content.replace(today, edition), encoding="utf-8")
    return Law.read(*folder.glob("*.toml"))


def anchors(path):
    """The addresses of the headings of a page, as a forge makes them."""
    titles = re.findall(r"^#+ (.+)$", FENCED.sub("", text(path)), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles}


def test_the_procedure_is_drawn_from_the_table():
    assert text(DOCS / "procedure.md") == drawn(), "python -m app.cli.draw > docs/procedure.md"


def test_every_rule_named_in_the_code_is_explained():
    sources = [*(ROOT / "app").rglob("*.py"), *(ROOT / "templates").rglob("*.html")]
    named = {name for path in sources for name in RULE.findall(text(path))}
    explained = set(re.findall(r"^\| (P-\d\d) \|", text(DOCS / "procedure.md"), re.MULTILINE))
    quoted_beside = {name for meaning in MEANINGS.values() for name in RULE.findall(meaning.twins)}
    assert named <= explained | quoted_beside
    assert explained <= named


@pytest.mark.parametrize("guard", GUARDS, ids=lambda guard: guard.__name__)
def test_every_answer_of_a_guard_is_described(guard):
    named = re.findall(r"Action\.([A-Z_]+)", inspect.getsource(guard))
    assert {Action[name] for name in named} == GUARDS[guard].keys()


def test_decisions_are_numbered_without_a_gap():
    numbers = [int(path.name[:4]) for path in DECISIONS]
    assert numbers == list(range(1, len(DECISIONS) + 1))


@pytest.mark.parametrize("path", DECISIONS, ids=lambda path: path.name[:4])
def test_a_decision_has_its_number_and_its_four_parts(path):
    lines = text(path).splitlines()
    assert re.fullmatch(r"\d{4}-[a-z0-9-]+\.md", path.name)
    assert lines[0].startswith(f"# {path.name[:4]} ")
    assert [line for line in lines if line.startswith("## ")] == HEADINGS
    parts = re.split(r"^## .*$", text(path), flags=re.MULTILINE)[1:]
    assert all(part.strip() for part in parts)


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_link_between_documents_leads_somewhere(path):
    for link in LINK.findall(FENCED.sub("", text(path))):
        if "://" in link:
            continue
        name, _, anchor = link.partition("#")
        target = path.parent / name if name else path
        assert target.exists(), link
        assert not anchor or anchor in anchors(target), link


@pytest.mark.parametrize("word", [*State, *Route, *Role], ids=str)
def test_the_glossary_knows_the_word(word):
    assert f"`{word.value}`" in text(DOCS / "glossary.md")


def test_the_invented_edition_applies_from_its_first_day(tmp_path):
    """docs/law.md, steps 2 and 3."""
    _, tomorrow = toml_blocks()
    changed = with_invented_edition(tmp_path / "reference", tomorrow)
    law.check(changed)
    assert changed.number("minimum_score", on=date(2027, 6, 30)) == 60
    assert changed.number("minimum_score", on=date(2027, 7, 1)) == Fraction(125, 2)
    assert changed.edition("minimum_score", on=date(2027, 7, 1)).grade == "A"


def test_the_invented_edition_changes_the_digest(tmp_path):
    today, tomorrow = toml_blocks()
    same = with_invented_edition(tmp_path / "same", today)
    changed = with_invented_edition(tmp_path / "changed", tomorrow)
    commented = with_invented_edition(tmp_path / "commented", f"# seen\n{today}")
    assert same.digest == law.load().digest
    assert len({same.digest, changed.digest, commented.digest}) == 3


@pytest.mark.parametrize(
    ("written", "instead"),
    [
        pytest.param("until = 2027-07-01", "until = 2027-06-30", id="a day without value"),
        pytest.param("until = 2027-07-01, ", "", id="two values a day"),
        pytest.param('grade = "A", note', "note", id="no grade"),
        pytest.param('grade = "A", note', 'grade = "A", remark', id="an unknown key"),
    ],
)
def test_the_invented_edition_badly_entered_is_refused(tmp_path, written, instead):
    """docs/law.md, step 6."""
    _, tomorrow = toml_blocks()
    assert tomorrow.count(written) == 1
    with pytest.raises(LawFileError, match=r"score\.toml \[minimum_score\]"):
        with_invented_edition(tmp_path / "reference", tomorrow.replace(written, instead))
