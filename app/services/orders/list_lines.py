"""What an order in preparation says of the list itself: it removes a version, corrects a row."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date
from typing import Final

from sqlalchemy import or_, select
from sqlalchemy.orm import aliased

from app.clock import Clock
from app.domain.actor import Actor
from app.domain.deadlines import effective_day
from app.domain.errors import InvalidValueError, OrderRefusedError, ReasonsMissingError
from app.domain.folding import fold
from app.domain.identifiers import readable
from app.domain.identifiers import tvv as checked_tvv
from app.domain.listing import Row
from app.domain.orders import LONGEST_WAIT, LineEffect, OrderState
from app.domain.versions import VersionAction, version_rule
from app.extensions import db
from app.models.order import Order, OrderLine
from app.queries.published import correctable_row
from app.queries.versions import version_to_come
from app.services.orders.frame import add_line, order_in_preparation, printed
from scoring.dated import NotInForceError

NAME_LENGTH: Final = 120


@dataclass(frozen=True, slots=True, kw_only=True)
class NewWords:
    """What a corrected row says.

    Attributes:
        brand: the brand.
        commercial_name: the model.
        tvv: the code.
        listed_from: the first day on the list; of the removal, for a row that removes.
    """

    brand: str
    commercial_name: str
    tvv: str
    listed_from: date


def put_removal(  # noqa: PLR0913 - the order, the version, why, by whom
    order_reference: str,
    tvv: str,
    brand: str,
    *,
    reasons: str,
    by: Actor,
    clock: Clock,
    revision: int | None = None,
) -> OrderLine:
    """Put the removal of a listed version in an order, by the version (row 23).

    Raises:
        VersionRuleError: the version is not on the list, and no order puts it there later.
        ReasonsMissingError: no reasons.
        OrderRefusedError: the order is published, or an order in preparation names the version.
        StaleOrderError: the order changed since *revision*.
    """
    with order_in_preparation(order_reference, revision=revision, by=by) as order:
        version = version_to_come(tvv, brand, on=clock.today())
        version_rule(version.state, VersionAction.REMOVE)
        if not reasons.strip():
            raise ReasonsMissingError
        check_version_is_free(version.brand, version.tvv, against=set(LineEffect))
        return add_line(
            order,
            effect=LineEffect.REMOVE,
            words=printed(version.brand, version.commercial_name, version.tvv),
            reasons=reasons.strip(),
        )


def put_correction(  # noqa: PLR0913 - the order, the row, what it says instead, by whom
    order_reference: str,
    corrected_order: str,
    position: int,
    new: NewWords,
    *,
    by: Actor,
    clock: Clock,
    revision: int | None = None,
) -> OrderLine:
    """Put in an order the correction of a row of a published order (row 29).

    Args:
        order_reference: the order in preparation.
        corrected_order: the published order.
        position: the place of the row in it.
        new: what the row says instead.
        by: an agent of an authority.
        clock: the clock of the act.
        revision: the revision of the order that the agent had seen.

    Raises:
        UnknownThingError: no such row in a published order.
        OrderRefusedError: the order is published, or the row is corrected already.
        InvalidValueError: nothing changes, or a word or a day that cannot be.
        VersionRuleError: the version never was on the list.
        StaleOrderError: the order changed since *revision*.
    """
    with order_in_preparation(order_reference, revision=revision, by=by) as order:
        row = correctable_row(corrected_order, position)
        version = version_to_come(row.tvv, row.brand, on=clock.today())
        version_rule(version.state, VersionAction.CORRECT)
        check_version_is_free(row.brand, row.tvv, against={LineEffect.REMOVE})
        other = _order_correcting(row.id)
        if other is not None:
            raise OrderRefusedError(f"Cette ligne est déjà rectifiée dans l’arrêté {other.title}.")
        words = _checked_words(new, row)
        if (fold(words["brand"]), words["tvv"]) != row.key:
            check_version_is_free(
                words["brand"], words["tvv"], against={LineEffect.LIST, LineEffect.REMOVE}
            )
        return add_line(
            order,
            effect=LineEffect.CORRECT,
            words=words,
            replaces_id=row.id,
            listed_from=new.listed_from,
        )


def check_version_is_free(brand: str, tvv: str, *, against: Collection[LineEffect]) -> None:
    """Refuse a version of which an order in preparation says something that contradicts.

    Args:
        brand: the brand of the version.
        tvv: its code.
        against: what an order would say.

    Raises:
        OrderRefusedError: an order in preparation says it.
    """
    before = aliased(OrderLine)  # the row that a correction replaces names the version too
    rows = db.session.execute(
        select(OrderLine.brand, OrderLine.tvv, before.brand, before.tvv, Order.title)
        .join(Order, OrderLine.order_id == Order.id)
        .outerjoin(before, OrderLine.replaces_id == before.id)
        .where(
            or_(OrderLine.tvv == tvv, before.tvv == tvv),
            OrderLine.effect.in_(against),
            Order.state == OrderState.PREPARED,
        )
    )
    for *named, title in rows:
        if (fold(brand), tvv) in {(fold(named[0]), named[1]), (fold(named[2] or ""), named[3])}:
            raise OrderRefusedError(f"Cette version figure déjà dans l’arrêté {title}.")


def _order_correcting(line_id: int) -> Order | None:
    return db.session.scalars(
        select(Order)
        .join(OrderLine)
        .where(OrderLine.replaces_id == line_id, Order.state == OrderState.PREPARED)
    ).first()


def _checked_words(new: NewWords, row: Row) -> dict[str, str]:
    brand, name = _name("brand", new.brand), _name("commercial_name", new.commercial_name)
    code = checked_tvv(new.tvv)
    before = (row.brand, row.commercial_name, row.tvv, row.day)
    if (brand, name, code, new.listed_from) == before:
        raise InvalidValueError("listed_from", "Cette rectification ne change rien à la ligne.")
    if abs(new.listed_from - row.day) > LONGEST_WAIT:
        raise InvalidValueError(
            "listed_from", "Ce jour est à plus d’un an de celui de la ligne : vérifiez-le."
        )
    try:
        effective_day(new.listed_from)
    except NotInForceError:
        raise InvalidValueError(
            "listed_from", "Aucun texte ne prévoyait de liste ce jour-là : vérifiez-le."
        ) from None
    return printed(brand, name, code)


def _name(field: str, typed: str) -> str:
    name = typed.strip()
    if not name:
        raise InvalidValueError(field, "Remplissez ce champ.")
    if len(name) > NAME_LENGTH or not readable(name):
        raise InvalidValueError(field, f"Écrivez {NAME_LENGTH} caractères visibles au plus.")
    return name
