"""Verify published files as whoever uses them would: signature, number, every byte."""

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from app.gateways.published import NotReadError, Published, held, read
from app.gateways.releases import SNAPSHOTS as SNAPSHOT_FOLDER
from app.gateways.releases import SUFFIXES
from app.gateways.signing import SignatureError, verified
from app.services.publication import MANIFEST, SIGNED, SNAPSHOTS

# Deflate, no name, no date, made on a Unix: a header could be altered without what it holds.
GZIP_HEADER: Final = bytes.fromhex("1f8b0800000000000003")
COMPRESSED: Final = tuple(name for name, suffix in SUFFIXES.items() if suffix)
LATER: Final = re.compile(
    rf"{SNAPSHOT_FOLDER}/\d{{4}}-\d\d-\d\d-(\d{{6,}})\.(?:json|csv)(?:\.br|\.gz)?"
)
# A list may be published while another is being verified; not that often.
TRIES: Final = 3


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
    """Verify a publication, no file but its manifest and its index whole in memory.

    In a folder each file, its twins and its snapshots are those of the manifest to the byte, and
    there is no other. At an address, what a server compresses may differ, not what it holds. A
    publication made meanwhile is verified in its turn.

    Args:
        published: its files.
        keys: the public keys that are trusted, as a JWK set.
        after: the last number that was seen; an older publication is refused.

    Raises:
        FeedRefusedError: an altered byte, an older number, an unknown key, a missing or a surplus
            file.
    """
    for _ in range(TRIES):
        signed = _signature(published)
        try:
            return _checked(published, keys=keys, after=after)
        except FeedRefusedError:
            published = published.again()
            if _signature(published) == signed:
                raise
    raise FeedRefusedError("La liste a été publiée plusieurs fois pendant sa vérification.")


def _signature(published: Published) -> bytes:
    try:
        return read(published, SIGNED)
    except NotReadError:
        return b""


def _checked(published: Published, *, keys: Mapping[str, Any], after: int) -> Verified:
    try:
        body = read(published, MANIFEST)
        if verified(read(published, SIGNED), keys) != body:
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
            _check_own_twins(published, name)
    except (NotReadError, SignatureError) as error:
        raise FeedRefusedError(str(error)) from error
    told = {
        f"{name}{suffix}" for name in (*files, MANIFEST, SIGNED) for suffix in SUFFIXES.values()
    }
    surplus = (published.names() or frozenset()) - told
    if unknown := [name for name in surplus if not _is_later(name, manifest["sequence"])]:
        raise FeedRefusedError(f"{min(unknown)} : ce fichier n’est pas au manifeste.")
    return Verified(sequence=manifest["sequence"], date=manifest["date"], files=len(files))


def _is_later(name: str, sequence: int) -> bool:
    """Tell whether a file is a snapshot of a later publication: all of them share a folder."""
    found = LATER.fullmatch(name)
    return found is not None and int(found[1]) > sequence


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
    for one in json.loads(read(published, SNAPSHOTS))["snapshots"]:
        for name, entry in one["files"].items():
            yield f"{SNAPSHOT_FOLDER}/{name}", entry


def _check_file(published: Published, name: str, entry: Mapping[str, Any]) -> None:
    """Check a file and what is sent of it compressed, whose digests are in the manifest."""
    for encoding in SUFFIXES:
        sent, found = _Digest(), _Digest()
        for part in held(published, name, encoding, sent.add):
            found.add(part)
            if found.size > entry["bytes"]:
                break
        right = found.says(entry)
        if right and published.exact and encoding in COMPRESSED and encoding in entry:
            right = sent.says(entry[encoding])
        if not right and encoding in COMPRESSED:
            raise FeedRefusedError(f"{name} : sa forme compressée ({encoding}) dit autre chose.")
        if not right:
            raise FeedRefusedError(f"{name} : ce ne sont pas les octets que dit le manifeste.")


def _check_own_twins(published: Published, name: str) -> None:
    """Check the twins of the manifest and of its signature, which nothing else vouches for."""
    body = read(published, name)
    for encoding in COMPRESSED:
        first = b"".join(part for _, part in published.parts(name, encoding))[: len(GZIP_HEADER)]
        right = read(published, name, encoding) == body
        if published.exact and encoding == "gzip":
            right = right and first == GZIP_HEADER
        if not right:
            raise FeedRefusedError(f"{name} : sa forme compressée ({encoding}) dit autre chose.")


class _Digest:
    """The digest and the size of what is read, a part at a time."""

    def __init__(self) -> None:
        self._digest = hashlib.sha256()
        self.size = 0

    def add(self, part: bytes) -> None:
        self._digest.update(part)
        self.size += len(part)

    def says(self, entry: Mapping[str, Any]) -> bool:
        return (self._digest.hexdigest(), self.size) == (entry["sha256"], entry["bytes"])
