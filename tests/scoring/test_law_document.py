"""docs/law.md is followed to the letter, in a folder of its own: the document cannot lie."""

import json
import re
import shlex
import shutil
import subprocess
import sys
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from pathlib import Path

import pytest

import scoring
from scoring import law
from scoring.dated import LawFileError
from scoring.lines import answer

DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "law.md"
BLOCK = re.compile(r"^```(\w+)(?: (\S+))?( end)?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
DIGEST = re.compile(r"\b[0-9a-f]{64}\b")
# The folder of the test comes first: its tables are those in force.
SCORE_ENV = [sys.executable, "-c", "import sys; from scoring.command import main; sys.exit(main())"]


@dataclass
class Block:
    """A block of the document: what it is, the file it speaks of, what it says."""

    kind: str
    name: str
    at_the_end: bool
    text: str


def blocks():
    found = BLOCK.findall(DOCUMENT.read_text(encoding="utf-8"))
    return [Block(kind, name, bool(end), text) for kind, name, end, text in found]


class Reader:
    """Somebody who does what the document says, in a folder."""

    def __init__(self, folder):
        self.folder = folder
        self.today = None
        without_caches = shutil.ignore_patterns("__pycache__")
        package = Path(scoring.__file__).parent
        shutil.copytree(package, folder / "scoring", ignore=without_caches)

    @property
    def tables(self):
        return self.folder / "tables-2027"

    def follow(self, steps):
        for block in steps:
            getattr(self, block.kind)(block)
        return self

    def toml(self, block):
        """A file of the tables: what it says today, then what it says instead, or after."""
        path = self.tables / block.name
        content = path.read_text(encoding="utf-8")
        if block.at_the_end:
            content += block.text
        elif self.today is None:
            assert content.count(block.text) == 1
            self.today = block.text
            return
        else:
            content = content.replace(self.today, block.text)
            self.today = None
        path.write_text(content, encoding="utf-8")

    def json(self, block):
        (self.folder / block.name).write_text(block.text, encoding="utf-8")

    def console(self, block):
        """Commands, each with what it answers when the document shows it."""
        for step in re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]:
            command, _, expected = step.partition("\n")
            out = self.run(*shlex.split(command))
            assert not expected or DIGEST.sub("…", out) == expected

    def run(self, *words):
        command = [*SCORE_ENV, *words[1:]] if words[0] == "score-env" else words
        done = subprocess.run(
            command, cwd=self.folder, capture_output=True, text=True, check=False, encoding="utf-8"
        )
        assert (done.returncode, done.stderr) == (0, "")
        return done.stdout


@pytest.fixture(scope="module")
def entered(tmp_path_factory):
    """The folder once the whole document was followed."""
    return Reader(tmp_path_factory.mktemp("document")).follow(blocks())


@pytest.fixture
def prepared(tmp_path):
    """A copy of the tables, changed as steps 2 and 3 say, and nothing entered."""
    steps = [block for block in blocks() if block.kind == "toml"]
    copied = next(block for block in blocks() if block.kind == "console")
    return Reader(tmp_path).follow([copied, *steps])


def test_the_document_has_all_its_steps():
    told = [(block.kind, block.name) for block in blocks()]
    tables = [("toml", "score.toml")] * 2 + [("toml", "battery.toml")] * 3
    assert told == [
        ("console", ""),
        *tables,
        ("json", "cases-2027.jsonl"),
        ("console", ""),
        ("console", ""),
    ]


def test_the_edition_that_was_entered_applies_from_its_first_day(entered):
    """Steps 3 and 7: a minimum and a factor."""
    tables = law.read(entered.folder / "scoring" / "reference")
    before, after = (law.method_on(tables, date(2027, *day)) for day in ((6, 30), (7, 1)))
    assert (before.number("minimum_score"), after.number("minimum_score")) == (60, Fraction(125, 2))
    factors = [one.factors["battery"]["Europe"] for one in (before, after)]
    assert [factor.value for factor in factors] == [53, Fraction(201, 4)]
    assert [factor.grade for factor in factors] == ["B3", "A"]


def test_the_cases_computed_by_hand_are_found(entered):
    """Step 5: the last day of the old edition, and the first of the new one."""
    tables = law.read(entered.folder / "scoring" / "reference")
    lines = (entered.folder / "cases-2027.jsonl").read_bytes().splitlines()
    cases = [json.loads(line) for line in lines]
    assert [case["on"] for case in cases] == ["2027-06-30", "2027-07-01"]
    assert [case["expected"]["reached"] for case in cases] == [True, False]
    for line, case in zip(lines, cases, strict=True):
        assert answer(line, tables) == {"id": case["id"], **case["expected"]}


def test_the_digest_names_the_tables(prepared):
    copy, changed = prepared.folder / "scoring" / "reference", prepared.tables
    assert law.read(copy).digest == law.load().digest
    assert law.read(changed).digest != law.load().digest
    with (copy / "score.toml").open("a", encoding="utf-8") as file:
        file.write("# relu\n")
    assert law.read(copy).digest != law.load().digest


@pytest.mark.parametrize(
    ("name", "written", "instead", "sentence"),
    [
        pytest.param(
            "score.toml", "until = 2027-07-01", "until = 2027-06-30", "sans valeur", id="a gap"
        ),
        pytest.param("score.toml", "until = 2027-07-01, ", "", "chevauche", id="two values a day"),
        pytest.param("score.toml", 'grade = "A", note = "e', 'note = "e', "grade", id="no grade"),
        pytest.param(
            "score.toml",
            'source = "arrêté inventé du 2 juin 2027, article 3"',
            'source = " "',
            "source",
            id="blank source",
        ),
        pytest.param(
            "score.toml",
            'grade = "A", note = "e',
            'grade = "A", remark = "e',
            "clé inconnue : remark",
            id="an unknown key",
        ),
        pytest.param("score.toml", "value = 62.5", "value = 82.5", "échelle", id="out of reach"),
        pytest.param(
            "battery.toml",
            'value = 50.25, grade = "A"',
            "value = 50.25",
            "battery_factors, ligne 1",
            id="a row without its grade",
        ),
        pytest.param(
            "battery.toml",
            '  { zone = "Japan", label = "Japon", value = 67, grade = "A" },\n',
            "",
            "JP : zone absente .* 01/07/2027",
            id="a row is forgotten",
        ),
    ],
)
def test_an_edition_badly_entered_is_refused(prepared, name, written, instead, sentence):
    path = prepared.tables / name
    content = path.read_text(encoding="utf-8")
    assert content.count(written) == 1
    path.write_text(content.replace(written, instead), encoding="utf-8")
    with pytest.raises(LawFileError, match=sentence):
        law.read(prepared.tables)
