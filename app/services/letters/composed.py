"""What each letter says, read from its event: written late, it says the same as on its day."""

from collections.abc import Callable
from typing import Final

from sqlalchemy import select

from app.domain import notices
from app.domain.deadlines import PeriodKind, legal_day
from app.domain.procedure import Action
from app.domain.receipt import receipt
from app.domain.remedies import remedies
from app.extensions import db
from app.models.assessment import Proposal
from app.models.dossier import Dossier, DossierEvent
from app.services.letters.decided import decision_letter
from app.services.letters.later import (
    evidence_letter,
    opinion_letter,
    passed_over_letter,
    reasons_asked_letter,
    reasons_letter,
    reasons_receipt_letter,
    report_letter,
)
from app.services.letters.reading import COURT, REASONS, in_words, items_of, period_of
from app.services.letters.text import Letter


def receipt_letter(dossier: Dossier, event: DossierEvent) -> Letter:
    """Tell that the dossier was received, and the days that count (CRPA R. 112-5)."""
    days = receipt(dossier.route, event.occurred_on)
    open_to = remedies(event.occurred_on, country=dossier.manufacturer.country)
    told = (
        days.received_on,
        days.completeness_last_day,
        days.silence_if_confirmed,
        days.silence_if_deemed,
    )
    return Letter(
        template="receipt.txt",
        subject="Accusé de réception de votre dossier",
        context={"receipt": days, "remedies": open_to},
        mentions=("ADEME", COURT, REASONS, f"{open_to.court_months} mois", *in_words(*told)),
    )


def completeness_letter(dossier: Dossier, event: DossierEvent) -> Letter:
    """Tell that the dossier is complete, and the days that follow."""
    review, silence = (
        period_of(dossier, event, PeriodKind.REVIEW),
        period_of(dossier, event, PeriodKind.SILENCE),
    )
    return Letter(
        template="complete.txt",
        subject="Votre dossier est complet",
        context={
            "deemed": event.action == Action.DEEM_COMPLETE,
            "complete_on": silence.origin_on,
            "review_last_day": review.last_day,
            "silence_last_day": silence.last_day,
        },
    )


def request_letter(_dossier: Dossier, event: DossierEvent) -> Letter:
    """Tell what the agency asks for, and by when (CRPA L. 114-5)."""
    items = items_of(event)
    return Letter(
        template="request.txt",
        subject="L’agence vous demande des pièces",
        context={
            "items": items,
            "message": event.details["message"],
            "answer_by": items[0].answer_by,
            "binding": items[0].binding,
        },
        mentions=(*(item.label for item in items), *in_words(items[0].answer_by)),
    )


def proposal_letter(dossier: Dossier, event: DossierEvent) -> Letter:
    """Tell that the proposal went to the ministers; it is not a decision."""
    return Letter(
        template="proposal.txt",
        subject="Votre dossier est transmis aux ministres",
        context={
            "proposal": db.session.scalars(
                select(Proposal).where(Proposal.event_id == event.id)
            ).one(),
            "refused": event.action == Action.PROPOSE_AFTER_SILENCE,
            "silence_last_day": period_of(dossier, event, PeriodKind.SILENCE).last_day,
        },
    )


def silence_letter(dossier: Dossier, event: DossierEvent) -> Letter:
    """Tell that silence refused, the day it did, the day it was observed, and the remedies."""
    period = period_of(dossier, event, PeriodKind.SILENCE)
    observed_on = legal_day(event.recorded_at)
    open_to = remedies(period.last_day, country=dossier.manufacturer.country)
    return Letter(
        template="silence.txt",
        subject="Rejet implicite de votre demande",
        context={"period": period, "observed_on": observed_on, "remedies": open_to},
        mentions=(
            COURT,
            REASONS,
            "date indicative",
            f"{open_to.reasons_months} mois",
            *in_words(period.last_day, observed_on, open_to.court_last_day),
        ),
    )


def withdrawal_letter(_dossier: Dossier, event: DossierEvent) -> Letter:
    """Confirm that the dossier was withdrawn."""
    return Letter(
        template="withdrawal.txt",
        subject="Votre dossier est retiré",
        context={"withdrawn_on": event.occurred_on},
    )


def inadmissible_letter(dossier: Dossier, event: DossierEvent) -> Letter:
    """Tell that a derogation that no refusal came before is examined by nobody (P-19, T-12)."""
    open_to = remedies(event.occurred_on, country=dossier.manufacturer.country)
    return Letter(
        template="inadmissible.txt",
        subject="Votre dérogation est irrecevable",
        context={"filed_on": event.occurred_on, "remedies": open_to},
        mentions=("irrecevable", COURT, *in_words(event.occurred_on, open_to.court_last_day)),
    )


# By the name of the notice.
LETTERS: Final[dict[str, Callable[[Dossier, DossierEvent], Letter]]] = {
    notices.RECEIPT.name: receipt_letter,
    notices.COMPLETE.name: completeness_letter,
    notices.REQUEST.name: request_letter,
    notices.PROPOSAL.name: proposal_letter,
    notices.DECISION.name: decision_letter,
    notices.SILENCE.name: silence_letter,
    notices.WITHDRAWAL.name: withdrawal_letter,
    notices.INADMISSIBLE.name: inadmissible_letter,
    notices.REPORT.name: report_letter,
    notices.OPINION.name: opinion_letter,
    notices.PASSED_OVER.name: passed_over_letter,
    notices.EVIDENCE.name: evidence_letter,
    notices.REASONS_ASKED.name: reasons_asked_letter,
    notices.REASONS_RECEIPT.name: reasons_receipt_letter,
    notices.REASONS.name: reasons_letter,
}
