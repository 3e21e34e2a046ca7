"""Search text: accents, case and punctuation folded (readings L-1, L-2; never for a code)."""

import re
import unicodedata
from typing import Final

_NOT_WORD: Final = re.compile(r"[^0-9a-z]+")


def fold(text: str) -> str:
    """Return *text* without accents, case or punctuation: « DS N°8 » gives ``ds n 8``."""
    decomposed = unicodedata.normalize("NFKD", text.replace("œ", "oe").replace("Œ", "oe"))
    plain = "".join(c for c in decomposed if not unicodedata.combining(c)).casefold()
    return _NOT_WORD.sub(" ", plain).strip()
