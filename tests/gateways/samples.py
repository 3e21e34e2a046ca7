"""Real, minimal files of each accepted format, made in code, and hostile ones made from them."""

import io
import struct
import zipfile
import zlib
from collections.abc import Mapping

import openpyxl

ODS_TYPE = "application/vnd.oasis.opendocument.spreadsheet"
XLSX_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

# A grey square of 8 by 8 pixels: quantisation, frame, two Huffman tables of one code, scan.
_JPEG_SEGMENTS = (
    (0xE0, b"JFIF\0\1\1\0\0\1\0\1\0\0"),
    (0xDB, b"\0" + b"\x10" * 64),
    (0xC0, b"\x08\0\x08\0\x08\1\1\x11\0"),
    (0xC4, b"\0\1" + b"\0" * 15 + b"\0"),
    (0xC4, b"\x10\1" + b"\0" * 15 + b"\0"),
    (0xDA, b"\1\1\0\0\x3f\0"),
)


def pdf(*, catalog: bytes = b"", after: bytes = b"") -> bytes:
    """One blank A4 page; *catalog* is added to its catalogue, *after* behind its end."""
    objects = (
        b"<</Type/Catalog/Pages 2 0 R" + catalog + b">>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]>>",
    )
    content, offsets = b"%PDF-1.7\n", []
    for number, body in enumerate(objects, start=1):
        offsets.append(len(content))
        content += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    return (
        content
        + b"xref\n0 4\n0000000000 65535 f \n"
        + table
        + b"trailer\n<</Size 4/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n" % len(content)
        + after
    )


def pdf_with_object_stream(
    inside: bytes, *, dictionary: bytes = b"/Filter/FlateDecode", cut_bytes: int = 0
) -> bytes:
    """A PDF that holds, compressed, the object *inside*; the last *cut_bytes* are lost."""
    packed = zlib.compress(b"4 0 " + inside)
    return _pdf_with_stream(packed[: len(packed) - cut_bytes], dictionary)


def pdf_with_plain_objects(inside: bytes, *, dictionary: bytes = b"") -> bytes:
    """A PDF that holds *inside* in a stream of objects that is not compressed."""
    return _pdf_with_stream(b"4 0 " + inside, dictionary)


def _pdf_with_stream(stream: bytes, dictionary: bytes) -> bytes:
    head = b"5 0 obj\n<</Type/ObjStm/N 1/First 4/Length %d%s>>" % (len(stream), dictionary)
    added = head + b"\nstream\n" + stream + b"\nendstream\nendobj\n"
    return pdf().replace(b"xref\n", added + b"xref\n", 1)


def pdf_around_archive() -> bytes:
    """A PDF that is also a ZIP: the archive is inside, and its comment is the rest of the PDF."""
    before, xref, rest = pdf().partition(b"xref\n")
    hidden = archive({"a": b"a"})[:-2]
    comment = b"\n" + xref + rest
    return before + hidden + struct.pack("<H", len(comment)) + comment


def xlsx() -> bytes:
    """A workbook of one sheet with one measured mass."""
    book, buffer = openpyxl.Workbook(), io.BytesIO()
    book.active.append(["site", "masse (kg)"])
    book.active.append(["Douai", 412])
    book.save(buffer)
    return buffer.getvalue()


def ods() -> bytes:
    """A spreadsheet of one cell."""
    return archive(ods_parts(), stored={"mimetype"})


def ods_parts() -> dict[str, bytes]:
    """The parts of the spreadsheet, in their order, to be altered."""
    office = "urn:oasis:names:tc:opendocument:xmlns:"
    content = (
        f'<office:document-content xmlns:office="{office}office:1.0"'
        f' xmlns:table="{office}table:1.0"'
        f' xmlns:text="{office}text:1.0" office:version="1.3"><office:body><office:spreadsheet>'
        '<table:table table:name="Masses"><table:table-row><table:table-cell><text:p>412</text:p>'
        "</table:table-cell></table:table-row></table:table></office:spreadsheet></office:body>"
        "</office:document-content>"
    )
    manifest = (
        f'<manifest:manifest xmlns:manifest="{office}manifest:1.0" manifest:version="1.3">'
        f'<manifest:file-entry manifest:full-path="/" manifest:media-type="{ODS_TYPE}"/>'
        '<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/>'
        "</manifest:manifest>"
    )
    return {
        "mimetype": ODS_TYPE.encode(),
        "content.xml": content.encode(),
        "META-INF/manifest.xml": manifest.encode(),
    }


def csv() -> bytes:
    """A table as a French spreadsheet writes it."""
    return "\ufeffsite;masse (kg)\r\nDouai;412,5\r\nSaint-Étienne;12\r\n".encode()


def png(*, width: int = 2, height: int = 2, without: bytes = b"") -> bytes:
    """A small grey image; other dimensions are only declared, one chunk may be left out."""
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
        for kind, body in (
            (b"IHDR", struct.pack(">2I5B", width, height, 8, 0, 0, 0, 0)),
            (b"IDAT", zlib.compress(b"\0\x80\x80" * 2)),
            (b"IEND", b""),
        )
        if kind != without
    )


def jpeg() -> bytes:
    """A small grey image."""
    segments = b"".join(
        b"\xff" + bytes([marker]) + struct.pack(">H", len(body) + 2) + body
        for marker, body in _JPEG_SEGMENTS
    )
    return b"\xff\xd8" + segments + b"\x3f" + b"\xff\xd9"


GOOD = {
    "essai.pdf": (pdf, "application/pdf"),
    "masses.xlsx": (xlsx, XLSX_TYPE),
    "masses.ods": (ods, ODS_TYPE),
    "masses.csv": (csv, "text/csv"),
    "plaque.png": (png, "image/png"),
    "plaque.jpg": (jpeg, "image/jpeg"),
    "Plaque.JPEG": (jpeg, "image/jpeg"),
}
"""A name for each accepted extension, its maker and its media type."""


def archive(
    parts: Mapping[str, bytes], *, stored: frozenset[str] | set[str] = frozenset()
) -> bytes:
    """A ZIP of these parts, deflated unless named in *stored*."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as file:
        for name, body in parts.items():
            method = zipfile.ZIP_STORED if name in stored else zipfile.ZIP_DEFLATED
            file.writestr(zipfile.ZipInfo(name), body, compress_type=method)
    return buffer.getvalue()


def xlsx_parts() -> dict[str, bytes]:
    """The parts of the workbook, to be altered."""
    with zipfile.ZipFile(io.BytesIO(xlsx())) as file:
        return {name: file.read(name) for name in file.namelist()}


def xlsx_with(**parts: bytes) -> bytes:
    """The workbook with parts replaced or added: ``xlsx_with(**{"xl/vbaProject.bin": b"…"})``."""
    return archive(xlsx_parts() | parts)


def xlsx_with_symlink() -> bytes:
    """The workbook with a part that is a link to a file of the machine."""
    buffer = io.BytesIO(xlsx())
    with zipfile.ZipFile(buffer, "a") as file:
        link = zipfile.ZipInfo("xl/link")
        link.create_system, link.external_attr = 3, 0o120777 << 16
        file.writestr(link, "/etc/hostname")
    return buffer.getvalue()


def xlsx_encrypted() -> bytes:
    """The workbook whose parts all claim to be encrypted, in both headers."""
    content = bytearray(xlsx())
    for mark, flags_at in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        at = content.find(mark)
        while at != -1:
            content[at + flags_at] |= 1
            at = content.find(mark, at + 1)
    return bytes(content)


def xlsx_lying_about_size() -> bytes:
    """The workbook whose first part inflates to more than both its headers declare."""
    content = bytearray(xlsx())
    for mark, size_at in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        at = content.find(mark) + size_at
        (size,) = struct.unpack_from("<I", content, at)
        struct.pack_into("<I", content, at, size - 1)
    return bytes(content)


def xlsx_declaring(count: int, size_bytes: int) -> bytes:
    """The workbook with *count* parts said, in the directory, to inflate to *size_bytes* each."""
    content = bytearray(xlsx_with(**{f"xl/media/{n}": b"x" for n in range(count)}))
    at = content.find(b"PK\x01\x02")
    while at != -1:
        struct.pack_into("<I", content, at + 24, size_bytes)
        at = content.find(b"PK\x01\x02", at + 1)
    return bytes(content)


def xlsx_overlapping() -> bytes:
    """The workbook whose second entry of the directory points at the first part."""
    content = bytearray(xlsx())
    second = content.find(b"PK\x01\x02", content.find(b"PK\x01\x02") + 1)
    struct.pack_into("<I", content, second + 42, 0)
    return bytes(content)


def xlsx_with_gap(hidden: bytes) -> bytes:
    """The workbook with *hidden* between its last part and its directory."""
    content = xlsx()
    offset = struct.unpack_from("<I", content, len(content) - 6)[0]
    end = struct.pack("<I", offset + len(hidden)) + content[-2:]
    return content[:offset] + hidden + content[offset:-6] + end
