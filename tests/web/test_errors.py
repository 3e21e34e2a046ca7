"""Refusals and failures in the words of their reader: a page, or a problem document."""

from http import HTTPStatus

import pytest
from sqlalchemy.exc import DataError

from app import create_app
from app.clock import FixedClock
from app.domain.errors import (
    Done,
    OpenDossierExistsError,
    StaleDossierError,
    StaleOrderError,
)
from app.domain.procedure import Action
from app.extensions import csrf
from tests.conftest import START, settings
from tests.page_checks import check_page

SECRET = "le mot de passe de la base"


def data_error():
    return DataError("INSERT", {}, ValueError("value too long"))


RAISED = {
    "data": data_error,
    "overflow": lambda: OverflowError("Python int too large"),
    "broken": lambda: RuntimeError(SECRET),
    "stale": lambda: StaleDossierError(
        [Done(who="Chloé Bernard", action=Action.PROPOSE, at=START)]
    ),
    "yours": lambda: StaleDossierError(
        [Done(who="Camille Durand", action=Action.SUPPLY_ITEM, at=START, yours=True)]
    ),
    "clock": lambda: StaleDossierError(
        [Done(who="Échéance", action=Action.DEEM_COMPLETE, at=START, clock=True)]
    ),
    "order": lambda: StaleOrderError(
        [Done(who="Camille Durand", action=Action.LIST_IN_TIME, at=START, yours=True)]
    ),
    "open": lambda: OpenDossierExistsError("SE-2222-3333"),
}


@pytest.fixture(scope="module")
def failing(tmp_path_factory, migrated):
    """An application whose pages fail in every way there is."""
    folder = tmp_path_factory.mktemp("errors")
    application = create_app(
        settings(folder, f"sqlite:///{folder / 'portal.db'}"), clock=FixedClock(START)
    )

    def fail(name):
        error = RAISED[name]()
        raise error

    for place in ("/essai/<name>", "/api/v1/essai/<name>"):
        application.add_url_rule(place, place, csrf.exempt(fail), methods=["GET", "POST"])
    application.testing = False
    return application.test_client()


@pytest.mark.parametrize(
    ("name", "method", "status", "sentence"),
    [
        ("data", "GET", HTTPStatus.NOT_FOUND, None),
        ("overflow", "GET", HTTPStatus.NOT_FOUND, None),
        ("data", "POST", HTTPStatus.UNPROCESSABLE_ENTITY, "La demande comporte des erreurs."),
        ("broken", "GET", HTTPStatus.INTERNAL_SERVER_ERROR, "Une erreur du portail"),
        ("stale", "POST", HTTPStatus.CONFLICT, "Chloé Bernard a agi entre-temps"),
        ("stale", "POST", HTTPStatus.CONFLICT, "Chloé Bernard, le 2 mars 2026 à 10\xa0h\xa000"),
        ("stale", "POST", HTTPStatus.CONFLICT, "Proposition transmise aux ministres"),
        ("yours", "POST", HTTPStatus.CONFLICT, "Vous avez déjà agi sur le dossier depuis"),
        ("yours", "POST", HTTPStatus.CONFLICT, "Vous, le 2 mars 2026 à 10\xa0h\xa000"),
        ("order", "POST", HTTPStatus.CONFLICT, "Vous avez déjà agi sur l’arrêté depuis"),
        ("clock", "POST", HTTPStatus.CONFLICT, "une échéance est passée entre-temps."),
        ("clock", "POST", HTTPStatus.CONFLICT, "Échéance constatée le 2 mars 2026 à 10\xa0h"),
        ("open", "POST", HTTPStatus.CONFLICT, "SE-2222-3333"),
    ],
)
def test_a_page_answers_with_a_sentence(failing, name, method, status, sentence):
    answer = failing.open(f"/essai/{name}", method=method)
    assert answer.status_code == status
    text = answer.get_data(as_text=True)
    check_page(text)
    assert sentence is None or sentence in text
    assert SECRET not in text
    assert "Traceback" not in text


@pytest.mark.parametrize(
    ("name", "method", "status", "code"),
    [
        ("data", "GET", 404, "not_found"),
        ("data", "POST", 422, "unprocessable_entity"),
        ("broken", "GET", 500, "internal_server_error"),
        ("stale", "POST", 409, "stale"),
        ("open", "POST", 409, "open_dossier_exists"),
    ],
)
def test_the_api_answers_with_a_problem(failing, name, method, status, code):
    """RFC 9457."""
    answer = failing.open(f"/api/v1/essai/{name}", method=method)
    assert answer.status_code == status
    assert answer.mimetype == "application/problem+json"
    problem = answer.get_json()
    assert (problem["status"], problem["code"]) == (status, code)
    assert problem["detail"]
    assert SECRET not in answer.get_data(as_text=True)


def test_a_method_that_an_address_does_not_take_is_named(failing):
    answer = failing.delete("/api/v1/versions")
    assert answer.status_code == 405
    assert "GET" in answer.headers["Allow"]
