"""What the public files and the API say of the list: made from the orders alone.

Nothing of a dossier is in it, least of all a score.
"""

import csv
import io
import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import Any, Final

from app.clock import Clock
from app.domain.addresses import version_path
from app.domain.french import day_in_words
from app.domain.list_changes import Change, ChangeKind
from app.domain.listing import PublishedOrder, Row
from app.queries.list_changes import changes
from app.queries.listing_rows import Listing
from app.queries.register import Wanted, announced, listed, removed

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
COLUMNS: Final = ("marque", "modele", "tvv", "inscrite_depuis", "arrete_nor", "publie_le")


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


def public_contents(base_url: str, *, clock: Clock) -> dict[str, bytes]:
    """Return the public files by their names; *base_url* is the address of the portal."""
    today = clock.today()
    current, coming, gone = listed(Wanted(on=today)), announced(after=today), removed(on=today)
    return {
        "versions.json": as_json(
            {
                "title": TITLE,
                "basis": BASIS,
                "notice": NOTICE,
                # Not the day of writing: a file that says the same keeps its bytes.
                "changed_on": max(_changed([*current, *gone], today), default=None),
                "count": len(current),
                "versions": [public_row(one, base_url) for one in current],
                "announced": [public_row(one, base_url) for one in coming],
                "removed": [public_row(one, base_url) for one in gone],
            }
        ),
        "versions.csv": _csv(current),
        "feed.json": as_json(_feed(list(reversed(changes())), base_url)),
    }


def _changed(known: Sequence[Listing], today: date) -> Iterator[str]:
    """Yield the days up to *today* on which a version came, went or was corrected."""
    for one in known:
        yield one.listed_from.isoformat()
        if one.ended(today) and one.listed_until is not None:
            yield one.listed_until.isoformat()
        if one.correction is not None:
            yield one.correction.published_on.isoformat()


def _csv(listings: Sequence[Listing]) -> bytes:
    """Return the list as CSV (RFC 4180), its three official columns first.

    UTF-8 without a byte order mark, which most programs would take for a part of the first name;
    the charset is in the media type. Nothing is put before a value that a spreadsheet could take
    for a formula: it would make another code of an opaque one (reading L-1), and every value was
    read by the ministers before it was printed.
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    writer.writerows(
        (
            one.brand,
            one.commercial_name,
            one.tvv,
            one.listed_from.isoformat(),
            one.order.nor or "",
            one.order.published_on.isoformat(),
        )
        for one in listings
    )
    return text.getvalue().encode()


def _feed(found: Sequence[Change], base_url: str) -> dict[str, Any]:
    """Return the changes as a JSON Feed 1.1; nothing in it depends on the day it is made."""
    return {
        "version": "https://jsonfeed.org/version/1.1",
        "title": f"Changements de la liste : {TITLE[0].lower()}{TITLE[1:]}",
        "home_page_url": f"{base_url}/",
        "feed_url": f"{base_url}/feed.json",
        "description": f"{BASIS} {NOTICE}",
        "language": "fr",
        "items": [
            {
                "id": f"{one.row.order.reference}/{one.row.position}",
                "url": base_url + version_path(one.row.tvv),
                "title": f"{WORDS[one.kind]} : {_version(one.row)}",
                "content_text": _sentence(one),
                "date_published": one.row.order.recorded_at.isoformat(timespec="seconds"),
                "tags": [one.row.brand],
            }
            for one in found
        ],
    }


def _sentence(change: Change) -> str:
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


def as_json(value: Mapping[str, Any]) -> bytes:
    """Return *value* as the public files write it."""
    return (json.dumps(value, ensure_ascii=False, indent=1) + "\n").encode()
