"""What the letter of a published order says."""

from sqlalchemy import select

from app.domain.orders import LineEffect
from app.domain.remedies import remedies
from app.extensions import db
from app.models.dossier import Dossier, DossierEvent
from app.models.order import Order, OrderLine
from app.queries.silence import silence_undone_by
from app.services.letters.reading import COURT, in_words
from app.services.letters.text import Letter


def decision_letter(dossier: Dossier, event: DossierEvent) -> Letter:
    """Tell what the order of an event decided: the row of the dossier, or else of its version."""
    told = select(OrderLine).join(Order).where(Order.reference == event.details["order"])
    if (position := event.details.get("position")) is not None:
        told = told.where(OrderLine.position == position)
    else:  # recorded before orders said more than to list or refuse
        told = told.where(OrderLine.dossier_id == dossier.id)
    line = db.session.scalars(told).one()
    return order_letter(dossier, line)


def order_letter(dossier: Dossier, line: OrderLine) -> Letter:
    """Tell what an order says of the version, and, when it is adverse, the remedies.

    A silence that was observed although the order had come in time was never born: the company,
    who has its certificate, is told that it is revoked (transition 17).
    """
    order = line.order
    assert order.published_on is not None  # noqa: S101 - a published order has its day
    open_to = remedies(order.published_on, country=dossier.manufacturer.country)
    mentions: tuple[str, ...] = (order.nor or "", *in_words(order.published_on))
    if line.effect in {LineEffect.REFUSE, LineEffect.REMOVE}:
        mentions += (line.reasons or "", COURT, *in_words(open_to.court_last_day))
    undone = silence_undone_by(dossier, order.reference)
    if undone is not None:
        mentions += ("jamais né", "révoqué", *in_words(undone.last_day))
    return Letter(
        template="decision.txt",
        subject="Un arrêté statue sur votre dossier",
        context={"order": order, "line": line, "remedies": open_to, "undone": undone},
        mentions=mentions,
    )
