import hashlib
import io
import os
import signal
import stat
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from app.domain.file_errors import EmptyFileError, FileMissingError, FileTooLargeError
from app.gateways.files import CHUNK_BYTES, LocalFiles, ReceivedFile

ROOT = Path(__file__).resolve().parents[2]
LIMIT = 1_000_000


@pytest.fixture
def files(tmp_path):
    return LocalFiles(tmp_path / "documents")


def receive(files, content, limit_bytes=LIMIT):
    return files.receive(io.BytesIO(content), limit_bytes=limit_bytes)


def waiting(files):
    return sorted(files.incoming.iterdir())


def kept(files):
    return [p for p in files.root.rglob("*") if p.is_file() and p.parent != files.incoming]


def test_a_kept_file_is_given_back_bit_for_bit(files):
    content = os.urandom(3 * CHUNK_BYTES + 17)
    received = receive(files, content)
    files.keep(received)
    with files.open(hashlib.sha256(content).hexdigest()) as file:
        assert file.read() == content
    assert received.size == len(content)


def test_keeping_leaves_one_file_under_its_digest_and_nothing_waiting(files):
    received = receive(files, b"essai")
    files.keep(received)
    digest = hashlib.sha256(b"essai").hexdigest()
    assert kept(files) == [files.root / digest[:2] / digest[2:4] / digest]
    assert waiting(files) == []
    assert files.verify(digest)


def test_nothing_is_kept_before_it_is_asked(files):
    received = receive(files, b"essai")
    assert kept(files) == []
    assert waiting(files) == [received.path]
    assert not files.verify(received.digest)


def test_the_same_bytes_sent_twice_are_kept_once(files):
    first, second = receive(files, b"essai"), receive(files, b"essai")
    files.keep(first)
    before = kept(files)[0].stat().st_ino
    files.keep(second)
    assert [p.stat().st_ino for p in kept(files)] == [before]
    assert waiting(files) == []


def test_keeping_again_the_same_received_file_changes_nothing(files):
    received = receive(files, b"essai")
    files.keep(received)
    files.keep(received)
    assert files.verify(received.digest)


def test_a_damaged_kept_file_is_noticed_and_repaired_by_a_new_sending(files):
    received = receive(files, b"essai")
    files.keep(received)
    kept(files)[0].write_bytes(b"altered")
    assert not files.verify(received.digest)
    files.keep(receive(files, b"essai"))
    assert files.verify(received.digest)


@pytest.mark.parametrize("excess", [1, CHUNK_BYTES])
def test_a_file_over_the_limit_is_refused_and_leaves_nothing(files, excess):
    limit = 2 * CHUNK_BYTES
    with pytest.raises(FileTooLargeError) as refusal:
        receive(files, b"x" * (limit + excess), limit_bytes=limit)
    assert refusal.value.limit_bytes == limit
    assert waiting(files) == []


def test_a_file_of_exactly_the_limit_is_received(files):
    assert receive(files, b"x" * 1000, limit_bytes=1000).size == 1000


def test_an_empty_file_is_refused_and_leaves_nothing(files):
    with pytest.raises(EmptyFileError):
        receive(files, b"")
    assert waiting(files) == []


def test_a_sender_who_hangs_up_leaves_nothing(files):
    class HangsUp(io.RawIOBase):
        calls = 0

        def read(self, size=-1):
            self.calls += 1
            if self.calls > 1:
                raise ConnectionResetError
            return b"x" * size

    with pytest.raises(ConnectionResetError):
        files.receive(HangsUp(), limit_bytes=LIMIT)
    assert waiting(files) == []


def test_a_discarded_file_leaves_nothing_and_can_no_longer_be_kept(files):
    received = receive(files, b"essai")
    files.discard(received)
    files.discard(received)
    assert waiting(files) == []
    with pytest.raises(FileMissingError):
        files.keep(received)
    assert kept(files) == []


def test_discarding_after_keeping_leaves_the_kept_file(files):
    received = receive(files, b"essai")
    files.keep(received)
    files.discard(received)
    assert files.verify(received.digest)


def test_bytes_that_were_never_kept_are_missing(files):
    with pytest.raises(FileMissingError):
        files.open("0" * 64)


@pytest.mark.parametrize(
    "digest",
    [
        "",
        "../" * 10 + "etc/hostname",
        "/etc/hostname",
        "A" * 64,
        "a" * 63,
        "a" * 64 + "\n",
        "é" * 64,
    ],
)
def test_nothing_but_a_digest_reaches_the_disk(files, digest):
    outside = ReceivedFile(path=files.root / "any", digest=digest, size=1)
    for act in (files.open, files.verify, lambda _: files.keep(outside)):
        with pytest.raises(ValueError, match="64 lower-case"):
            act(digest)


def test_only_the_portal_reads_what_it_keeps(files):
    waits = receive(files, b"waits")
    files.keep(receive(files, b"essai"))
    for path in (files.root, *files.root.rglob("*")):
        expected = 0o700 if path.is_dir() else 0o600
        assert stat.S_IMODE(path.stat().st_mode) == expected, path
    assert waits.path.exists()


def test_a_process_killed_before_keeping_leaves_only_what_the_sweep_removes(files):
    script = (
        "import io, os, signal, sys; from pathlib import Path;"
        "from app.gateways.files import LocalFiles;"
        "LocalFiles(Path(sys.argv[1])).receive(io.BytesIO(b'essai'), limit_bytes=10);"
        f"os.kill(os.getpid(), {signal.SIGKILL:d})"
    )
    killed = subprocess.run([sys.executable, "-c", script, files.root], cwd=ROOT, check=False)
    assert killed.returncode == -signal.SIGKILL
    assert len(waiting(files)) == 1
    assert kept(files) == []
    assert files.sweep(datetime(2100, 1, 1, tzinfo=UTC)) == 1
    assert waiting(files) == []


def test_the_sweep_spares_what_is_recent_and_what_is_kept(files):
    old, recent = receive(files, b"old"), receive(files, b"recent")
    files.keep(receive(files, b"kept"))
    hour = datetime(2026, 7, 1, 12, tzinfo=UTC)
    for path, written_at in (
        (old.path, hour - timedelta(seconds=1)),
        (recent.path, hour),
        (kept(files)[0], hour - timedelta(days=400)),
    ):
        os.utime(path, (written_at.timestamp(), written_at.timestamp()))
    assert files.sweep(hour) == 1
    assert waiting(files) == [recent.path]
    assert files.verify(hashlib.sha256(b"kept").hexdigest())


def test_the_sweep_refuses_an_instant_without_a_time_zone(files):
    with pytest.raises(ValueError, match="time zone"):
        files.sweep(datetime(2026, 7, 1))  # noqa: DTZ001 - the point of the test


@pytest.mark.parametrize(
    ("limit_bytes", "shown"), [(20_000_000, "20 Mo"), (64_000, "64 ko"), (512, "512 octets")]
)
def test_the_refusal_says_the_limit_as_people_read_it(limit_bytes, shown):
    assert f"({shown})" in str(FileTooLargeError(limit_bytes))
