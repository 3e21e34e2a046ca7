"""Verify published files as whoever uses them would: signature, number, every byte."""

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from app.gateways.published import NotReadError, Published, decoded
from app.gateways.releases import SNAPSHOTS as SNAPSHOT_FOLDER
from app.gateways.releases import SUFFIXES
from app.gateways.signing import SignatureError, verified
from app.services.publication import MANIFEST, SIGNED, SNAPSHOTS

# Deflate, no name, no date, made on a Unix.
GZIP_HEADER: Final = bytes.fromhex("1f8b0800000000000003")
COMPRESSED: Final = tuple(name for name, suffix in SUFFIXES.items() if suffix)


class FeedRefusedError(Exception):
    """What is wrong with published files; a sentence in French."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Verified:
    """Published files that hold.

    Attributes:
        sequence: the number of the publication.
        date: its instant, as written.
        files: how many files were verified, snapshots included.
    """

    sequence: int
    date: str
    files: int


def check_feed(published: Published, *, keys: Mapping[str, Any], after: int = 0) -> Verified:
    """Verify a publication.

    Args:
        published: its files.
        keys: the public keys that are trusted, as a JWK set.
        after: the last number that was seen; an older publication is refused.

    Raises:
        FeedRefusedError: an altered byte, an older number, an unknown key, a missing or a surplus
            file.
    """
    try:
        body = published.read(MANIFEST)
        if verified(published.read(SIGNED), keys) != body:
            raise FeedRefusedError(f"{MANIFEST} : ce n’est pas celui qui a été signé.")
        manifest = _manifest(body)
        if manifest["sequence"] < after:
            raise FeedRefusedError(
                f"La publication n° {manifest['sequence']} est plus ancienne que celle qui a été"
                f" vue (n° {after})."
            )
        files = dict(manifest["files"]) | dict(_snapshots(published, manifest))
        for name, entry in files.items():
            _check_file(published, name, entry)
        for name in (MANIFEST, SIGNED):
            _check_twins(published, name, published.read(name), {})
    except (NotReadError, SignatureError) as error:
        raise FeedRefusedError(str(error)) from error
    surplus = (published.names() or frozenset()) - {*manifest["files"], MANIFEST, SIGNED}
    if surplus:
        raise FeedRefusedError(f"{min(surplus)} : ce fichier n’est pas au manifeste.")
    return Verified(sequence=manifest["sequence"], date=manifest["date"], files=len(files))


def _manifest(body: bytes) -> dict[str, Any]:
    try:
        found: dict[str, Any] = json.loads(body)
        if isinstance(found["sequence"], int) and isinstance(found["date"], str):
            for entry in found["files"].values():
                _ = (str(entry["sha256"]), int(entry["bytes"]))
            return found
    except (ValueError, KeyError, TypeError, AttributeError):
        pass
    raise FeedRefusedError(f"{MANIFEST} : il n’a pas la forme d’un manifeste.")


def _snapshots(
    published: Published, manifest: Mapping[str, Any]
) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the snapshots that the index names, which the manifest vouches for."""
    _check_file(published, SNAPSHOTS, manifest["files"][SNAPSHOTS])
    for one in json.loads(published.read(SNAPSHOTS))["snapshots"]:
        for name, entry in one["files"].items():
            yield f"{SNAPSHOT_FOLDER}/{name}", entry


def _check_file(published: Published, name: str, entry: Mapping[str, Any]) -> None:
    body = published.read(name)
    if len(body) != entry["bytes"] or hashlib.sha256(body).hexdigest() != entry["sha256"]:
        raise FeedRefusedError(f"{name} : ce ne sont pas les octets que dit le manifeste.")
    _check_twins(published, name, body, entry)


def _check_twins(published: Published, name: str, body: bytes, entry: Mapping[str, Any]) -> None:
    """Check what is sent compressed; the twins of the manifest itself are vouched for by nothing.

    A gzip header could be altered without altering what it holds: ours has one form.
    """
    for encoding in COMPRESSED:
        sent, used = published.encoded(name, encoding)
        right = decoded(sent, used, name) == body
        if used in entry:
            right = right and hashlib.sha256(sent).hexdigest() == entry[used]["sha256"]
        elif used == "gzip":
            right = right and sent.startswith(GZIP_HEADER)
        if not right:
            raise FeedRefusedError(f"{name} : sa forme compressée ({used}) dit autre chose.")
