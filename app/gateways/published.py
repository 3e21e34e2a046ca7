"""Where published files are read from, to verify them: a folder, or an address."""

import zlib
from collections.abc import Callable, Iterator
from http import HTTPStatus
from pathlib import Path
from typing import Final, Protocol, Self
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

import brotli

from app.gateways.releases import CURRENT, SNAPSHOTS, SUFFIXES

# What is kept whole in memory: a manifest, an index.
MOST_BYTES: Final = 40_000_000
SECONDS: Final = 30
PART: Final = 1 << 16
# Deflate within a gzip envelope.
GZIP_WINDOW: Final = 31


class NotReadError(Exception):
    """A file that is not there, or cannot be read; a sentence in French."""


class Published(Protocol):
    """Anything that gives the files of a publication.

    Attributes:
        exact: whether its compressed forms are those of the manifest to the byte; a server may
            compress otherwise what holds the same.
    """

    exact: bool

    def parts(self, name: str, encoding: str) -> Iterator[tuple[str, bytes]]:
        """Yield a file as it is sent to whoever asks for an encoding, with the one it has.

        Raises:
            NotReadError: it is not there.
        """

    def names(self) -> frozenset[str] | None:
        """Return the names of all the files; none when they cannot be listed."""

    def again(self) -> Self:
        """Return what is published now, perhaps another publication."""


class PublishedFolder:
    """Files of a release, or of the folder whose ``current`` leads to one.

    The release is found once: another put in place meanwhile is another publication.

    Args:
        root: the folder.
    """

    exact: bool = True

    def __init__(self, root: Path) -> None:
        self._asked = root
        self._root = (root / CURRENT if (root / CURRENT).is_dir() else root).resolve()

    def parts(self, name: str, encoding: str) -> Iterator[tuple[str, bytes]]:
        """Yield a file, or its compressed twin, a part at a time.

        Raises:
            NotReadError: it is not there.
        """
        try:
            with (self._root / f"{name}{SUFFIXES[encoding]}").open("rb") as file:
                while part := file.read(PART):
                    yield encoding, part
        except OSError as error:
            raise NotReadError(f"{name} : ce fichier manque ou ne peut pas être lu.") from error

    def names(self) -> frozenset[str]:
        """Return the names of all the files of the release, twins and snapshots included."""
        found = [path for path in self._root.rglob("*") if path.is_file()]
        snapshots = self._root / SNAPSHOTS
        if snapshots.is_symlink() and snapshots.is_dir():
            found += [path for path in snapshots.iterdir() if path not in found]
        return frozenset(path.relative_to(self._root).as_posix() for path in found)

    def again(self) -> Self:
        """Return the release that is in place now."""
        return type(self)(self._asked)


class PublishedAddress:
    """Files behind an address; what it answers is read a part at a time, and never elsewhere.

    Args:
        address: where the files are, such as ``https://exemple.fr/data``.
    """

    exact: bool = False

    def __init__(self, address: str) -> None:
        self._address = address.rstrip("/")
        self._opener = build_opener(_NoRedirect)
        if urlsplit(self._address).scheme not in {"http", "https"}:
            raise NotReadError(f"{address} : ce n’est pas une adresse http ou https.")

    def parts(self, name: str, encoding: str) -> Iterator[tuple[str, bytes]]:
        """Yield what is answered to whoever accepts an encoding; it may not be compressed.

        Raises:
            NotReadError: the address does not give it.
        """
        request = Request(  # noqa: S310 - http and https only
            f"{self._address}/{quote(name)}", headers={"Accept-Encoding": encoding}
        )
        try:
            with self._opener.open(request, timeout=SECONDS) as answer:
                used = answer.headers.get("Content-Encoding") or "identity"
                while part := answer.read(PART):
                    yield used, part
        except HTTPError as error:
            raise NotReadError(f"{name} : le serveur répond {error.code}.") from error
        except (URLError, OSError, ValueError) as error:
            raise NotReadError(f"{name} : l’adresse ne répond pas.") from error

    def names(self) -> None:
        """Return nothing: an address is not listed."""
        return

    def again(self) -> Self:
        """Return the same address: it is asked at each file."""
        return self


class _NoRedirect(HTTPRedirectHandler):
    def redirect_request(self, req, fp, code, msg, headers, newurl):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202, ARG002 - of urllib
        raise HTTPError(req.full_url, HTTPStatus(code), msg, headers, fp)


def read(published: Published, name: str, encoding: str = "identity") -> bytes:
    """Return a small file, whole, as it holds.

    Raises:
        NotReadError: it is not there, or is far too long.
    """
    found = bytearray()
    for part in held(published, name, encoding):
        found += part
        if len(found) > MOST_BYTES:
            raise NotReadError(f"{name} : ce fichier est bien trop long.")
    return bytes(found)


def held(
    published: Published, name: str, encoding: str, sent: Callable[[bytes], None] | None = None
) -> Iterator[bytes]:
    """Yield what a file holds, a part at a time.

    Args:
        published: where it is.
        name: the file.
        encoding: the form to ask for.
        sent: told each part as it was sent.

    Raises:
        NotReadError: it is not there, or its compressed form cannot be read.
    """
    open_: _Opened | None = None
    for used, part in published.parts(name, encoding):
        if sent:
            sent(part)
        open_ = open_ or _Opened(used, name)
        yield from open_.opened(part)
    if open_:
        open_.close()


class _Opened:
    """Opens what is compressed, a part at a time; whatever follows the end is refused."""

    def __init__(self, encoding: str, name: str) -> None:
        self._sentence = f"{name} : sa forme compressée ({encoding}) ne se lit pas."
        self._gzip = zlib.decompressobj(GZIP_WINDOW) if encoding == "gzip" else None
        self._brotli = brotli.Decompressor() if encoding == "br" else None
        if encoding not in SUFFIXES:
            raise NotReadError(self._sentence)

    def opened(self, part: bytes) -> Iterator[bytes]:
        try:
            if self._gzip:
                while part:
                    yield self._gzip.decompress(part, PART)
                    part = self._gzip.unconsumed_tail
                if self._gzip.unused_data:
                    raise NotReadError(self._sentence)
            elif self._brotli:
                yield self._brotli.process(part)
            else:
                yield part
        except (brotli.error, zlib.error) as error:
            raise NotReadError(self._sentence) from error

    def close(self) -> None:
        ended = self._gzip.eof if self._gzip else True
        if self._brotli:
            ended = self._brotli.is_finished()
        if not ended:
            raise NotReadError(self._sentence)
