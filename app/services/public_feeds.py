"""The changes of the list as bytes: all of them; and the last as feeds, of all brands or one."""

from collections import defaultdict, deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final
from xml.sax.saxutils import escape, quoteattr

from app.domain.addresses import version_path
from app.domain.list_changes import Change
from app.queries.list_changes import changes
from app.services.public_contents import (
    BASIS,
    NOTICE,
    TITLE,
    change_sentence,
    change_title,
    public_change,
)
from app.services.public_lists import json_object

# The last changes that a feed tells; all of them are in changes.json.
LATEST: Final = 200
PAGE: Final = 2_000
JSON_FEED: Final = "https://jsonfeed.org/version/1.1"
ATOM: Final = "http://www.w3.org/2005/Atom"


@dataclass(slots=True)
class Latest:
    """The last changes of the list, all brands together and brand by brand.

    Attributes:
        all: the last ones, the oldest first.
        by_brand: the same by folded brand.
        names: a brand as it is written, by its folded form.
        last: the number of the last change; 0 before the first.
    """

    all: deque[Change] = field(default_factory=lambda: deque(maxlen=LATEST))
    by_brand: dict[str, deque[Change]] = field(
        default_factory=lambda: defaultdict(lambda: deque(maxlen=LATEST))
    )
    names: dict[str, str] = field(default_factory=dict)
    last: int = 0

    def add(self, change: Change) -> None:
        """Take one more change."""
        self.last = change.sequence
        self.all.append(change)
        for row in filter(None, (change.before, change.row)):
            brand = row.key[0]
            self.names[brand] = row.brand
            told = self.by_brand[brand]
            if not told or told[-1] is not change:
                told.append(change)


def every_change(latest: Latest) -> Iterator[Change]:
    """Yield the changes of the list by number, a page in memory at a time; *latest* keeps the last.

    Args:
        latest: takes each change on its way.
    """
    while page := changes(since=latest.last, most=PAGE):
        for change in page:
            latest.add(change)
            yield change


def all_changes(latest: Latest, base_url: str) -> Iterator[bytes]:
    """Yield the file of all the changes, by number; what was removed stays in it."""
    head = {"title": f"Changements de la liste : {_small(TITLE)}", "basis": BASIS, "notice": NOTICE}
    told = (public_change(change, base_url) for change in every_change(latest))
    return json_object(head, {"changes": told})


@dataclass(frozen=True, slots=True, kw_only=True)
class Feed:
    """One feed.

    Attributes:
        title: its title.
        path: its address from the root of the files, without its ending.
        changes: what it tells, the oldest first.
        base_url: the address of the portal.
        files_url: the address of the files.
    """

    title: str
    path: str
    changes: Sequence[Change]
    base_url: str
    files_url: str

    def as_json(self) -> Iterator[bytes]:
        """Yield it as a JSON Feed 1.1, the last change first."""
        head = {
            "version": JSON_FEED,
            "title": self.title,
            "home_page_url": f"{self.base_url}/",
            "feed_url": f"{self.files_url}/{self.path}.json",
            "description": f"{BASIS} {NOTICE}",
            "language": "fr",
        }
        return json_object(head, {"items": map(self._item, reversed(self.changes))})

    def _item(self, change: Change) -> Mapping[str, Any]:
        return {
            "id": _identifier(change),
            "url": self.base_url + version_path(change.row.tvv),
            "title": change_title(change),
            "content_text": change_sentence(change),
            "date_published": _instant(change),
            "tags": [change.row.brand],
        }

    def as_atom(self) -> Iterator[bytes]:
        """Yield it as Atom (RFC 4287), the last change first."""
        own = f"{self.files_url}/{self.path}.atom"
        updated = _instant(self.changes[-1]) if self.changes else "1970-01-01T00:00:00+00:00"
        yield (
            '<?xml version="1.0" encoding="utf-8"?>\n'
            f'<feed xmlns="{ATOM}" xml:lang="fr">\n'
            f"<title>{escape(self.title)}</title>\n"
            f"<subtitle>{escape(f'{BASIS} {NOTICE}')}</subtitle>\n"
            f"<id>{escape(own)}</id>\n"
            f"<updated>{updated}</updated>\n"
            "<author><name>Ministres chargés de la liste</name></author>\n"
            f'<link rel="self" type="application/atom+xml" href={quoteattr(own)}/>\n'
            f"<link href={quoteattr(self.base_url + '/')}/>\n"
        ).encode()
        for change in reversed(self.changes):
            yield self._entry(change)
        yield b"</feed>\n"

    def _entry(self, change: Change) -> bytes:
        page = self.base_url + version_path(change.row.tvv)
        return (
            "<entry>\n"
            f"<id>{escape(f'{self.files_url}/changes.json#{change.sequence}')}</id>\n"
            f"<title>{escape(change_title(change))}</title>\n"
            f"<updated>{_instant(change)}</updated>\n"
            f"<link href={quoteattr(page)}/>\n"
            f"<category term={quoteattr(change.row.brand)}/>\n"
            f"<content>{escape(change_sentence(change))}</content>\n"
            "</entry>\n"
        ).encode()


def feeds(latest: Latest, base_url: str, files_url: str) -> Iterator[Feed]:
    """Yield the feed of all the changes, then one a brand."""
    common = {"base_url": base_url, "files_url": files_url}
    yield Feed(
        title=f"Changements de la liste : {_small(TITLE)}",
        path="feed",
        changes=list(latest.all),
        **common,
    )
    for brand in sorted(latest.by_brand):
        yield Feed(
            title=f"{latest.names[brand]} : changements de la liste",
            path=f"feeds/{slug(brand)}",
            changes=list(latest.by_brand[brand]),
            **common,
        )


def slug(brand_key: str) -> str:
    """Return a folded brand as a part of an address; a brand without a letter has a dash."""
    return brand_key.replace(" ", "-") or "-"


def _identifier(change: Change) -> str:
    return f"{change.row.order.reference}/{change.row.position}"


def _instant(change: Change) -> str:
    return change.row.order.recorded_at.isoformat(timespec="seconds")


def _small(title: str) -> str:
    return f"{title[0].lower()}{title[1:]}"
