"""What the API says of itself, and of what it does not know."""

import pytest

from app.services.showing import show_publicly
from tests.builders import declaration

openapi_spec_validator = pytest.importorskip("openapi_spec_validator")
jsonschema = pytest.importorskip("jsonschema")


@pytest.fixture
def described(anybody):
    return anybody.get("/openapi.json").json


def test_the_description_is_valid_openapi(described):
    assert described["openapi"] == "3.1.0"
    openapi_spec_validator.validate(described)


def test_every_operation_is_described_in_french_with_its_answers(described):
    for path, item in described["paths"].items():
        for method, operation in item.items():
            if method == "parameters":
                continue
            assert operation["summary"], path
            assert any(status.startswith("2") for status in operation["responses"]), path
            has_token = bool(operation.get("security"))
            assert has_token == ("401" in operation["responses"]), path
            assert has_token == (
                path.split("/")[3]
                not in {
                    "aids",
                    "changes",
                    "journal",
                    "subscriptions",
                    "versions",
                }
            ), path


def test_the_pages_of_dossiers_are_described(described):
    parameters = described["paths"]["/api/v1/dossiers"]["get"]["parameters"]
    limit = next(one for one in parameters if one["name"] == "limit")
    assert (limit["schema"]["minimum"], limit["schema"]["maximum"]) == (1, 200)
    assert any(one["name"] == "cursor" for one in parameters)


def test_the_schema_of_a_declaration_is_that_of_the_wire_format(described):
    schema = described["components"]["schemas"]["Declaration"]
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.Draft202012Validator(schema).validate(declaration())
    content = declaration()
    content["version"]["colour"] = "bleu"
    assert not jsonschema.Draft202012Validator(schema).is_valid(content)


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/nothing", 404),
        ("GET", "/dossiers/99999999999999999999", 404),
        ("DELETE", "/versions", 405),
        ("POST", "/versions/status", 405),
        ("PATCH", "/dossiers", 405),
    ],
)
def test_what_the_api_does_not_know_is_a_problem_document(anybody, method, path, status):
    answer = anybody.call(method, path)
    assert answer.status_code == status
    if status == 405:
        assert answer.headers["Allow"]


def test_the_page_of_the_description_lists_every_operation(browser, described):
    page = browser().get("/api/v1/docs")
    assert page.status == 200
    for path in described["paths"]:
        assert path in page.html
    assert "Savoir si un code figure sur la liste un jour donné" in page.main


def test_a_page_that_does_not_exist_is_still_a_page(browser):
    page = browser().get("/nothing")
    assert (page.status, page.response.mimetype) == (404, "text/html")


def test_the_example_of_a_version_under_review_is_its_answer(described, anybody, world):
    """Decision 0033."""
    content = described["paths"]["/api/v1/versions/status"]["get"]["responses"]["200"]["content"]
    example = content["application/json"]["examples"]["under_review"]["value"]
    dossier = world.submitted(tvv=example["tvv"])
    show_publicly(dossier.reference, by=world.actor("manufacturer"), clock=world.clock)
    assert anybody.get("/versions/status?tvv=EXEMPLE001").json == example


def test_the_example_of_a_score_is_a_score(described, program):
    """A worked case: its figures are those of the calculator, its trace a part of the whole."""
    for path, method in (("/api/v1/score", "post"), ("/api/v1/dossiers/{reference}/score", "get")):
        answer = described["paths"][path][method]["responses"]["200"]
        example = answer["content"]["application/json"]["example"]
        asked = program().post(
            f"/score?explain=true&on={example['on']}", json=declaration(case="suv-germany")
        )
        assert is_part(example, asked.json), path


def is_part(told, whole):
    """Tell whether an object says what another says, of some of its children only."""
    if not isinstance(told, dict):
        return told == whole
    return all(
        all(any(is_part(one, other) for other in whole[key]) for one in value)
        if key == "children"
        else is_part(value, whole[key])
        for key, value in told.items()
    )
