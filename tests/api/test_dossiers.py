"""A manufacturer's programs: from a declaration to its receipt, and what is refused."""

import base64
import json
from dataclasses import replace
from datetime import datetime, timedelta
from types import SimpleNamespace

import pytest
from sqlalchemy import select

from app.api.scores import kept_score
from app.domain.procedure import State
from app.extensions import db
from app.models.account import ApiToken
from app.models.assessment import Assessment
from app.services import assessment
from app.services.assessment import preview
from app.services.review import send_proposal
from app.services.tokens import revoke_api_token
from tests.builders import declaration
from tests.gateways import samples
from tests.scoring.declarations import BY_ID


def opened(program, **named):
    answer = program.post("/dossiers", json=declaration(**named))
    assert answer.status_code == 201, answer.json
    return answer.json["reference"]


def points(answer):
    return {(point["code"], point["pointer"]) for point in answer.json["errors"]}


def test_a_program_files_a_dossier_to_its_receipt(program, world):
    """D. 251-1-A and CRPA R. 112-5: the receipt names the days that count."""
    caller = program()
    answer = caller.post("/dossiers", json=declaration(tvv="Ab1"))
    assert answer.status_code == 201
    reference = answer.json["reference"]
    assert answer.headers["Location"] == f"/api/v1/dossiers/{reference}"
    assert (answer.json["state"], answer.json["problems"]) == ("draft", [])
    assert answer.json["receipt"] is None

    wanted = answer.json["required_documents"][0]
    attached = caller.attach(reference, requirement=wanted["requirement"], site=wanted["site"])
    assert attached.status_code == 201
    assert attached.json["filename"] == "piece.pdf"

    score = caller.get(f"/dossiers/{reference}/score").json
    assert (score["score"], score["reached"]) == ("80.000000000", True)
    assert len(score["components_kg"]) == 6

    received = caller.post(f"/dossiers/{reference}/submission")
    assert received.status_code == 201
    assert received.json["state"] == "submitted"
    receipt = received.json["receipt"]
    assert receipt["received_on"] == "2026-03-02"
    assert receipt["completeness_last_day"] == "2026-04-02"
    assert receipt["silence_if_confirmed"] == "2026-06-02"
    assert receipt["silence_if_deemed"] == "2026-07-02"
    assert [one["kind"] for one in received.json["periods"]] == ["completeness"]
    assert received.json["documents"][0]["digest"] == attached.json["digest"]
    supplied = [one for one in received.json["required_documents"] if one["supplied"]]
    assert [(one["requirement"], one["site"]) for one in supplied] == [
        (wanted["requirement"], wanted["site"])
    ]
    assert world.dossier(reference).state == State.SUBMITTED
    assert caller.get("/dossiers").json["dossiers"][0]["reference"] == reference
    assert caller.post(f"/dossiers/{reference}/submission").status_code == 409


@pytest.mark.parametrize(
    ("who", "months"), [("manufacturer", 2), pytest.param("rival", 4, id="a company in Korea")]
)
def test_the_receipt_counts_the_months_of_the_remedies(program, who, months):
    """CRPA L. 232-4; CJA R. 421-1 and R. 421-7: two months more from abroad."""
    caller = program(who)
    reference = opened(caller)
    receipt = caller.post(f"/dossiers/{reference}/submission").json["receipt"]
    found = receipt["remedies"]
    assert (found["court_months"], found["reasons_months"]) == (months, 1)
    assert any("R. 421-1" in source for source in found["sources"])
    assert any("L. 232-4" in source for source in found["sources"])
    assert any("R. 421-7" in source for source in found["sources"]) == (who == "rival")


def test_the_score_of_a_filed_dossier_is_the_one_that_was_kept(program, world, monkeypatch):
    """Reading S-12: what the deposit computed, not what a program of today would."""
    caller = program()

    def halved(content, **named):
        """A program of that day, which was wrong."""
        result = preview(content, **named)
        return replace(result, score=result.score / 2)

    with monkeypatch.context() as then:
        then.setattr(assessment, "preview", halved)
        filed = world.submitted()
    deposited_at = world.clock.now()
    world.days_pass(20)
    found = caller.get(f"/dossiers/{filed.reference}/score").json
    assert (found["score"], found["on"]) == ("40.000000000", "2026-03-02")
    assert datetime.fromisoformat(found["computed_at"]) == deposited_at


def test_the_proposal_does_not_change_the_score_of_the_deposit(program, world):
    dossier = world.complete()
    world.days_pass(20)
    send_proposal(
        dossier.reference,
        favourable=True,
        reasons="Le score minimal est atteint.",
        by=world.actor("reviewer"),
        clock=world.clock,
    )
    assert db.session.query(Assessment).count() == 2
    assert program().get(f"/dossiers/{dossier.reference}/score").json["on"] == "2026-03-02"


def test_the_score_of_a_draft_is_computed_today_and_not_kept(program, world):
    caller = program()
    reference = opened(caller)
    world.days_pass(1)
    found = caller.get(f"/dossiers/{reference}/score").json
    assert (found["on"], found["computed_at"]) == ("2026-03-03", None)
    assert db.session.query(Assessment).count() == 0


def test_pages_of_dossiers_follow_one_another_without_a_gap(program, world):
    filed = []
    for number in range(5):
        # The third and the fourth are changed at the same instant.
        world.clock.advance(timedelta(minutes=0 if number == 3 else 1))
        filed.append(world.draft(tvv=f"V{number}").reference)
    world.draft(who="rival", tvv="V9")
    caller = program()
    found, cursor = [], ""
    for _ in range(3):
        page = caller.get("/dossiers", query_string={"limit": 2, "cursor": cursor}).json
        found += [one["reference"] for one in page["dossiers"]]
        cursor = page["next_cursor"]
    assert found == filed[::-1]
    assert cursor is None


def test_a_full_last_page_announces_no_other(program, world):
    world.draft(tvv="V1")
    world.draft(tvv="V2")
    page = program().get("/dossiers", query_string={"limit": 2}).json
    assert (len(page["dossiers"]), page["next_cursor"]) == (2, None)


def place(*parts):
    return base64.urlsafe_b64encode(json.dumps(parts).encode()).decode()


@pytest.mark.parametrize(
    ("query", "pointer"),
    [
        ({"limit": 0}, "/limit"),
        ({"limit": 201}, "/limit"),
        ({"page": 2}, "/page"),
        ({"cursor": "abc"}, "/cursor"),
        ({"cursor": place()}, "/cursor"),
        ({"cursor": place("hier", "SE-2222-2222")}, "/cursor"),
        ({"cursor": place("2026-03-02T10:00:00", "SE-2222-2222")}, "/cursor"),
        ({"cursor": place("0001-01-01T00:00:00+14:00", "SE-2222-2222")}, "/cursor"),
        ({"cursor": place("2026-03-02T10:00:00+00:00", "\ud800")}, "/cursor"),
        ({"cursor": place("2026-03-02T10:00:00+00:00", "SE-2222-2222", "x")}, "/cursor"),
    ],
)
def test_a_page_of_dossiers_that_cannot_be_is_refused_with_its_place(program, query, pointer):
    answer = program().get("/dossiers", query_string=query)
    assert answer.status_code == 422
    assert [point["pointer"] for point in answer.json["errors"]] == [pointer]


def test_a_cursor_of_another_company_gives_nothing_of_it(program, world):
    for number in range(3):
        world.draft(tvv=f"V{number}")
    cursor = program().get("/dossiers", query_string={"limit": 1}).json["next_cursor"]
    page = program("rival").get("/dossiers", query_string={"cursor": cursor}).json
    assert page == {"dossiers": [], "next_cursor": None}


def test_what_the_agency_asks_is_told(program, world):
    awaiting = world.awaiting("Attestation de la direction")
    found = program().get(f"/dossiers/{awaiting.reference}").json
    assert found["state"] == "awaiting_documents"
    assert [one["label"] for one in found["requested_items"]] == ["Attestation de la direction"]


def test_the_declaration_of_a_draft_is_replaced(program):
    caller = program()
    reference = opened(caller, tvv="Ab1")
    content = declaration(tvv="Ab2", name="Modèle F")
    path = f"/dossiers/{reference}/declaration"
    answer = caller.put(f"{path}?revision=1", json=content)
    assert answer.json["version"] == {
        "brand": "Exemple",
        "commercial_name": "Modèle F",
        "tvv": "Ab2",
    }
    assert answer.json["revision"] == 2
    stale = caller.put(f"{path}?revision=1", json=content)
    assert (stale.status_code, stale.json["code"]) == (409, "stale")
    hostile = caller.put(f"{path}?revision=99999999999999999999", json=content)
    assert hostile.status_code == 422
    caller.post(f"/dossiers/{reference}/submission")
    assert caller.put(path, json=content).status_code == 403


def changed(path, value):
    content = declaration()
    *parents, last = path
    place = content
    for key in parents:
        place = place[key]
    place[last] = value
    return content


@pytest.mark.parametrize(
    ("path", "value", "code", "pointer"),
    [
        pytest.param(
            ("reference_vehicle", "running_mass_kg"), 1650.5, "wrong_type",
            "/reference_vehicle/running_mass_kg", id="a float",
        ),
        pytest.param(
            ("reference_vehicle", "running_mass_kg"), "1e3", "not_a_quantity",
            "/reference_vehicle/running_mass_kg", id="an exponent",
        ),
        pytest.param(
            ("reference_vehicle", "seats"), 10**40, "out_of_range",
            "/reference_vehicle/seats", id="a hostile integer",
        ),
        pytest.param(
            ("manufacturing_lines", 0, "assembly", "country"), "XX", "unknown_country",
            "/manufacturing_lines/0/assembly/country", id="an unknown country",
        ),
        pytest.param(
            ("version", "colour"), "bleu", "unknown_key", "/version/colour", id="an unknown key"
        ),
        pytest.param(("version", "tvv"), "   ", "blank", "/version/tvv", id="a blank code"),
        pytest.param(
            ("version", "tvv"), "A" * 86, "invalid_value", "/version/tvv", id="a code too long"
        ),
        pytest.param(
            ("version", "tvv"), "A" * 10_000, "too_long", "/version/tvv", id="a code far too long"
        ),
        pytest.param(
            ("version", "brand"), "B" * 121, "invalid_value", "/version/brand", id="a long brand"
        ),
        pytest.param(
            ("version", "tvv"), "A\ud800", "unprintable", "/version/tvv", id="a lone surrogate"
        ),
    ],
)  # fmt: skip
def test_a_wrong_declaration_is_refused_with_a_code_and_a_pointer(
    program, path, value, code, pointer
):
    answer = program().post("/dossiers", json=changed(path, value))
    assert answer.status_code == 422
    assert (code, pointer) in points(answer)


def test_masses_that_do_not_close_are_refused_with_the_difference(program):
    """Reading S-10."""
    content = declaration()
    vehicle = content["reference_vehicle"]
    vehicle["ferrous_mass_kg"] = str(int(float(vehicle["ferrous_mass_kg"])) + 12)
    answer = program().post("/dossiers", json=content)
    assert answer.status_code == 422
    (point,) = answer.json["errors"]
    assert point["code"] == "masses_do_not_close"
    assert "12" in point["detail"]


def test_all_that_is_wrong_is_told_at_once(program):
    answer = program().post("/dossiers", json={"version": {}})
    assert answer.status_code == 422
    assert {"/reference_vehicle", "/manufacturing_lines", "/version/tvv"} <= {
        point["pointer"] for point in answer.json["errors"]
    }


@pytest.mark.parametrize(
    ("body", "code"),
    [
        pytest.param(b"{", "malformed_json", id="cut"),
        pytest.param(b"", "malformed_json", id="empty"),
        pytest.param(b"\xff\xfe{", "malformed_json", id="not UTF-8"),
        pytest.param(b'{"a": NaN}', "malformed_json", id="not a number"),
        pytest.param(b"[" * 100_000, "malformed_json", id="too deep"),
        pytest.param(b"9" * 5000, "malformed_json", id="a number too long to read"),
        pytest.param(b'{"a": 1, "a": 2}', "duplicate_key", id="a key said twice"),
    ],
)
def test_a_body_that_is_not_json_is_refused(program, body, code):
    answer = program().post("/dossiers", data=body, content_type="application/json")
    assert (answer.status_code, answer.json["code"]) == (400, code)


def test_a_body_that_is_no_object_is_refused(program):
    for value in ([], "texte", 3, None):
        body = json.dumps(value)
        answer = program().post("/dossiers", data=body, content_type="application/json")
        assert (answer.status_code, points(answer)) == (422, {("wrong_type", "")})


def test_another_type_of_content_is_refused(program):
    body = json.dumps(declaration())
    answer = program().post("/dossiers", data=body, content_type="text/plain")
    assert (answer.status_code, answer.json["code"]) == (415, "unsupported_media_type")
    answer = program().post("/score", data={"a": "b"})
    assert answer.status_code == 415


def test_a_declaration_too_large_is_refused(program):
    body = b'"' + b"a" * 1_000_001 + b'"'
    answer = program().post("/dossiers", data=body, content_type="application/json")
    assert answer.status_code == 413


def test_a_second_open_dossier_for_a_code_is_refused(program):
    caller = program()
    reference = opened(caller, tvv="Ab1")
    answer = caller.post("/dossiers", json=declaration(tvv="Ab1"))
    assert answer.status_code == 409
    assert points(answer) == {("open_dossier_exists", "/version/tvv")}
    assert reference in answer.json["detail"]
    assert caller.post("/dossiers", json=declaration(tvv="AB1")).status_code == 201


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", ""),
        ("GET", "/score"),
        ("PUT", "/declaration"),
        ("POST", "/submission"),
        ("POST", "/documents"),
    ],
)
def test_a_dossier_of_another_company_does_not_exist(program, method, path):
    reference = opened(program())
    rival = program("rival")
    body = {"json": declaration()} if method == "PUT" else {}
    for known in (reference, "SE-2222-2222"):
        answer = rival.call(method, f"/dossiers/{known}{path}", **body)
        assert (answer.status_code, answer.json["code"]) == (404, "unknown_dossier")
    assert rival.get("/dossiers").json == {"dossiers": [], "next_cursor": None}


def test_without_a_valid_token_nothing_is_opened(anybody, program, world):
    caller = program()
    reference = opened(caller)
    for headers in ({}, {"Authorization": "Bearer faux"}, {"Authorization": "Basic YTpi"}):
        answer = anybody.get(f"/dossiers/{reference}", headers=headers)
        assert answer.status_code == 401
        assert answer.headers["WWW-Authenticate"].startswith("Bearer")
    token = db.session.scalars(select(ApiToken)).one()
    revoke_api_token(token.reference, by=world.actor("manufacturer"), clock=world.clock)
    assert caller.get("/dossiers").status_code == 401


def test_a_session_of_the_pages_opens_nothing_here(browser):
    client = browser("manufacturer").client
    assert client.get("/api/v1/dossiers").status_code == 401


def test_a_file_that_is_not_what_it_says_is_refused(program):
    caller = program()
    reference = opened(caller)
    answer = caller.attach(reference, content=b"MZ\x90\x00" + b"\x00" * 100)
    assert answer.status_code == 422
    assert caller.attach(reference, content=samples.pdf() + b"a" * 1_000_001).status_code == 413
    empty = caller.post(f"/dossiers/{reference}/documents", json={})
    assert empty.status_code == 415
    assert caller.get(f"/dossiers/{reference}").json["documents"] == []


@pytest.mark.parametrize(
    ("named", "pointer"),
    [
        ({"site": "line:nowhere"}, "/site"),
        ({"requirement": "nothing_known"}, "/requirement"),
        ({"site": " "}, "/site"),
    ],
)
def test_a_document_names_a_place_of_the_declaration(program, named, pointer):
    caller = program()
    answer = caller.attach(opened(caller), **named)
    assert answer.status_code == 422
    assert [point["pointer"] for point in answer.json["errors"]] == [pointer]


def test_specific_values_are_refused_at_the_deposit(program):
    """Reading S-16: they belong to a derogation."""
    caller = program()
    content = declaration()
    line = content["manufacturing_lines"][0]["id"]
    content["specific_values"] = [{"component": "ferrous", "line": line, "value": "1.5"}]
    answer = caller.post("/dossiers", json=content)
    assert answer.status_code == 201
    assert [one["code"] for one in answer.json["problems"]] == ["specific_values_need_derogation"]
    refused = caller.post(f"/dossiers/{answer.json['reference']}/submission")
    assert refused.status_code == 422
    assert points(refused) == {("specific_values_need_derogation", "/specific_values")}


def test_a_declaration_is_scored_without_keeping_anything(program):
    caller = program()
    answer = caller.post("/score?explain=true", json=declaration(case="suv-china"))
    assert answer.status_code == 200
    assert answer.json["reached"] is False
    assert answer.json["trace"]["children"]
    assert caller.get("/dossiers").json["dossiers"] == []
    before = caller.post("/score?on=2023-10-09", json=declaration())
    assert (before.status_code, before.json["code"]) == (422, "not_in_force")


def test_the_score_agrees_with_each_worked_case(program):
    """tests/cases/score.jsonl through the API: the five cases at exactly 60 among them."""
    caller, cases = program(), list(BY_ID.values())
    assert len(cases) == 105
    for case in cases:
        answer = caller.post(f"/score?on={case['on']}", json=case["declaration"]).json
        expected = case["expected"]
        assert {key: answer[key] for key in expected} == expected, case["id"]


class TestDerogation:
    VALUE = {"component": "battery", "battery_site": "B1", "value": "40"}  # noqa: RUF012

    def content(self, **changed):
        return declaration(tvv="Ab1") | {"specific_values": [{**self.VALUE, **changed}]}

    def test_a_program_files_a_derogation_with_its_values(self, program, world):
        """D. 251-1-A, II; R. 251-1-B: seven months of silence."""
        world.refused_by_silence(tvv="Ab1")
        caller = program()
        answer = caller.post("/dossiers?route=derogation", json=self.content())
        assert answer.status_code == 201, answer.json
        assert answer.json["route"] == "derogation"
        wanted = {(one["requirement"], one["site"]) for one in answer.json["required_documents"]}
        assert ("specific_value", "specific:battery:B1") in wanted
        received = caller.post(f"/dossiers/{answer.json['reference']}/submission").json
        assert received["state"] == "submitted"
        assert received["receipt"]["silence_if_confirmed"] == "2027-01-30"

    def test_without_a_refusal_it_has_no_receipt(self, program):
        """Row 3: nothing runs."""
        caller = program()
        reference = caller.post("/dossiers?route=derogation", json=self.content()).json["reference"]
        received = caller.post(f"/dossiers/{reference}/submission").json
        assert (received["state"], received["receipt"]) == ("inadmissible", None)
        assert received["periods"] == []

    def test_without_any_value_it_is_no_derogation(self, program, world):
        """P-19: the draft says it, and the deposit refuses it."""
        world.refused_by_silence(tvv="Ab1")
        caller = program()
        answer = caller.post("/dossiers?route=derogation", json=declaration(tvv="Ab1"))
        assert answer.status_code == 201
        (problem,) = answer.json["problems"]
        assert problem["code"] == "derogation_needs_specific_values"
        refused = caller.post(f"/dossiers/{answer.json['reference']}/submission")
        assert refused.status_code == 422
        assert points(refused) == {("derogation_needs_specific_values", "/specific_values")}

    def test_a_program_does_not_accept_its_own_values(self, program):
        answer = program().post("/dossiers?route=derogation", json=self.content(accepted=True))
        assert answer.status_code == 422
        assert points(answer) == {("not_yours_to_decide", "/specific_values/0/accepted")}

    @pytest.mark.parametrize("route", ["modification", "autre", ""])
    def test_another_route_is_refused(self, program, route):
        answer = program().post(f"/dossiers?route={route}", json=declaration())
        assert answer.status_code == 422


def test_the_kept_score_of_a_dossier_is_explained_down_to_the_table(program, world):
    """The same trace as that of the calculator and of `score-env score --explain`."""
    dossier = world.proposed(case="suv-china", favourable=False)
    told = program().get(f"/dossiers/{dossier.reference}/score?explain=true").json
    asked = program().post("/score?explain=true&on=2026-03-02", json=declaration(case="suv-china"))
    assert told["trace"] == asked.json["trace"]
    (footprint,) = [one for one in told["trace"]["children"] if one["name"] == "footprint"]
    (ferrous,) = [one for one in footprint["children"] if one["name"] == "ferrous"]
    # 800 kg × 2.0 ÷ (1 − 0.30), method section 11.3.
    assert (ferrous["result"], ferrous["exact"]) == ("2285.714285714", "16000/7")
    row = ferrous["children"][0]
    assert (row["result"], row["grade"], row["edition"]["from"]) == ("2", "B3", "2023-10-10")
    assert "trace" not in program().get(f"/dossiers/{dossier.reference}/score").json


def test_a_kept_score_that_the_tables_no_longer_give_has_no_trace(world):
    """A trace of today would contradict the figures that were kept."""
    filed = world.submitted()
    row = db.session.query(Assessment).filter_by(dossier_id=filed.id).one()
    kept = SimpleNamespace(
        law_on=row.law_on,
        computed_at=row.computed_at,
        declaration=row.declaration,
        decisions=(),
        result=row.result | {"score": "79.500000000"},
    )
    told = kept_score(kept, explain=True)
    assert (told["score"], told["trace"]) == ("79.500000000", None)
    assert kept_score(row, explain=True)["trace"]["result"] == "80"


def test_the_score_of_a_draft_is_explained(program, world):
    reference = world.draft(case="suv-france").reference
    told = program().get(f"/dossiers/{reference}/score?explain=true").json
    assert told["trace"]["result"] == "80"
