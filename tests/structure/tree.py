"""The files of the repository, as the tests of structure read them."""

import ast
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
FOLDERS = (".ci", "app", "docs", "migrations", "scoring", "templates", "tests")
# Files of others, kept as they came, and what programs leave behind.
OTHERS = ("__pycache__", "app/static/dsfr-")


def python_files(*folders):
    """The Python files of some folders."""
    return [
        path
        for folder in folders
        for path in sorted((ROOT / folder).rglob("*.py"))
        if "__pycache__" not in path.parts
    ]


def text_files():
    """Every file of ours that is text: the folders of the repository and its top level."""
    found = [path for path in ROOT.iterdir() if path.is_file()]
    for folder in FOLDERS:
        found += sorted((ROOT / folder).rglob("*"))
    for path in found:
        name = named(path)
        if path.is_file() and not any(mark in name for mark in OTHERS) and name != ".coverage":
            try:
                yield path, path.read_text(encoding="utf-8")
            except UnicodeDecodeError:
                continue


def named(path):
    """The name of a file from the top of the repository."""
    return path.relative_to(ROOT).as_posix()


@cache
def parsed(path):
    return ast.parse(path.read_text(encoding="utf-8"))


def dotted(node):
    """``datetime.now`` for the tree of that expression; nothing for what is no dotted name."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        before = dotted(node.value)
        return f"{before}.{node.attr}" if before else ""
    return ""
