"""The public files as they are served: encodings, tags, no cookie, any site."""

import gzip
import json

import brotli
import pytest

from app.services.publication import publish_list
from app.services.showing import show_publicly
from app.web.public_files import PublicFiles

ADDRESSES = {
    "/data/versions.json": "application/json",
    "/data/versions.csv": "text/csv; charset=utf-8",
    "/feed.json": "application/feed+json",
}
DECODE = {None: bytes, "br": brotli.decompress, "gzip": gzip.decompress}


@pytest.fixture
def client(app, world):
    world.listed(tvv="Ab1", brand="Citroën", name="ë-C3")
    world.days_pass(1)
    return app.test_client()


def get(client, address, encoding=None, **headers):
    return client.get(address, headers={"Accept-Encoding": encoding or "identity", **headers})


def test_no_published_file_names_a_version_under_review(app, instance, world):
    """Decision 0033: not even when its company lets the page say so."""
    world.listed(tvv="Ab1")
    dossier = world.submitted(tvv="EXAMEN1")
    show_publicly(dossier.reference, by=world.actor("manufacturer"), clock=world.clock)
    world.days_pass(1)
    assert app.test_client().get("/data/versions.json").status_code == 200
    written = [path.read_bytes() for path in (instance / "public").rglob("*") if path.is_file()]
    assert [content for content in written if b"Ab1" in content]
    assert not [content for content in written if b"EXAMEN1" in content]


@pytest.mark.parametrize("address", ADDRESSES)
@pytest.mark.parametrize("encoding", ["br", "gzip", None])
def test_a_file_is_served_in_each_encoding_with_a_tag_of_its_own(client, address, encoding):
    plain = get(client, address)
    answer = get(client, address, encoding)
    assert answer.headers.get("Content-Encoding") == encoding
    assert DECODE[encoding](answer.data) == plain.data
    assert answer.headers["Content-Type"] == ADDRESSES[address]
    assert answer.headers["ETag"].startswith('"')  # strong
    assert (answer.headers["ETag"] == plain.headers["ETag"]) == (encoding is None)


@pytest.mark.parametrize("address", ADDRESSES)
@pytest.mark.parametrize("encoding", ["br", "gzip", None])
def test_a_file_already_known_is_not_sent_again(client, address, encoding):
    tag = get(client, address, encoding).headers["ETag"]
    again = get(client, address, encoding, **{"If-None-Match": tag})
    assert (again.status_code, again.data) == (304, b"")
    assert (again.headers["ETag"], again.headers["Vary"]) == (tag, "Accept-Encoding")
    other = "gzip" if encoding != "gzip" else "br"
    assert get(client, address, other, **{"If-None-Match": tag}).status_code == 200


@pytest.mark.parametrize("address", ADDRESSES)
def test_any_site_may_read_a_file_and_no_cookie_goes_with_it(client, browser, address):
    for one in (client, browser("manufacturer").client):
        for status, headers in ((200, {}), (304, {"If-None-Match": "*"})):
            answer = one.get(address, headers=headers)
            assert answer.status_code == status
            assert "Set-Cookie" not in answer.headers
            assert answer.headers["Vary"] == "Accept-Encoding"
            assert answer.headers["Access-Control-Allow-Origin"] == "*"
            assert answer.headers["Cross-Origin-Resource-Policy"] == "cross-origin"
            assert (
                answer.headers["Cache-Control"] == "public, max-age=60, stale-while-revalidate=600"
            )
            assert answer.headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize("address", ADDRESSES)
def test_the_head_of_a_file_says_the_same_without_its_bytes(client, address):
    whole = get(client, address, "br")
    head = client.head(address, headers={"Accept-Encoding": "br"})
    assert (head.status_code, head.data) == (200, b"")
    for name in ("ETag", "Content-Length", "Content-Type", "Content-Encoding"):
        assert head.headers[name] == whole.headers[name]


@pytest.mark.parametrize(
    ("accepted", "encoding"),
    [
        ("gzip, deflate, br, zstd", "br"),
        ("gzip;q=1.0, br;q=0.5", "gzip"),
        ("br;q=0, gzip", "gzip"),
        ("*", "br"),
        ("identity;q=1, br;q=0.1", None),
        ("deflate", None),
        ("br;q=0, gzip;q=0", None),
    ],
)
def test_the_caller_chooses_the_encoding(client, accepted, encoding):
    answer = get(client, "/feed.json", accepted)
    assert answer.headers.get("Content-Encoding") == encoding


def test_a_file_asked_for_before_any_run_is_made_at_once(client, app, instance):
    assert not (instance / "public").exists()
    listed = json.loads(get(client, "/data/versions.json").data)["versions"]
    assert [one["tvv"] for one in listed] == ["Ab1"]


def test_a_file_is_not_written_to(client):
    assert client.post("/feed.json").status_code in {400, 405}


def test_an_unknown_name_publishes_nothing_once_the_list_is_there(client, instance, world):
    """Whoever asks for anything would have the list built at each request."""
    assert get(client, "/data/versions.json").status_code == 200
    before = (instance / "public" / "current").readlink()
    world.listed(tvv="Ab2", brand="Citroën", name="ë-C4")
    world.days_pass(1)
    assert get(client, "/data/nothing.json").status_code == 404
    assert (instance / "public" / "current").readlink() == before


def test_two_threads_see_one_release_or_the_other(app, instance, world):
    """Never the files of one under the state of the other."""
    folder = instance / "public"
    world.listed(tvv="Ab1")
    publish_list(folder, clock=world.clock)
    files = PublicFiles(app, folder)
    assert files._find("versions.json", "identity") is not None
    first = files._place
    world.days_pass(1)
    publish_list(folder, clock=world.clock)
    assert files._find("versions.json", "identity") is not None
    assert files._place is not first
    assert first.release.name == "000001"
    assert files._place.release.name == "000002"
    snapshot = next((folder / "snapshots").glob("*.json")).name
    assert files._find(f"snapshots/{snapshot}", "identity") is not None
    assert {name for name, _ in files._place.held} == {"versions.json"}
