"""Receive the files of a form: each refusal beside the field, the good files kept.

A browser never sends a file twice by itself. A file that passed is therefore remembered in the
page that is shown again, by a signed note of what the store holds.
"""

from collections.abc import Iterable
from dataclasses import asdict
from typing import BinaryIO, Final, cast

from flask import current_app
from itsdangerous import BadSignature, URLSafeSerializer
from werkzeug.datastructures import FileStorage

from app.context import current_actor, current_files, current_settings
from app.domain.errors import DomainError
from app.services.documents import KeptFile, Upload, keep_upload

SALT: Final = "kept files"


def keep_all(sent: Iterable[FileStorage]) -> tuple[list[KeptFile], list[str]]:
    """Return the files that are now safe in the store, and a sentence for each one refused."""
    kept: list[KeptFile] = []
    refused: list[str] = []
    for file in sent:
        stream = cast("BinaryIO", file.stream)
        upload = Upload(filename=file.filename or "", stream=stream)
        try:
            kept.append(
                keep_upload(
                    upload, files=current_files(), limit_bytes=current_settings().upload_limit
                )
            )
        except DomainError as error:
            refused.append(f"« {file.filename} » : {error}")
        finally:
            file.close()  # a large one is a temporary file
    return kept, refused


def note_of(kept: Iterable[KeptFile], *, purpose: str) -> str:
    """Return a note of kept files, for the same person to send back with the same form."""
    return _serializer(purpose).dumps([asdict(file) for file in kept])


def files_of(note: str | None, *, purpose: str) -> list[KeptFile]:
    """Return the kept files of a note; none when it was altered, or written for another form."""
    try:
        return [KeptFile(**file) for file in _serializer(purpose).loads(note or "")]
    except BadSignature:
        return []


def _serializer(purpose: str) -> URLSafeSerializer:
    key = current_app.secret_key
    assert isinstance(key, str)  # noqa: S101 - the settings give one
    return URLSafeSerializer(key, salt=f"{SALT}/{current_actor().user_id}/{purpose}")
