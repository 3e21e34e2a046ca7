"""The published files, served before the application: no session, nothing computed.

What a web server would send of the same folder (docs/nginx.conf): the same bytes, the same tags.
"""

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from email.utils import formatdate, parsedate_to_datetime
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from werkzeug.http import parse_accept_header, parse_etags
from werkzeug.wsgi import FileWrapper

if TYPE_CHECKING:
    from _typeshed.wsgi import StartResponse, WSGIApplication, WSGIEnvironment

from app.gateways.releases import CURRENT, SNAPSHOTS, SUFFIXES

# Of the instance.
FOLDER: Final = "public"
PREFIX: Final = "/data/"
# An address that was given before the others.
ELSEWHERE: Final[Mapping[str, str]] = MappingProxyType({"/feed.json": "feed.json"})
TYPES: Final[Mapping[str, str]] = MappingProxyType(
    {
        ".json": "application/json",
        ".csv": "text/csv; charset=utf-8",
        ".atom": "application/atom+xml; charset=utf-8",
        ".jws": "application/jose",
    }
)
JSON_FEED: Final = "application/feed+json"
FEEDS: Final = "feeds/"
HEADERS: Final = (
    ("Cache-Control", "public, max-age=60, stale-while-revalidate=600"),
    ("Access-Control-Allow-Origin", "*"),
    ("Access-Control-Expose-Headers", "ETag"),
    ("Cross-Origin-Resource-Policy", "cross-origin"),
    ("Vary", "Accept-Encoding"),
    ("X-Content-Type-Options", "nosniff"),
)
READERS: Final = frozenset({"GET", "HEAD"})
# Larger bodies are read from the disk at each request.
KEPT_BYTES: Final = 2_000_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """One file in one encoding, ready to be sent.

    Attributes:
        path: where it is.
        size: its bytes.
        tag: its strong tag, quotes included: the time and the size of the file, as nginx makes it.
        modified: its time, in whole seconds.
        headers: what goes with it.
        body: its bytes; none when they are read from the disk.
    """

    path: str
    size: int
    tag: str
    modified: int
    headers: tuple[tuple[str, str], ...]
    body: bytes | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """The release in place, and what was read of it.

    Attributes:
        seen: the inode and the change of the link that leads to it.
        release: its folder.
        held: its files, by name and encoding.
    """

    seen: tuple[int, int]
    release: Path
    held: dict[tuple[str, str], Held]


class PublicFiles:
    """Serves the files of the release in place; everything else goes to the application.

    Args:
        application: what answers the rest, and the files before the first publication.
        folder: the folder of the releases.
    """

    def __init__(self, application: "WSGIApplication", folder: Path) -> None:
        self._application = application
        self._current = str(folder / CURRENT)
        self._place = Place(seen=(0, 0), release=folder, held={})

    def __call__(
        self, environ: "WSGIEnvironment", start_response: "StartResponse"
    ) -> Iterable[bytes]:
        """Answer a request."""
        name = named(environ["PATH_INFO"])
        if name and environ["REQUEST_METHOD"] in READERS:
            held = self._find(name, encoding_of(environ.get("HTTP_ACCEPT_ENCODING", "")))
            if held is not None:
                return _send(held, environ, start_response)
        return self._application(environ, start_response)

    def _find(self, name: str, encoding: str) -> Held | None:
        try:
            found = os.stat(self._current)  # noqa: PTH116 - at every request
        except OSError:
            return None
        seen, place, key = (found.st_ino, found.st_ctime_ns), self._place, (name, encoding)
        if seen != place.seen:
            # Taken and left whole: another thread sees one release or the other.
            place = Place(seen=seen, release=Path(self._current).resolve(), held={})
            self._place = place
        kept = place.held.get(key)
        if kept is None:
            kept = _read(place.release, name, encoding) or _read(place.release, name, "identity")
            # The snapshots of all times would fill the memory, and are seldom read.
            if kept is not None and not name.startswith(f"{SNAPSHOTS}/"):
                place.held[key] = kept
        return kept


def named(path: str) -> str:
    """Return the name of the file that an address asks for; empty when it asks for none."""
    if path in ELSEWHERE:
        return ELSEWHERE[path]
    name = path[len(PREFIX) :] if path.startswith(PREFIX) else ""
    return "" if ".." in name or "\0" in name or name.startswith(("/", ".")) else name


def encoding_of(accepted: str) -> str:
    """Return what a caller prefers; brotli, then gzip, among what it likes as much."""
    if accepted in FAST:
        return FAST[accepted]
    values = parse_accept_header(accepted)
    asked = {value for value, _ in values}
    plain = values["identity"] if "identity" in asked else 0
    best = max(("br", "gzip"), key=lambda name: values[name])
    return best if values[best] > 0 and values[best] >= plain else "identity"


# What browsers and programs nearly always send.
FAST: Final[Mapping[str, str]] = MappingProxyType(
    {
        "": "identity",
        "identity": "identity",
        "br": "br",
        "gzip": "gzip",
        "gzip, deflate": "gzip",
        "gzip, deflate, br": "br",
        "gzip, deflate, br, zstd": "br",
    }
)


def _read(release: Path, name: str, encoding: str) -> Held | None:
    path = release / f"{name}{SUFFIXES[encoding]}"
    try:
        found = path.stat()
        body = path.read_bytes() if found.st_size <= KEPT_BYTES else None
    except OSError:
        return None
    modified = int(found.st_mtime)
    tag = f'"{modified:x}-{found.st_size:x}"'
    encoded = () if encoding == "identity" else (("Content-Encoding", encoding),)
    return Held(
        path=str(path),
        size=found.st_size,
        tag=tag,
        modified=modified,
        headers=(
            ("Content-Type", content_type(name)),
            *encoded,
            ("ETag", tag),
            ("Last-Modified", formatdate(modified, usegmt=True)),
            *HEADERS,
        ),
        body=body,
    )


def content_type(name: str) -> str:
    """Return the media type of a file of the list."""
    if name == "feed.json" or (name.startswith(FEEDS) and name.endswith(".json")):
        return JSON_FEED
    return TYPES.get(Path(name).suffix, "application/octet-stream")


def _send(
    held: Held, environ: "WSGIEnvironment", start_response: "StartResponse"
) -> Iterable[bytes]:
    if _is_known(held, environ):
        known = [one for one in held.headers if one[0] not in {"Content-Type", "Content-Encoding"}]
        start_response("304 Not Modified", known)
        return []
    start_response("200 OK", [*held.headers, ("Content-Length", str(held.size))])
    if environ["REQUEST_METHOD"] == "HEAD":
        return []
    if held.body is not None:
        return [held.body]
    wrapper: Any = environ.get("wsgi.file_wrapper", FileWrapper)
    return wrapper(open(held.path, "rb"))  # type: ignore[no-any-return]  # noqa: PTH123 - the server closes it


def _is_known(held: Held, environ: "WSGIEnvironment") -> bool:
    """Tell whether the caller has these very bytes (RFC 9110, 13.2.2)."""
    tags = environ.get("HTTP_IF_NONE_MATCH")
    if tags is not None:
        return tags == held.tag or parse_etags(tags).contains_weak(held.tag.strip('"'))
    since = environ.get("HTTP_IF_MODIFIED_SINCE")
    if since is None:
        return False
    try:
        return parsedate_to_datetime(since).timestamp() >= held.modified
    except (ValueError, TypeError, OverflowError):
        return False
