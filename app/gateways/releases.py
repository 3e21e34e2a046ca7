"""A folder of files that a web server can serve alone: made aside, then put in place at once."""

import fcntl
import hashlib
import os
import shutil
import tempfile
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, Self

import brotli

CURRENT: Final = "current"
RELEASES: Final = "releases"
SNAPSHOTS: Final = "snapshots"
LOCK: Final = ".lock"
SUFFIXES: Final[Mapping[str, str]] = MappingProxyType({"identity": "", "br": ".br", "gzip": ".gz"})
# Level 4 is faster than 11 and, on such a list, smaller.
BROTLI_QUALITY: Final = 4
GZIP_LEVEL: Final = 6
# Deflate within a gzip envelope, whose date stays zero: the same bytes make the same file.
GZIP_WINDOW: Final = 31
PART: Final = 1 << 18
# Older releases are kept for whoever began to read them.
KEPT: Final = 3
# Where the first publications put their files: beside what is served now.
FLAT: Final = ("versions.json", "versions.csv", "feed.json")
READABLE: Final = 0o644
CROSSED: Final = 0o755


def _gzipped(body: bytes, level: int) -> bytes:
    compressor = zlib.compressobj(level, zlib.DEFLATED, GZIP_WINDOW)
    return compressor.compress(body) + compressor.flush()


# Other ways to compress the same bytes, for the rare file of which two forms are of one size.
OTHERWISE: Final[Mapping[str, tuple[Callable[[bytes], bytes], ...]]] = MappingProxyType(
    {
        "br": tuple(
            partial(brotli.compress, quality=quality) for quality in (5, 9, 11, 3, 2, 1, 0)
        ),
        "gzip": tuple(partial(_gzipped, level=level) for level in (9, 5, 3, 1, 0)),
    }
)


class Release:
    """One release on its way: each file with its compressed twins and its digest.

    Attributes:
        path: its folder.
        entries: ``sha256`` and ``bytes`` of each file, by its name, and of its twins within.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.entries: dict[str, dict[str, Any]] = {}

    def write(self, name: str, parts: Iterable[bytes]) -> None:
        """Write a file and its twins, a part in memory at a time."""
        target = self.path / name
        target.parent.mkdir(parents=True, exist_ok=True)
        to_brotli = brotli.Compressor(quality=BROTLI_QUALITY)
        to_gzip = zlib.compressobj(GZIP_LEVEL, zlib.DEFLATED, GZIP_WINDOW)
        with ExitStack() as stack:
            plain, light, known = (
                stack.enter_context(_Written(target.with_name(target.name + suffix)))
                for suffix in SUFFIXES.values()
            )
            for part in _gathered(parts):
                plain.write(part)
                light.write(to_brotli.process(part))
                known.write(to_gzip.compress(part))
            light.write(to_brotli.finish())
            known.write(to_gzip.flush())
        self.entries[name] = {**plain.entry, "br": light.entry, "gzip": known.entry}
        self._tell_apart(name)

    def _tell_apart(self, name: str) -> None:
        """Make the three sizes of a file differ: with the time, they are all that its tags hold."""
        entry, target = self.entries[name], self.path / name
        taken = {entry["bytes"]}
        for encoding, ways in OTHERWISE.items():
            others = iter(ways)
            while entry[encoding]["bytes"] in taken:
                body = next(others)(target.read_bytes())
                with _Written(target.with_name(target.name + SUFFIXES[encoding])) as twin:
                    twin.write(body)
                entry[encoding] = twin.entry
            taken.add(entry[encoding]["bytes"])

    def finish(self, seconds: int) -> None:
        """Let everybody read the files, and give them one time.

        With the size of each, it makes the tag that servers send.
        """
        for path in self.path.rglob("*"):
            path.chmod(CROSSED if path.is_dir() else READABLE)
            os.utime(path, (seconds, seconds))


class ReleaseFolder:
    """Where releases are: ``current`` leads to the one that is served.

    A reader that opens ``current`` once reads one release. ``snapshots`` is common to all of them.

    Args:
        root: the folder; made when absent.
    """

    def __init__(self, root: Path) -> None:
        self._root = root

    @property
    def current(self) -> Path:
        """The release that is served; it may not be there yet."""
        return self._root / CURRENT

    @property
    def snapshots(self) -> Path:
        """What never changes once written."""
        return self._root / SNAPSHOTS

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Make two processes pass one after the other."""
        for folder in (self._root, self._root / RELEASES, self.snapshots):
            folder.mkdir(parents=True, exist_ok=True)
            folder.chmod(CROSSED)
        with (self._root / LOCK).open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    @contextmanager
    def prepared(self) -> Iterator[Release]:
        """Give an empty release to fill; what is not put in place is left nowhere."""
        path = Path(tempfile.mkdtemp(dir=self._root / RELEASES, prefix=".new-"))
        path.chmod(CROSSED)
        try:
            yield Release(path)
        finally:
            shutil.rmtree(path, ignore_errors=True)

    def put_in_place(self, release: Release, name: str) -> None:
        """Serve a release from now on, all of it at once, and sweep the oldest ones."""
        (release.path / SNAPSHOTS).symlink_to(Path("..", "..", SNAPSHOTS))
        target = self._root / RELEASES / name
        if target.exists():  # what a broken run left, or a release that lost a file
            shutil.rmtree(target)
        release.path.rename(target)
        _sync(target.parent)
        draft = self._root / f".{CURRENT}"
        draft.unlink(missing_ok=True)
        draft.symlink_to(Path(RELEASES, name))
        draft.replace(self.current)
        for flat in FLAT:
            for suffix in SUFFIXES.values():
                (self._root / f"{flat}{suffix}").unlink(missing_ok=True)
        _sync(self._root)
        self._sweep(name)

    def keep_snapshot(self, release: Release, name: str, snapshot: str) -> None:
        """Keep a file of a release, with its twins, under a name that is never written again."""
        for suffix in SUFFIXES.values():
            target = self.snapshots / f"{snapshot}{suffix}"
            if not target.exists():
                target.hardlink_to(release.path / f"{name}{suffix}")

    def _sweep(self, served: str) -> None:
        found = sorted(path.name for path in (self._root / RELEASES).iterdir())
        old = [name for name in found if name != served and not name.startswith(".")]
        broken = [name for name in found if name.startswith(".")]
        for name in old[: max(0, len(old) - KEPT + 1)] + broken:
            shutil.rmtree(self._root / RELEASES / name, ignore_errors=True)


def _gathered(parts: Iterable[bytes]) -> Iterator[bytes]:
    """Yield the same bytes in larger parts: a compressor called for each line would be slow."""
    waiting = bytearray()
    for part in parts:
        waiting += part
        if len(waiting) >= PART:
            yield bytes(waiting)
            waiting.clear()
    yield bytes(waiting)


class _Written:
    """A file on its way to the disk, with its digest and its size."""

    def __init__(self, path: Path) -> None:
        self._file = path.open("wb")
        self._digest = hashlib.sha256()
        self._size = 0

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._file.flush()
        os.fsync(self._file.fileno())
        self._file.close()

    def write(self, part: bytes) -> None:
        self._digest.update(part)
        self._size += len(part)
        self._file.write(part)

    @property
    def entry(self) -> dict[str, Any]:
        return {"sha256": self._digest.hexdigest(), "bytes": self._size}


def _sync(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
