"""The laws of the house that a reader of code can check: one clock, one commit, one environment."""

import ast

import pytest

from tests.structure.tree import ROOT, dotted, named, parsed, python_files

CODE = ("app", "scoring", "migrations")
TIME = {
    *(f"{kind}.{way}" for kind in ("datetime", "date") for way in ("now", "utcnow", "today")),
    *(f"time.{way}" for way in ("time", "time_ns", "localtime", "gmtime", "ctime", "strftime")),
    *(f"func.{way}" for way in ("now", "current_timestamp", "current_date", "localtimestamp")),
}
WATCH = {"time.monotonic", "time.perf_counter"}
ENVIRONMENT = {"os.environ", "os.environb", "os.getenv", "os.putenv", "os.unsetenv", "environs.Env"}


def mentions(tree, names):
    """The names of a set that a file uses, however it imported them."""
    modules = {name.split(".")[0] for name in names}
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            full = dotted(node)
            yield from (name for name in names if full == name or full.endswith(f".{name}"))
        elif isinstance(node, ast.ImportFrom) and node.module in modules:
            yield from (
                name for name in names for one in node.names if name == f"{node.module}.{one.name}"
            )


def commits(tree):
    return [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr == "commit"
    ]


def inner_imports(tree):
    """The imports that stand in a function."""
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            for inner in ast.walk(node):
                if isinstance(inner, (ast.Import, ast.ImportFrom)):
                    yield node.name
                elif isinstance(inner, ast.Call):
                    called = dotted(inner.func)
                    if called.endswith(("import_module", "__import__")):
                        yield node.name


def relative_imports(tree):
    return [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.level]


def floats(tree):
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, float):
            yield str(node.value)
        elif isinstance(node, ast.Call) and dotted(node.func) == "float":
            yield "float()"


def where(found, *folders):
    """The files in which something was found."""
    return {named(path) for path in python_files(*folders) if list(found(parsed(path)))}


def test_only_the_clock_reads_the_time():
    assert where(lambda tree: mentions(tree, TIME), *CODE) == {"app/clock.py"}


def test_only_the_server_measures_how_long_it_waits():
    assert where(lambda tree: mentions(tree, WATCH), *CODE) == {"app/cli/serve.py"}


def test_only_the_transaction_commits():
    assert where(commits, *CODE) == {"app/services/transaction.py"}


def test_only_the_settings_read_the_environment():
    assert where(lambda tree: mentions(tree, ENVIRONMENT), *CODE) == {"app/settings.py"}


def test_imports_are_absolute():
    assert where(relative_imports, *CODE, "tests") == set()


def test_imports_stand_at_the_top_of_modules():
    """The factory and the command excepted: a calculation does not load the web code."""
    assert where(inner_imports, "app", "scoring") == {"app/__init__.py", "scoring/command.py"}


def test_no_quantity_is_a_float():
    assert where(floats, "app/domain", "app/services", "scoring") == set()


@pytest.mark.parametrize(
    ("found", "text"),
    [
        (lambda tree: mentions(tree, TIME), "import datetime\ndatetime.datetime.now()"),
        (lambda tree: mentions(tree, TIME), "from datetime import date\ndate.today()"),
        (lambda tree: mentions(tree, TIME), "from time import time\ntime()"),
        (lambda tree: mentions(tree, TIME), "from sqlalchemy import func\nfunc.now()"),
        (lambda tree: mentions(tree, ENVIRONMENT), "import os\nos.environ['A']"),
        (lambda tree: mentions(tree, ENVIRONMENT), "from os import environ"),
        (lambda tree: mentions(tree, ENVIRONMENT), "from environs import Env"),
        (commits, "db.session.commit()"),
        (relative_imports, "from . import x"),
        (inner_imports, "def f():\n    import os"),
        (inner_imports, "def f():\n    importlib.import_module('os')"),
        (floats, "half = 0.5"),
        (floats, "half = float('0.5')"),
    ],
)
def test_each_breach_is_seen(found, text):
    assert list(found(ast.parse(text)))


def test_an_act_knows_nothing_of_aids():
    """Reading L-9: reaching the score and getting an aid are two things."""
    found = [
        named(path)
        for folder in ("app/domain", "app/services")
        for path in sorted((ROOT / folder).rglob("*"))
        if path.suffix in {".py", ".toml"} and "bonus" in path.read_text(encoding="utf-8").lower()
    ]
    assert found == []
