"""The public files: the list and its changes, for programs, written when something changed.

They are made from the orders alone and hold nothing of a dossier, least of all a score. The same
orders and the same day give the same bytes.
"""

import fcntl
import gzip
import hashlib
import os
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, Final

import brotli
from flask import current_app

from app.clock import Clock
from app.extensions import WRITING, db
from app.services.public_contents import as_json, public_contents

FILES: Final = ("versions.json", "versions.csv", "feed.json")
MANIFEST: Final = "manifest.json"
LOCK: Final = ".lock"
SUFFIXES: Final[Mapping[str, str]] = {"identity": "", "br": ".br", "gzip": ".gz"}
# Level 4 is faster than 11 and, on such a list, smaller.
BROTLI_QUALITY: Final = 4
READABLE: Final = 0o644


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
        contents = public_contents(current_app.config["BASE_URL"], clock=clock)
        manifest = as_json({"files": {name: _digest(body) for name, body in contents.items()}})
        if _is_published(folder, manifest):
            return False
        for name, body in contents.items():
            for suffix, variant in _variants(body):
                _write(folder / f"{name}{suffix}", variant)
        _sync(folder)
        _write(folder / MANIFEST, manifest)
        _sync(folder)
    return True


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
