"""Facts as they arrive: strict types, closed words, one sentence and one pointer a problem."""

import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import date
from decimal import Decimal
from difflib import get_close_matches
from types import MappingProxyType
from typing import Final
from unicodedata import normalize

from scoring.aids.facts import (
    FACTS,
    NULL_OBJECTS,
    NULLS,
    OBJECTS,
    SAME_CATEGORY,
    SIGNED,
    Fact,
    Facts,
    Kind,
)
from scoring.aids.registry import REGIMES
from scoring.fields import escaped
from scoring.problems import Problem, quoted

QUANTITY: Final = re.compile(r"[0-9]{1,9}(?:\.[0-9]{1,9})?")
NEGATIVE: Final = re.compile(r"-[0-9]+(?:\.[0-9]+)?")
DAY: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
# Days outside are slips of the keyboard, and leave room for the periods counted from them.
FIRST_DAY: Final = date(1900, 1, 1)
LAST_DAY: Final = date(2199, 12, 31)
MOST: Final = 10**6
LONGEST: Final = 100
MOST_ITEMS: Final = 100
METHODS: Final = 4
# Names of places are free: a misspelt one is refused, another place is simply outside.
PLACES: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "ads_territory": (
            "Paris-PP",
            "Châteauroux",
            "Bordeaux",
            "Lyon",
            "Aix-Marseille",
            "Nantes",
            "Nice",
            "Saint-Étienne",
            "Lille",
        ),
        "overseas.territory": ("Guadeloupe", "Martinique", "Guyane", "La Réunion", "Mayotte"),
    }
)
# The day of the operation, which the reference day must be.
OWN_DAYS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "purchase": "invoice_date",
        "lease": "first_rent_date",
        "retrofit": "transformation_date",
    }
)


class FactsError(Exception):
    """Facts cannot be read; all their problems are given at once."""

    code = "invalid_facts"

    def __init__(self, problems: list[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__(" ".join(problem.message for problem in self.problems))


class FactError(Exception):
    """One fact cannot be read: a code and a sentence."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


def read_facts(given: object, reference_date: date) -> Facts:
    """Return the facts *given* as a JSON object, for the day *reference_date*.

    Raises:
        FactsError: a name, a type, a word or a day is refused; all problems at once.
    """
    if not isinstance(given, dict):
        raise FactsError([Problem("wrong_type", "Les faits forment un objet JSON.", "")])
    values: dict[str, object] = {}
    problems: list[Problem] = []
    _read_object(given, "", "", values, problems)
    if problems:
        raise FactsError(problems)
    facts = Facts(reference_date, values)
    own = OWN_DAYS.get(facts.operation or "")
    stated = None if own is None else getattr(facts, own)
    if own is not None and stated is not None and stated != reference_date:
        message = (
            f"Le jour de référence est celui de « {own} » ({stated:%d/%m/%Y}), "
            f"pas le {reference_date:%d/%m/%Y}."
        )
        raise FactsError([Problem("contradictory_day", message, f"/{own}")])
    return facts


def _read_object(
    given: Mapping[str, object],
    prefix: str,
    pointer: str,
    values: dict[str, object],
    problems: list[Problem],
) -> None:
    """Read the facts of one object into *values*, what is wrong into *problems*."""
    readers = READERS[prefix]
    for key, value in given.items():
        reader = readers.get(key)
        if reader is not None:
            try:
                values[reader[0]] = reader[1](value)
            except FactError as error:
                problems.append(Problem(error.code, str(error), f"{pointer}/{escaped(key)}"))
        elif not prefix and key in OBJECTS:
            if isinstance(value, dict):
                _read_object(value, key, f"/{key}", values, problems)
            elif value is None and key in NULL_OBJECTS:
                values.update(NULL_OBJECTS[key])
            else:
                message = f"« {key} » doit être un objet JSON."
                problems.append(Problem("wrong_type", message, f"/{key}"))
        else:
            name = f"{prefix}.{key}" if prefix else key
            problems.append(Problem("unknown_fact", _unknown(name), f"{pointer}/{escaped(key)}"))


def _unknown(name: str) -> str:
    near = get_close_matches(name, FACTS, n=1)
    hint = f" Vouliez-vous écrire « {near[0]} » ?" if near else ""
    return f"Fait inconnu : {quoted(name)}.{hint}"


def _boolean(name: str) -> Callable[[object], object]:
    def read(value: object) -> object:
        if value is True or value is False:
            return value
        raise FactError("wrong_type", f"« {name} » vaut true ou false.")

    return read


def _quantity(name: str) -> Callable[[object], object]:
    sign = "-" if name in SIGNED else ""

    def read(value: object) -> object:
        if not isinstance(value, str):
            raise FactError(
                "wrong_type",
                f'« {name} » doit être un nombre écrit entre guillemets, comme "27.50".',
            )
        if QUANTITY.fullmatch(value.removeprefix(sign)):
            return Decimal(value)
        if NEGATIVE.fullmatch(value):
            raise FactError("negative", f"« {name} » ne peut pas être négatif.")
        raise FactError(
            "not_a_quantity",
            f'« {name} » doit être un nombre décimal comme "27.50" : neuf chiffres au plus de '
            "chaque côté du point, sans signe, exposant, unité ni séparateur de milliers.",
        )

    return read


def _integer(name: str) -> Callable[[object], object]:
    least, most = (1, METHODS) if name == "co2_method" else (0, MOST)

    def read(value: object) -> object:
        if isinstance(value, bool) or not isinstance(value, int):
            raise FactError(
                "wrong_type", f"« {name} » doit être un nombre entier, sans guillemets."
            )
        if not least <= value <= most:
            raise FactError(
                "out_of_range", f"« {name} » doit être compris entre {least} et {most}."
            )
        return value

    return read


def read_day(name: str, value: object) -> date:
    """Return a day written AAAA-MM-JJ.

    Raises:
        FactError: it is not one, or it is outside the days that can be meant.
    """
    if isinstance(value, str) and DAY.fullmatch(value):
        with suppress(ValueError):
            day = date.fromisoformat(value)
            if FIRST_DAY <= day <= LAST_DAY:
                return day
            raise FactError(
                "out_of_range",
                f"« {name} » doit être compris entre le {FIRST_DAY:%d/%m/%Y} "
                f"et le {LAST_DAY:%d/%m/%Y}.",
            )
    raise FactError("not_a_day", f"« {name} » doit être un jour écrit AAAA-MM-JJ.")


def _day(name: str) -> Callable[[object], object]:
    return lambda value: read_day(name, value)


def _word(name: str) -> Callable[[object], object]:
    words = FACTS[name].words
    same = SAME_CATEGORY if name in {"veh_cat", "old.cat"} else MappingProxyType({})

    def read(value: object) -> object:
        if isinstance(value, str) and value in words:
            return same.get(value, value)
        raise FactError("unknown_word", f"« {name} » est l’un de : {', '.join(words)}.")

    return read


def _text(name: str) -> Callable[[object], object]:
    places = {_folded(place): place for place in PLACES.get(name, ())}

    def read(value: object) -> object:
        if not isinstance(value, str) or not value.strip() or len(value) > LONGEST:
            raise FactError("wrong_type", f"« {name} » est un texte de 1 à {LONGEST} caractères.")
        if value in places.values() or not places:
            return value
        meant = places.get(_folded(value))
        if meant is not None:
            raise FactError("unknown_word", f"« {name} » : {quoted(value)} s’écrit « {meant} ».")
        return value

    return read


def _folded(text: str) -> str:
    plain = normalize("NFKD", text).encode("ascii", "ignore").decode().casefold()
    return plain.replace("-", " ").strip().removeprefix("la ")


def _words(name: str) -> Callable[[object], object]:
    words = FACTS[name].words or tuple(REGIMES)
    ordered = name == "acquired"

    def read(value: object) -> object:
        if not isinstance(value, list) or len(value) > MOST_ITEMS:
            raise FactError("wrong_type", f"« {name} » est une liste de mots.")
        for one in value:
            if not isinstance(one, str) or one not in words:
                raise FactError("unknown_word", f"« {name} » : {', '.join(words)}.")
        if name == "energy" and not value:
            raise FactError("empty", f"« {name} » nomme au moins une énergie.")
        return tuple(value) if ordered else frozenset(value)

    return read


def _days(name: str) -> Callable[[object], object]:
    def read(value: object) -> object:
        if not isinstance(value, list) or len(value) > MOST_ITEMS:
            raise FactError("wrong_type", f"« {name} » est une liste de jours.")
        return tuple(read_day(name, one) for one in value)

    return read


MAKERS: Final[Mapping[Kind, Callable[[str], Callable[[object], object]]]] = MappingProxyType(
    {
        Kind.BOOLEAN: _boolean,
        Kind.QUANTITY: _quantity,
        Kind.INTEGER: _integer,
        Kind.DAY: _day,
        Kind.WORD: _word,
        Kind.TEXT: _text,
        Kind.WORDS: _words,
        Kind.DAYS: _days,
    }
)


def _reader(fact: Fact) -> Callable[[object], object]:
    read = MAKERS[fact.kind](fact.name)
    if not fact.nullable:
        return read
    none = NULLS[fact.name]
    return lambda value: none if value is None else read(value)


# By the object that holds the fact, "" for none, then by its name there.
READERS: Final[Mapping[str, Mapping[str, tuple[str, Callable[[object], object]]]]] = (
    MappingProxyType(
        {
            holder: MappingProxyType(
                {
                    fact.name.removeprefix(f"{holder}."): (fact.attribute, _reader(fact))
                    for fact in FACTS.values()
                    if fact.holder == holder
                }
            )
            for holder in ("", *OBJECTS)
        }
    )
)
