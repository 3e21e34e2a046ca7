"""What of the dated files has to be looked at again."""

from datetime import date

import pytest

from scoring.dated import Law, dated_files
from scoring.upkeep import compare_by, doubts, is_overdue

HEAD = '[file]\ntitle = "Texte inventé"\nhref = "https://exemple.fr/"\nchecked_on = 2026-08-31\n'
VALUES = """
[sure]
unit = "point"
edition = [{ from = 2024-01-01, value = 1, source = "art. 1", grade = "A" }]

[several_sources]
unit = "point"
edition = [{ from = 2024-01-01, value = 1, source = "art. 1", grade = "B3", note = "lu" }]

[one_source]
unit = "point"
edition = [
  { from = 2024-01-01, until = 2025-01-01, value = 1.50, source = "art. 2", grade = "B1" },
  { from = 2025-01-01, value = 2, source = "art. 2", grade = "B2" },
]

[inferred]
unit = "point"
edition = [{ from = 2024-01-01, value = 1, source = "art. 3", grade = "C" }]

[noted]
unit = "point"
edition = [{ from = 2024-01-01, value = 1, source = "art. 4", grade = "A", note = "À confirmer" }]

[table]
unit = "point"

[[table.edition]]
from = 2024-01-01
source = "annexe"
grade = "B1"
note = "une seule source"
rows = [
  { zone = "A", label = "Ici", value = 1, grade = "B3" },
  { zone = "B", value = 2 },
  { zone = "C", value = 3, grade = "A", source = "art. 6", note = "à confirmer : lu en partie" },
]
"""


def read(tmp_path, text=HEAD + VALUES, name="invented.toml"):
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return Law.read(path)


@pytest.mark.parametrize(
    ("on", "months", "overdue"),
    [
        pytest.param(date(2026, 8, 31), 6, False, id="the day it was compared"),
        pytest.param(date(2027, 2, 28), 6, False, id="last day of six months, T-2"),
        pytest.param(date(2027, 3, 1), 6, True, id="six months have passed"),
        pytest.param(date(2027, 3, 1), 7, False, id="seven months"),
        pytest.param(date(2026, 10, 1), 1, True, id="one month"),
        pytest.param(date(2026, 8, 30), 6, True, id="a comparison to come is none"),
    ],
)
def test_a_file_is_compared_again_after_so_many_months(tmp_path, on, months, overdue):
    (file,) = read(tmp_path).files
    assert is_overdue(file, on=on, months=months) == overdue


def test_the_last_day_of_a_comparison_is_counted_like_any_period(tmp_path):
    (file,) = read(tmp_path).files
    assert compare_by(file, months=6) == date(2027, 2, 28)


def test_a_value_is_doubtful_by_its_grade_or_by_its_note(tmp_path):
    found = [(one.parameter.name, one.row) for one in doubts(read(tmp_path))]
    assert found == [
        ("one_source", None),
        ("inferred", None),
        ("noted", None),
        ("table", 2),
        ("table", 3),
    ]


def test_a_value_says_its_days_source_and_grade(tmp_path):
    one = next(doubts(read(tmp_path)))
    assert (one.edition.from_, one.edition.until) == (date(2024, 1, 1), date(2025, 1, 1))
    assert (str(one.value), one.source, one.grade, one.note) == ("1.50", "art. 2", "B1", None)


def test_a_row_repeats_its_edition_where_it_says_nothing(tmp_path):
    rows = [one for one in doubts(read(tmp_path)) if one.row]
    told = [(one.label, dict(one.value), one.source, one.grade, one.note) for one in rows]
    assert told == [
        ("", {"zone": "B", "value": 2}, "annexe", "B1", "une seule source"),
        ("", {"zone": "C", "value": 3}, "art. 6", "A", "à confirmer : lu en partie"),
    ]


def test_dated_files_are_those_that_say_what_they_repeat(tmp_path):
    deep = tmp_path / "aids"
    deep.mkdir()
    for path, text in (
        (tmp_path / "law.toml", HEAD),
        (deep / "aid.toml", HEAD),
        (tmp_path / "choice.toml", "[minutes]\nlength = 3\n"),
        (tmp_path / "broken.toml", "[oops\n"),
        (tmp_path / "note.txt", HEAD),
    ):
        path.write_text(text, encoding="utf-8")
    found = [path.relative_to(tmp_path).as_posix() for path in dated_files(tmp_path)]
    assert found == ["aids/aid.toml", "broken.toml", "law.toml"]
