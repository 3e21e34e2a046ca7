"""The list by the API: as it was known, many codes, two days, the changes."""

from datetime import timedelta

import pytest

from tests import orders


@pytest.fixture
def instants(world):
    """Two versions known on 2 March; one of them removed by an order known the next day."""
    orders.enter(world, ("Fiat", "600", "f6"), ("DS", "N°8", "n8"), on="2026-01-10")
    known = [world.clock.now()]
    world.days_pass(1)
    orders.enter(world, ("Fiat", "600", "f6", "remove"), on="2026-02-10")
    return [*known, world.clock.now()]


def ask(program, path, **query):
    return program.get(path, query_string=query)


def stamp(instant):
    return instant.isoformat().replace("+00:00", "Z")


def test_a_code_is_asked_as_the_portal_knew_it(anybody, instants):
    """The days it holds, and the instants at which it was known."""
    first, second = instants
    for known_at, verdict in ((first, "listed"), (second, "removed")):
        answer = ask(
            anybody, "/versions/status", tvv="f6", on="2026-03-01", known_at=stamp(known_at)
        ).json
        assert (answer["verdict"], answer["known_at"][:19]) == (verdict, stamp(known_at)[:19])
    assert ask(anybody, "/versions/status", tvv="f6", on="2026-03-01").json["known_at"] is None
    naive = ask(anybody, "/versions/status", tvv="f6", known_at="2026-03-01T00:00:00")
    assert naive.status_code == 422


def test_the_list_of_a_day_is_asked_as_it_was_known(anybody, instants):
    first, _ = instants
    told = {"on": "2026-03-01", "known_at": stamp(first)}
    found = ask(anybody, "/versions", **told).json
    assert [one["tvv"] for one in found["versions"]] == ["n8", "f6"]
    assert [one["tvv"] for one in ask(anybody, "/versions", on="2026-03-01").json["versions"]] == [
        "n8"
    ]


def test_the_history_of_a_code_keeps_what_was_believed(anybody, instants):
    first, second = (stamp(instant)[:19] for instant in instants)
    before, after = ask(anybody, "/versions/history", tvv=" f6 ").json["history"]
    assert (before["listed_until"], before["known_from"][:19], before["known_until"][:19]) == (
        None,
        first,
        second,
    )
    assert (after["listed_until"], after["known_from"][:19], after["known_until"]) == (
        "2026-02-11",
        second,
        None,
    )
    assert ask(anybody, "/versions/history", tvv="F6").json["history"] == []


def test_many_codes_get_a_verdict_each(anybody, instants):
    answer = anybody.post(
        "/versions/check", json={"codes": ["f6", "F6", " n8"], "on": "2026-02-20"}
    ).json
    assert [(one["tvv"], one["verdict"], one["listed_until"]) for one in answer["verdicts"]] == [
        ("f6", "removed", "2026-02-11"),
        ("F6", "unknown", None),
        (" n8", "listed", None),
    ]
    assert "Atteindre le score minimal" in answer["notice"]


def test_ten_thousand_codes_are_checked_and_not_one_more(anybody, instants):
    codes = [f"x{number}" for number in range(9_999)] + ["n8"]
    answer = anybody.post("/versions/check", json={"codes": codes, "on": "2026-02-20"})
    assert answer.json["verdicts"][-1]["verdict"] == "listed"
    too_many = anybody.post("/versions/check", json={"codes": [*codes, "y"]})
    assert too_many.status_code == 422
    assert [one["detail"] for one in too_many.json["errors"]] == ["De 1 à 10000 codes."]


NO_LISTS = (
    {"codes": []},
    {"codes": "f6"},
    {"codes": [None]},
    {"codes": ["a" * 86]},
    {"codes": ["a"], "on": "demain"},
)


@pytest.mark.parametrize("body", NO_LISTS)
def test_what_is_no_list_of_codes_is_refused_in_french(anybody, body):
    answer = anybody.post("/versions/check", json=body)
    assert answer.status_code == 422
    assert answer.json["errors"]


@pytest.mark.parametrize(
    ("body", "status", "pointer", "detail"),
    [
        (b"\x00", 400, "", "Ce qui est envoyé n’est pas du JSON lisible."),
        (b'{"codes": ["a", 1]}', 422, "/codes/1", "Un code est un texte."),
        (b"{}", 422, "/codes", "Ce paramètre est obligatoire."),
        (b'{"codes": ["a"], "x": 1}', 422, "/x", "Ce paramètre n’existe pas ici."),
        (b"[]", 422, "", "Cette demande n’est pas un objet JSON."),
    ],
)
def test_each_fault_of_a_list_of_codes_says_where_it_is(anybody, body, status, pointer, detail):
    answer = anybody.post("/versions/check", data=body, content_type="application/json")
    assert answer.status_code == status
    assert [(one["pointer"], one["detail"]) for one in answer.json["errors"]] == [(pointer, detail)]


def test_two_days_are_compared(anybody, instants):
    answer = ask(anybody, "/versions/difference", **{"from": "2026-01-10", "to": "2026-03-01"})
    assert (answer.json["from"], answer.json["to"]) == ("2026-01-10", "2026-03-01")
    assert (answer.json["added_count"], answer.json["removed_count"]) == (1, 0)
    assert [one["tvv"] for one in answer.json["added"]] == ["n8"]
    back = ask(anybody, "/versions/difference", **{"from": "2026-02-01", "to": "2026-03-01"}).json
    assert [one["tvv"] for one in back["removed"]] == ["f6"]
    page = ask(anybody, "/versions", on="2026-02-01", absent_on="2026-03-01").json
    assert [one["tvv"] for one in page["versions"]] == ["f6"]


def test_the_changes_are_followed_from_a_number(anybody, instants):
    first = ask(anybody, "/changes", limit=2).json
    assert [(one["sequence"], one["kind"], one["tvv"]) for one in first["changes"]] == [
        (1, "added", "f6"),
        (2, "added", "n8"),
    ]
    assert (first["last"], first["latest"]) == (2, 3)
    (removed,) = ask(anybody, "/changes", since=first["last"]).json["changes"]
    assert (removed["kind"], removed["day"]) == ("removed", "2026-02-11")
    assert "retirée de la liste" in removed["sentence"]
    none = ask(anybody, "/changes", since=3).json
    assert (none["changes"], none["last"]) == ([], 3)
    assert ask(anybody, "/changes", since="x").status_code == 422
    assert ask(anybody, "/changes", since=10**20).status_code == 422


def test_the_list_is_sorted_by_what_came_last(anybody, world, instants):
    orders.enter(world, ("Renault", "5", "r5"), on="2026-02-25")
    on = f"{world.clock.today() + timedelta(days=1)}"
    found = ask(anybody, "/versions", sort="newest", on=on, limit=1).json
    assert [one["tvv"] for one in found["versions"]] == ["r5"]
    rest = ask(anybody, "/versions", sort="newest", on=on, cursor=found["next_cursor"]).json
    assert [one["tvv"] for one in rest["versions"]] == ["n8"]
    assert ask(anybody, "/versions", sort="price").status_code == 422


def test_what_is_known_is_not_sent_again(anybody, instants):
    for path in ("/changes", "/versions/history?tvv=f6", "/versions?on=2026-03-01"):
        first = anybody.get(path)
        assert first.headers["Access-Control-Allow-Origin"] == "*"
        assert "Set-Cookie" not in first.headers
        again = anybody.get(path, headers={"If-None-Match": first.headers["ETag"]})
        assert again.status_code == 304
