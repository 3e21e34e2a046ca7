"""A program that calls the API, with a token of its own."""

import io
from http import HTTPStatus

import pytest
from werkzeug.datastructures import FileStorage
from werkzeug.test import encode_multipart

from app.services.tokens import create_api_token
from tests.gateways import samples

PROBLEM = "application/problem+json"


class Program:
    """A client of the API; without a token, anybody."""

    def __init__(self, app, token=None):
        self.client = app.test_client()
        self.headers = {"Authorization": f"Bearer {token}"} if token else {}

    def call(self, method, path, **named):
        headers = {**self.headers, **named.pop("headers", {})}
        answer = self.client.open(f"/api/v1{path}", method=method, headers=headers, **named)
        assert "Set-Cookie" not in answer.headers
        assert "Cookie" not in answer.headers.get("Vary", "")
        if answer.status_code >= 400:
            check_problem(answer)
        return answer

    def get(self, path, **named):
        return self.call("GET", path, **named)

    def post(self, path, **named):
        return self.call("POST", path, **named)

    def put(self, path, **named):
        return self.call("PUT", path, **named)

    def attach(self, reference, *, requirement="other", site="version", content=None):
        # Encoded here: the client of Werkzeug leaves the temporary file of a large body open.
        boundary, body = encode_multipart(
            {
                "file": FileStorage(io.BytesIO(content or samples.pdf()), "piece.pdf", "file"),
                "requirement": requirement,
                "site": site,
            }
        )
        return self.post(
            f"/dossiers/{reference}/documents",
            data=body,
            content_type=f"multipart/form-data; boundary={boundary}",
        )


def check_problem(answer):
    """RFC 9457, and the same members everywhere."""
    assert answer.mimetype == PROBLEM, answer.get_data(as_text=True)
    problem = answer.json
    assert problem["status"] == answer.status_code
    # A type that is not blank would be the address of a page.
    assert problem["type"] == "about:blank"
    assert problem["title"] == HTTPStatus(answer.status_code).phrase
    assert problem["detail"].endswith((".", "?"))
    assert problem["code"]
    for point in problem.get("errors", []):
        assert set(point) == {"code", "detail", "pointer"}
        assert point["pointer"] == "" or point["pointer"].startswith("/")


@pytest.fixture
def anybody(app, world):
    return Program(app)


@pytest.fixture
def program(app, world):
    """A program of a person: ``program("rival")``."""

    def with_token(who="manufacturer"):
        token = create_api_token("essai", by=world.actor(who), clock=world.clock)
        return Program(app, token)

    return with_token
