"""What is asked next: only the facts that can still change the answer, a theme at a time."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from app.web.public.aids.asked import (
    AT_START,
    CHANGING,
    DAY,
    SEARCHED,
    VERSION,
    WHAT,
    Asked,
    asked_from,
)
from app.web.public.aids.catalogue import Gate, Question, catalogue
from scoring.aids.book import load
from scoring.aids.facts import Facts
from scoring.aids.registry import REGIMES
from scoring.aids.together import Total, together

MOST_QUESTIONS: Final = 4
# A page asks fewer names.
MOST_BACK: Final = 8
# The two pages before anything is examined: what it is, then who, how and when.
ASK_WHAT: Final = "what"
ASK_WHO: Final = "who"


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """What the page asks.

    Attributes:
        questions: the facts asked, none where gates are.
        gates: the ancillary questions asked.
        start: which of the first two pages it is; empty for the others.
        total: the answer so far; None before these two pages are answered.
        facts: what it rests on.
        missing: the facts that can still change it and are not answered.
    """

    questions: tuple[Question, ...] = ()
    gates: tuple[Gate, ...] = ()
    start: str = ""
    total: Total | None = None
    facts: Facts | None = None
    missing: tuple[str, ...] = ()

    @property
    def done(self) -> bool:
        """Whether nothing more is asked."""
        return not (self.start or self.questions or self.gates)


def regimes_of(asked: Asked) -> tuple[str, ...]:
    """Return the aids examined: those of the situation, and those that a yes to a gate adds.

    The increases stand after the aids they add to, the cap last.
    """
    if asked.situation is None:
        return ()
    opened = [
        regime
        for name, regimes in asked.situation.gates.items()
        if asked.gates.get(name)
        for regime in regimes
    ]
    found = dict.fromkeys((*asked.situation.regimes, *opened))
    return tuple(sorted(found, key=lambda one: (REGIMES[one].caps, bool(REGIMES[one].bases))))


def evaluated(asked: Asked) -> tuple[Facts, Total]:
    """Return the facts of the state and its answer."""
    facts = asked.facts()
    return facts, together(load(), facts, regimes_of(asked))


def deciding(total: Total) -> tuple[str, ...]:
    """Return the facts that can still change an answer; those of the cap only where it can cut."""
    parts = [one for one in total.outcomes if not REGIMES[one.regime].caps]
    cut = () if total.cut is None else total.cut.missing
    names = [name for one in parts if one.eligible is not False for name in one.missing]
    return tuple(dict.fromkeys((*names, *cut)))


def next_step(asked: Asked) -> Step:
    """Return what to ask, nothing more when every fact that matters is answered."""
    if asked.situation is None or asked.changing == WHAT:
        return Step(start=ASK_WHAT)
    if not asked.started or asked.changing == DAY:
        return Step(start=ASK_WHO)
    facts, total = evaluated(asked)
    out = asked.answers.unknown.union(asked.situation.never)
    missing = tuple(name for name in deciding(total) if name not in out)
    wrong = [name for name in asked.answers.errors if name in catalogue().questions]
    if wrong:
        return _asking(wrong, facts, total, missing)
    if asked.changing in catalogue().questions:
        return _asking([asked.changing], facts, total, missing)
    gates = _gates(asked, facts)
    if gates:
        return Step(gates=gates, total=total, facts=facts, missing=missing)
    return _asking(_page(missing), facts, total, missing)


def _asking(names: Sequence[str], facts: Facts, total: Total, missing: tuple[str, ...]) -> Step:
    questions = tuple(catalogue().questions[name] for name in names)
    return Step(questions=questions, total=total, facts=facts, missing=missing)


def _gates(asked: Asked, facts: Facts) -> tuple[Gate, ...]:
    """Return the ancillary questions not answered that open an aid of the day."""
    if asked.situation is None:
        return ()
    of_day = load().of_day(facts)
    return tuple(
        catalogue().gates[name]
        for name, regimes in asked.situation.gates.items()
        if (name not in asked.gates or asked.changing == name)
        and any(one in of_day and not REGIMES[one].bases for one in regimes)
    )


def _page(missing: Sequence[str]) -> list[str]:
    """Return the facts asked next: those of the theme of the most decisive one.

    A fact that another one of the page may make useless waits for it.
    """
    questions = catalogue().questions
    asked = [name for name in missing if name in questions]
    if not asked:
        return []
    theme = questions[asked[0]].theme
    chosen: list[str] = []
    for name in questions:
        if name in asked and questions[name].theme == theme:
            waits = any(one in asked for one in questions[name].after)
            if not waits and len(chosen) < MOST_QUESTIONS:
                chosen.append(name)
    return chosen or asked[:1]


def previous(asked: Asked) -> str:
    """Return the query of the page before this one; empty for the first page of all.

    That page asks all the answers taken away: one of them may have made the others useless.
    """
    if asked.situation is None or asked.changing == WHAT:
        return ""
    if not asked.started or asked.changing == DAY:
        return asked.query(**{CHANGING: WHAT})
    if asked.changing:
        return asked.query()
    kept = asked.pairs([SEARCHED])
    names = list(dict.fromkeys(name for name, _ in kept if name not in {WHAT, DAY, *AT_START}))
    if not names:
        return asked.query(**{CHANGING: DAY})

    def cut(count: int) -> Asked:
        return asked_from([pair for pair in kept if pair[0] not in names[count:]])

    last = len(names) - 1
    for count in range(max(last - MOST_BACK, 0), last):
        if set(names[count:]) <= _shown(cut(count)):
            return cut(count).query()
    return cut(last).query()


def _shown(asked: Asked) -> set[str]:
    """Return the names that the page of a state asks."""
    step = next_step(asked)
    shown = {one.name for one in step.questions} | {one.name for one in step.gates}
    return shown | {"tvv"} if VERSION in shown else shown
