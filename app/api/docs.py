"""The description of the API as a page, made from its OpenAPI document, without scripts."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final

from flask import Blueprint, current_app, render_template
from flask.typing import ResponseReturnValue

from app.context import current_settings

blueprint: Final = Blueprint("api_docs", __name__)
METHODS: Final = ("get", "post", "put", "delete")
# What the addresses hold, which the description leaves unsaid.
IN_ADDRESS: Final = {
    "reference": "La référence du dossier.",
    "position": "La place de l’entrée dans le journal.",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation:
    """An operation, as the page shows it.

    Attributes:
        method: in capitals.
        path: its address.
        summary: what it does.
        description: more about it; may be empty.
        needs_token: whether a token opens it.
        parameters: name, meaning and whether it is required.
        body: the media type of the body; empty without.
        answers: status and meaning.
    """

    method: str
    path: str
    summary: str
    description: str
    needs_token: bool
    parameters: tuple[tuple[str, str, bool], ...]
    body: str
    answers: tuple[tuple[str, str], ...]


@blueprint.get("/docs")
def show() -> ResponseReturnValue:
    """Show every operation of the API."""
    described = _described()
    return render_template(
        "public/api_docs.html",
        described=described,
        operations=list(_operations(described)),
        base_url=current_settings().base_url,
    )


def public_operations() -> list[Operation]:
    """Return the operations that no token is needed for, in the order of the description."""
    return [one for one in _operations(_described()) if not one.needs_token]


def _described() -> dict[str, Any]:
    found: dict[str, Any] = current_app.extensions["flask-smorest"]["apis"][""][
        "ext_obj"
    ].spec.to_dict()
    return found


def _operations(described: Mapping[str, Any]) -> Iterator[Operation]:
    for path, item in described["paths"].items():
        for method in METHODS:
            if method in item:
                shared = item.get("parameters", [])
                yield _operation(method.upper(), path, item[method], shared, described)


def _operation(
    method: str,
    path: str,
    operation: Mapping[str, Any],
    shared: list[Mapping[str, Any]],
    described: Mapping[str, Any],
) -> Operation:
    responses = described["components"]["responses"]
    return Operation(
        method=method,
        path=path,
        summary=operation["summary"],
        description=operation.get("description", ""),
        needs_token=bool(operation.get("security")),
        parameters=tuple(
            (one["name"], _meaning(one), bool(one.get("required")))
            for one in [*shared, *operation.get("parameters", [])]
        ),
        body=next(iter(operation.get("requestBody", {}).get("content", ())), ""),
        answers=tuple(
            (status, _resolved(answer, responses)["description"])
            for status, answer in sorted(operation["responses"].items())
        ),
    )


def _meaning(parameter: Mapping[str, Any]) -> str:
    return str(parameter.get("description") or IN_ADDRESS[parameter["name"]])


def _resolved(answer: Mapping[str, Any], responses: Mapping[str, Any]) -> Mapping[str, Any]:
    found: Mapping[str, Any] = (
        responses[answer["$ref"].rpartition("/")[2]] if "$ref" in answer else answer
    )
    return found
