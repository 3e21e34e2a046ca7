"""CSV: text that people can read, whatever separates its columns."""

import codecs
import re
from pathlib import Path

from app.domain.file_errors import FileNotAcceptedError

CHUNK_BYTES = 64 * 1024
ENCODINGS = ("utf-8-sig", "cp1252")
"""What spreadsheets write: UTF-8 with or without its mark, or the Windows alphabet of the West."""

_UNREADABLE = re.compile(rb"[\x00-\x08\x0b\x0e-\x1f\x7f]")
_OTHER_FORMATS = re.compile(
    rb"%PDF-|\{\\rtf|<(!doctype|html|\?xml|svg|script|\?php)|#!", re.IGNORECASE
)


def check_csv(path: Path) -> None:
    """Refuse what is not readable text.

    Raises:
        FileNotAcceptedError: with what was found.
    """
    decoders = [codecs.getincrementaldecoder(encoding)() for encoding in ENCODINGS]
    with path.open("rb") as file:
        head = file.read(1024)
        if _OTHER_FORMATS.match(head.removeprefix(codecs.BOM_UTF8).lstrip()) or b"%PDF-" in head:
            raise _not_text()
        file.seek(0)
        while chunk := file.read(CHUNK_BYTES):
            if _UNREADABLE.search(chunk):
                raise _not_text()
            decoders = [decoder for decoder in decoders if _decodes(decoder, chunk)]
    if not any(_decodes(decoder, b"", final=True) for decoder in decoders):
        raise _not_text()


def _decodes(decoder: codecs.IncrementalDecoder, chunk: bytes, *, final: bool = False) -> bool:
    """Tell whether *decoder* accepts what follows."""
    try:
        decoder.decode(chunk, final)
    except UnicodeDecodeError:
        return False
    return True


def _not_text() -> FileNotAcceptedError:
    return FileNotAcceptedError(
        "file_not_what_it_says",
        "Ce fichier se nomme « .csv », mais n’est pas un texte lisible : enregistrez-le en CSV,"
        " encodage UTF-8.",
    )
