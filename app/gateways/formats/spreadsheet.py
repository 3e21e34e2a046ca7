"""XLSX and ODS: what an archive must hold to be one of these two, without macros."""

from pathlib import Path

from app.domain.file_errors import FileNotAcceptedError
from app.gateways.formats.archive import read_parts
from app.gateways.formats.refusals import macros, protected

_XLSX_TYPES = "[Content_Types].xml"
_XLSX_WORKBOOK = "xl/workbook.xml"
_ODS_MIMETYPE = b"application/vnd.oasis.opendocument.spreadsheet"
_LOCAL_HEADER_BYTES = 30


def check_xlsx(path: Path) -> None:
    """Refuse what is not a whole, passive XLSX workbook.

    Raises:
        FileNotAcceptedError: with what was found.
    """
    parts = read_parts(path, watched={_XLSX_TYPES, _XLSX_WORKBOOK})
    if b"macroenabled" in parts.get(_XLSX_TYPES, b"").lower():
        raise macros()
    if not parts.get(_XLSX_WORKBOOK) or b"spreadsheetml" not in parts.get(_XLSX_TYPES, b""):
        raise FileNotAcceptedError(
            "file_not_what_it_says",
            "Ce fichier se nomme « .xlsx », mais ne contient pas de classeur XLSX.",
        )


def check_ods(path: Path) -> None:
    """Refuse what is not a whole, passive ODS spreadsheet.

    Raises:
        FileNotAcceptedError: with what was found.
    """
    parts = read_parts(path, watched={"mimetype", "content.xml", "META-INF/manifest.xml"})
    # The standard wants the type first and stored, so that it is read without inflating.
    with path.open("rb") as file:
        head = file.read(_LOCAL_HEADER_BYTES + 8 + len(_ODS_MIMETYPE))
    if (
        parts.get("mimetype") != _ODS_MIMETYPE
        or head[_LOCAL_HEADER_BYTES:] != b"mimetype" + _ODS_MIMETYPE
        or not parts.get("content.xml")
    ):
        raise FileNotAcceptedError(
            "file_not_what_it_says",
            "Ce fichier se nomme « .ods », mais ne contient pas de feuille de calcul ODS.",
        )
    if b"encryption-data" in parts.get("META-INF/manifest.xml", b""):
        raise protected()
