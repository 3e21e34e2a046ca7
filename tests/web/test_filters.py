"""Days, numbers and sizes are written as in French."""

from datetime import UTC, date, datetime
from decimal import Decimal
from fractions import Fraction

import pytest

from app.web.filters import instant, jour, jour_court, kg, nombre, octets, pluriel

THIN = "\u202f"
NO_BREAK = "\u00a0"


@pytest.mark.parametrize(
    ("day", "expected"),
    [
        (date(2026, 3, 1), "1er mars 2026"),
        (date(2026, 8, 11), "11 août 2026"),
        (date(2026, 12, 31), "31 décembre 2026"),
        (None, "–"),
    ],
)
def test_a_day_is_written_in_words(day, expected):
    assert jour(day) == expected


def test_a_day_is_written_in_figures():
    assert jour_court(date(2026, 3, 1)) == "01/03/2026"
    assert jour_court(None) == "–"


def test_the_day_of_an_instant_is_the_day_in_paris():
    late = datetime(2026, 6, 30, 22, 30, tzinfo=UTC)
    assert jour(late) == "1er juillet 2026"
    assert jour_court(late) == "01/07/2026"


@pytest.mark.parametrize(
    ("moment", "expected"),
    [
        (datetime(2026, 3, 1, 9, 12, tzinfo=UTC), "1er mars 2026 à 10~h~12 (heure de Paris)"),
        (datetime(2026, 7, 1, 9, 5, tzinfo=UTC), "1er juillet 2026 à 11~h~05 (heure de Paris)"),
        (datetime(2026, 12, 31, 23, 0, tzinfo=UTC), "1er janvier 2027 à 0~h~00 (heure de Paris)"),
        (None, "–"),
    ],
)
def test_an_instant_is_told_in_paris(moment, expected):
    assert instant(moment) == expected.replace("~", NO_BREAK)


def test_an_instant_without_a_zone_is_refused():
    with pytest.raises(ValueError, match="time zone"):
        instant(datetime(2026, 3, 1, 9, 12))  # noqa: DTZ001 - what must be refused


@pytest.mark.parametrize(
    ("value", "places", "expected"),
    [
        (1574, None, f"1{THIN}574"),
        (Decimal("1234567.50"), None, f"1{THIN}234{THIN}567,50"),
        ("20875.178571429", 2, f"20{THIN}875,18"),
        (Fraction(1, 3), 3, "0,333"),
        (Fraction(1, 8), None, "0,125"),
        (Decimal("59.995"), 2, "60,00"),
        (Decimal("-0.004"), 2, "0,00"),
        (Decimal(-12), 1, "\u221212,0"),
        (Decimal("1E+3"), None, f"1{THIN}000"),
        (Fraction(10**30 + 1, 2), 0, "500" + f"{THIN}000" * 8 + f"{THIN}001"),
        (None, 2, "–"),
    ],
)
def test_a_number_has_a_comma_and_thin_spaces(value, places, expected):
    assert nombre(value, places) == expected


def test_a_number_without_end_needs_its_places():
    with pytest.raises(ValueError, match="does not end"):
        nombre(Fraction(1, 3))


def test_a_mass_has_its_unit():
    assert kg(Decimal("1574.5"), 1) == f"1{THIN}574,5{NO_BREAK}kg"
    assert kg(None) == "–"


@pytest.mark.parametrize(
    ("size", "expected"),
    [
        (0, "0~octet"),
        (1, "1~octet"),
        (999, "999~octets"),
        (12_400, "12~ko"),
        (1_250_000, "1,3~Mo"),
        (20_000_000, "20~Mo"),
    ],
)
def test_a_size_is_told_in_the_unit_of_its_order(size, expected):
    assert octets(size) == expected.replace("~", NO_BREAK)


@pytest.mark.parametrize(
    ("count", "expected"), [(0, "0~dossier"), (1, "1~dossier"), (2, "2~dossiers")]
)
def test_nothing_and_one_are_singular(count, expected):
    assert pluriel(count, "dossier") == expected.replace("~", NO_BREAK)


def test_an_irregular_plural_is_given():
    assert pluriel(2, "bureau", "bureaux") == f"2{NO_BREAK}bureaux"
