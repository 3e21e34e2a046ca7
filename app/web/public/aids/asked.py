"""The state of the page, which is its address: read from it, and written into links."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Final
from urllib.parse import urlencode

from app.domain.errors import InvalidValueError
from app.domain.identifiers import tvv as checked_tvv
from app.queries.aid_facts import completed
from app.web.fields import CONTROLS, read_day
from app.web.public.aids.answers import FIRST, Answers, preset_values, without_own_day
from app.web.public.aids.catalogue import NO, YES, Situation, catalogue
from app.web.public.forms import LONGEST_QUESTION
from scoring.aids.facts import FACTS, Facts
from scoring.aids.reading import FIRST_DAY, LAST_DAY

WHAT: Final = "quoi"
DAY: Final = "jour"
# What a form adds, and an address to share does not keep.
SENT: Final = "demande"
CHANGING: Final = "changer"
SEARCHED: Final = "version"
SO_FAR: Final = "voir"
VERSION: Final = "version_listed"
CHOOSE_WHAT: Final = "Choisissez ce que vous achetez, louez ou faites transformer."
CHOOSE_DAY: Final = "Indiquez le jour de la facture, du premier loyer ou de la transformation."
FAR_DAY: Final = "Ce jour est trop éloigné."
AT_START: Final = ("operation", "applicant_kind")
# The one question that asks nothing of the buyer.
COUNTED_ALONE: Final = ("conversion-uniqueness",)

Pairs = list[tuple[str, str]]


@dataclass(slots=True, kw_only=True)
class Asked:
    """What the address says.

    Attributes:
        situation: what is bought, leased or converted; None as long as it is not said.
        day: the reference day; None as long as it is not said.
        typed_day: as it was typed.
        gates: the answers to the ancillary questions.
        answers: the facts.
        searched: words of a version, or a code, as typed.
        changing: the fact to ask again, empty for none.
        so_far: whether the result is asked for before the last question.
        sent: the names that the form just sent asked for; empty for an address.
        errors: the sentences of the first step, by name.
    """

    situation: Situation | None = None
    day: date | None = None
    typed_day: str = ""
    gates: dict[str, bool] = field(default_factory=dict)
    answers: Answers = field(default_factory=Answers)
    searched: str = ""
    changing: str = ""
    so_far: bool = False
    sent: frozenset[str] = frozenset()
    errors: dict[str, str] = field(default_factory=dict)

    @property
    def first_facts(self) -> tuple[str, ...]:
        """The facts asked with the day, before anything is examined."""
        if self.situation is None or self.situation.regimes == COUNTED_ALONE:
            return ()
        return AT_START if self.situation.operations else AT_START[1:]

    @property
    def started(self) -> bool:
        """Whether what is bought, by whom and when is said."""
        if self.situation is None or self.day is None or self.errors.keys() & {WHAT, DAY}:
            return False
        return all(one in self.answers.typed for one in self.first_facts)

    @property
    def given(self) -> bool:
        """Whether the address holds any fact: such a page is neither kept nor indexed."""
        return bool(self.answers.typed or self.gates or self.typed_day)

    def presets(self) -> Mapping[str, str]:
        """Return the facts that the situation and the version say and nobody answered."""
        if self.situation is None:
            return {}
        told = dict(self.situation.presets)
        if "tvv" in self.answers.values:
            told |= catalogue().with_version
        return {name: text for name, text in told.items() if name not in self.answers.typed}

    def facts(self) -> Facts:
        """Return the facts of the case, with what the register says of the version.

        Raises:
            ValueError: the day is not said.
        """
        if self.day is None:
            raise ValueError("no day")
        values = {**preset_values(self.presets()), **self.answers.values}
        facts = without_own_day(Facts(self.day, values))
        return completed([facts])[0]

    def pairs(self, without: Iterable[str] = ()) -> Pairs:
        """Return what the address holds, in order, *without* some names."""
        out = frozenset(without)
        found: Pairs = []
        if self.situation is not None:
            found.append((WHAT, self.situation.name))
        if self.typed_day:
            found.append((DAY, self.day.isoformat() if self.day else self.typed_day))
        found += [(name, YES if yes else NO) for name, yes in self.gates.items()]
        found += [(name, text) for name, texts in self.answers.typed.items() for text in texts]
        if self.searched:
            found.append((SEARCHED, self.searched))
        return [pair for pair in found if pair[0] not in out]

    def query(self, without: Iterable[str] = (), **more: str) -> str:
        """Return the query of an address with this state, *without* some names, and *more*."""
        return urlencode([*self.pairs(without), *more.items()])

    def but(self, name: str, values: Sequence[str]) -> "Asked":
        """Return the state of the same address with other *values* for *name*."""
        return asked_from([*self.pairs([name]), *((name, one) for one in values)])


def asked_from(pairs: Iterable[tuple[str, str]]) -> Asked:
    """Return the state that the *pairs* of an address say; names of nothing are left out."""
    given: dict[str, list[str]] = {}
    for name, value in pairs:
        given.setdefault(name, []).append(value)
    asked = Asked()
    asked.sent = frozenset(_first(given, SENT).split(",")) - {""}
    asked.changing = _first(given, CHANGING)
    asked.so_far = bool(_first(given, SO_FAR))
    asked.searched = CONTROLS.sub("", _first(given, SEARCHED))[:LONGEST_QUESTION]
    asked.situation = catalogue().situations.get(_first(given, WHAT))
    if asked.situation is None and WHAT in (asked.sent | given.keys()):
        asked.errors[WHAT] = CHOOSE_WHAT
    _take_day(asked, _first(given, DAY))
    for name, values in given.items():
        if name in FACTS:
            asked.answers.take(name, values)
        elif name in catalogue().gates and _first(given, name) in {YES, NO}:
            asked.gates[name] = _first(given, name) == YES
    if asked.situation is not None and not asked.situation.operations:
        asked.answers.drop("operation")
    _check_version(asked)
    _take_blanks(asked)
    return asked


def _check_version(asked: Asked) -> None:
    """Refuse a code that is none: it is asked again."""
    code = asked.answers.values.get("tvv")
    if not isinstance(code, str):
        asked.answers.drop("tvv")
        return
    try:
        checked_tvv(code)
    except InvalidValueError as error:
        asked.answers.drop("tvv")
        asked.answers.errors[VERSION] = str(error)


def _take_blanks(asked: Asked) -> None:
    """Note what the form just sent left without an answer."""
    for name in asked.sent:
        if name in FACTS and name not in asked.answers.typed:
            if name == VERSION and (asked.searched or "tvv" in asked.answers.typed):
                continue
            asked.answers.errors[name] = FIRST
        elif name in catalogue().gates and name not in asked.gates:
            asked.errors[name] = FIRST


def asked_from_args(args: Any) -> Asked:  # noqa: ANN401 - the query of the request
    """Return the state of the address of a request."""
    return asked_from(list(args.items(multi=True)))


def _first(given: Mapping[str, Sequence[str]], name: str) -> str:
    return next(iter(given.get(name, ())), "").strip()


def _take_day(asked: Asked, text: str) -> None:
    asked.typed_day = text
    if not text:
        if DAY in asked.sent:
            asked.errors[DAY] = CHOOSE_DAY
        return
    try:
        day = read_day(text)
    except ValueError as error:
        asked.errors[DAY] = str(error)
        return
    if not FIRST_DAY <= day <= LAST_DAY:
        asked.errors[DAY] = FAR_DAY
        return
    asked.day = day
