"""PNG and JPEG: whole images of a bearable size, followed by nothing else."""

import mmap
import re
import struct
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO, Final

from app.domain.file_errors import FileNotAcceptedError
from app.gateways.formats.refusals import bomb, damaged, hidden

MOST_PIXELS = 200_000_000
"""A browser that shows the image holds four bytes for each."""
JPEG_TRAILING_BYTES = 4096
"""What phones leave after the image, such as the time of the shot."""
MOST_PIECES = 50_000
"""Most chunks of a PNG, or segments of a JPEG with its companions."""
HEAD_BYTES = 1024
"""Where readers of PDF look for the beginning of one, even in something else."""
CHUNK_BYTES = 64 * 1024

_PNG = b"\x89PNG\r\n\x1a\n"
_CHUNK_HEAD: Final = struct.Struct(">I4s")
_HEADER: Final = struct.Struct(">2I5B")
_JPEG_START = b"\xff\xd8\xff"
_JPEG_END = 0xD9
_JPEG_SCAN = 0xDA
_JPEG_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
# A marker may be preceded by filling; the possessive form keeps a file of filling linear.
_MARKER = re.compile(rb"\xff++[^\x00\xd0-\xd7]")
_MARKER_AFTER_PIXELS = re.compile(rb"\xff[^\x00\xff\xd0-\xd7]")


def check_png(path: Path) -> None:
    """Refuse what is not one whole PNG image.

    Raises:
        FileNotAcceptedError: with what was found.
    """
    with path.open("rb") as file:
        head = file.read(HEAD_BYTES)
        _check_head(head, _PNG, "PNG")
        file.seek(len(_PNG))
        kind, first = _png_chunk(file)
        if kind != b"IHDR" or len(first) != _HEADER.size:
            raise damaged()
        width, height, *_ = _HEADER.unpack(first)
        _check_size(width, height)
        has_pixels = False
        for _ in range(MOST_PIECES):
            kind, _beginning = _png_chunk(file)
            has_pixels = has_pixels or kind == b"IDAT"
            if kind == b"IEND":
                break
        if kind != b"IEND" or not has_pixels:
            raise damaged()
        if file.read(1):
            raise hidden()


def _png_chunk(file: BinaryIO) -> tuple[bytes, bytes]:
    """Read one chunk against its checksum; return its kind and its beginning."""
    length, kind = _CHUNK_HEAD.unpack(file.read(_CHUNK_HEAD.size))
    checksum, beginning, left = zlib.crc32(kind), b"", length
    while left:
        part = file.read(min(CHUNK_BYTES, left))
        if not part:
            raise damaged()
        beginning = beginning or part
        checksum = zlib.crc32(part, checksum)
        left -= len(part)
    if file.read(4) != checksum.to_bytes(4, "big"):
        raise damaged()
    return kind, beginning


def check_jpeg(path: Path) -> None:
    """Refuse what is not one whole JPEG image, or several as cameras write them.

    Raises:
        FileNotAcceptedError: with what was found.
    """
    with path.open("rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as content:
        _check_head(content[:HEAD_BYTES], _JPEG_START, "JPEG")
        pieces = iter(range(MOST_PIECES))
        at = _jpeg_end(content, 0, pieces)
        # Cameras append previews and depth maps, each a whole JPEG.
        while (following := content.find(_JPEG_START, at, at + JPEG_TRAILING_BYTES)) != -1:
            at = _jpeg_end(content, following, pieces)
        if len(content) - at > JPEG_TRAILING_BYTES:
            raise hidden()


def _jpeg_end(content: mmap.mmap, start: int, pieces: Iterator[int]) -> int:
    """Follow the segments of the image at *start*; return where it ends."""
    at, framed, scanned = start + 2, False, False
    for _ in pieces:
        found = _MARKER.match(content, at)
        if found is None:
            raise damaged()
        marker, at = content[found.end() - 1], found.end()
        if marker == _JPEG_END:
            if not (framed and scanned):
                raise damaged()
            return at
        length = int.from_bytes(content[at : at + 2], "big")
        if marker in _JPEG_FRAMES:
            height, width = struct.unpack(">2H", content[at + 3 : at + 7])
            _check_size(width, max(height, 1))  # a height of zero is said after the scan
            framed = True
        at += max(length, 2)
        if marker == _JPEG_SCAN:
            # The coded pixels run to the next marker; in them, 0xFF is followed by zero.
            following = _MARKER_AFTER_PIXELS.search(content, at)
            if following is None:
                raise damaged()
            at, scanned = following.start(), True
    raise damaged()


def _check_head(head: bytes, signature: bytes, name: str) -> None:
    """Refuse another signature than the expected one, or a PDF hidden behind it."""
    if not head.startswith(signature):
        raise FileNotAcceptedError(
            "file_not_what_it_says",
            f"Le contenu de ce fichier n’est pas celui d’une image {name}, que son nom annonce.",
        )
    if b"%PDF-" in head:
        raise hidden()


def _check_size(width: int, height: int) -> None:
    """Refuse an image of no pixel, or of more than anyone can open."""
    if not width or not height:
        raise damaged()
    if width * height > MOST_PIXELS:
        raise bomb()
