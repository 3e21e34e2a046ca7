"""The list of a day as bytes: JSON and CSV, one version a line, and the description of the CSV."""

import csv
import io
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, datetime
from itertools import chain
from typing import Any, Final

from app.queries.register import Wanted, announced, listed, removed
from app.services.public_contents import BASIS, NOTICE, TITLE, public_row

# Title, type and meaning of each column, the three of the Journal officiel first.
COLUMNS: Final[Mapping[str, tuple[str, str]]] = {
    "marque": ("string", "Marque, comme l’arrêté l’écrit."),
    "modele": ("string", "Modèle, comme l’arrêté l’écrit."),
    "tvv": ("string", "Code type-variante-version (case D.2) : majuscules et minuscules comptent."),
    "inscrite_depuis": ("date", "Premier jour sur la liste."),
    "arrete_nor": ("string", "Numéro NOR de l’arrêté qui inscrit la version, s’il est connu."),
    "publie_le": ("date", "Jour de publication de cet arrêté au Journal officiel."),
}
# Made once: `json.dumps` would make one a line.
_encoder: Final = json.JSONEncoder(ensure_ascii=False)
REQUIRED: Final = frozenset({"marque", "modele", "tvv", "inscrite_depuis", "publie_le"})
CSV_NAME: Final = "versions.csv"


class ListOfDay:
    """The list of a day, read once: today as it is known, or as it was known at an instant.

    Args:
        on: the day.
        known_at: what the portal knew at that instant, in UTC; none for what it knows now.
        base_url: the address of the portal.
    """

    def __init__(self, on: date, *, known_at: datetime | None = None, base_url: str) -> None:
        self._on = on
        self._base_url = base_url
        self.current = listed(Wanted(on=on, known_at=known_at))
        self._coming = announced(after=on, known_at=known_at)
        self._gone = removed(on=on, known_at=known_at)

    def as_json(self) -> Iterator[bytes]:
        """Yield the list, what is announced and what was removed."""
        head = {
            "title": TITLE,
            "basis": BASIS,
            "notice": NOTICE,
            # Not the day of writing: a file that says the same keeps its bytes.
            "changed_on": max(self._changed(), default=None),
            "count": len(self.current),
        }
        rows = {"versions": self.current, "announced": self._coming, "removed": self._gone}
        return json_object(
            head,
            {
                name: (public_row(one, self._base_url) for one in listings)
                for name, listings in rows.items()
            },
        )

    def as_csv(self) -> Iterator[bytes]:
        """Yield the list as CSV (RFC 4180), its three official columns first.

        UTF-8 without a byte order mark, which most programs would take for a part of the first
        name; the charset is in the media type. Nothing is put before a value that a spreadsheet
        could take for a formula: it would make another code of an opaque one (reading L-1), and
        every value was read by the ministers before it was printed.
        """
        yield _csv_line(tuple(COLUMNS))
        for one in self.current:
            yield _csv_line(
                (
                    one.brand,
                    one.commercial_name,
                    one.tvv,
                    one.listed_from.isoformat(),
                    one.order.nor or "",
                    one.order.published_on.isoformat(),
                )
            )

    def _changed(self) -> Iterator[str]:
        """Yield the days up to today on which a version came, went or was corrected."""
        for one in chain(self.current, self._gone):
            yield one.listed_from.isoformat()
            if one.ended(self._on) and one.listed_until is not None:
                yield one.listed_until.isoformat()
            if one.correction is not None:
                yield one.correction.published_on.isoformat()


def described(entry: Mapping[str, Any], base_url: str) -> dict[str, Any]:
    """Return the Data Package (v2) of the CSV, its Table Schema within.

    Args:
        entry: ``bytes`` and ``sha256`` of the CSV.
        base_url: the address of the portal.
    """
    return {
        "$schema": "https://datapackage.org/profiles/2.0/datapackage.json",
        "name": "score-environnemental-versions",
        "title": TITLE,
        "description": f"{BASIS} {NOTICE}",
        "homepage": f"{base_url}/donnees",
        "resources": [
            {
                "name": "versions",
                "type": "table",
                "path": CSV_NAME,
                "format": "csv",
                "mediatype": "text/csv",
                "encoding": "utf-8",
                "bytes": entry["bytes"],
                "hash": f"sha256:{entry['sha256']}",
                "schema": {
                    "$schema": "https://datapackage.org/profiles/2.0/tableschema.json",
                    "fields": [_field(name) for name in COLUMNS],
                    "primaryKey": ["marque", "tvv"],
                    "missingValues": [""],
                },
            }
        ],
    }


def _field(name: str) -> dict[str, Any]:
    kind, meaning = COLUMNS[name]
    field: dict[str, Any] = {"name": name, "type": kind, "description": meaning}
    return field | ({"constraints": {"required": True}} if name in REQUIRED else {})


def json_object(
    head: Mapping[str, Any], lists: Mapping[str, Iterable[Mapping[str, Any]]]
) -> Iterator[bytes]:
    """Yield a JSON object, a member of a list a line: it is never whole in memory.

    Args:
        head: its first members.
        lists: its last ones, each a list of objects.
    """
    yield _json(head)[:-1]
    for name, rows in lists.items():
        yield b", " + _json(name) + b": ["
        before = b"\n "
        for row in rows:
            yield before + _json(row)
            before = b",\n "
        yield b"\n]"
    yield b"}\n"


def _json(value: object) -> bytes:
    return _encoder.encode(value).encode()


def _csv_line(cells: Sequence[str]) -> bytes:
    text = io.StringIO()
    csv.writer(text, lineterminator="\r\n").writerow(cells)
    return text.getvalue().encode()
