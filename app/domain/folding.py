"""Search text: accents, case and punctuation folded (readings L-1, L-2; never for a code)."""

import re
import unicodedata
from typing import Final

_NOT_WORD: Final = re.compile(r"[^0-9a-z]+")
# « N° » is typed with a degree sign or an ordinal one; the second decomposes into a letter.
_BEFORE: Final = str.maketrans({"œ": "oe", "Œ": "oe", "º": " ", "ª": " "})
_LOOK_ALIKES: Final = str.maketrans({"o": "0", "i": "1", "l": "1"})


def fold(text: str) -> str:
    """Return *text* without accents, case or punctuation: « DS N°8 » gives ``ds n 8``."""
    decomposed = unicodedata.normalize("NFKD", text.translate(_BEFORE))
    plain = "".join(c for c in decomposed if not unicodedata.combining(c)).casefold()
    return _NOT_WORD.sub(" ", plain).strip()


def beginnings(text: str) -> list[str]:
    """Return the letters of a folded name from each of its words to the end, without blanks.

    « Citroën ë-C3 » gives ``citroenec3``, ``ec3`` and ``c3``: a word is found in a name when one of
    these begins with it, whether it was typed with blanks or without.
    """
    words = fold(text).split()
    return ["".join(words[place:]) for place in range(len(words))]


def look_alike(code: str) -> str:
    """Return what two codes share when one was misread: case, blanks, O and 0, I, l and 1.

    It only serves to suggest: two codes that look alike are two codes (reading L-1).
    """
    return "".join(code.casefold().split()).translate(_LOOK_ALIKES)
