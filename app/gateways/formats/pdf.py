"""PDF: whole, readable by anyone, and without anything that acts by itself."""

import mmap
import re
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from app.domain.file_errors import FileNotAcceptedError
from app.gateways.formats.refusals import damaged, hidden

END_WITHIN_BYTES = 1024
"""How far from the end readers look for the end mark."""
DICTIONARY_BYTES = 4096
"""How far around its type the dictionary of an object stream is looked for."""
MOST_OBJECT_STREAMS = 5_000
MOST_INFLATED_BYTES = 64 * 1024 * 1024
"""Most bytes inflated while looking into object streams, for one file."""
CHUNK_BYTES = 64 * 1024
OVERLAP_BYTES = 64
"""More than the longest name looked for, with all its letters escaped."""

_ACTS: Final = (
    "JavaScript", "Launch", "EmbeddedFile", "EmbeddedFiles", "RichMedia", "XFA", "SubmitForm",
    "ImportData", "GoToE",
)  # fmt: skip


def _names(*names: str) -> re.Pattern[bytes]:
    """Match these PDF names, each letter plain or written as ``#`` and two digits."""
    spelled = (
        "".join(f"(?:{letter}|#(?i:{ord(letter):02x}))" for letter in name) for name in names
    )
    # The first sign is tried before the names: a file of slashes must not take seconds.
    first = "".join(sorted({name[0] for name in names}))
    return re.compile(
        rf"/(?=[#{first}])(?:{'|'.join(spelled)})(?=[\x00\t\n\f\r ()<>\[\]{{}}/%]|\Z)".encode()
    )


_ACTIVE = _names(*_ACTS)
_ENCRYPTED = _names("Encrypt")
_OBJECT_STREAM = _names("ObjStm")
_FILTER = _names("Filter")
_OTHER_FILTER = _names(
    "ASCIIHexDecode", "AHx", "ASCII85Decode", "A85", "LZWDecode", "LZW", "RunLengthDecode", "RL",
    "Crypt", "Predictor",
)  # fmt: skip
_STREAM = re.compile(rb"\bstream\r?\n")


def check_pdf(path: Path) -> None:
    """Refuse what is not a whole, open and passive PDF.

    Raises:
        FileNotAcceptedError: with what was found.
    """
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content:
        if content[:5] != b"%PDF-":
            raise FileNotAcceptedError(
                "file_not_what_it_says",
                "Ce fichier se nomme « .pdf », mais son contenu n’est pas celui d’un PDF.",
            )
        _, mark, after = content[-END_WITHIN_BYTES:].rpartition(b"%%EOF")
        if not mark:
            raise damaged()
        if after.strip(b"\0\t\n\f\r "):
            raise hidden()
        if _ENCRYPTED.search(content):
            raise FileNotAcceptedError(
                "file_protected",
                "Ce PDF est protégé (mot de passe ou restrictions) : enregistrez-le sans"
                " protection.",
            )
        if _ACTIVE.search(content) or _acts_in_object_streams(content):
            raise FileNotAcceptedError(
                "file_active_content",
                "Ce PDF contient un script, une action automatique ou un fichier joint :"
                " imprimez-le en PDF pour n’en garder que les pages.",
            )


def _acts_in_object_streams(content: mmap.mmap) -> bool:
    """Look for active names in the objects that recent PDF files keep compressed."""
    left = MOST_INFLATED_BYTES
    for count, found in enumerate(_OBJECT_STREAM.finditer(content)):
        if count >= MOST_OBJECT_STREAMS:
            raise _unverifiable()
        start = content.rfind(b"obj", max(0, found.start() - DICTIONARY_BYTES), found.start())
        stream = _STREAM.search(content, found.end(), found.end() + DICTIONARY_BYTES)
        if stream is None:
            continue  # only a name in a text: a reader would not find an object stream either
        dictionary = content[max(start, 0) : stream.start()]
        if not _FILTER.search(dictionary):
            continue  # not compressed: its names were seen with the rest of the file
        if _OTHER_FILTER.search(dictionary):
            raise _unverifiable()
        tail = b""
        for chunk in _inflate(content, stream.end()):
            left -= len(chunk)
            if left < 0:
                raise _unverifiable()
            if _ACTIVE.search(tail + chunk):
                return True
            tail = chunk[-OVERLAP_BYTES:]
    return False


def _inflate(content: mmap.mmap, start: int) -> Iterator[bytes]:
    """Inflate what starts there, in chunks; refuse what is not whole."""
    inflater = zlib.decompressobj()
    for at in range(start, len(content), CHUNK_BYTES):
        pending = content[at : at + CHUNK_BYTES]
        while pending and not inflater.eof:
            try:
                yield inflater.decompress(pending, CHUNK_BYTES)
            except zlib.error as error:
                raise _unverifiable() from error
            pending = inflater.unconsumed_tail
        if inflater.eof:
            return
    raise _unverifiable()


def _unverifiable() -> FileNotAcceptedError:
    return FileNotAcceptedError(
        "file_damaged",
        "Ce PDF contient des objets que le portail ne peut pas vérifier : imprimez-le en PDF et"
        " joignez le résultat.",
    )
