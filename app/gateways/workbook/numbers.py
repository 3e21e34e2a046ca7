"""Between a decimal as a person types it and the number a spreadsheet keeps of it."""

from decimal import Decimal
from typing import Final

EXACT_DIGITS: Final = 15
"""Digits that a binary number keeps whatever they are: a spreadsheet shows no more."""


def plain(number: float) -> str | None:
    """Return the decimal that was typed for a *number* of a cell; none when it is not finite.

    The shortest decimal that the binary number stands for: « 77,4 » is kept as
    77.400000000000006 and comes back as 77.4. No exponent, no zero that says nothing.
    """
    typed = Decimal(repr(number))
    if not typed.is_finite():
        return None
    return _shortest(typed)


def in_cell(text: str) -> Decimal | str:
    """Return what to put in a cell for a decimal *text* that must come back to the letter.

    A number where a spreadsheet gives the same text back; otherwise the text itself.
    """
    number = Decimal(text)
    same = _shortest(number) == text
    return number if same and len(number.as_tuple().digits) <= EXACT_DIGITS else text


def _shortest(number: Decimal) -> str:
    text = format(number, "f")
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return "0" if text == "-0" else text
