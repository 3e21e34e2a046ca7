"""Keep the bytes of a document under their SHA-256 digest, and give them back.

A file is received under a temporary name, checked by the caller, then kept *before* the row that
names it is committed: a row never points to bytes that are not on the disk. A process killed in
between leaves a temporary file or an unnamed kept file, never a promise without its bytes.
"""

import hashlib
import os
import re
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import BinaryIO, Protocol

from app.domain.file_errors import EmptyFileError, FileMissingError, FileTooLargeError

CHUNK_BYTES = 64 * 1024
_DIGEST = re.compile(r"[0-9a-f]{64}", re.ASCII)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReceivedFile:
    """A file received and not kept yet.

    Attributes:
        path: where its bytes wait, to be checked.
        digest: SHA-256 of the bytes, 64 lower-case hexadecimal digits.
        size: number of bytes.
    """

    path: Path
    digest: str
    size: int


class Files(Protocol):
    """What any store of documents does, on a local disk or elsewhere."""

    def receive(self, stream: BinaryIO, *, limit_bytes: int) -> ReceivedFile:
        """Take in a stream, up to *limit_bytes* bytes."""

    def keep(self, received: ReceivedFile) -> None:
        """Make the bytes durable under their digest; to be called before the commit."""

    def discard(self, received: ReceivedFile) -> None:
        """Forget a file that was received and will not be kept."""

    def open(self, digest: str) -> BinaryIO:
        """Give back the bytes of a kept file."""

    def verify(self, digest: str) -> bool:
        """Tell whether the kept bytes are there and still have that digest."""

    def sweep(self, older_than: datetime) -> int:
        """Remove what was received before that instant and never kept; return how many."""

    def sweep_unnamed(self, older_than: datetime, *, named: Callable[[str], bool]) -> int:
        """Remove what was kept before that instant and that no row names; return how many."""


class LocalFiles:
    """The store on a local disk, under one folder readable by the portal alone.

    Args:
        root: folder of the store; ``incoming/`` holds what is being received, ``ab/cd/`` what is
            kept.
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        self.incoming = root / "incoming"
        _private_folder(self.root)
        _private_folder(self.incoming)

    def receive(self, stream: BinaryIO, *, limit_bytes: int) -> ReceivedFile:
        """Write *stream* to a temporary file while counting and hashing it.

        Raises:
            FileTooLargeError: more than *limit_bytes* bytes came.
            EmptyFileError: no byte came.
        """
        # mkstemp gives a name nobody can foresee and the permissions 0o600.
        handle, name = tempfile.mkstemp(dir=self.incoming, prefix="received-")
        path = Path(name)
        digest, size = hashlib.sha256(), 0
        try:
            with os.fdopen(handle, "wb") as file:
                while chunk := stream.read(CHUNK_BYTES):
                    size += len(chunk)
                    if size > limit_bytes:
                        raise FileTooLargeError(limit_bytes)  # noqa: TRY301 - one clean-up for all
                    digest.update(chunk)
                    file.write(chunk)
            if not size:
                raise EmptyFileError  # noqa: TRY301 - one clean-up for all
        except BaseException:
            # Also when the sender hangs up or the disk is full: nothing half received stays.
            path.unlink(missing_ok=True)
            raise
        return ReceivedFile(path=path, digest=digest.hexdigest(), size=size)

    def keep(self, received: ReceivedFile) -> None:
        """Move the received bytes under their digest, durably: file, name, then folders.

        Keeping twice the same bytes, or the same received file again, changes nothing.

        Raises:
            FileMissingError: the received file is no longer there and was never kept.
        """
        target = self._path(received.digest)
        for folder in (target.parent.parent, target.parent):
            _private_folder(folder)
        if self.verify(received.digest):
            os.utime(target)  # kept again just now: the sweep of what nobody names leaves it
            received.path.unlink(missing_ok=True)
        else:
            # Absent, or damaged: only then is something overwritten. Two keepers of one digest
            # at once are harmless, since both bring the same bytes.
            try:
                _sync(received.path)
                received.path.replace(target)
            except FileNotFoundError as error:
                raise FileMissingError from error
        for folder in (target.parent, target.parent.parent, self.root):
            _sync(folder)

    def discard(self, received: ReceivedFile) -> None:
        """Remove a received file; one that was kept, or is already gone, is left alone."""
        received.path.unlink(missing_ok=True)

    def open(self, digest: str) -> BinaryIO:
        """Open a kept file for reading.

        Raises:
            FileMissingError: nothing is kept under that digest.
            ValueError: *digest* is not a SHA-256 digest.
        """
        try:
            return self._path(digest).open("rb")
        except FileNotFoundError as error:
            raise FileMissingError from error

    def verify(self, digest: str) -> bool:
        """Tell whether the kept bytes are there and still hash to *digest*.

        Raises:
            ValueError: *digest* is not a SHA-256 digest.
        """
        try:
            with self._path(digest).open("rb") as file:
                return hashlib.file_digest(file, "sha256").hexdigest() == digest
        except FileNotFoundError:
            return False

    def sweep(self, older_than: datetime) -> int:
        """Remove received files last written before *older_than*; return how many.

        Raises:
            ValueError: *older_than* has no time zone.
        """
        if older_than.tzinfo is None:
            raise ValueError("An instant carries its time zone.")
        removed = 0
        for path in self.incoming.iterdir():
            try:
                if path.stat().st_mtime < older_than.timestamp():
                    path.unlink()
                    removed += 1
            except FileNotFoundError:
                continue  # kept, discarded or swept by another process meanwhile
        return removed

    def sweep_unnamed(self, older_than: datetime, *, named: Callable[[str], bool]) -> int:
        """Remove kept files that no row names and that nobody kept since; return how many.

        Args:
            older_than: leave alone what was kept, even again, since that instant.
            named: tells whether a row names a digest.
        """
        aside = self.root / "aside"
        _private_folder(aside)
        removed = 0
        for path in self.root.glob("[0-9a-f][0-9a-f]/[0-9a-f][0-9a-f]/*"):
            if path.stat().st_mtime >= older_than.timestamp() or named(path.name):
                continue
            moved = aside / path.name
            path.replace(moved)
            # Somebody may have kept the same bytes between the question and the move.
            if moved.stat().st_mtime >= older_than.timestamp():
                moved.replace(path)
            else:
                moved.unlink()
                removed += 1
        return removed

    def _path(self, digest: str) -> Path:
        """Return where *digest* is kept; anything but a digest could point outside the store."""
        if not _DIGEST.fullmatch(digest):
            raise ValueError("A digest has 64 lower-case hexadecimal digits.")
        return self.root / digest[:2] / digest[2:4] / digest


def _private_folder(folder: Path) -> None:
    """Create *folder* for the portal alone, parents included."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)


def _sync(path: Path) -> None:
    """Wait until a file, or the names in a folder, are on the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
