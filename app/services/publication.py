"""The public files: the list and its changes, for programs, written when something changed.

They are made from the orders alone and hold nothing of a dossier, least of all a score. The same
orders and the same day give the same bytes.
"""

import csv
import fcntl
import gzip
import hashlib
import io
import json
import os
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

import brotli
from flask import current_app

from app.clock import Clock
from app.domain.addresses import version_path
from app.extensions import WRITING, db
from app.queries.register import Listing, announced, changes, listed
from app.services.letters import day_in_words

FILES: Final = ("versions.json", "versions.csv", "feed.json")
MANIFEST: Final = "manifest.json"
LOCK: Final = ".lock"
SUFFIXES: Final[Mapping[str, str]] = {"identity": "", "br": ".br", "gzip": ".gz"}
# Level 4 is faster than 11 and, on such a list, smaller.
BROTLI_QUALITY: Final = 4
READABLE: Final = 0o644

TITLE: Final = "Versions de voitures électriques qui atteignent le score environnemental minimal"
BASIS: Final = (
    "Code de l’énergie, article D. 251-1 ; les arrêtés publiés au Journal officiel font foi."
)
NOTICE: Final = (
    "Atteindre le score minimal et obtenir une aide sont deux choses : chaque aide a ses propres"
    " conditions."
)
COLUMNS: Final = ("marque", "modele", "tvv", "inscrite_depuis", "arrete_nor", "publie_le")


def publish_list(folder: Path, *, clock: Clock) -> bool:
    """Write the list of today and the feed of its changes, unless they are already there.

    Each file is written whole under another name, then takes its own; the manifest comes last, so
    that a run broken half-way is done again. A lock makes two processes pass one after the other,
    and the orders are read inside it: what stays is never older than what was.

    Args:
        folder: where the files go; made when absent.
        clock: tells the day.

    Returns:
        Whether something was written.

    Raises:
        RuntimeError: called inside an act, whose orders are not yet certain.
    """
    if db.session.info.get(WRITING):
        raise RuntimeError("The list is published after the act, not inside it.")
    folder.mkdir(parents=True, exist_ok=True)
    with _alone_in(folder):
        db.session.rollback()  # ends a read that began before the lock
        contents = _contents(clock)
        manifest = _json({"files": {name: _digest(body) for name, body in contents.items()}})
        if _is_published(folder, manifest):
            return False
        for name, body in contents.items():
            for suffix, variant in _variants(body):
                _write(folder / f"{name}{suffix}", variant)
        _sync(folder)
        _write(folder / MANIFEST, manifest)
        _sync(folder)
    return True


def public_row(listing: Listing, base_url: str) -> dict[str, Any]:
    """Return a version of the list as files and API give it; *base_url* is that of the portal."""
    return {
        "brand": listing.brand,
        "commercial_name": listing.commercial_name,
        "tvv": listing.tvv,
        "listed_from": listing.listed_from.isoformat(),
        "order_nor": listing.order_nor,
        "order_reference": listing.order_reference,
        "order_title": listing.order_title,
        "published_on": listing.published_on.isoformat(),
        "url": base_url + version_path(listing.tvv),
    }


def _contents(clock: Clock) -> dict[str, bytes]:
    base_url: str = current_app.config["BASE_URL"]
    today = clock.today()
    current, coming = listed(on=today), announced(after=today)
    return {
        "versions.json": _json(
            {
                "title": TITLE,
                "basis": BASIS,
                "notice": NOTICE,
                # Not the day of writing: a file that says the same keeps its bytes.
                "changed_on": max((one.listed_from.isoformat() for one in current), default=None),
                "count": len(current),
                "versions": [public_row(one, base_url) for one in current],
                "announced": [public_row(one, base_url) for one in coming],
            }
        ),
        "versions.csv": _csv(current),
        "feed.json": _json(_feed(changes(), base_url)),
    }


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
            one.order_nor or "",
            one.published_on.isoformat(),
        )
        for one in listings
    )
    return text.getvalue().encode()


def _feed(listings: Sequence[Listing], base_url: str) -> dict[str, Any]:
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
                "id": f"{one.order_reference}/{one.position}",
                "url": base_url + version_path(one.tvv),
                "title": f"{one.brand} {one.commercial_name} ({one.tvv})",
                "content_text": _sentence(one),
                "date_published": one.recorded_at.isoformat(timespec="seconds"),
                "tags": [one.brand],
            }
            for one in listings
        ],
    }


def _sentence(listing: Listing) -> str:
    number = f" (NOR {listing.order_nor})" if listing.order_nor else ""
    return (
        f"La version {listing.tvv} de {listing.brand} {listing.commercial_name} est inscrite sur la"
        f" liste à compter du {day_in_words(listing.listed_from)}, par l’arrêté"
        f" « {listing.order_title} »{number}. {NOTICE}"
    )


def _json(value: Mapping[str, Any]) -> bytes:
    return (json.dumps(value, ensure_ascii=False, indent=1) + "\n").encode()


def _digest(body: bytes) -> dict[str, Any]:
    return {"sha256": hashlib.sha256(body).hexdigest(), "bytes": len(body)}


def _variants(body: bytes) -> Iterator[tuple[str, bytes]]:
    yield SUFFIXES["identity"], body
    yield SUFFIXES["br"], brotli.compress(body, quality=BROTLI_QUALITY)
    yield SUFFIXES["gzip"], gzip.compress(body, mtime=0)


def _is_published(folder: Path, manifest: bytes) -> bool:
    names = (f"{name}{suffix}" for name in FILES for suffix in SUFFIXES.values())
    if not all((folder / name).is_file() for name in names):
        return False
    try:
        return (folder / MANIFEST).read_bytes() == manifest
    except FileNotFoundError:
        return False


@contextmanager
def _alone_in(folder: Path) -> Iterator[None]:
    with (folder / LOCK).open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _write(path: Path, body: bytes) -> None:
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(body)
            file.flush()
            os.fchmod(file.fileno(), READABLE)
            os.fsync(file.fileno())
        Path(name).replace(path)
    except BaseException:
        with suppress(FileNotFoundError):
            Path(name).unlink()
        raise


def _sync(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
