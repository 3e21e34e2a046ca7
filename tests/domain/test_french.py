"""Days and lengths as they are said in French."""

from datetime import date

import pytest

from app.domain.deadlines import time_limits
from app.domain.french import length_in_words, weekday_in_words


@pytest.mark.parametrize(
    ("months", "said"),
    [
        (1, "1 mois"),
        (7, "7 mois"),
        (12, "un an"),
        (18, "18 mois"),
        (24, "deux ans"),
        (120, "10 ans"),
    ],
)
def test_a_length_of_whole_years_is_said_in_years(months, said):
    """D. 251-1-A, III: « une période de deux ans », kept as months."""
    assert length_in_words(months).replace("\u00a0", " ") == said


def test_a_day_of_the_week_is_named():
    assert weekday_in_words(date(2026, 3, 1)) == "dimanche 1er mars 2026"


def test_no_source_repeats_the_length_it_gives():
    """The length is the value: said twice, one could be changed without the other."""
    for parameter in time_limits().parameters.values():
        for edition in parameter.editions:
            assert " mois" not in edition.source
            assert " ans" not in edition.source
