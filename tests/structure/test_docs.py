"""The documents say what the code says."""

import inspect
import re
from pathlib import Path

import pytest

from app.cli.draw import GUARDS, MEANINGS, drawn
from app.domain.actor import Role
from app.domain.procedure import Action, Route, State

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
