"""Checked values: codes, references, numbers that people type."""

import re
import secrets
import unicodedata
from typing import Final

from app.domain.errors import InvalidValueError

# Type, variant and version joined: 25, 25 and 35 characters at most.
TVV_LENGTH: Final = 85
NOR: Final = re.compile(r"[A-Z]{4}[0-9]{7}[A-Z]")

# Control and format characters, halves of a character, separators of lines and paragraphs.
INVISIBLE: Final = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})

# No letter or digit that is read for another: public references are dictated over the telephone.
ALPHABET: Final = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
REFERENCE: Final = r"[A-Z]{2}-[2-9A-HJ-NP-Z]{4}-[2-9A-HJ-NP-Z]{4}"


def new_reference(prefix: str) -> str:
    """Return a fresh public reference such as ``SE-7K4M-92QX``; never a row number."""
    letters = "".join(secrets.choice(ALPHABET) for _ in range(8))
    return f"{prefix}-{letters[:4]}-{letters[4:]}"


def readable(text: str) -> bool:
    """Tell whether *text* is free of characters that nobody sees, or that no database keeps."""
    return not any(unicodedata.category(character) in INVISIBLE for character in text)


def tvv(typed: str) -> str:
    """Return a type-variant-version code: outer blanks removed, nothing else (reading L-1).

    Raises:
        InvalidValueError: only blanks, too long, or an invisible character inside.
    """
    code = typed.strip()
    if not code:
        raise InvalidValueError("tvv", "Indiquez le code type-variante-version.")
    if len(code) > TVV_LENGTH:
        raise InvalidValueError("tvv", f"Ce code dépasse {TVV_LENGTH} caractères.")
    if not readable(code):
        raise InvalidValueError("tvv", "Ce code contient un caractère invisible ; retapez-le.")
    return code


def nor(typed: str) -> str:
    """Return the NOR number of an order: four letters, seven digits, one letter.

    Raises:
        InvalidValueError: anything else.
    """
    number = typed.strip().upper()
    if not NOR.fullmatch(number):
        raise InvalidValueError(
            "nor", "Un numéro NOR compte quatre lettres, sept chiffres et une lettre."
        )
    return number
