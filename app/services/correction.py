"""An order corrects rows of earlier ones: both are kept, the dossier is told (row 29)."""

from collections.abc import Collection, Iterable, Sequence
from typing import Final, NamedTuple

from app.clock import Clock
from app.domain.actor import Actor
from app.domain.errors import OrderRefusedError
from app.domain.folding import fold
from app.domain.listing import Interval, Key, Row, intervals
from app.domain.orders import LineEffect
from app.domain.procedure import Action
from app.extensions import db
from app.models.dossier import Dossier
from app.models.order import Order, OrderLine
from app.queries.dossiers import get_dossier
from app.queries.published import correctable_row, entry_of, namesake, rows_of_code
from app.services.letters import decision_notice
from app.services.order_events import order_details

NAMESAKE: Final = (
    "L’arrêté « {title} » nomme déjà la version {tvv} : une rectification ne peut pas prendre son"
    " nom, l’une des deux disparaîtrait de la liste. Rectifiez aussi sa ligne dans cet arrêté, ou"
    " retirez de la liste la version inscrite par erreur."
)

TWICE: Final = (
    "Deux rectifications de cet arrêté donnent à deux versions le même nom, {tvv} : l’une"
    " disparaîtrait de la liste. Corrigez l’une d’elles."
)
REMOVAL_ELSEWHERE: Final = (
    "Cette ligne retire une version de la liste : la rectifier ne peut pas en retirer une autre"
    " ({tvv}). Pour retirer cette autre version, préparez son retrait de la liste ; si la version"
    " elle-même change de nom, rectifiez d’abord, dans cet arrêté, la ligne qui l’inscrit."
)


class Corrected(NamedTuple):
    """A line that corrects, with the days on the list of the row it replaces, before the order."""

    line: OrderLine
    interval: Interval | None


def check_corrections(lines: Sequence[OrderLine]) -> list[Corrected]:
    """Return the lines of an order that correct, once sure that they leave each version its own.

    Raises:
        OrderRefusedError: another order corrected a row meanwhile; two versions would bear one
            name; the order also lists or removes a version that it renames.
    """
    correcting = sorted(
        (line for line in lines if line.effect == LineEffect.CORRECT), key=_listings_first
    )
    corrected = {line.replaces_id for line in correcting if line.replaces_id is not None}
    others = {
        (fold(line.brand), line.tvv)
        for line in lines
        if line.effect in {LineEffect.LIST, LineEffect.REMOVE}
    }
    renamed: dict[Key, Key] = {}
    found = []
    for line in correcting:
        assert line.replaces is not None  # noqa: S101 - constraint of the table
        row = correctable_row(line.replaces.order.reference, line.replaces.position)
        _check_name(row, line, corrected, renamed)
        if not others.isdisjoint({row.key, (fold(line.brand), line.tvv)}):
            raise OrderRefusedError(
                f"Cet arrêté rectifie la version {line.tvv} et dit aussi de l’inscrire ou de la"
                " retirer de la liste : gardez une seule des deux lignes."
            )
        found.append(Corrected(line, _interval_of(row.id, row.tvv)))
    return found


def _listings_first(line: OrderLine) -> tuple[bool, int]:
    """What removes a version is read once its new name is known."""
    assert line.replaces is not None  # noqa: S101 - constraint of the table
    row = correctable_row(line.replaces.order.reference, line.replaces.position)
    return entry_of(row).first.effect == LineEffect.REMOVE, line.position


def _check_name(
    row: Row, line: OrderLine, corrected: Collection[int], renamed: dict[Key, Key]
) -> None:
    """Refuse a new name that another version bears, or would bear; note the one it gives.

    A row that removes follows its version to another name, and never goes to another version:
    that one would leave the list, and the first come back, without a word to their dossiers.
    """
    name = (fold(line.brand), line.tvv)
    if entry_of(row).first.effect == LineEffect.REMOVE:
        if name not in {row.key, *(new for new, old in renamed.items() if old == row.key)}:
            raise OrderRefusedError(REMOVAL_ELSEWHERE.format(tvv=line.tvv))
        return
    taken = namesake(row, line.brand, line.tvv, besides=corrected)
    if taken is not None:
        raise OrderRefusedError(NAMESAKE.format(tvv=line.tvv, title=taken))
    if renamed.setdefault(name, row.key) != row.key:
        raise OrderRefusedError(TWICE.format(tvv=line.tvv))


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
