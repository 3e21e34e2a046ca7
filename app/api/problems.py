"""Refusals as documents of problems (RFC 9457): a code, a sentence and a JSON pointer each."""

from collections.abc import Callable, Iterator, Mapping
from http import HTTPStatus
from typing import Any, Final, NoReturn

from flask import Blueprint, abort, request
from flask.typing import ResponseReturnValue
from flask_smorest import Api
from flask_smorest.utils import prepare_response
from werkzeug.exceptions import HTTPException

from app.api.schemas import ProblemSchema
from app.domain.errors import DeclarationRefusedError, DomainError
from app.errors import API, SENTENCES, answer_http, problem, status_of
from scoring.dated import NotInForceError

MEDIA_TYPE: Final = "application/problem+json"

UNREADABLE: Final = "Ce qui est envoyé n’est pas du JSON lisible."
# Where the fields of a draft are in the declaration.
IN_DECLARATION: Final = {
    "tvv": "/version/tvv",
    "brand": "/version/brand",
    "commercial_name": "/version/commercial_name",
}


class PortalApi(Api):
    """The API, whose refusals look like those of the rest of the portal."""

    ERROR_SCHEMA = ProblemSchema
    DEFAULT_ERROR_RESPONSE_NAME = None

    def _register_responses(self) -> None:
        """Describe each refusal once; operations name those that they give."""
        for status in HTTPStatus:
            response: dict[str, Any] = {"description": SENTENCES.get(status, status.phrase)}
            if status >= HTTPStatus.BAD_REQUEST:
                response["schema"] = self.ERROR_SCHEMA
            prepare_response(response, self.spec, MEDIA_TYPE)
            self.spec.components.response(status.name, response, lazy=True)

    def handle_http_exception(self, error: HTTPException) -> ResponseReturnValue:
        """Answer what the framework refuses, for the API and for the pages alike."""
        messages = getattr(error, "data", {}).get("messages")
        if not request.path.startswith(API) or messages is None:
            return answer_http(error)
        status = HTTPStatus(error.code or HTTPStatus.UNPROCESSABLE_ENTITY)
        return problem(
            "invalid_parameters",
            SENTENCES[HTTPStatus.UNPROCESSABLE_ENTITY],
            status,
            errors=[
                {"code": "invalid_value", "detail": detail, "pointer": pointer}
                for pointer, detail in _points(messages)
            ],
        )


def answers(blueprint: Any, *statuses: HTTPStatus) -> Callable[[Any], Any]:  # noqa: ANN401 - flask-smorest gives no type
    """Return a decorator that says which refusals an operation may give."""

    def decorate(function: Any) -> Any:  # noqa: ANN401 - a view of any signature
        for status in statuses:
            function = blueprint.alt_response(status.value, response=status.name)(function)
        return function

    return decorate


def point_refusals(blueprint: Blueprint, pointers: Mapping[str, str] | None = None) -> None:
    """Make each refusal of *blueprint* say where it is.

    Args:
        blueprint: the blueprint.
        pointers: where the fields of the domain are in what is sent; at its top by default.
    """

    def refuse(error: Exception) -> ResponseReturnValue:
        code = getattr(error, "code", "refused")
        field = getattr(error, "field", None)
        points = []
        if isinstance(error, DeclarationRefusedError):
            points = [_point(one.code, one.message, one.field) for one in error.problems]
        elif field is not None:
            points = [_point(code, str(error), (pointers or {}).get(field, f"/{field}"))]
        more = {"errors": points} if points else {}
        return problem(code, str(error), status_of(error), **more)

    blueprint.register_error_handler(DomainError, refuse)
    blueprint.register_error_handler(NotInForceError, refuse)


def refuse_body(code: str, sentence: str, status: HTTPStatus = HTTPStatus.BAD_REQUEST) -> NoReturn:
    """Stop here: what was sent cannot be read."""
    abort(problem(code, sentence, status, errors=[_point(code, sentence, "")]))


def _point(code: str, detail: str, pointer: str) -> dict[str, str]:
    return {"code": code, "detail": detail, "pointer": pointer}


def _points(messages: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield where and what, from the messages of a schema by place, then by field."""
    for fields in messages.values():
        if isinstance(fields, Mapping):
            yield from _within("", fields)
        else:  # what was sent could not be read at all
            yield "", UNREADABLE


def _within(pointer: str, messages: Mapping[Any, Any]) -> Iterator[tuple[str, str]]:
    for name, details in messages.items():
        # A schema says under that name what is wrong with the whole.
        place = pointer if name == "_schema" else f"{pointer}/{name}"
        if isinstance(details, Mapping):
            yield from _within(place, details)
        else:
            yield from ((place, str(detail)) for detail in details)
