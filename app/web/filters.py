"""Filters of the templates: days, instants, numbers and sizes as they are written in French."""

from datetime import date, datetime
from decimal import ROUND_HALF_UP, Context, Decimal
from fractions import Fraction
from typing import Final, TypeAlias
from zoneinfo import ZoneInfo

from flask import Flask

from app.domain.french import day_in_words, length_in_words

PARIS: Final = ZoneInfo("Europe/Paris")
NO_BREAK: Final = "\u00a0"
THIN: Final = "\u202f"
NOTHING: Final = "–"
MINUS: Final = "\u2212"
PRECISE: Final = Context(prec=80)
KILO: Final = 1000

Number: TypeAlias = int | str | Decimal | Fraction


def register(app: Flask) -> None:
    """Give the filters of this module to the templates of *app*."""
    for function in (jour, jour_court, instant, nombre, kg, octets, pluriel):
        app.add_template_filter(function)
    app.add_template_filter(length_in_words, "duree")


def jour(day: date | None) -> str:
    """Return « 1er mars 2026 », or a dash without a day."""
    if day is None:
        return NOTHING
    return day_in_words(_legal_day(day))


def jour_court(day: date | None) -> str:
    """Return « 01/03/2026 », or a dash without a day."""
    return NOTHING if day is None else f"{_legal_day(day):%d/%m/%Y}"


def instant(moment: datetime | None) -> str:
    """Return « 1er mars 2026 à 10 h 12 (heure de Paris) », or a dash without a moment.

    Raises:
        ValueError: the moment has no time zone.
    """
    if moment is None:
        return NOTHING
    local = _in_paris(moment)
    return f"{jour(local.date())} à {local.hour}{NO_BREAK}h{NO_BREAK}{local:%M} (heure de Paris)"


def nombre(value: Number | None, places: int | None = None) -> str:
    """Return a number with a comma and thin spaces, or a dash without one.

    Args:
        value: an exact number; a string is one with a dot, as in declarations.
        places: digits after the comma, rounded half up; without it the number is written whole.

    Raises:
        ValueError: a fraction that does not end is to be written whole.
    """
    if value is None:
        return NOTHING
    number = _decimal(value, whole=places is None)
    if places is not None:
        number = number.quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP, PRECISE)
    if number == 0:
        number = abs(number)  # « -0,00 » would ask for an explanation
    return f"{number:,f}".replace(",", THIN).replace(".", ",").replace("-", MINUS)


def kg(value: Number | None, places: int | None = None) -> str:
    """Return a mass in kilograms with its unit."""
    return NOTHING if value is None else f"{nombre(value, places)}{NO_BREAK}kg"


def octets(size: int) -> str:
    """Return the size of a file: « 640 octets », « 12 ko », « 1,2 Mo »."""
    if size < KILO:
        return pluriel(size, "octet")
    if size < KILO * KILO:
        return f"{nombre(Fraction(size, KILO), 0)}{NO_BREAK}ko"
    return f"{nombre(Fraction(size, KILO * KILO), 1).removesuffix(',0')}{NO_BREAK}Mo"


def pluriel(count: int, singular: str, plural: str | None = None) -> str:
    """Return the count and its noun: « 0 dossier », « 1 dossier », « 2 dossiers »."""
    several = singular + "s" if plural is None else plural
    return f"{nombre(count)}{NO_BREAK}{several if abs(count) > 1 else singular}"


def _in_paris(moment: datetime) -> datetime:
    if moment.tzinfo is None:
        raise ValueError("an instant has a time zone")
    return moment.astimezone(PARIS)


def _legal_day(day: date) -> date:
    """Return the day in Paris, where an instant was given for a day."""
    return _in_paris(day).date() if isinstance(day, datetime) else day


def _decimal(value: Number, *, whole: bool) -> Decimal:
    if not isinstance(value, Fraction):
        return Decimal(value)
    number = PRECISE.divide(Decimal(value.numerator), Decimal(value.denominator))
    if whole and Fraction(number) != value:
        raise ValueError(f"{value} does not end: say how many places")
    return number
