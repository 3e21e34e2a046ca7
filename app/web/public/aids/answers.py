"""What an address answers: each fact read as a person types it, and written again."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from types import MappingProxyType
from typing import Final

from app.web.fields import read_day, read_decimal
from app.web.public.aids.catalogue import (
    NONE,
    NONE_MEANS,
    UNKNOWN,
    YES,
    Question,
    catalogue,
    says_none,
)
from scoring.aids.amounts import plain
from scoring.aids.facts import FACTS, Facts, Kind
from scoring.aids.reading import OWN_DAYS, READERS, FactError

AMOUNT: Final = "Écrivez un nombre, par exemple 30\u202f000,50."
WHOLE: Final = "Écrivez un nombre entier, par exemple 24."
CHOOSE: Final = "Choisissez l’une des réponses proposées."
NEGATIVE: Final = "Écrivez un nombre positif ou nul."
FIRST: Final = "Répondez, ou dites que vous ne savez pas."
BOTH: Final = "Écrivez une réponse ou cochez une case, pas les deux."
OUT_OF_RANGE: Final = "Cette valeur est trop grande, ou a trop de décimales."
NO_SUCH_DAY: Final = "Ce jour est trop éloigné."
SEPARATOR: Final = ";"
# The kinds of which the words are those of the page; the others are read by the engine.
CLOSED: Final = frozenset({Kind.TEXT, Kind.BOOLEAN, Kind.INTEGER})


class AnswerError(Exception):
    """An answer cannot be read; the sentence is shown beside its field."""


@dataclass(slots=True, kw_only=True)
class Answers:
    """The answers of an address, in its order.

    Attributes:
        typed: what the address says of each fact, as it was typed.
        values: what the answers that can be read mean, by attribute of `Facts`.
        unknown: the facts answered « I do not know ».
        errors: the sentence of each answer that cannot be read.
    """

    typed: dict[str, list[str]] = field(default_factory=dict)
    values: dict[str, object] = field(default_factory=dict)
    unknown: set[str] = field(default_factory=set)
    errors: dict[str, str] = field(default_factory=dict)

    def take(self, name: str, given: Sequence[str]) -> None:
        """Read what is *given* of the fact *name*; a blank is no answer."""
        texts = [one.strip() for one in given if one.strip()]
        if not texts:
            return
        self.typed[name] = texts
        try:
            self._read(catalogue().questions.get(name), name, texts)
        except AnswerError as error:
            self.errors[name] = str(error)

    def drop(self, name: str) -> None:
        """Forget what was read of the fact *name*."""
        self.typed.pop(name, None)
        self.values.pop(FACTS[name].attribute, None)
        self.unknown.discard(name)
        self.errors.pop(name, None)

    def _read(self, question: Question | None, name: str, texts: list[str]) -> None:
        if len(texts) > 1 and (UNKNOWN in texts or NONE in texts):
            raise AnswerError(BOTH)
        if texts == [UNKNOWN]:
            self.unknown.add(name)
            return
        self.values.update(read(question, name, texts))


def read(question: Question | None, name: str, texts: Sequence[str]) -> Mapping[str, object]:
    """Return what *texts* say of a fact, by attribute of `Facts`.

    Raises:
        AnswerError: they cannot be read.
    """
    fact = FACTS[name]
    if list(texts) == [NONE] and name in NONE_MEANS:
        return NONE_MEANS[name]
    offered = question.choices if question is not None and fact.kind in CLOSED else {}
    if offered and not set(texts) <= {*offered, NONE}:
        raise AnswerError(CHOOSE)
    if list(texts) == [NONE] and not says_none(fact):
        raise AnswerError(FIRST)
    wire = _wire(fact.kind, texts)
    attribute, reader = READERS[fact.holder][name.removeprefix(f"{fact.holder}.")]
    try:
        return {attribute: reader(wire)}
    except FactError as error:
        raise AnswerError(_sentence(fact.kind)) from error


def _sentence(kind: Kind) -> str:
    """Return what to say of a value that has the right form and is still refused."""
    if kind in {Kind.DAY, Kind.DAYS}:
        return NO_SUCH_DAY
    return OUT_OF_RANGE if kind in {Kind.QUANTITY, Kind.INTEGER} else CHOOSE


def _wire(kind: Kind, texts: Sequence[str]) -> object:
    """Return the value of the wire form that the *texts* of an address mean."""
    if kind is Kind.WORDS:
        return [] if list(texts) == [NONE] else list(texts)
    if len(texts) > 1:
        raise AnswerError(CHOOSE)
    text = texts[0]
    if text == NONE:
        return [] if kind is Kind.DAYS else None
    return TYPED.get(kind, str)(text)


def _days(text: str) -> list[str]:
    return [_day(one.strip()) for one in text.split(SEPARATOR) if one.strip()]


def _quantity(text: str) -> str:
    return plain(_number(text, AMOUNT))


def _integer(text: str) -> int:
    number = _number(text, WHOLE)
    if number != number.to_integral_value():
        raise AnswerError(WHOLE)
    return int(number)


def _day(text: str) -> str:
    try:
        return read_day(text).isoformat()
    except ValueError as error:
        raise AnswerError(str(error)) from error


def _number(text: str, asked: str) -> Decimal:
    try:
        number = read_decimal(text, asked=asked)
    except ValueError as error:
        raise AnswerError(str(error)) from error
    if number < 0:
        raise AnswerError(NEGATIVE)
    return number


TYPED: Final[Mapping[Kind, Callable[[str], object]]] = MappingProxyType(
    {
        Kind.BOOLEAN: lambda text: text == YES,
        Kind.DAY: _day,
        Kind.DAYS: _days,
        Kind.QUANTITY: _quantity,
        Kind.INTEGER: _integer,
    }
)


def preset_values(presets: Mapping[str, str]) -> Mapping[str, object]:
    """Return what the *presets* of a situation mean, by attribute of `Facts`."""
    found: dict[str, object] = {}
    for name, text in presets.items():
        found |= read(catalogue().questions.get(name), name, [text])
    return MappingProxyType(found)


def without_own_day(facts: Facts) -> Facts:
    """Return *facts* without the day of the operation itself, which is the reference day."""
    own = OWN_DAYS.get(facts.operation or "")
    return facts if own is None else facts.but(**{own: None})
