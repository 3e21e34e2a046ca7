"""The answer as the page shows it: one card an aid, its lines, its reasons, in French."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from app.web.public.aids.asked import Asked
from app.web.public.aids.catalogue import catalogue
from app.web.public.aids.walk import regimes_of
from app.web.public.aids.words import between, money
from scoring.aids.amounts import Line
from scoring.aids.book import Transition, load
from scoring.aids.evaluation import AS_GRANTED, Outcome, Undue
from scoring.aids.facts import Facts
from scoring.aids.registry import REGIMES
from scoring.aids.together import Total, together
from scoring.aids.wordings import MET, NOT_MET, Ground, Wording
from scoring.aids.wordings import UNKNOWN as OPEN

DUE: Final = "due"
NOT_DUE: Final = "not_due"
DEPENDS: Final = "depends"
UNDUE: Final = "undue"
OUTSIDE: Final = "outside"
BEFORE: Final = (DUE, DEPENDS, UNDUE, NOT_DUE, OUTSIDE)
BADGES: Final = {
    DUE: ("Due", "success"),
    DEPENDS: ("Dépend de vos réponses", "info"),
    UNDUE: ("À rendre", "warning"),
    NOT_DUE: ("Non due", "none"),
    OUTSIDE: ("Pas de texte pour ce jour", "none"),
}
BY: Final = {"beneficiary": "le bénéficiaire", "lessor": "le loueur"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """One aid.

    Attributes:
        state: one of `BEFORE`.
        amount: in words, empty where nothing is to be said.
        lines: how the amount is made; they add up to it.
        met, not_met, unknown: its conditions.
        covered: the days covered, where no text covers the one asked.
        undue: what is to be given back.
        told: another answer than a sum, in words.
    """

    regime: str
    name: str
    state: str
    amount: str
    lines: tuple[Line, ...]
    met: tuple[Ground, ...]
    not_met: tuple[Ground, ...]
    unknown: tuple[Ground, ...]
    wording: Wording | None
    transition: Transition | None
    covered: str
    undue: str
    told: str

    @property
    def badge(self) -> tuple[str, str]:
        """Its state in words, and how it is coloured."""
        return BADGES[self.state]


@dataclass(frozen=True, slots=True, kw_only=True)
class Sums:
    """The whole, line by line.

    Attributes:
        words: the sum, or its bounds.
        lines: the aids that are due and what the cap takes away, in €; they add up to it.
    """

    words: str
    lines: tuple[Line, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """Two aids that a text does not let be combined, and the whole with each.

    Attributes:
        kept: the name of the aid kept, and the sum in words.
    """

    kept: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """One answer, in the summary.

    Attributes:
        value: in words.
        change: query of the page that asks it again.
    """

    label: str
    value: str
    change: str


def cards(total: Total) -> list[Card]:
    """Return one card an aid, those that are due first; the cap is told with the sums."""
    shown = [_card(one) for one in total.outcomes if not REGIMES[one.regime].caps]
    return sorted(shown, key=lambda one: BEFORE.index(one.state))


def name_of(one: Outcome) -> str:
    """Return the name of an aid: that of the text applied, else of the regime."""
    if one.wording is not None:
        return one.wording.name
    return catalogue().words["regime"][one.regime]


def _card(one: Outcome) -> Card:
    state = _state(one)
    return Card(
        regime=one.regime,
        name=name_of(one),
        state=state,
        amount=_amount(one, state),
        lines=one.amount.lines if one.amount is not None and one.known else (),
        met=_grounds(one, MET),
        not_met=_grounds(one, NOT_MET),
        unknown=() if state == NOT_DUE else _grounds(one, OPEN),
        wording=one.wording,
        transition=one.transition,
        covered=covered(one.regime) if state == OUTSIDE else "",
        undue="" if one.undue is None else _undue(one.undue, one.wording),
        told=_told(one),
    )


def _state(one: Outcome) -> str:
    if one.outside:
        return OUTSIDE
    if one.undue is not None:
        return UNDUE
    if one.eligible is None or (one.amount is not None and one.amount.missing and one.eligible):
        return DEPENDS
    return DUE if one.eligible else NOT_DUE


def _amount(one: Outcome, state: str) -> str:
    if one.amount is None:
        no_sum = one.wording is not None and REGIMES[one.regime].outcome is None
        return "Le texte ne porte pas de montant." if no_sum else ""
    if state == DUE:
        return money(one.amount.low)
    if state == DEPENDS:
        low = Decimal(0) if one.eligible is None else one.amount.low
        return between(low, one.amount.high)
    return ""


def _grounds(one: Outcome, state: str) -> tuple[Ground, ...]:
    return tuple(ground for ground in one.grounds if ground.state == state)


def _told(one: Outcome) -> str:
    more = one.more or {}
    if "max_premiums" not in more:
        return ""
    return f"Nombre de primes au plus ({more['label']}) : {more['max_premiums']}."


def _undue(undue: Undue, wording: Wording | None) -> str:
    """Return what is to be given back, by whom and by when."""
    who = BY[undue.repaid_by]
    text = f"{money(undue.amount.low)} à rendre par {who}"
    if undue.repay_by is None:
        return f"{text} ; le texte ne fixe pas de délai."
    where = undue.article if wording is None else f"{wording.article}, {undue.article}"
    return f"{text} le {undue.repay_by:%d/%m/%Y} au plus tard ({where})."


def covered(regime: str) -> str:
    """Return the days that the texts of a regime cover, in words."""
    first, last = load().covered(regime)
    if first is None:
        return "toutes les commandes que le texte nomme"
    since = f"à partir du {first:%d/%m/%Y}"
    return since if last is None else f"du {first:%d/%m/%Y} au {last:%d/%m/%Y}"


def sums(total: Total) -> Sums:
    """Return the whole line by line, or its bounds while it is not known."""
    lines = tuple(
        Line(name_of(one), one.known)
        for one in total.outcomes
        if one.eligible and one.known and not REGIMES[one.regime].caps
    )
    if total.cut is not None and not total.cut.missing:
        lines += total.cut.lines
    if total.known is None:
        return Sums(words=between(total.low, total.high), lines=())
    return Sums(words=money(total.known), lines=lines)


def to_give_back(asked: Asked, facts: Facts, total: Total) -> str:
    """Return what was granted, increases included, and is no longer due; empty for nothing."""
    if not any(one.undue for one in total.outcomes):
        return ""
    granted = together(load(), facts.but(**AS_GRANTED), regimes_of(asked)).known
    if granted is None or total.known is None:
        return ""
    return money(granted - total.known)


def choices(asked: Asked, facts: Facts, total: Total) -> list[Choice]:
    """Return the choices left to the applicant: the text does not rank aids that exclude."""
    found = []
    regimes = regimes_of(asked)
    names = {one.regime: name_of(one) for one in total.outcomes}
    for pair in total.conflicts:
        kept = []
        for one, other in (pair, pair[::-1]):
            rest = [regime for regime in regimes if regime != other]
            left = together(load(), facts, rest)
            kept.append((names[one], between(left.low, left.high)))
        found.append(Choice(kept=tuple(kept)))
    return found
