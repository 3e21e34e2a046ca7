"""Decisions, constraints, and what no file of the repository may say."""

import re

import pytest

from tests.structure.tree import ROOT, named, text_files

DECISIONS = ROOT / "docs" / "decisions"
# Addresses to download from, and paths of one machine; what is looked for is put together here,
# so that this file names none either.
LINK = "https" + "://"
DOWNLOADS = (
    re.compile(r"https?://[^\s\"'<>)]*(?:/simple\b|registry\.)", re.IGNORECASE),
    re.compile(r"https?://[^\s\"'<>)]+\.(?:whl|tgz|tar\.gz|zip|deb)\b", re.IGNORECASE),
    re.compile("--(?:extra-)?index" + r"-url|--find-links|--registry\b"),
)
MACHINE = re.compile(r"(?<![\w.$}])/(?:home|root|work|Users)/\w")
PINNED = re.compile(r"[A-Za-z0-9][\w.\-]*==[\w.+!]+")


def saying(*patterns):
    # This file names what it looks for.
    return [
        (named(path), match.group())
        for path, text in text_files()
        if path.name != "test_papers.py"
        for pattern in patterns
        for match in pattern.finditer(text)
    ]


def test_no_file_names_an_address_to_download_from():
    assert saying(*DOWNLOADS) == []


def test_no_file_names_a_path_of_a_machine():
    assert saying(MACHINE) == []


@pytest.mark.parametrize(
    "text",
    [
        f"see {LINK}packages.example/simple",
        f"{LINK}registry.example/x",
        f"{LINK}example.org/a/b-1.0" + ".tar.gz",
        "pip install --index" + "-url x",
    ],
)
def test_an_address_to_download_from_is_seen(text):
    assert any(pattern.search(text) for pattern in DOWNLOADS)


def test_a_path_of_a_machine_is_seen():
    assert MACHINE.search("run /home/someone/portal")
    assert not MACHINE.search("/constructeur/dossiers")


def test_decisions_are_numbered_without_gaps():
    numbers = [int(path.name[:4]) for path in sorted(DECISIONS.glob("[0-9]*-*.md"))]
    assert numbers
    assert numbers == list(range(1, len(numbers) + 1))


def test_every_decision_that_is_mentioned_exists():
    known = {path.name[:4] for path in DECISIONS.glob("[0-9]*-*.md")}
    mentioned = {
        (number, named(path))
        for path, text in text_files()
        for number in re.findall(r"\bdecision (\d{4})\b", text)
    }
    assert {(number, name) for number, name in mentioned if number not in known} == set()


def test_constraints_hold_names_and_versions_only():
    lines = (ROOT / ".ci" / "constraints.txt").read_text(encoding="utf-8").splitlines()
    told = [line for line in lines if line and not line.startswith("#")]
    assert told
    assert [line for line in told if not PINNED.fullmatch(line)] == []
    names = [re.sub(r"[-_.]+", "-", line.split("==")[0]).lower() for line in told]
    assert len(names) == len(set(names))
