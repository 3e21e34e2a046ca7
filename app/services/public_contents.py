"""What the public files and the API say of the list: made from the orders alone.

Nothing of a dossier is in it, least of all a score.
"""

from collections.abc import Mapping
from typing import Any, Final

from app.domain.addresses import version_path
from app.domain.french import day_in_words
from app.domain.list_changes import Change, ChangeKind
from app.domain.listing import PublishedOrder, Row
from app.queries.listing_rows import Listing

TITLE: Final = "Versions de voitures électriques qui atteignent le score environnemental minimal"
BASIS: Final = (
    "Code de l’énergie, article D. 251-1 ; les arrêtés publiés au Journal officiel font foi."
)
NOTICE: Final = (
    "Atteindre le score minimal et obtenir une aide sont deux choses : chaque aide a ses propres"
    " conditions."
)
WORDS: Final[Mapping[ChangeKind, str]] = {
    ChangeKind.ADDED: "Inscription",
    ChangeKind.REMOVED: "Retrait de la liste",
    ChangeKind.CORRECTED: "Rectification",
}


def public_row(listing: Listing, base_url: str) -> dict[str, Any]:
    """Return a version of the list as files and API give it; *base_url* is that of the portal."""
    return {
        "brand": listing.brand,
        "commercial_name": listing.commercial_name,
        "tvv": listing.tvv,
        "listed_from": listing.listed_from.isoformat(),
        "listed_until": listing.listed_until.isoformat() if listing.listed_until else None,
        "order_nor": listing.order.nor,
        "order_reference": listing.order.reference,
        "order_title": listing.order.title,
        "published_on": listing.order.published_on.isoformat(),
        "removed_by": public_name(listing.removal),
        "corrected_by": public_name(listing.correction),
        "url": base_url + version_path(listing.tvv),
    }


def public_name(order: PublishedOrder | None) -> dict[str, Any] | None:
    """Return what names an order in files and API; nothing for none."""
    if order is None:
        return None
    return {
        "nor": order.nor,
        "reference": order.reference,
        "title": order.title,
        "published_on": order.published_on.isoformat(),
    }


def public_words(row: Row) -> dict[str, Any]:
    """Return what a row of an order says of a version, in files and API."""
    return {
        "brand": row.brand,
        "commercial_name": row.commercial_name,
        "tvv": row.tvv,
        "day": row.day.isoformat(),
    }


def public_change(change: Change, base_url: str) -> dict[str, Any]:
    """Return a numbered change of the list as files, API and messages give it."""
    return {
        "sequence": change.sequence,
        "kind": change.kind.value,
        **public_words(change.row),
        "before": public_words(change.before) if change.before else None,
        "order": public_name(change.row.order),
        "known_at": change.row.order.recorded_at.isoformat(timespec="seconds"),
        "sentence": change_sentence(change),
        "url": base_url + version_path(change.row.tvv),
    }


def change_title(change: Change) -> str:
    """Return a change in a few words."""
    return f"{WORDS[change.kind]} : {_version(change.row)}"


def change_sentence(change: Change) -> str:
    """Return a change in a sentence, with its order and the day it counts from."""
    row, order = change.row, change.row.order
    number = f" (NOR {order.nor})" if order.nor else ""
    by = f"l’arrêté « {order.title} »{number}"
    if change.before is not None:
        return (
            f"L’inscription de {_version(change.before)}, à compter du"
            f" {day_in_words(change.before.day)}, est rectifiée par {by} : {_version(row)}, à"
            f" compter du {day_in_words(row.day)}. {NOTICE}"
        )
    if change.kind == ChangeKind.REMOVED:
        return (
            f"La version {row.tvv} de {row.brand} {row.commercial_name} est retirée de la liste à"
            f" compter du {day_in_words(row.day)}, par {by}. {NOTICE}"
        )
    return (
        f"La version {row.tvv} de {row.brand} {row.commercial_name} est inscrite sur la"
        f" liste à compter du {day_in_words(row.day)}, par {by}. {NOTICE}"
    )


def _version(row: Row) -> str:
    return f"{row.brand} {row.commercial_name} ({row.tvv})"
