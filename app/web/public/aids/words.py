"""Sums and answers in French words."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Final

from app.web.filters import MINUS, NO_BREAK, THIN
from app.web.public.aids.catalogue import NONE, UNKNOWN, Question
from scoring.aids.amounts import french
from scoring.aids.facts import SAME_CATEGORY, Kind
from scoring.aids.together import rounded

EURO: Final = "€"
# The spaces between thousands, taken away.
PLAIN: Final = {ord(one): None for one in (" ", NO_BREAK, THIN)}


def money(eur: Decimal) -> str:
    """Return a sum in €, rounded half-up to the cent: « 7 000 € », « 4 999,50 € »."""
    found = rounded(eur)
    whole = found == found.to_integral_value()
    text = french(found.to_integral_value() if whole else found)
    if not whole:
        head, _, cents = text.partition(",")
        text = f"{head},{cents:0<2}"
    text = text.replace("-", MINUS)
    return f"{text}{NO_BREAK}€"


def exact_sum(eur: Decimal) -> str:
    """Return a sum in € with all its decimals: the lines add up to their total to the end."""
    return f"{french(eur).replace('-', MINUS)}{NO_BREAK}€"


def between(low: Decimal, high: Decimal | None) -> str:
    """Return a sum, or the two it lies between."""
    if high is None:
        return f"{money(low)} au moins"
    return money(low) if low == high else f"de {money(low)} à {money(high)}"


def answer_words(question: Question, texts: Sequence[str]) -> str:
    """Return an answer of an address in words."""
    if list(texts) == [UNKNOWN]:
        return "Je ne sais pas"
    if list(texts) == [NONE] and question.none:
        return question.none
    if question.choices:
        named = {**{old: question.choices.get(new, "") for old, new in SAME_CATEGORY.items()}}
        return ", ".join(question.choices.get(one) or named.get(one) or one for one in texts)
    text = texts[0]
    if question.fact.kind is Kind.DAY and len(text) == len("2024-01-01"):
        year, _, rest = text.partition("-")
        month, _, day = rest.partition("-")
        text = f"{day}/{month}/{year}" if rest else text
    elif question.fact.kind in {Kind.QUANTITY, Kind.INTEGER}:
        number = Decimal(text.translate(PLAIN).replace(",", "."))
        if question.fact.unit == EURO and number == rounded(number):
            return money(number)
        text = french(int(number) if number == number.to_integral_value() else number)
    unit = question.fact.unit
    return f"{text}{NO_BREAK}{unit}" if unit else text
