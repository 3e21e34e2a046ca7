"""« Retrait » alone has two meanings: a company’s dossier, or a version of the list."""

import ast
import re

import pytest

from tests.structure.tree import ROOT

# A word of a sentence or a title: not an address, an anchor, or a value of a table to import.
NOUN = re.compile(r"(?<![\w/#-])[Rr]etraits?\b(?!-)")
VALUE = re.compile(r"^retrait$|'retrait'|\"retrait\"|« retrait »")
WHOLE = re.compile(r"[Rr]etraits? (?:du dossier|d’un dossier|de la liste)\b")
# A line leaves an order in preparation by being taken out: « ôter ».
OF_AN_ORDER = re.compile(r"[Rr]etir\w+(?:[- ]\w+){0,3} de l’arrêté")
TEMPLATES = sorted(
    path for path in (ROOT / "templates").rglob("*") if path.suffix in {".html", ".txt"}
)
MODULES = sorted((ROOT / "app").rglob("*.py"))


def loose(text):
    folded = VALUE.sub("", " ".join(text.split()))
    return [
        folded[max(found.start() - 40, 0) : found.end() + 40]
        for found in NOUN.finditer(folded)
        if not WHOLE.match(folded, found.start())
    ] + [found.group() for found in OF_AN_ORDER.finditer(folded)]


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_a_template_says_what_is_withdrawn(path):
    assert loose(path.read_text(encoding="utf-8")) == []


def test_the_sentences_of_the_code_say_what_is_withdrawn():
    found = [
        f"{path.relative_to(ROOT)}:{node.lineno}: {said}"
        for path in MODULES
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
        for said in loose(node.value)
        if not node.value.startswith("/")
    ]
    assert found == []


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Un retrait n’est pas un refus", True),
        ("Retraits", True),
        ("{'label': 'Retraits'}", True),
        ("('retrait', 'Retirer le dossier')", False),
        ("Le retrait d’un dossier n’est pas un refus", False),
        ("Retraits de la liste", False),
        ("/arretes/retrait/3 #retrait", False),
        ("La version est retirée de l’arrêté.", True),
        ("Un arrêté l’en retire", False),
    ],
)
def test_the_check_sees_what_it_should(text, said):
    assert bool(loose(text)) == said
