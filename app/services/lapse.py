"""What silence does: deemed completeness, refusals by silence, each on its legal day, once."""

import logging
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date, datetime
from typing import Final

from app.clock import Clock
from app.domain.actor import CLOCK
from app.domain.deadlines import PeriodKind, PeriodOutcome
from app.domain.procedure import Action
from app.extensions import db
from app.models.dossier import Dossier
from app.models.period import Period
from app.queries.periods import due_periods, next_due
from app.services.letters import completeness_notice, refusal_by_silence_notice
from app.services.periods import close_all, close_period, open_review
from app.services.transaction import transaction

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
    """The silence of the ministers is a refusal (P-18, T-8)."""
    event = dossier.record(
        Action.REFUSE_BY_SILENCE, by=CLOCK, occurred_on=period.last_day, recorded_at=clock.now()
    )
    close_period(dossier, PeriodKind.REVIEW, PeriodOutcome.EXPIRED, at=clock.now())
    close_all(dossier, PeriodOutcome.STOPPED, at=clock.now())
    refusal_by_silence_notice(dossier, period, clock=clock)
    return event.action


EFFECTS: Final[dict[PeriodKind, Callable[[Dossier, Period, Clock], Action]]] = {
    PeriodKind.COMPLETENESS: _deem_complete,
    PeriodKind.SILENCE: _refuse_by_silence,
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
    """Record every effect that is due, one transaction a dossier, oldest first.

    Safe to run late, twice, or in several processes at once: what is recorded is no longer due.
    A dossier that fails does not hold the others back; it is due again at the next pass.

    Raises:
        EffectsNotRecordedError: some dossiers failed; the others are recorded.
    """
    recorded: list[Effect] = []
    failed: dict[int, str] = {}
    while True:
        identifier, reference = None, ""
        try:
            with transaction():
                dossier = next_due(at=clock.now(), besides=failed)
                if dossier is None:
                    break
                identifier, reference = dossier.id, dossier.reference
                effects = settle_due(dossier, clock=clock)
        except Exception:
            if identifier is None:
                raise
            logger.exception("the effects of %s could not be recorded", reference)
            failed[identifier] = reference
        else:
            recorded += effects
    if failed:
        raise EffectsNotRecordedError(failed.values(), recorded)
    return recorded
