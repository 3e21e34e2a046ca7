"""Say what a received file is, from its bytes, and what it may be called.

The extension says what the sender believes; the structure must agree with it. The signature known
to ``filetype`` is only a hint: it takes a plain archive or a file of two natures for a document.
"""

import re
import struct
import unicodedata
import zipfile
import zlib
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final, NamedTuple

import filetype

from app.domain.file_errors import EmptyFileError, FileNotAcceptedError
from app.gateways.formats.image import check_jpeg, check_png
from app.gateways.formats.pdf import check_pdf
from app.gateways.formats.refusals import damaged, hidden
from app.gateways.formats.spreadsheet import check_ods, check_xlsx
from app.gateways.formats.text import check_csv

MOST_NAME_CHARACTERS = 150
MOST_EXTENSION_CHARACTERS = 10
HINT_BYTES = 8192
DEFAULT_NAME = "document"

_ZIP = "application/zip"


class _Format(NamedTuple):
    """One accepted format: its media type, its check, and what the hint may also say."""

    media_type: str
    check: Callable[[Path], None]
    also_hinted: frozenset[str] = frozenset()


_JPEG = _Format("image/jpeg", check_jpeg)
_FORMATS: Final[Mapping[str, _Format]] = MappingProxyType(
    {
        "pdf": _Format("application/pdf", check_pdf),
        "xlsx": _Format(
            "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
            check_xlsx,
            frozenset({_ZIP}),
        ),
        "ods": _Format(
            "application/vnd.oasis.opendocument.spreadsheet", check_ods, frozenset({_ZIP})
        ),
        "csv": _Format("text/csv", check_csv),
        "png": _Format("image/png", check_png, frozenset({"image/apng"})),
        "jpg": _JPEG,
        "jpeg": _JPEG,
    }
)
ACCEPTED_EXTENSIONS: Final = tuple(f".{extension}" for extension in _FORMATS)
"""What a file field offers to choose from."""


def check_content(path: Path, filename: str) -> str:
    """Return the media type of the file at *path*, sent under the name *filename*.

    Raises:
        EmptyFileError: the file has no byte.
        FileNotAcceptedError: its extension is not accepted, or its bytes do not follow it, hide
            something else, act by themselves or are protected.
    """
    extension = filename.rpartition(".")[2].strip().lower() if "." in filename else ""
    accepted = _FORMATS.get(extension)
    if accepted is None:
        found = f"L’extension « .{safe_filename(extension)} »" if extension else "Ce nom"
        raise FileNotAcceptedError("file_extension", f"{found} ne désigne pas un format accepté.")
    if not path.stat().st_size:
        raise EmptyFileError
    try:
        accepted.check(path)
        _check_no_second_nature(path, accepted)
    except (
        # What the readers of the standard library raise on bytes they cannot follow.
        struct.error, zlib.error, zipfile.BadZipFile, NotImplementedError, ValueError,
        OverflowError, EOFError, IndexError,
    ) as error:  # fmt: skip
        raise damaged() from error
    return accepted.media_type


def _check_no_second_nature(path: Path, accepted: _Format) -> None:
    """Refuse an archive at the end of something else, and a hint that says otherwise."""
    if _ZIP not in accepted.also_hinted and zipfile.is_zipfile(path):
        raise hidden()
    if accepted.check is check_csv:
        return  # a text may begin like anything: BMW is not a bitmap
    with path.open("rb") as file:
        hint = filetype.guess_mime(file.read(HINT_BYTES))
    if hint is not None and hint != accepted.media_type and hint not in accepted.also_hinted:
        raise FileNotAcceptedError(
            "file_not_what_it_says", "Le contenu de ce fichier n’est pas celui que son nom annonce."
        )


def safe_filename(name: str) -> str:
    """Return *name* as it may be shown and sent back: one line, no path, no invisible sign.

    At most 150 characters, extension kept; ``document`` when nothing is left.
    """
    name = re.split(r"[/\\]", unicodedata.normalize("NFC", name))[-1]
    name = re.sub(r"\s+", " ", name)
    # Categories C: controls, marks that turn the direction of text, halves of characters.
    name = "".join(sign for sign in name if unicodedata.category(sign)[0] != "C")
    name = re.sub(r'[<>:"|?*]', "_", name).strip(" .")
    if len(name) > MOST_NAME_CHARACTERS:
        stem, dot, extension = name.rpartition(".")
        kept = f".{extension}" if dot and len(extension) <= MOST_EXTENSION_CHARACTERS else ""
        name = (stem if kept else name)[: MOST_NAME_CHARACTERS - len(kept)].rstrip(" .") + kept
    return name or DEFAULT_NAME
