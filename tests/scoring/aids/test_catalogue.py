"""Every condition of the catalogue has its code, every paragraph of the texts its regime."""

import csv

from scoring.aids.registry import REGIMES, SHARED
from tests.scoring.aids.cases import BOOK
from tests.scoring.declarations import CASES

# The texts received, by the digit that the lines of the conditions name them with.
DEFAULT = "4"
DASH = "-"


def read(name):
    with (CASES / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def wordings():
    return [one for some in BOOK.wordings.values() for one in some]


def lines_of(told):
    """The lines as the conditions name them: a bare number is of the fifth text."""
    return tuple(
        line if ":" in line or line == DASH else f"{DEFAULT}:{line}" for line in told.split(";")
    )


def test_every_condition_of_the_catalogue_has_its_code_and_no_other():
    catalogue = {
        row["id"]: (row["regime"], lines_of(row["lines"])) for row in read("aid_conditions.csv")
    }
    coded = {
        condition.id: (one.regime.id, condition.lines)
        for one in wordings()
        for condition in one.conditions
    }
    assert len(catalogue) == 306
    assert coded == catalogue


def test_every_paragraph_of_the_texts_has_a_regime():
    told = {line for one in wordings() for each in one.conditions for line in each.lines}
    told |= {line for one in wordings() for line in one.amount_lines}
    paragraphs = read("aid_paragraphs.csv")
    assert len(paragraphs) == 424
    named = {f"{int(row['text'][:3])}:{row['line']}" for row in paragraphs}
    procedure = {f"{int(row['text'][:3])}:{row['line']}" for row in paragraphs if row["procedure"]}
    assert told - {DASH} <= named
    assert named - told == procedure


def test_a_wording_names_the_texts_of_its_lines():
    for one in wordings():
        found = {
            line.partition(":")[0]
            for line in (*one.amount_lines, *(each for c in one.conditions for each in c.lines))
            if line != DASH
        }
        assert found == {str(int(text[:3])) for text in one.seeds}, one.regime.id


def test_every_regime_and_every_test_of_the_registry_serves():
    assert list(BOOK.wordings) == list(REGIMES)
    assert len(REGIMES) == 23
    named = {(one.regime.id, condition.name) for one in wordings() for condition in one.conditions}
    own = {(one.id, name) for one in REGIMES.values() for name in one.conditions}
    terms = {name for _, name in own} - {name for _, name in named}
    # Those that only terms use are in the files all the same.
    texts = "".join(
        path.read_text(encoding="utf-8")
        for path in sorted((CASES.parent.parent / "scoring/aids/reference").glob("*.toml"))
    )
    assert [name for name in terms if f'test = "{name}"' not in texts] == []
    assert [name for name in SHARED if f'test = "{name}"' not in texts] == []


def test_grades_and_readings_are_written_where_the_text_is_doubtful():
    assert all(one.grade in {"A", "B", "C"} for one in wordings())
    restored = [one for one in BOOK.wordings["conversion-car"][0].conditions if DASH in one.lines]
    assert [one.id for one in restored] == ["CC1-05", "CC1-07"]
