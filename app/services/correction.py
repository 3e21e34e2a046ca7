"""An order corrects rows of earlier ones: both are kept, the dossier is told (row 29)."""

from collections.abc import Iterable
from typing import NamedTuple

from app.clock import Clock
from app.domain.actor import Actor
from app.domain.errors import OrderRefusedError
from app.domain.listing import Interval, intervals
from app.domain.procedure import Action
from app.extensions import db
from app.models.dossier import Dossier
from app.models.order import Order, OrderLine
from app.queries.dossiers import get_dossier
from app.queries.published import correctable_row, rows_of_code
from app.services.letters import decision_notice
from app.services.order_events import order_details


class Corrected(NamedTuple):
    """A line that corrects, with the days on the list of the row it replaces, before the order."""

    line: OrderLine
    interval: Interval | None


def check_corrections(lines: Iterable[OrderLine]) -> list[Corrected]:
    """Return the lines that correct, once sure that no other order corrected their rows meanwhile.

    Raises:
        OrderRefusedError: one did.
    """
    found = []
    for line in lines:
        assert line.replaces is not None  # noqa: S101 - constraint of the table
        row = correctable_row(line.replaces.order.reference, line.replaces.position)
        found.append(Corrected(line, _interval_of(row.id, row.tvv)))
    return found


def settle_corrections(
    order: Order, corrections: Iterable[Corrected], *, by: Actor, clock: Clock
) -> None:
    """Tell the dossiers whose listing was corrected, each once, after the order is published.

    Raises:
        OrderRefusedError: a removed version would be back on the list, its removal naming words
            that are corrected away.
    """
    told: set[int] = set()
    for line, before in corrections:
        after = _interval_of(line.id, line.tvv)
        if before and before.until and after and after.until is None:
            raise OrderRefusedError(
                f"La version {line.tvv} a été retirée de la liste : rectifiez aussi, dans cet"
                " arrêté, la ligne qui la retire. Sinon elle y reviendrait."
            )
        for identifier in before.dossier_ids if before else ():
            if identifier not in told:
                told.add(identifier)
                _tell(db.session.get_one(Dossier, identifier), order, line, by, clock)


def _tell(dossier: Dossier, order: Order, line: OrderLine, by: Actor, clock: Clock) -> None:
    assert order.published_on is not None  # noqa: S101 - the order is published
    taken = get_dossier(dossier.reference, seen_by=by, for_update=True)
    taken.record(
        Action.CORRECT_BY_ORDER,
        by=by,
        occurred_on=order.published_on,
        recorded_at=clock.now(),
        details=order_details(order, line),
    )
    decision_notice(taken, order, line, clock=clock)


def _interval_of(row_id: int, tvv: str) -> Interval | None:
    """Return the days on the list that a row opens, repeats or ends."""
    for found in intervals(rows_of_code(tvv)).values():
        for one in found:
            said = [*one.entries, *([one.closed_by] if one.closed_by else [])]
            if any(entry.last.id == row_id for entry in said):
                return one
    return None
