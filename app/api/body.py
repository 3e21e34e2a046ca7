"""Read JSON as it was sent: nothing guessed, nothing said twice."""

import json
from collections.abc import Mapping
from datetime import date
from http import HTTPStatus
from typing import Any, Final, NoReturn

from flask import request

from app.api.problems import refuse_body
from app.services.assessment import check_readable
from scoring.problems import quoted

LARGEST: Final = 1_000_000
JSON: Final = "application/json"

# How an operation that takes a declaration describes its body.
DECLARATION_BODY: Final = {
    "required": True,
    "content": {JSON: {"schema": {"$ref": "#/components/schemas/Declaration"}}},
}


class _TwiceError(ValueError):
    pass


def received_declaration(*, on: date) -> Mapping[str, Any]:
    """Return the declaration of the request, which can be scored on a day.

    Raises:
        DeclarationRefusedError: with all that is wrong in it.
        NotInForceError: no method is in force that day.
    """
    content: Mapping[str, Any] = received_json()
    check_readable(content, on=on)
    return content


def received_json() -> Any:  # noqa: ANN401 - any JSON value; whoever reads it checks it
    """Return the JSON value of the request; decimals are strings, so no value is rounded here.

    Answers 413, 415 or 400 by itself when it cannot be read.
    """
    if request.mimetype != JSON:
        refuse_body(
            "unsupported_media_type",
            f"Envoyez ce contenu en {JSON}.",
            HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
        )
    request.max_content_length = LARGEST
    try:
        return DECODER.decode(request.get_data().decode("utf-8-sig"))
    except _TwiceError as error:
        refuse_body("duplicate_key", str(error))
    except (ValueError, RecursionError):
        refuse_body("malformed_json", "Le corps de la demande n’est pas du JSON bien formé.")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise _TwiceError(f"La clé {quoted(key)} figure deux fois dans le même objet.")
        found[key] = value
    return found


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(name)


# Made once: a new one for each request takes as long as to read a small body.
DECODER: Final = json.JSONDecoder(object_pairs_hook=_once, parse_constant=_refuse_constant)
