"""What the agency asks for and the company supplies: in completeness, and as evidence later."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, Final

from app.clock import Clock
from app.domain.actor import Actor
from app.domain.completeness import VERSION_SITE
from app.domain.errors import InvalidValueError, NothingRequestedError, UnknownItemError
from app.domain.identifiers import new_reference
from app.extensions import db
from app.models.document import RequestedItem
from app.models.dossier import Dossier, DossierEvent
from app.services.documents import OTHER, KeptFile, attach, description

LABEL_LENGTH: Final = 300
MOST_ITEMS: Final = 100

# What a sentence shows of a line that is too long.
SHOWN: Final = 40

# A slip of the keyboard, not a rule of law: a year typed 9999 cannot be taken back.
LONGEST_ANSWER: Final = timedelta(days=366)


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """One thing to ask for.

    Attributes:
        label: what is missing, as the manufacturer will read it.
        requirement: the row of the table of documents; none for anything else.
        site: the site it concerns; none with no requirement.
    """

    label: str
    requirement: str | None = None
    site: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Supplied:
    """What is supplied for one item: kept files, or an answer in words, or both."""

    files: tuple[KeptFile, ...] = ()
    answer: str = ""


def take_supplied(
    dossier: Dossier,
    items: Sequence[RequestedItem],
    supplied: Mapping[str, Supplied],
    *,
    by: Actor,
    clock: Clock,
) -> list[dict[str, Any]]:
    """Tick the items that are supplied, inside an act, and describe the documents that came.

    Raises:
        UnknownItemError: an item that is not among *items*.
        InvalidValueError: nothing at all, or an item with neither file nor words.
    """
    if not supplied:
        raise InvalidValueError("items", "Joignez un fichier ou une réponse à une pièce au moins.")
    open_items = {item.reference: item for item in items}
    documents = []
    for item_reference, given in supplied.items():
        item = open_items.get(item_reference)
        if item is None:
            raise UnknownItemError
        if not given.files and not given.answer.strip():
            raise InvalidValueError(item_reference, "Joignez un fichier ou une réponse.")
        for kept in given.files:
            support = attach(
                dossier,
                kept,
                requirement=item.requirement or OTHER,
                site=item.site or VERSION_SITE,
                by=by,
                clock=clock,
            )
            documents.append(description(support))
        item.answer = given.answer.strip() or None
        item.supplied_on = clock.today()
        item.supplied_at = clock.now()
    return documents


def request_details(items: Sequence[Asked], answer_by: date, message: str) -> dict[str, Any]:
    """Return what the event of a request says: what is asked, by when, in which words."""
    return {
        "items": [item.label.strip() for item in items],
        "answer_by": answer_by.isoformat(),
        "message": message.strip(),
    }


def write_items(
    event: DossierEvent, items: Sequence[Asked], *, answer_by: date, binding: bool
) -> list[RequestedItem]:
    """Write a row for each thing that the request of an event asks for, inside its act.

    Args:
        event: the request.
        items: what it asks for.
        answer_by: the day set for the answer.
        binding: whether the dossier waits for them.
    """
    asked = [
        RequestedItem(
            reference=new_reference("PI"),
            dossier=event.dossier,
            event=event,
            label=item.label.strip(),
            requirement=item.requirement,
            site=item.site,
            binding=binding,
            asked_on=event.occurred_on,
            answer_by=answer_by,
        )
        for item in items
    ]
    db.session.add_all(asked)
    db.session.flush()
    return asked


def check_request(items: Sequence[Asked], answer_by: date, clock: Clock) -> None:
    """Refuse a request that says nothing, or sets a day that cannot be.

    Raises:
        NothingRequestedError: no item.
        InvalidValueError: too many items, one without words, or a day already past or far away.
    """
    if not items:
        raise NothingRequestedError
    if len(items) > MOST_ITEMS:
        raise InvalidValueError(
            _field_of(items[-1]),
            f"Demandez au plus {MOST_ITEMS} pièces à la fois : cette demande en compte"
            f" {len(items)}.",
        )
    for item in items:
        label = item.label.strip()
        if not label:
            raise InvalidValueError(_field_of(item), "Décrivez chaque pièce demandée.")
        if len(label) > LABEL_LENGTH:
            raise InvalidValueError(
                _field_of(item),
                f"Écrivez au plus {LABEL_LENGTH} caractères par ligne :"
                f" « {label[:SHOWN]}… » en compte {len(label)}.",
            )
    if answer_by < clock.today():
        raise InvalidValueError("answer_by", "Le jour de réponse ne peut pas être déjà passé.")
    if answer_by > clock.today() + LONGEST_ANSWER:
        raise InvalidValueError("answer_by", "Ce jour vient dans plus d’un an : vérifiez-le.")


def _field_of(item: Asked) -> str:
    """Name the field where an item was chosen, or typed: what is no row of the table is typed."""
    return "items" if item.requirement else "others"
