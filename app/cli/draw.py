"""Draw the procedure from its table: ``python -m app.cli.draw > docs/procedure.md``.

What the tables of the domain cannot say by themselves is written here: what each rule of the law
means, and when a guard gives each answer. A rule, a period or a guard left unsaid is an error.
"""

import inspect
import sys
from collections.abc import Callable, Iterator, Mapping
from itertools import groupby
from typing import Final, NamedTuple

from app.domain import procedure
from app.domain.actor import Role
from app.domain.deadlines import BY_ROUTE, EFFECTIVE, RULE, PeriodKind, time_limits
from app.domain.procedure import DECIDED_STATES, OPEN_STATES, RULES, Action, Rule, State


class Meaning(NamedTuple):
    """A rule of the law: the sentence of D. 251-1-A, its twin in II or III, what it means."""

    where: str
    twins: str
    words: str


MEANINGS: Final[Mapping[str, Meaning]] = {
    "P-11": Meaning(
        "I, first paragraph",
        "II, first paragraph (P-19)",
        "the manufacturer files on the platform of the agency; a version is listed only on the"
        " agency’s proposal",
    ),
    "P-12": Meaning(
        "I, second paragraph",
        "II, first paragraph (P-20)",
        "the dossier holds the information and evidence that the order on the method asks for",
    ),
    "P-13": Meaning(
        "I, third paragraph", "-", "with several sites, information and evidence for each of them"
    ),
    "P-14": Meaning(
        "I, fourth paragraph, first sentence",
        "II, second paragraph (P-22)",
        "within the completeness period the agency checks the dossier and asks for what is missing",
    ),
    "P-15": Meaning(
        "I, fourth paragraph, second sentence",
        "II, second paragraph (P-22)",
        "failing that, the dossier is deemed complete at the end of that period; what is asked"
        " later changes nothing",
    ),
    "P-16": Meaning(
        "I, fifth paragraph",
        "II, third paragraph (P-23); III, second paragraph (P-26)",
        "once the dossier is complete the agency reviews it and sends its proposal to the four"
        " ministers",
    ),
    "P-17": Meaning(
        "I, sixth paragraph, first sentence",
        "II, fourth paragraph (P-24); III, second paragraph (P-27)",
        "the ministers decide by order",
    ),
    "P-18": Meaning(
        "I, sixth paragraph, second sentence; length in R. 251-1-B",
        "II, fourth paragraph (P-24); III, second paragraph (P-28)",
        "the silence of the ministers is a refusal",
    ),
    "P-29": Meaning(
        "III, third paragraph",
        "-",
        "after publication the agency may, for a time, ask for further evidence on a listed"
        " version",
    ),
}

GUARDS: Final[Mapping[Callable[..., Action], Mapping[Action, str]]] = {
    procedure.request_action: {
        Action.REQUEST_DOCUMENTS: "completeness is not confirmed and its period runs, or the"
        " recheck period does",
        Action.REQUEST_AGAIN: "the dossier is complete or proposed and the recheck period runs;"
        " the other periods are superseded, a proposal already sent lapses",
        Action.REQUEST_WITHOUT_EFFECT: "otherwise: items may be supplied, no period moves",
    },
    procedure.supply_action: {
        Action.SUPPLY_LAST_ITEM: "nothing that was asked in time is left to supply",
        Action.SUPPLY_ITEM: "something is left, or nothing was waited for",
    },
    procedure.proposal_action: {
        Action.PROPOSE: "the ministers may still decide in time",
        Action.PROPOSE_AFTER_SILENCE: "silence has refused; the proposal stands beside it",
    },
    procedure.listing_action: {
        Action.LIST_BY_ORDER: "silence has not refused",
        Action.LIST_IN_TIME: "silence was recorded, but the order was published in time: the"
        " refusal was never born",
        Action.LIST_AFTER_SILENCE: "silence has refused and the order came later",
    },
    procedure.refusal_action: {
        Action.REFUSE_BY_ORDER: "silence has not refused",
        Action.REFUSE_IN_TIME: "silence was recorded, but the order was published in time",
        Action.REFUSE_AFTER_SILENCE: "silence has refused and the order came later",
    },
}

# The day each length counts from, by the name of its parameter.
ORIGINS: Final[Mapping[str, str]] = {
    "completeness": "day of receipt",
    "recheck": "day the last requested item was received",
    "review_reference": "day the dossier is complete",
    "review_derogation": "day the dossier is complete",
    "review_modification": "day the agency is informed",
    "silence_reference": "day the dossier is complete",
    "silence_derogation": "day the dossier is complete",
    "silence_modification": "day the agency is informed",
    "inspection": "day of publication of the order",
    "remedy_court": "day of the refusal",
    "remedy_court_abroad": "added to the former",
    "remedy_court_overseas": "added to the former",
    "reasons_answer": "day the reasons are asked for",
    "order_effect": "day of publication of the order",
}

HEAD: Final = """\
# The procedure

Drawn from `RULES` in `app/domain/procedure.py` and from `app/domain/time_limits.toml`, by

```sh
python -m app.cli.draw > docs/procedure.md
```

Do not edit this file: change the table, then draw it again. A test compares the two.
Words are those of the [glossary](glossary.md); articles are those of the code de l’énergie.

The same rows serve the three routes: I (`reference`), II (`derogation`) and III (`modification`)
of D. 251-1-A differ by their periods. Row numbers follow the whole procedure; rows 2, 3, 20 to 27
and 29 (derogations, modifications, what follows a listing) are decided but not built yet
([decision 0017](decisions/0017-routes-and-afterlife.md)), and row 28, an order entered from the
Journal officiel, touches no dossier.
"""


def drawn() -> str:
    """Return the whole of ``docs/procedure.md``.

    Raises:
        KeyError: a rule or a period that nothing here explains.
    """
    parts = (HEAD, *_diagram(), *_rows(), *_guards(), *_rules(), *_periods())
    return "\n".join(parts) + "\n"


def _diagram() -> Iterator[str]:
    yield "## States\n"
    yield "Acts that leave the state as it is are in the table only.\n"
    yield "```mermaid"
    yield "stateDiagram-v2"
    yield f"    [*] --> {State.DRAFT}"
    moves = [(source, act, arrow) for source, act, arrow in _arrows() if source != arrow.target]
    order = list(State)
    moves.sort(key=lambda move: (order.index(move[0]), order.index(move[2].target)))
    for (source, target), group in groupby(moves, key=lambda move: (move[0], move[2].target)):
        labels = [f"{act} ({arrow.role})" for _, act, arrow in group]
        yield f"    {source} --> {target} : {', '.join(labels)}"
    left = {source for source, _, _ in moves}
    yield from (f"    {state} --> [*]" for state in State if state not in left)
    yield "```\n"
    yield f"Open: {_codes(OPEN_STATES)}.\n\nDecided: {_codes(DECIDED_STATES)}.\n"


def _rows() -> Iterator[str]:
    yield "## Rows\n"
    yield f"Every pair of state and act that is not here is refused. `{Role.CLOCK}` is no person:"
    yield "it is what a period does when it runs out.\n"
    yield "| row | from | act | to | who | rule | what the law says |"
    yield "|---|---|---|---|---|---|---|"
    for source, act, arrow in sorted(_arrows(), key=lambda one: one[2].row):
        words = MEANINGS[arrow.basis].words
        yield (
            f"| {arrow.row} | `{source}` | `{act}` | `{arrow.target}` | {arrow.role}"
            f" | {arrow.basis} | {words} |"
        )
    yield "\nNo text foresees a withdrawal (row 18): whoever files may stop, until a decision,"
    yield "and that is not a refusal.\n"


def _guards() -> Iterator[str]:
    yield "## Guards\n"
    yield "An act that can lead to several states is first named by a pure function of the day and"
    yield "of what is left to do. The same functions serve the portal and `score-env periods`.\n"
    for guard, answers in GUARDS.items():
        first_line = (inspect.getdoc(guard) or "").splitlines()[0]
        yield f"`{guard.__name__}`: {first_line}\n"
        yield "| answer | when |"
        yield "|---|---|"
        yield from (f"| `{action}` | {when} |" for action, when in answers.items())
        yield ""


def _rules() -> Iterator[str]:
    yield "## Rules of the law\n"
    yield "| rule | D. 251-1-A | same rule on the other routes | meaning |"
    yield "|---|---|---|---|"
    for name, rule in MEANINGS.items():
        yield f"| {name} | {rule.where} | {rule.twins} | {rule.words} |"
    yield ""


def _periods() -> Iterator[str]:
    ruled = {
        parameter: rule
        for kind, rule in RULE.items()
        for parameter in time_limits().parameters
        if parameter == kind or (kind in BY_ROUTE and parameter.startswith(f"{kind}_"))
    }
    yield "## Periods\n"
    yield "The origin is not counted, the last day counts whole and is never moved, save that of a"
    yield "remedy ([lengths](decisions/0004-lengths-as-dated-data.md),"
    yield "[days and months](decisions/0011-days-and-months.md),"
    yield "[remedies](decisions/0015-remedies-and-receipt.md)). Grades: A read in the official"
    yield "text, B in secondary sources, C inferred.\n"
    yield "| name | rule | counts from | length | days it applies | source | grade |"
    yield "|---|---|---|---|---|---|---|"
    for name, parameter in time_limits().parameters.items():
        for one in parameter.editions:
            until = f" to {one.last_day}" if one.last_day else ""
            length = f"{one.integer} {parameter.unit}{'s' if one.integer > 1 else ''}"
            yield (
                f"| `{name}` | {ruled.get(name, '-')} | {ORIGINS[name]} | {length}"
                f" | from {one.from_}{until} | {one.source} | {one.grade} |"
            )
    yield ""
    kinds = " and ".join(f"`{kind}`" for kind in PeriodKind if kind in EFFECTIVE)
    yield f"When {kinds} run out, the state of the dossier changes by itself;"
    yield "the others only show that an act is late or no longer open."


def _arrows() -> Iterator[tuple[State, Action, Rule]]:
    for (source, act), arrow in RULES.items():
        yield source, act, arrow


def _codes(states: frozenset[State]) -> str:
    return ", ".join(f"`{state}`" for state in State if state in states)


if __name__ == "__main__":
    sys.stdout.write(drawn())
