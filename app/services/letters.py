"""The messages that go with acts: text templates, rendered when the act is done."""

from datetime import date
from functools import cache
from pathlib import Path
from typing import Any, Final

from babel.dates import format_date
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from sqlalchemy import select

from app.clock import Clock
from app.domain.deadlines import PeriodKind
from app.domain.procedure import Action
from app.domain.receipt import receipt
from app.domain.remedies import remedies
from app.extensions import db
from app.models.account import User
from app.models.assessment import Proposal
from app.models.document import RequestedItem
from app.models.dossier import Dossier, DossierEvent
from app.models.order import Order, OrderLine
from app.models.period import Period
from app.queries.periods import last_day_of
from app.services.outbox import write_message

TEMPLATES: Final = Path(__file__).resolve().parents[2] / "templates" / "mail"
FIRST: Final = 1


def day_in_words(day: date) -> str:
    """Return a day the French way: « 1er mars 2026 »."""
    words = format_date(day, "d MMMM y", locale="fr_FR")
    return f"1er{words[1:]}" if day.day == FIRST else words


@cache
def _environment() -> Environment:
    environment = Environment(
        loader=FileSystemLoader(TEMPLATES),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,  # noqa: S701 - plain text, never shown as HTML without escaping
    )
    environment.filters["jour"] = day_in_words
    return environment


def _write(
    template: str, dossier: Dossier, *, key: str, subject: str, clock: Clock, **context: Any
) -> None:
    """Write the message to each person of the company who can sign in."""
    body = _environment().get_template(template).render(dossier=dossier, **context)
    people = db.session.scalars(
        select(User).where(
            User.manufacturer_id == dossier.manufacturer_id, User.disabled_at.is_(None)
        )
    )
    for person in people:
        write_message(
            f"{key}/{person.reference}",
            to=person.email,
            subject=f"[{dossier.reference}] {subject}",
            body=body,
            clock=clock,
            dossier_id=dossier.id,
        )


def receipt_notice(dossier: Dossier, event: DossierEvent, *, clock: Clock) -> None:
    """Tell that the dossier was received, and the days that count."""
    _write(
        "receipt.txt",
        dossier,
        key=f"receipt/{dossier.reference}",
        subject="Accusé de réception de votre dossier",
        clock=clock,
        receipt=receipt(dossier.route, event.occurred_on),
        remedies=remedies(event.occurred_on, country=dossier.manufacturer.country),
    )


def completeness_notice(dossier: Dossier, event: DossierEvent, *, clock: Clock) -> None:
    """Tell that the dossier is complete, and the days that follow."""
    _write(
        "complete.txt",
        dossier,
        key=f"complete/{dossier.reference}/{event.sequence}",
        deemed=event.action == Action.DEEM_COMPLETE,
        subject="Votre dossier est complet",
        clock=clock,
        review_last_day=last_day_of(dossier, PeriodKind.REVIEW),
        silence_last_day=last_day_of(dossier, PeriodKind.SILENCE),
    )


def request_notice(
    dossier: Dossier, event: DossierEvent, items: list[RequestedItem], *, clock: Clock
) -> None:
    """Tell what the agency asks for, and by when."""
    _write(
        "request.txt",
        dossier,
        key=f"request/{dossier.reference}/{event.sequence}",
        subject="L’agence vous demande des pièces",
        clock=clock,
        items=items,
        message=event.details["message"],
        answer_by=items[0].answer_by,
        binding=items[0].binding,
    )


def proposal_notice(dossier: Dossier, proposal: Proposal, *, clock: Clock) -> None:
    """Tell that the proposal went to the ministers; it is not a decision."""
    _write(
        "proposal.txt",
        dossier,
        key=f"proposal/{dossier.reference}/{proposal.event.sequence}",
        subject="Votre dossier est transmis aux ministres",
        clock=clock,
        proposal=proposal,
        silence_last_day=last_day_of(dossier, PeriodKind.SILENCE),
    )


def decision_notice(dossier: Dossier, order: Order, line: OrderLine, *, clock: Clock) -> None:
    """Tell that an order decided, and, for a refusal, the remedies."""
    assert order.published_on is not None  # noqa: S101 - a published order has its day
    _write(
        "decision.txt",
        dossier,
        key=f"decision/{dossier.reference}/{order.reference}",
        subject="Un arrêté statue sur votre dossier",
        clock=clock,
        order=order,
        line=line,
        remedies=remedies(order.published_on, country=dossier.manufacturer.country),
    )


def refusal_by_silence_notice(dossier: Dossier, period: Period, *, clock: Clock) -> None:
    """Tell that silence refused, the day it did, the day it was observed, and the remedies."""
    _write(
        "silence.txt",
        dossier,
        key=f"silence/{dossier.reference}/{period.id}",
        subject="Rejet implicite de votre demande",
        clock=clock,
        period=period,
        observed_on=clock.today(),
        remedies=remedies(period.last_day, country=dossier.manufacturer.country),
    )


def withdrawal_notice(dossier: Dossier, event: DossierEvent, *, clock: Clock) -> None:
    """Confirm that the dossier was withdrawn."""
    _write(
        "withdrawal.txt",
        dossier,
        key=f"withdrawal/{dossier.reference}",
        subject="Votre dossier est retiré",
        clock=clock,
        withdrawn_on=event.occurred_on,
    )
