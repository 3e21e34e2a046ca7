"""Where published files are read from, to verify them: a folder, or an address."""

import gzip
import zlib
from http import HTTPStatus
from pathlib import Path
from typing import Final, Protocol
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

import brotli

from app.gateways.releases import SNAPSHOTS, SUFFIXES

# A list ten times as long as all that were ever published.
MOST_BYTES: Final = 300_000_000
SECONDS: Final = 30


class NotReadError(Exception):
    """A file that is not there, or cannot be read; a sentence in French."""


class Published(Protocol):
    """Anything that gives the files of a publication."""

    def read(self, name: str) -> bytes:
        """Return a file, or raise ``NotReadError``."""

    def encoded(self, name: str, encoding: str) -> tuple[bytes, str]:
        """Return a file as it is sent to whoever asks for an encoding, and the encoding it has."""

    def names(self) -> frozenset[str] | None:
        """Return the names of all the files, twins apart; none when they cannot be listed."""


class PublishedFolder:
    """Files of a release, or of the folder whose ``current`` leads to one.

    Args:
        root: the folder.
    """

    def __init__(self, root: Path) -> None:
        self._root = root / "current" if (root / "current").is_dir() else root

    def read(self, name: str) -> bytes:
        """Return a file.

        Raises:
            NotReadError: it is not there.
        """
        try:
            return (self._root / name).read_bytes()
        except OSError as error:
            raise NotReadError(f"{name} : ce fichier manque ou ne peut pas être lu.") from error

    def encoded(self, name: str, encoding: str) -> tuple[bytes, str]:
        """Return a compressed twin.

        Raises:
            NotReadError: it is not there.
        """
        return self.read(f"{name}{SUFFIXES[encoding]}"), encoding

    def names(self) -> frozenset[str]:
        """Return the names of all the files of the release, twins apart."""
        found = (path for path in self._root.rglob("*") if path.is_file())
        named = (path.relative_to(self._root).as_posix() for path in found)
        return frozenset(
            name
            for name in named
            if not name.endswith((".br", ".gz")) and not name.startswith(f"{SNAPSHOTS}/")
        )


class PublishedAddress:
    """Files behind an address; what it answers is read up to a size, and never elsewhere.

    Args:
        address: where the files are, such as ``https://exemple.fr/data``.
    """

    def __init__(self, address: str) -> None:
        self._address = address.rstrip("/")
        self._opener = build_opener(_NoRedirect)
        if urlsplit(self._address).scheme not in {"http", "https"}:
            raise NotReadError(f"{address} : ce n’est pas une adresse http ou https.")

    def read(self, name: str) -> bytes:
        """Return a file.

        Raises:
            NotReadError: the address does not give it.
        """
        return self._ask(name, "identity")[0]

    def encoded(self, name: str, encoding: str) -> tuple[bytes, str]:
        """Return what is answered to whoever accepts an encoding; it may not be compressed.

        Raises:
            NotReadError: the address does not give it.
        """
        return self._ask(name, encoding)

    def names(self) -> None:
        """Return nothing: an address is not listed."""
        return

    def _ask(self, name: str, encoding: str) -> tuple[bytes, str]:
        request = Request(  # noqa: S310 - http and https only
            f"{self._address}/{quote(name)}", headers={"Accept-Encoding": encoding}
        )
        try:
            with self._opener.open(request, timeout=SECONDS) as answer:
                body = answer.read(MOST_BYTES + 1)
                used = answer.headers.get("Content-Encoding") or "identity"
        except HTTPError as error:
            raise NotReadError(f"{name} : le serveur répond {error.code}.") from error
        except (URLError, OSError, ValueError) as error:
            raise NotReadError(f"{name} : l’adresse ne répond pas.") from error
        if len(body) > MOST_BYTES:
            raise NotReadError(f"{name} : ce fichier est bien trop long.")
        return body, used


class _NoRedirect(HTTPRedirectHandler):
    def redirect_request(self, req, fp, code, msg, headers, newurl):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202, ARG002 - of urllib
        raise HTTPError(req.full_url, HTTPStatus(code), msg, headers, fp)


def decoded(body: bytes, encoding: str, name: str) -> bytes:
    """Return what a compressed file holds.

    Raises:
        NotReadError: it is no such file.
    """
    if encoding == "identity":
        return body
    try:
        if encoding == "br":
            return bytes(brotli.decompress(body))
        return gzip.decompress(body)
    except (brotli.error, OSError, EOFError, zlib.error) as error:
        raise NotReadError(f"{name} : sa forme compressée ({encoding}) ne se lit pas.") from error
