"""The published files against the public formats they claim to follow."""

import csv
import hashlib
import json
from datetime import date
from xml.etree import ElementTree as ET

import pytest

from app.services.publication import publish_list
from app.settings import ROOT
from tests import orders

jsonschema = pytest.importorskip("jsonschema")

ATOM = "{http://www.w3.org/2005/Atom}"


@pytest.fixture
def current(world, tmp_path):
    first = orders.enter(world, ("Fiat", "600 & <i>", "f6"), ("DS", "N°8", "n8"), on="2026-01-10")
    orders.enter(world, ("Fiat", "600 & <i>", "f6", "remove"), on="2026-02-10")
    world.days_pass(1)
    world.publish(
        orders.correction(
            world, first, 2, brand="DS", commercial_name="N° 8", tvv="N8",
            listed_from=orders.day("2026-01-11"),
        )
    )  # fmt: skip
    publish_list(tmp_path, clock=world.clock)
    return tmp_path / "current"


def against(name, path):
    schema = json.loads((ROOT / "tests" / "schemas" / name).read_bytes())
    jsonschema.Draft202012Validator.check_schema(schema)
    return list(jsonschema.Draft202012Validator(schema).iter_errors(json.loads(path.read_bytes())))


def test_each_feed_is_a_json_feed(current):
    paths = [current / "feed.json", *(current / "feeds").glob("*.json")]
    assert [path.name for path in sorted(paths)] == ["feed.json", "ds.json", "fiat.json"]
    for path in paths:
        assert against("json_feed_1_1.json", path) == []
        assert json.loads(path.read_bytes())["items"]


def test_the_table_is_what_its_description_says(current):
    path = current / "datapackage.json"
    assert against("data_package_2.json", path) == []
    (resource,) = json.loads(path.read_bytes())["resources"]
    body = (current / resource["path"]).read_bytes()
    assert (resource["bytes"], resource["hash"]) == (
        len(body),
        f"sha256:{hashlib.sha256(body).hexdigest()}",
    )
    head, *rows = csv.reader(body.decode().splitlines())
    fields = resource["schema"]["fields"]
    assert head == [one["name"] for one in fields]
    assert head[:3] == ["marque", "modele", "tvv"]
    assert rows
    for row in rows:
        for field, cell in zip(fields, row, strict=True):
            assert cell or not field.get("constraints", {}).get("required")
            if cell and field["type"] == "date":
                date.fromisoformat(cell)


def test_each_feed_is_an_atom_feed(current):
    """RFC 4287: what a feed and an entry must have, and text that was escaped."""
    for path in (current / "feed.atom", *(current / "feeds").glob("*.atom")):
        feed = ET.fromstring(path.read_bytes())
        for parent in (feed, *feed.iter(f"{ATOM}entry")):
            for name in ("id", "title", "updated"):
                (one,) = parent.findall(f"{ATOM}{name}")
                assert one.text
        entries = [one.findtext(f"{ATOM}id") for one in feed.iter(f"{ATOM}entry")]
        assert len(set(entries)) == len(entries) > 0
    fiat = (current / "feeds" / "fiat.atom").read_text(encoding="utf-8")
    assert "600 &amp; &lt;i&gt;" in fiat


def test_the_changes_are_all_there_by_number(current):
    told = json.loads((current / "changes.json").read_bytes())["changes"]
    assert [(one["sequence"], one["kind"], one["tvv"]) for one in told] == [
        (1, "added", "f6"),
        (2, "added", "n8"),
        (3, "removed", "f6"),
        (4, "corrected", "N8"),
    ]
    assert told[3]["before"]["tvv"] == "n8"
