"""What silence does: deemed completeness, refusals by silence, each on its legal day, once."""

import logging
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final

from app.clock import Clock
from app.domain.actor import CLOCK
from app.domain.deadlines import PeriodKind, PeriodOutcome
from app.domain.procedure import Action, Route
from app.extensions import db
from app.models.dossier import Dossier
from app.models.period import Period
from app.queries.periods import Due, due_periods, next_due
from app.services.letters import completeness_notice, refusal_by_silence_notice
from app.services.periods import close_all, open_review
from app.services.transaction import transaction

# Dossiers settled in one transaction: what it costs is shared, and nobody waits long for it.
AT_ONCE: Final = 20
# Between two full transactions: whoever waits for the one writer of SQLite gets a turn.
BREATH: Final = timedelta(milliseconds=10)

logger = logging.getLogger(__name__)


class EffectsNotRecordedError(Exception):
    """Some dossiers could not be settled; ``recorded`` holds what was, for the others."""

    def __init__(self, references: Iterable[str], recorded: "list[Effect]") -> None:
        super().__init__(f"Effets non enregistrés : {', '.join(references)}.")
        self.recorded = recorded


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """An effect that was recorded.

    Attributes:
        reference: the dossier.
        action: what silence did.
        occurred_on: the legal day.
        born_at: the instant the effect was born, in UTC.
        observed_at: the instant it was recorded, in UTC.
    """

    reference: str
    action: Action
    occurred_on: date
    born_at: datetime
    observed_at: datetime


def _deem_complete(dossier: Dossier, period: Period, clock: Clock) -> Action:
    """Failing an answer in the month, the dossier is complete on its last day (P-15, T-4)."""
    event = dossier.record(
        Action.DEEM_COMPLETE, by=CLOCK, occurred_on=period.last_day, recorded_at=clock.now()
    )
    open_review(dossier, event=event, origin_on=period.last_day, clock=clock)
    completeness_notice(dossier, event, clock=clock)
    return event.action


def _refuse_by_silence(dossier: Dossier, period: Period, clock: Clock) -> Action:
    """The silence of the ministers is a refusal; on a change it leaves the list (P-18, P-28)."""
    change = dossier.route == Route.MODIFICATION
    event = dossier.record(
        Action.PASS_OVER_IN_SILENCE if change else Action.REFUSE_BY_SILENCE,
        by=CLOCK,
        occurred_on=period.last_day,
        recorded_at=clock.now(),
    )
    close_all(dossier, PeriodOutcome.STOPPED, at=clock.now())
    refusal_by_silence_notice(dossier, period, clock=clock)
    return event.action


def _miss_opinion(dossier: Dossier, period: Period, clock: Clock) -> Action | None:
    """A late opinion on a change is recorded; a late review only shows in its period (P-26)."""
    if dossier.route != Route.MODIFICATION:
        return None
    return dossier.record(
        Action.MISS_OPINION, by=CLOCK, occurred_on=period.last_day, recorded_at=clock.now()
    ).action


def _only_end(_dossier: Dossier, _period: Period, _clock: Clock) -> None:
    """Nothing follows: what the period allowed is no longer open, or an answer is late."""


EFFECTS: Final[dict[PeriodKind, Callable[[Dossier, Period, Clock], Action | None]]] = {
    PeriodKind.COMPLETENESS: _deem_complete,
    PeriodKind.RECHECK: _only_end,
    PeriodKind.REVIEW: _miss_opinion,
    PeriodKind.SILENCE: _refuse_by_silence,
    PeriodKind.INSPECTION: _only_end,
    PeriodKind.REASONS: _only_end,
}


def settle_due(dossier: Dossier, *, clock: Clock, born_by: datetime | None = None) -> list[Effect]:
    """Record, inside the act of the caller, what silence already did to *dossier*.

    One effect may open a period that is itself over, so the question is asked again.

    Args:
        dossier: the dossier, locked.
        clock: the clock of the act.
        born_by: leave what was born after that instant; none for all that was born by now.
    """
    recorded: list[Effect] = []
    while due := due_periods(dossier, at=born_by or clock.now()):
        period = due[0]
        period.outcome = PeriodOutcome.EXPIRED
        period.settled_at = clock.now()
        action = EFFECTS[period.kind](dossier, period, clock)
        db.session.flush()
        if action is None:
            continue
        recorded.append(
            Effect(
                reference=dossier.reference,
                action=action,
                occurred_on=period.last_day,
                born_at=period.effect_at,
                observed_at=clock.now(),
            )
        )
    return recorded


def record_due_effects(*, clock: Clock) -> list[Effect]:
    """Record every effect that is due, in the order they were born, a few dossiers at once.

    Safe to run late, twice, or in several processes at once: what is recorded is no longer due.
    A dossier that fails does not hold the others back: those that shared its transaction are
    taken again one by one, and it is due again at the next pass.

    Raises:
        EffectsNotRecordedError: some dossiers failed; the others are recorded.
    """
    recorded: list[Effect] = []
    failed: dict[int, str] = {}
    alone = 0
    while True:
        taken: dict[int, str] = {}
        try:
            with transaction():
                due = next_due(at=clock.now(), most=1 if alone else AT_ONCE, besides=failed)
                if due is None:
                    break
                taken = {dossier.id: dossier.reference for dossier in due.dossiers}
                effects = _settle_all(due, clock)
        except Exception:
            if not taken:
                raise
            if len(taken) > 1:
                alone = len(taken)
                continue
            logger.exception("the effects of %s could not be recorded", *taken.values())
            failed |= taken
        else:
            recorded += effects
        alone = max(0, alone - 1)
        if len(taken) == AT_ONCE:
            time.sleep(BREATH.total_seconds())
    if failed:
        raise EffectsNotRecordedError(failed.values(), recorded)
    return recorded


def _settle_all(due: Due, clock: Clock) -> list[Effect]:
    """Record what was born at one instant; what follows from it comes in its turn."""
    return [
        effect
        for dossier in due.dossiers
        for effect in settle_due(dossier, clock=clock, born_by=due.born_at)
    ]
