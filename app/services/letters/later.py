"""The letters of what comes beside or after the first decision: reports, evidence, reasons."""

from app.domain.deadlines import PeriodKind, legal_day
from app.domain.procedure import State
from app.domain.remedies import remedies
from app.models.dossier import Dossier, DossierEvent
from app.services.letters.reading import COURT, REASONS, in_words, items_of, period_of
from app.services.letters.text import Letter


def report_letter(dossier: Dossier, event: DossierEvent) -> Letter:
    """Tell that a change was reported, and the days that count (P-25, P-26, P-28)."""
    opinion = period_of(dossier, event, PeriodKind.REVIEW)
    silence = period_of(dossier, event, PeriodKind.SILENCE)
    open_to = remedies(event.occurred_on, country=dossier.manufacturer.country)
    return Letter(
        template="report.txt",
        subject="Accusé de réception de votre signalement",
        context={
            "received_on": event.occurred_on,
            "opinion": opinion,
            "silence": silence,
            "remedies": open_to,
        },
        mentions=(
            "ADEME",
            COURT,
            REASONS,
            f"{open_to.court_months} mois",
            *in_words(event.occurred_on, opinion.last_day, silence.last_day),
        ),
    )


def opinion_letter(dossier: Dossier, event: DossierEvent) -> Letter:
    """Tell that the agency gave the ministers its opinion on a change; it is no decision."""
    return Letter(
        template="opinion.txt",
        subject="L’agence a rendu son avis aux ministres",
        context={
            "given_on": event.occurred_on,
            "silent": event.from_state == State.SILENT,
            "silence": period_of(dossier, event, PeriodKind.SILENCE),
        },
        mentions=in_words(event.occurred_on),
    )


def passed_over_letter(dossier: Dossier, event: DossierEvent) -> Letter:
    """Tell that silence is a rejection that leaves the version on the list (P-28, T-9)."""
    period = period_of(dossier, event, PeriodKind.SILENCE)
    observed_on = legal_day(event.recorded_at)
    open_to = remedies(period.last_day, country=dossier.manufacturer.country)
    return Letter(
        template="passed_over.txt",
        subject="Les ministres ont gardé le silence sur votre signalement",
        context={"period": period, "observed_on": observed_on, "remedies": open_to},
        mentions=(
            COURT,
            REASONS,
            "date indicative",
            f"{open_to.reasons_months} mois",
            *in_words(period.last_day, observed_on, open_to.court_last_day),
        ),
    )


def evidence_letter(_dossier: Dossier, event: DossierEvent) -> Letter:
    """Tell what evidence the agency asks for after the listing, and by when (P-29)."""
    items = items_of(event)
    return Letter(
        template="evidence.txt",
        subject="L’agence vous demande des justificatifs",
        context={
            "items": items,
            "message": event.details.get("message", ""),
            "answer_by": items[0].answer_by,
        },
        mentions=(*(item.label for item in items), *in_words(items[0].answer_by)),
    )


def reasons_asked_letter(dossier: Dossier, event: DossierEvent) -> Letter:
    """Tell the authority that the reasons were asked for, and their month (T-13)."""
    period = period_of(dossier, event, PeriodKind.REASONS)
    return Letter(
        template="reasons_asked.txt",
        subject="Les motifs d’un rejet implicite sont demandés",
        context={"asked_on": event.occurred_on, "period": period},
        mentions=(REASONS, *in_words(event.occurred_on, period.last_day)),
    )


def reasons_receipt_letter(dossier: Dossier, event: DossierEvent) -> Letter:
    """Tell the company that its request for reasons is received, and by when they are due."""
    period = period_of(dossier, event, PeriodKind.REASONS)
    return Letter(
        template="reasons_receipt.txt",
        subject="Votre demande de motifs est reçue",
        context={"requested_on": event.occurred_on, "period": period},
        mentions=(REASONS, *in_words(event.occurred_on, period.last_day)),
    )


def reasons_letter(dossier: Dossier, event: DossierEvent) -> Letter:
    """Give the reasons, and the time for the court, which runs from their day (T-13)."""
    open_to = remedies(event.occurred_on, country=dossier.manufacturer.country)
    reasons = str(event.details["reasons"])
    return Letter(
        template="reasons.txt",
        subject="Motifs du rejet implicite",
        context={"given_on": event.occurred_on, "reasons": reasons, "remedies": open_to},
        mentions=(reasons, COURT, *in_words(event.occurred_on, open_to.court_last_day)),
    )
