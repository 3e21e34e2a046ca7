"""ZIP archives of spreadsheets: every byte accounted for, every part read as it was declared."""

import re
import stat
import struct
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, Final

from app.domain.file_errors import FileNotAcceptedError
from app.gateways.formats.refusals import bomb, damaged, hidden, macros, protected

MOST_ENTRIES = 2_000
MOST_DIRECTORY_BYTES = 1024 * 1024
MOST_TOTAL_BYTES = 200 * 1000 * 1000
MOST_RATIO = 200
RATIO_MATTERS_BYTES = 1024 * 1024
"""Below this size a part may be compressed as much as it likes: zeros are not a bomb."""
MOST_DESCRIPTOR_BYTES = 24
"""What a writer that did not know sizes beforehand leaves after a part."""
CHUNK_BYTES = 64 * 1024

_LOCAL: Final = struct.Struct("<4s5H3I2H")
_END: Final = struct.Struct("<4s4H2IH")
_ZIP64_LOCATOR_BYTES = 20
_ENCRYPTED_FLAGS = 0x1 | 0x40 | 0x2000
_DESCRIPTOR_FLAG = 0x8
_MACROS = re.compile(
    r"(^|/)(vbaProject[^/]*\.bin|vbaData\.xml)$|^xl/(macrosheets|activeX)/|^(Basic|Scripts)/",
    re.IGNORECASE,
)
_XML = re.compile(r"\.(xml|rels|rdf|vml)$", re.IGNORECASE)
_ENTITIES = re.compile(rb"<!(?:DOCTYPE|ENTITY)")
_OVERLAP_BYTES = 16
_WATCHED_BYTES = 1024 * 1024


def read_parts(path: Path, *, watched: set[str]) -> dict[str, bytes]:
    """Read every part once, as declared; return the beginning of the *watched* ones.

    Nothing is held but one chunk and what is watched, whatever the archive pretends.

    Raises:
        FileNotAcceptedError: with what was found.
    """
    kept: dict[str, bytes] = {}
    with path.open("rb") as file:
        for info, start in _locate(file, _directory(file)):
            is_xml = _XML.search(info.filename) is not None
            tail = b""
            for chunk in _inflate(file, info, start):
                if is_xml:
                    _check_xml(tail, chunk)
                    tail = (tail + chunk)[-_OVERLAP_BYTES:]
                if info.filename in watched:
                    so_far = kept.get(info.filename, b"")
                    kept[info.filename] = (so_far + chunk)[:_WATCHED_BYTES]
    return kept


def _directory(file: BinaryIO) -> list[zipfile.ZipInfo]:
    """Read the central directory and refuse hostile entries."""
    _check_head(file)
    count = _check_end(file)
    with zipfile.ZipFile(file) as archive:
        entries = archive.infolist()
    for info in entries:
        _check_entry(info)
    if len({info.filename.casefold() for info in entries}) != count:
        raise damaged()  # two parts of one name: two readers would see two documents
    if sum(info.file_size for info in entries) > MOST_TOTAL_BYTES:
        raise bomb()
    return entries


def _check_head(file: BinaryIO) -> None:
    """Refuse what does not begin as an archive."""
    file.seek(0)
    head = file.read(1024)
    if head.startswith(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"):
        # An encrypted workbook is wrapped in the container of the former formats.
        raise FileNotAcceptedError(
            "file_protected",
            "Ce classeur est protégé par un mot de passe, ou dans l’ancien format « .xls » :"
            " enregistrez-le sans protection en XLSX ou en ODS.",
        )
    if not head.startswith(b"PK\x03\x04"):
        raise FileNotAcceptedError(
            "file_not_what_it_says",
            "Le contenu de ce fichier n’est pas celui du tableur que son nom annonce.",
        )
    if b"%PDF-" in head:
        raise hidden()


def _check_end(file: BinaryIO) -> int:
    """Refuse a directory that does not end the file exactly; return its number of entries."""
    end_at = file.seek(0, 2) - _END.size
    if end_at < _LOCAL.size:
        raise damaged()
    file.seek(end_at - _ZIP64_LOCATOR_BYTES)
    before = file.read(_ZIP64_LOCATOR_BYTES)
    mark, _, _, count, total, length, offset, comment = _END.unpack(file.read(_END.size))
    if mark != b"PK\x05\x06":
        raise damaged()
    # No such document needs the 64-bit directory, which could disagree with this one.
    if comment or before.startswith(b"PK\x06\x07") or offset + length != end_at:
        raise hidden()
    if count != total:
        raise damaged()
    if count > MOST_ENTRIES or length > MOST_DIRECTORY_BYTES:
        raise bomb()
    return int(count)


def _check_entry(info: zipfile.ZipInfo) -> None:
    """Refuse one entry on what the directory says of it."""
    name = info.orig_filename
    if (
        name.startswith("/")
        or ".." in name.split("/")
        or any(character in "\\:" or not character.isprintable() for character in name)
        or stat.S_ISLNK(info.external_attr >> 16)
    ):
        raise FileNotAcceptedError(
            "file_unsafe_names",
            "Ce fichier contient des noms internes qui sortiraient de leur dossier.",
        )
    if info.flag_bits & _ENCRYPTED_FLAGS:
        raise protected()
    if _MACROS.search(name):
        raise macros()
    if info.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise damaged()
    if info.file_size > max(RATIO_MATTERS_BYTES, MOST_RATIO * info.compress_size):
        raise bomb()


def _locate(
    file: BinaryIO, entries: list[zipfile.ZipInfo]
) -> Iterator[tuple[zipfile.ZipInfo, int]]:
    """Give each entry and where its bytes start; parts must follow each other without a gap."""
    expected = slack = 0
    for info in sorted(entries, key=lambda info: info.header_offset):
        _check_gap(info.header_offset - expected, slack)
        file.seek(info.header_offset)
        local = _LOCAL.unpack(file.read(_LOCAL.size))
        mark, flags, method, name_length, extra_length = (local[i] for i in (0, 2, 3, 9, 10))
        name = file.read(name_length)
        encoding = "utf-8" if flags & 0x800 else "cp437"
        if mark != b"PK\x03\x04" or method != info.compress_type or (flags & _ENCRYPTED_FLAGS):
            raise damaged()
        if name.decode(encoding) != info.orig_filename:
            raise damaged()
        start = info.header_offset + _LOCAL.size + name_length + extra_length
        yield info, start
        expected = start + info.compress_size
        slack = MOST_DESCRIPTOR_BYTES if flags & _DESCRIPTOR_FLAG else 0
    file.seek(-_END.size, 2)
    _check_gap(_END.unpack(file.read(_END.size))[6] - expected, slack)


def _check_gap(gap: int, slack: int) -> None:
    """Refuse parts that overlap (a bomb) or leave room for something else between them."""
    if gap < 0:
        raise bomb()
    if gap > slack:
        raise hidden()


def _inflate(file: BinaryIO, info: zipfile.ZipInfo, start: int) -> Iterator[bytes]:
    """Inflate one part in chunks, and refuse it as soon as it is not what was declared."""
    stored = info.compress_type == zipfile.ZIP_STORED
    inflater = zlib.decompressobj(-zlib.MAX_WBITS)
    left, size, checksum, pending = info.compress_size, 0, 0, b""
    file.seek(start)
    while left or pending:
        if not pending:
            pending = file.read(min(CHUNK_BYTES, left))
            left -= len(pending)
            if not pending:
                raise damaged()
        if stored:
            chunk, pending = pending, b""
        else:
            chunk, pending = inflater.decompress(pending, CHUNK_BYTES), inflater.unconsumed_tail
            if not left and not pending:
                chunk += inflater.flush()  # a few matches at most: the input is used up
        size += len(chunk)
        checksum = zlib.crc32(chunk, checksum)
        if size > info.file_size:
            raise bomb()
        if inflater.unused_data:
            raise hidden()
        yield chunk
    if size != info.file_size or checksum != info.CRC or not (stored or inflater.eof):
        raise damaged()


def _check_xml(tail: bytes, chunk: bytes) -> None:
    """Refuse document types and entities, which make readers fetch or multiply things."""
    if _ENTITIES.search(tail + chunk):
        raise FileNotAcceptedError(
            "file_active_content", "Ce fichier contient des entités XML, que le portail refuse."
        )
    if b"\0" in chunk:
        # UTF-16 or UTF-32, where the search above would see nothing; no tableur writes them.
        raise damaged()
