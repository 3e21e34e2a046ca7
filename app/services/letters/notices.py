"""One function for each notice, by the name its act knows it by."""

from app.clock import Clock
from app.domain import notices
from app.domain.notices import notice_key
from app.models.assessment import Proposal
from app.models.document import RequestedItem
from app.models.dossier import Dossier, DossierEvent
from app.models.order import Order, OrderLine
from app.models.period import Period
from app.services.letters.decided import order_letter
from app.services.letters.writing import tell, tell_or_log


def receipt_notice(dossier: Dossier, event: DossierEvent, *, clock: Clock) -> None:
    """Tell that the dossier was received, and the days that count."""
    tell(dossier, event, clock=clock)


def completeness_notice(dossier: Dossier, event: DossierEvent, *, clock: Clock) -> None:
    """Tell that the dossier is complete, and the days that follow."""
    tell(dossier, event, clock=clock)


def request_notice(
    dossier: Dossier, event: DossierEvent, _items: list[RequestedItem], *, clock: Clock
) -> None:
    """Tell what the agency asks for, and by when."""
    tell(dossier, event, clock=clock)


def proposal_notice(dossier: Dossier, proposal: Proposal, *, clock: Clock) -> None:
    """Tell that the proposal went to the ministers; it is not a decision."""
    tell(dossier, proposal.event, clock=clock)


def decision_notice(dossier: Dossier, order: Order, line: OrderLine, *, clock: Clock) -> None:
    """Tell that an order decided, with or without an event of the dossier (decision 0019)."""
    assert order.recorded_at is not None  # noqa: S101 - a published order was recorded
    tell_or_log(
        dossier,
        notices.DECISION,
        key=notice_key(
            notices.DECISION, dossier.reference, sequence=None, details={"order": order.reference}
        ),
        compose=lambda: order_letter(dossier, line),
        acted_at=order.recorded_at,
        clock=clock,
    )


def refusal_by_silence_notice(dossier: Dossier, _period: Period, *, clock: Clock) -> None:
    """Tell that silence refused, the day it did, the day it was observed, and the remedies."""
    tell(dossier, dossier.events[-1], clock=clock)


def inadmissible_notice(dossier: Dossier, event: DossierEvent, *, clock: Clock) -> None:
    """Tell that a derogation is inadmissible: no period runs, nothing is examined."""
    tell(dossier, event, clock=clock)


def withdrawal_notice(dossier: Dossier, event: DossierEvent, *, clock: Clock) -> None:
    """Confirm that the dossier was withdrawn."""
    tell(dossier, event, clock=clock)
