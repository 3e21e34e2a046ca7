"""Read a document that a program sends, and what it says that it supports."""

from http import HTTPStatus
from typing import Final

from flask import request
from werkzeug.datastructures import FileStorage

from app.api.problems import refuse_body
from app.domain.errors import InvalidValueError

MULTIPART: Final = "multipart/form-data"
DOCUMENT_BODY: Final = {
    "required": True,
    "content": {
        MULTIPART: {
            "schema": {
                "type": "object",
                "properties": {
                    "file": {"type": "string", "contentMediaType": "application/octet-stream"},
                    "requirement": {"type": "string", "description": "La pièce attendue, ou other"},
                    "site": {"type": "string", "description": "version, line:<id>, battery:<id>"},
                },
                "required": ["file", "requirement", "site"],
                "additionalProperties": False,
            }
        }
    },
}


def received_document() -> tuple[FileStorage, dict[str, str]]:
    """Return the file of the request, and what it is said to support.

    Answers 415 by itself when the request holds no form.

    Raises:
        InvalidValueError: a field that is missing, or that does not exist here.
    """
    if request.mimetype != MULTIPART:
        refuse_body(
            "unsupported_media_type",
            f"Envoyez la pièce en {MULTIPART}.",
            HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
        )
    for name in (*request.form, *request.files):
        if name not in {"file", "requirement", "site"}:
            raise InvalidValueError(name, "Ce champ n’existe pas ici.")
    file = request.files.get("file")
    if file is None:
        raise InvalidValueError("file", "Joignez un fichier.")
    named = {name: request.form.get(name, "").strip() for name in ("requirement", "site")}
    for name, value in named.items():
        if not value:
            raise InvalidValueError(name, "Ce champ est obligatoire.")
    return file, named
