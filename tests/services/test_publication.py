"""The public files: what they say, when they change, and what a broken run leaves."""

import csv
import gzip
import io
import json
import shutil
import threading
from datetime import datetime, timedelta

import brotli
import pytest

from app.context import current_settings
from app.extensions import db
from app.gateways.published import PART, PublishedFolder
from app.gateways.signing import Signer
from app.services.feed_check import FeedRefusedError, check_feed
from app.services.public_feeds import feeds
from app.services.publication import MANIFEST, SIGNED, publish_list
from app.services.transaction import transaction
from tests import orders


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "public"


def read(folder, name="versions.json"):
    return json.loads((folder / "current" / name).read_text(encoding="utf-8"))


def every_byte(folder):
    """The bytes of each file by its name, its signature included (RFC 6979)."""
    served = folder / "current"
    found = {f"{path.relative_to(served)}": path for path in served.rglob("*.*")}
    found |= {f"snapshots/{path.name}": path for path in (folder / "snapshots").iterdir()}
    return {name: path.read_bytes() for name, path in found.items()}


def test_the_list_changes_on_the_day_of_effect_without_any_act(world, folder):
    """Reading T-11."""
    world.listed(tvv="Ab1", brand="Citroën", name="ë-C3")
    publish_list(folder, clock=world.clock)
    assert [one["tvv"] for one in read(folder)["versions"]] == []
    assert [one["tvv"] for one in read(folder)["announced"]] == ["Ab1"]
    world.days_pass(1)
    assert publish_list(folder, clock=world.clock)
    assert [one["tvv"] for one in read(folder)["versions"]] == ["Ab1"]
    assert read(folder)["announced"] == []
    assert read(folder)["changed_on"] == "2026-03-03"


def test_nothing_is_written_while_nothing_changes(world, folder):
    world.listed()
    world.days_pass(1)
    assert publish_list(folder, clock=world.clock)
    before = every_byte(folder)
    world.days_pass(30)
    assert not publish_list(folder, clock=world.clock)
    assert every_byte(folder) == before


def test_the_same_orders_give_the_same_bytes(world, folder, tmp_path):
    world.listed(tvv="Ab1")
    publish_list(folder, clock=world.clock)
    publish_list(tmp_path / "again", clock=world.clock)
    assert every_byte(folder) == every_byte(tmp_path / "again")


def test_each_file_has_its_compressed_twins(world, folder):
    world.listed()
    publish_list(folder, clock=world.clock)
    names = [*read(folder, MANIFEST)["files"], MANIFEST, SIGNED]
    assert len(names) == 13
    for name in names:
        body = (folder / "current" / name).read_bytes()
        assert brotli.decompress((folder / "current" / f"{name}.br").read_bytes()) == body
        assert gzip.decompress((folder / "current" / f"{name}.gz").read_bytes()) == body


def test_the_table_begins_with_the_three_columns_of_the_order(world, folder):
    """The Journal officiel prints brand, model and code; nothing alters a value."""
    world.listed(tvv="=1+1", brand="Citroën", name='ë-C3, "Van"')
    world.days_pass(1)
    publish_list(folder, clock=world.clock)
    body = (folder / "current" / "versions.csv").read_bytes()
    assert body.startswith(b"marque,modele,tvv,")  # no byte order mark
    rows = list(csv.DictReader(io.StringIO(body.decode("utf-8"), newline="")))
    assert rows == [
        {
            "marque": "Citroën",
            "modele": 'ë-C3, "Van"',
            "tvv": "=1+1",
            "inscrite_depuis": "2026-03-03",
            "arrete_nor": "ENER2600001A",
            "publie_le": "2026-03-02",
        }
    ]


def test_no_file_holds_a_score(world, folder):
    world.listed()
    world.days_pass(1)
    publish_list(folder, clock=world.clock)
    for one in read(folder)["versions"]:
        assert set(one) == {
            "brand", "commercial_name", "tvv", "listed_from", "listed_until", "order_nor",
            "order_reference", "order_title", "published_on", "removed_by", "corrected_by", "url",
        }  # fmt: skip
    assert "points" not in (folder / "current" / "feed.json").read_text(encoding="utf-8")


def test_the_feed_is_a_json_feed(world, folder):
    """JSON Feed 1.1: required members, text of each item, unique ids, dates of RFC 3339."""
    for tvv in ("Ab1", "Ab 2/é?"):
        world.listed(tvv=tvv, brand="Citroën", name="ë-C3")
        world.days_pass(2)
    publish_list(folder, clock=world.clock)
    feed = read(folder, "feed.json")
    assert feed["version"] == "https://jsonfeed.org/version/1.1"
    assert feed["title"]
    assert feed["feed_url"] == "http://127.0.0.1:8000/data/feed.json"
    assert len({item["id"] for item in feed["items"]}) == len(feed["items"]) == 2
    last, first = feed["items"]
    assert last["url"] == "http://127.0.0.1:8000/versions/Ab%202%2F%C3%A9%3F"
    assert first["url"] == "http://127.0.0.1:8000/versions/Ab1"
    assert (
        "Citroën ë-C3 est inscrite sur la liste à compter du 3 mars 2026" in first["content_text"]
    )
    published = [datetime.fromisoformat(item["date_published"]) for item in feed["items"]]
    assert published[0] - published[1] == timedelta(days=2)
    assert all(moment.tzinfo is not None for moment in published)


def test_an_item_of_the_feed_keeps_its_identity_when_others_come(world, folder):
    world.listed(tvv="Ab1")
    publish_list(folder, clock=world.clock)
    (before,) = read(folder, "feed.json")["items"]
    world.days_pass(2)
    world.listed(tvv="Ab2")
    publish_list(folder, clock=world.clock)
    assert read(folder, "feed.json")["items"][1] == before


def test_what_an_order_removes_stays_visible_and_moves_the_day_of_change(world, folder):
    """P-33: kept up to date; the version leaves the list on the day of effect."""
    orders.enter(world, ("Fiat", "600", "f6"), ("DS", "N°8", "n8"), on="2026-01-10")
    gone = orders.enter(world, ("Fiat", "600", "f6", "remove"), on="2026-03-02")
    publish_list(folder, clock=world.clock)
    (_, leaving) = read(folder)["versions"]
    assert (leaving["tvv"], leaving["listed_until"]) == ("f6", "2026-03-03")
    assert read(folder)["changed_on"] == "2026-01-11"
    world.days_pass(1)
    assert publish_list(folder, clock=world.clock)
    assert [one["tvv"] for one in read(folder)["versions"]] == ["n8"]
    (removed,) = read(folder)["removed"]
    assert removed["tvv"] == "f6"
    assert removed["removed_by"]["reference"] == gone.reference
    assert read(folder)["changed_on"] == "2026-03-03"


def test_the_feed_tells_removals_and_corrections(world, folder):
    first = orders.enter(world, ("Fiat", "600", "f6"), ("DS", "N°8", "n8"), on="2026-01-10")
    order = orders.correction(
        world, first, 2, brand="DS", commercial_name="N°8", tvv="N8",
        listed_from=orders.day("2026-01-11"),
    )  # fmt: skip
    orders.removal(world, ("f6", "Fiat"), order=order)
    world.days_pass(1)
    world.publish(order)
    publish_list(folder, clock=world.clock)
    removed, corrected, *added = read(folder, "feed.json")["items"]
    assert removed["title"] == "Retrait de la liste : Fiat 600 (f6)"
    assert "retirée de la liste à compter du 4 mars 2026" in removed["content_text"]
    assert corrected["title"] == "Rectification : DS N°8 (N8)"
    assert "DS N°8 (n8)" in corrected["content_text"]
    assert [one["title"] for one in added] == [
        "Inscription : DS N°8 (n8)",
        "Inscription : Fiat 600 (f6)",
    ]


def test_a_run_broken_half_way_is_done_again(world, folder):
    world.listed()
    publish_list(folder, clock=world.clock)
    whole = every_byte(folder)
    (folder / "current" / "feed.json.gz").unlink()
    assert publish_list(folder, clock=world.clock)
    assert every_byte(folder) == whole
    (folder / "current" / MANIFEST).write_bytes(b"half")
    assert publish_list(folder, clock=world.clock)
    assert every_byte(folder) == whole


def test_two_publishers_at_once_leave_the_present_list(app, world, folder):
    world.listed(tvv="Ab1")
    world.days_pass(1)
    wrote, failed = [], []

    def run():
        with app.app_context():
            try:
                wrote.append(publish_list(folder, clock=world.clock))
            except BaseException as error:  # noqa: BLE001 - told by the assertion below
                failed.append(error)
            finally:
                db.session.remove()

    runs = [threading.Thread(target=run) for _ in range(4)]
    for one in runs:
        one.start()
    for one in runs:
        one.join()
    assert failed == []
    assert sorted(wrote) == [False, False, False, True]
    assert [one["tvv"] for one in read(folder)["versions"]] == ["Ab1"]
    assert [path.name for path in (folder / "releases").iterdir()] == ["000001"]


def test_the_list_is_not_published_inside_an_act(world, folder):
    with pytest.raises(RuntimeError), transaction():
        publish_list(folder, clock=world.clock)
    assert not folder.exists()


def test_the_files_can_be_read_by_the_server_of_files(world, folder):
    publish_list(folder, clock=world.clock)
    assert (folder / "current" / "versions.json").stat().st_mode & 0o777 == 0o644
    assert (folder / "current" / "feeds").parent.stat().st_mode & 0o777 == 0o755


def test_a_list_built_across_midnight_does_not_miss_the_versions_of_the_new_day(
    world, folder, monkeypatch
):
    """Reading T-11: listed on 2 March, on the list from the 3rd; the build begins on the 2nd."""
    world.listed(tvv="Ab1")

    def slowly(*given):
        world.days_pass(1)
        return feeds(*given)

    with monkeypatch.context() as patched:
        patched.setattr("app.services.publication.feeds", slowly)
        assert publish_list(folder, clock=world.clock)
    assert read(folder)["versions"] == []
    assert publish_list(folder, clock=world.clock)
    assert [one["tvv"] for one in read(folder)["versions"]] == ["Ab1"]
    assert sorted(path.name for path in (folder / "snapshots").glob("*.csv")) == [
        "2026-03-02-000001.csv",
        "2026-03-03-000002.csv",
    ]


def test_what_is_known_after_a_publication_is_not_in_its_snapshot(world, folder):
    """Even at the same instant of the clock: a snapshot that is lost is written as it was."""
    orders.enter(world, ("Fiat", "600", "f6"), on="2026-01-10")
    publish_list(folder, clock=world.clock)
    (first,) = (folder / "snapshots").glob("*.json")
    written = first.read_bytes()
    orders.enter(world, ("DS", "N°8", "n8"), on="2026-01-10")
    publish_list(folder, clock=world.clock)
    first.unlink()
    (folder / "current" / "keys.json").unlink()
    publish_list(folder, clock=world.clock)
    assert first.read_bytes() == written
    assert b"n8" not in written


def test_a_list_published_while_it_is_verified_is_verified_in_its_turn(world, folder, tmp_path):
    """The first one read is gone half-way; what stays altered is still refused."""
    orders.enter(world, ("Fiat", "600", "f6"), on="2026-01-10")
    publish_list(folder, clock=world.clock)
    keys = Signer(current_settings().feed_keys).public_keys()

    class Overtaken(PublishedFolder):
        def parts(self, name, encoding):
            if name == "versions.csv" and not later:
                later.append(name)
                orders.enter(world, ("DS", "N°8", "n8"), on="2026-01-10")
                publish_list(folder, clock=world.clock)
                shutil.rmtree(folder / "releases" / "000001")
            yield from super().parts(name, encoding)

    later = []
    assert check_feed(Overtaken(folder), keys=keys).sequence == 2
    (folder / "current" / "versions.csv").write_bytes(b"altered")
    with pytest.raises(FeedRefusedError, match=r"versions\.csv : ce ne sont pas les octets"):
        check_feed(PublishedFolder(folder), keys=keys)


def test_a_large_file_is_verified_a_part_at_a_time(world, folder):
    orders.enter(world, ("Fiat", "600", "f6"), on="2026-01-10")
    publish_list(folder, clock=world.clock)
    keys = Signer(current_settings().feed_keys).public_keys()
    (folder / "current" / "changes.json.gz").write_bytes(gzip.compress(b"0" * 50_000_000))
    with pytest.raises(FeedRefusedError, match=r"changes\.json : sa forme compressée"):
        check_feed(PublishedFolder(folder), keys=keys)
    read = 0

    class Counted(PublishedFolder):
        def parts(self, name, encoding):
            nonlocal read
            for part in super().parts(name, encoding):
                read = max(read, len(part[1]))
                yield part

    with pytest.raises(FeedRefusedError):
        check_feed(Counted(folder), keys=keys)
    assert 0 < read <= PART
