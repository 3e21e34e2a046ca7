"""The list by the API."""

import pytest

from app.services.orders import PublishedRow, import_published_order
from app.services.showing import show_publicly
from tests import orders
from tests.web.changes import reported

TESLAS = ("005Y7CRBVb3s5T3X", "005Y7CRPZb3s5T3X")


@pytest.fixture
def the_list(world):
    """Five versions, on the list since 3 March 2026."""
    rows = [
        ("Citroën", "ë-C3", "c3/A+b"),
        ("DS", "N°8", "n8"),
        ("Tesla", "Model Y", TESLAS[0]),
        ("Tesla", "Model Y", TESLAS[1]),
        ("Tesla", "Model 3", "m3"),
    ]
    import_published_order(
        "Arrêté d’essai",
        [PublishedRow(brand=brand, commercial_name=name, tvv=tvv) for brand, name, tvv in rows],
        published_on=world.clock.today(),
        by=world.actor("authority"),
        clock=world.clock,
    )
    world.days_pass(1)


def codes(answer):
    return [one["tvv"] for one in answer.json["versions"]]


def ask(program, path, **query):
    return program.get(path, query_string=query)


def test_a_code_is_listed_from_the_day_of_effect(anybody, the_list):
    """Reading T-11."""
    for on, verdict in [
        ("2026-03-01", "not_listed"),
        ("2026-03-02", "not_listed"),
        ("2026-03-03", "listed"),
        ("2027-01-01", "listed"),
    ]:
        answer = ask(anybody, "/versions/status", tvv=TESLAS[0], on=on)
        assert (answer.json["verdict"], answer.json["on"]) == (verdict, on)
        assert answer.json["listings"][0]["listed_from"] == "2026-03-03"
    assert ask(anybody, "/versions/status", tvv=TESLAS[0]).json["verdict"] == "listed"


def test_a_code_that_looks_alike_is_a_suggestion(anybody, the_list):
    """Reading L-1: never an answer."""
    answer = ask(anybody, "/versions/status", tvv=TESLAS[1].upper())
    assert answer.json["verdict"] == "unknown"
    assert answer.json["listings"] == []
    assert [one["tvv"] for one in answer.json["suggestions"]] == [TESLAS[1]]
    assert ask(anybody, "/versions/status", tvv=f"  {TESLAS[1]} ").json["verdict"] == "listed"


def test_each_answer_says_that_the_score_is_not_the_aid(anybody, the_list):
    """Reading L-3: two sentences, never one."""
    for path in ("/versions", f"/versions/status?tvv={TESLAS[0]}"):
        assert "Atteindre le score minimal et obtenir une aide" in anybody.get(path).json["notice"]
    assert "aide" not in anybody.get(f"/versions/status?tvv={TESLAS[0]}").json["sentence"]


def test_the_list_is_searched_and_narrowed(anybody, the_list):
    assert codes(ask(anybody, "/versions", q="e-c3")) == ["c3/A+b"]
    assert codes(ask(anybody, "/versions", q="DS N°8")) == ["n8"]
    assert codes(ask(anybody, "/versions", q=TESLAS[1])) == [TESLAS[1]]
    assert codes(ask(anybody, "/versions", brand="TESLA")) == ["m3", *TESLAS]
    assert codes(ask(anybody, "/versions", brand="tes")) == []
    assert codes(ask(anybody, "/versions", on="2026-03-02")) == []


def test_a_search_says_which_other_name_it_looked_for(anybody, the_list):
    found = ask(anybody, "/versions", q="DS No 8")
    assert codes(found) == ["n8"]
    assert [(one["typed"], one["named"]) for one in found.get_json()["aliases"]] == [
        ("No 8", "N°8")
    ]
    assert ask(anybody, "/versions", q="DS N°8").get_json()["aliases"] == []


def test_pages_follow_one_another_without_a_gap(anybody, the_list):
    found, cursor = [], ""
    for _ in range(3):
        answer = ask(anybody, "/versions", limit=2, **({"cursor": cursor} if cursor else {}))
        found += codes(answer)
        assert answer.json["count"] == 5
        cursor = answer.json["next_cursor"]
    assert found == ["c3/A+b", "n8", "m3", *TESLAS]
    assert cursor is None


@pytest.mark.parametrize("path", ["/versions", f"/versions/status?tvv={TESLAS[0]}"])
def test_an_answer_already_known_is_not_sent_again(anybody, world, the_list, path):
    first = anybody.get(path)
    etag = first.headers["ETag"]
    assert etag.startswith('"')  # strong
    assert first.headers["Access-Control-Allow-Origin"] == "*"
    again = anybody.get(path, headers={"If-None-Match": etag})
    assert (again.status_code, again.data, again.headers["ETag"]) == (304, b"", etag)
    world.days_pass(1)  # the day is in the answer
    assert anybody.get(path, headers={"If-None-Match": etag}).status_code == 200


@pytest.mark.parametrize(
    ("path", "pointer"),
    [
        ("/versions/status", "/tvv"),
        ("/versions/status?tvv=", "/tvv"),
        ("/versions/status?tvv=%20%20", "/tvv"),
        ("/versions/status?tvv=" + "A" * 86, "/tvv"),
        ("/versions/status?tvv=A%00B", "/tvv"),
        ("/versions/status?tvv=A&on=2026-02-30", "/on"),
        ("/versions/status?tvv=A&on=hier", "/on"),
        ("/versions/status?tvv=A&day=2026-02-03", "/day"),
        ("/versions?limit=0", "/limit"),
        ("/versions?limit=201", "/limit"),
        ("/versions?limit=99999999999999999999999999", "/limit"),
        ("/versions?limit=1.5", "/limit"),
        ("/versions?limit=" + "9" * 5000, "/limit"),
        ("/versions?cursor=abc", "/cursor"),
        ("/versions?cursor=%00", "/cursor"),
        ("/versions?cursor=W1tdXQ==", "/cursor"),
        ("/versions?q=" + "a" * 201, "/q"),
    ],
)
def test_a_parameter_that_cannot_be_is_refused_with_its_place(anybody, path, pointer):
    answer = anybody.get(path)
    assert answer.status_code == 422
    assert [point["pointer"] for point in answer.json["errors"]] == [pointer]
    assert answer.headers["Access-Control-Allow-Origin"] == "*"


@pytest.mark.parametrize("q", ["%00", "%F0%9F%9A%97", "%FF", "%25", "'; --", "a" * 200])
def test_strange_words_find_nothing_and_break_nothing(anybody, the_list, q):
    answer = anybody.get(f"/versions?q={q}")
    assert (answer.status_code, answer.json["count"]) == (200, 0)


@pytest.fixture
def history(world):
    """Fiat 600: listed, removed, listed again from a day to come; DS N°8: corrected."""
    first = orders.enter(world, ("Fiat", "600", "f6"), ("DS", "N°8", "n8"), on="2025-01-10")
    orders.enter(world, ("Fiat", "600", "f6", "remove"), on="2025-02-10", title="Retrait")
    orders.enter(world, ("Fiat", "600", "f6"), on="2026-03-02", effect="2026-04-01")
    words = {"brand": "DS", "commercial_name": "N°8", "tvv": "N8"}
    world.publish(orders.correction(world, first, 2, listed_from=orders.day("2025-01-11"), **words))


@pytest.mark.parametrize(
    ("on", "verdict", "sentence"),
    [
        ("2025-01-10", "not_listed", "elle y est inscrite le 11 janvier 2025"),
        ("2025-01-11", "listed", "elle figure sur la liste le 11 janvier 2025"),
        ("2025-02-11", "removed", "un arrêté l’en a retirée à compter du 11 février 2025"),
        ("2026-03-31", "removed", "de nouveau inscrite le 1er avril 2026"),
        ("2026-04-01", "listed", "elle figure sur la liste le 1er avril 2026"),
    ],
)
def test_a_removed_version_says_when_and_by_which_order(anybody, history, on, verdict, sentence):
    """Row 23; reading L-2."""
    answer = ask(anybody, "/versions/status", tvv="f6", on=on).json
    assert answer["verdict"] == verdict
    assert sentence in answer["sentence"]
    first, again = answer["listings"]
    assert (first["listed_from"], first["listed_until"]) == ("2025-01-11", "2025-02-11")
    assert first["removed_by"]["title"] == "Retrait"
    assert (again["listed_from"], again["listed_until"], again["removed_by"]) == (
        "2026-04-01",
        None,
        None,
    )


def test_a_corrected_code_leads_to_the_one_that_replaces_it(anybody, history):
    """Row 29: both rows are kept."""
    old = ask(anybody, "/versions/status", tvv="n8").json
    assert (old["verdict"], old["listings"]) == ("unknown", [])
    new = ask(anybody, "/versions/status", tvv="N8").json
    assert new["verdict"] == "listed"
    for answer in (old, new):
        (said,) = answer["corrections"]
        assert (said["before"]["tvv"], said["after"]["tvv"]) == ("n8", "N8")
        assert said["after"]["day"] == "2025-01-11"
        assert said["order"]["nor"] == "ENER2600001A"
    assert new["listings"][0]["corrected_by"]["nor"] == "ENER2600001A"


def test_a_version_under_review_says_so_when_its_company_agrees(anybody, world):
    """Decision 0033."""
    dossier = world.submitted(tvv="EXAMEN1")
    before = ask(anybody, "/versions/status", tvv="EXAMEN1").json
    assert (before["verdict"], before["under_review"]) == ("unknown", None)
    show_publicly(dossier.reference, by=world.actor("manufacturer"), clock=world.clock)
    answer = ask(anybody, "/versions/status", tvv="EXAMEN1").json
    named = {"brand": dossier.brand, "commercial_name": dossier.commercial_name}
    assert answer["verdict"] == "under_review"
    assert answer["under_review"] == {"tvv": "EXAMEN1", **named}
    assert "en cours d’examen" in answer["sentence"]
    assert (answer["listings"], answer["suggestions"]) == ([], [])
    assert dossier.reference not in str(answer)
    assert dossier.manufacturer.name not in str(answer)
    (told,) = anybody.post("/versions/check", json={"codes": ["EXAMEN1"]}).json["verdicts"]
    days = {"listed_from": None, "listed_until": None}
    assert told == {"tvv": "EXAMEN1", "verdict": "under_review", **named, **days}
    assert ask(anybody, "/versions", q="EXAMEN1").json["count"] == 0
    past = ask(anybody, "/versions/status", tvv="EXAMEN1", on="2026-03-01").json
    assert (past["verdict"], past["under_review"]) == ("unknown", None)


def test_a_version_of_which_a_change_is_reported_says_so(anybody, world):
    """Reading T-9: a visible mark, until an order removes it."""
    world.listed(tvv="V1")
    world.days_pass(2)
    assert ask(anybody, "/versions/status", tvv="V1").json["change_reported"] is False
    report = reported(world)
    answer = ask(anybody, "/versions/status", tvv="V1").json
    assert (answer["verdict"], answer["change_reported"]) == ("listed", True)
    assert "elle reste inscrite tant qu’un arrêté ne l’en retire pas" in answer["sentence"]
    assert report.reference not in str(answer)
    before = ask(anybody, "/versions/status", tvv="V1", on="2026-03-03").json
    assert before["change_reported"] is False
