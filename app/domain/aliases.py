"""Other names of brands and models: they add to a search, never to an answer (reading L-1).

The names are data with their source; this only finds which of them are in what was typed.
"""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from app.domain.folding import fold

KEYS: Final = frozenset({"typed", "named", "brand", "entered_on", "source"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Alias:
    """A name that people type, and the name that the list gives.

    Attributes:
        typed: what people type.
        named: what the list says.
        brand: whether it stands for a whole brand.
        entered_on: the day it was written down.
        source: why it stands for the other.
    """

    typed: str
    named: str
    brand: bool
    entered_on: date
    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What was typed, with the names of the list in place of the others.

    Attributes:
        words: the words to search instead, folded; those typed when no alias is among them.
        aliases: which were applied, in the order they were typed.
    """

    words: tuple[str, ...]
    aliases: tuple[Alias, ...]


@cache
def aliases() -> Mapping[str, Alias]:
    """Return the aliases by the letters of what is typed, folded and without blanks; read once.

    Raises:
        ValueError: an alias lacks a key or has another, is empty, or stands twice.
    """
    text = Path(__file__).with_suffix(".toml").read_text(encoding="utf-8")
    return read_aliases(tomllib.loads(text)["alias"])


def read_aliases(given: Sequence[Mapping[str, Any]]) -> Mapping[str, Alias]:
    """Return written aliases by the letters of what is typed.

    Raises:
        ValueError: an alias lacks a key or has another, is empty, or stands twice.
    """
    found: dict[str, Alias] = {}
    for one in given:
        if set(one) != KEYS or not one["source"]:
            raise ValueError(f"An alias has the keys {sorted(KEYS)} and a source: {dict(one)}")
        alias = Alias(**one)
        letters = _letters(alias.typed)
        if not letters or not fold(alias.named) or letters in found:
            raise ValueError(f"This alias is empty or stands twice: {alias.typed!r}")
        found[letters] = alias
    return MappingProxyType(found)


def reading(typed: str) -> Reading:
    """Return what was typed with the names of the list in place of their aliases.

    An alias is whole words, the longest first: « VW ID.3 » reads ``volkswagen id 3``, and « vwx »
    stays as it is. Blanks do not count: « No8 » and « No 8 » are one. An alias that begins the name
    of the list is left as it is: a word finds all the names that it begins.
    """
    words, place = fold(typed).split(), 0
    read, applied = list[str](), list[Alias]()
    while place < len(words):
        alias, length = _longest(words[place:])
        read += fold(alias.named).split() if alias else words[place : place + 1]
        applied += [alias] if alias else []
        place += length
    return Reading(words=tuple(read), aliases=tuple(applied))


def brand_keys(typed: str) -> frozenset[str]:
    """Return the folded brands that a whole brand stands for: itself, and the one it is called."""
    alias = aliases().get(_letters(typed))
    known = {fold(alias.named)} if alias is not None and alias.brand else set[str]()
    return frozenset({fold(typed)} | known)


def _longest(words: Sequence[str]) -> tuple[Alias | None, int]:
    for length in range(len(words), 0, -1):
        letters = "".join(words[:length])
        alias = aliases().get(letters)
        if alias is not None and not _letters(alias.named).startswith(letters):
            return alias, length
    return None, 1


def _letters(text: str) -> str:
    return "".join(fold(text).split())
