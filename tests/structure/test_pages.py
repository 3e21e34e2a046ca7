"""Every page has its access, every route its row, every template its use."""

import csv
import re

import pytest
from jinja2 import Environment, nodes

from tests.structure import routes
from tests.structure.routes import TABLE, access_of, rows_of
from tests.structure.tree import ROOT, python_files

TEMPLATES = ROOT / "templates"


@pytest.fixture
def application(tmp_path):
    return routes.application(tmp_path)


def test_every_blueprint_declares_who_may_open_it(application):
    declared = access_of(application)
    assert set(application.blueprints) == set(declared)
    assert set(declared.values()) - {"everybody"}


def test_every_route_is_in_the_table(application):
    """A route that appears, goes or changes hands is read by someone: see routes.py."""
    with TABLE.open(encoding="utf-8", newline="") as file:
        told = [tuple(row) for row in csv.reader(file)][1:]
    assert rows_of(application) == told


def references(source):
    """The templates that a template extends, includes or imports."""
    tree = Environment(autoescape=True, extensions=["jinja2.ext.do"]).parse(source)
    kinds = (nodes.Extends, nodes.Include, nodes.Import, nodes.FromImport)
    for node in tree.find_all(kinds):
        names = (
            node.template.find_all(nodes.Const)
            if not isinstance(node.template, nodes.Const)
            else [node.template]
        )
        yield from (name.value for name in names if isinstance(name.value, str))


def named_by_code():
    """What looks like the name of a template in the code."""
    for path in python_files("app"):
        yield from re.findall(
            r"[\"']((?:[\w-]+/)*[\w.-]+\.(?:html|txt))[\"']", path.read_text("utf-8")
        )


def templates():
    return {path.relative_to(TEMPLATES).as_posix() for path in TEMPLATES.rglob("*.*")}


def called(name):
    """The templates a name may mean: code and mail leave out the folder they work in."""
    return {one for one in templates() if one == name or one.endswith(f"/{name}")}


def test_every_template_is_used():
    used = set().union(*map(called, named_by_code()))
    waiting = set(used)
    while waiting:
        source = (TEMPLATES / waiting.pop()).read_text(encoding="utf-8")
        found = set().union(*map(called, references(source))) - used
        used |= found
        waiting |= found
    assert templates() - used == set()


def test_every_template_that_is_named_exists():
    named = {name for name in named_by_code() if name.endswith(".html")}
    for name in templates():
        named |= set(references((TEMPLATES / name).read_text(encoding="utf-8")))
    assert {name for name in named if not called(name)} == set()
