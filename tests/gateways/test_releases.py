"""A release of files: its twins, its tags, and how it is put in place."""

import gzip
import hashlib
import zlib

import brotli
import pytest

from app.gateways.releases import KEPT, Release, ReleaseFolder


def sizes(body):
    """What the compressors give by themselves."""
    deflate = zlib.compressobj(6, zlib.DEFLATED, 31)
    known = deflate.compress(body) + deflate.flush()
    return len(body), len(brotli.compress(body, quality=4)), len(known)


def test_no_two_forms_of_a_file_have_the_same_size(tmp_path):
    """Their tags are their time and their size: two of one size would be taken for each other."""
    collided = 0
    for number in range(300):
        body = "".join(f"{place * number % 97:x}" for place in range(20 + number)).encode()
        release = Release(tmp_path)
        release.write("a.json", [body])
        entry = release.entries["a.json"]
        found = (entry["bytes"], entry["br"]["bytes"], entry["gzip"]["bytes"])
        assert len(set(found)) == 3
        collided += len(set(sizes(body))) < 3
        light, known = (tmp_path / f"a.json{suffix}" for suffix in (".br", ".gz"))
        assert brotli.decompress(light.read_bytes()) == body
        assert gzip.decompress(known.read_bytes()) == body
        assert hashlib.sha256(known.read_bytes()).hexdigest() == entry["gzip"]["sha256"]
    assert collided  # or this would prove nothing


def test_a_file_in_parts_is_the_file(tmp_path):
    release = Release(tmp_path)
    release.write("a/b.csv", (b"%d\n" % number for number in range(200_000)))
    body = b"".join(b"%d\n" % number for number in range(200_000))
    assert (tmp_path / "a" / "b.csv").read_bytes() == body
    assert release.entries["a/b.csv"]["sha256"] == hashlib.sha256(body).hexdigest()


def put(folder, name, text):
    with folder.alone(), folder.prepared() as release:
        release.write("a.txt", [text])
        release.finish(1_700_000_000)
        folder.put_in_place(release, name)


def test_a_release_is_put_in_place_at_once_and_the_last_ones_are_kept(tmp_path):
    folder = ReleaseFolder(tmp_path / "public")
    for number in range(6):
        put(folder, f"{number:06d}", b"%d" % number)
        assert (folder.current / "a.txt").read_bytes() == b"%d" % number
    kept = sorted(path.name for path in (tmp_path / "public" / "releases").iterdir())
    assert kept == [f"{number:06d}" for number in range(6 - KEPT, 6)]
    assert (folder.current / "a.txt").stat().st_mtime == 1_700_000_000


def test_a_release_that_fails_leaves_what_was_served(tmp_path):
    folder = ReleaseFolder(tmp_path / "public")
    put(folder, "000001", b"one")

    def broken():
        yield b"half"
        raise OSError("the disk is full")

    with pytest.raises(OSError, match="full"), folder.alone(), folder.prepared() as release:
        release.write("a.txt", broken())
    assert (folder.current / "a.txt").read_bytes() == b"one"
    assert [path.name for path in (tmp_path / "public" / "releases").iterdir()] == ["000001"]
