"""Workbooks made by hand: small honest ones, and those that are made to hurt."""

import io
import re
import struct
import zipfile

from tests.gateways import samples

MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
SHEET = "xl/worksheets/sheet1.xml"
STRINGS = "xl/sharedStrings.xml"
LAUGHS = (
    '<!DOCTYPE worksheet [<!ENTITY a0 "ha">'
    + "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 10))
    + "]>"
)
FAR = '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'


def sheet(rows, *, dimension="A1", before="", after=""):
    """The XML of a sheet with these rows."""
    return (
        f'<?xml version="1.0"?>{before}<worksheet xmlns="{MAIN}"><dimension ref="{dimension}"/>'
        f"<sheetData>{rows}</sheetData>{after}</worksheet>"
    ).encode()


def book(rows="", **named):
    """A workbook of one sheet with these rows, in XML."""
    return samples.xlsx_with(**{SHEET: sheet(rows, **named)})


def rows(count, *, width=2):
    """So many rows of numbers."""
    cells = "<c><v>1</v></c>" * width
    return "".join(f'<row r="{n}">{cells}</row>' for n in range(1, count + 1))


def text(content, at="A1"):
    return f'<row r="1"><c r="{at}" t="inlineStr"><is><t>{content}</t></is></c></row>'


def streamed(size_bytes, *, said_bytes=None):
    """A workbook whose sheet inflates to so many bytes, or says another size in both headers."""
    parts = samples.xlsx_parts()
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as file:
        for name, body in parts.items():
            if name != SHEET:
                file.writestr(name, body)
        info = zipfile.ZipInfo(SHEET)
        info.compress_type = zipfile.ZIP_DEFLATED
        with file.open(info, "w") as part:
            part.write(f'<worksheet xmlns="{MAIN}"><sheetData>'.encode())
            block = b"<row/>" * 10_000
            for _ in range(size_bytes // len(block)):
                part.write(block)
            part.write(b"</sheetData></worksheet>")
    content = bytearray(buffer.getvalue())
    if said_bytes is not None:
        for mark, size_at in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
            name_at = 30 if mark == b"PK\x03\x04" else 46
            at = content.find(mark)
            while content[at + name_at : at + name_at + len(SHEET)] != SHEET.encode():
                at = content.find(mark, at + 1)
            struct.pack_into("<I", content, at + size_at, said_bytes)
    return bytes(content)


def sheets(count):
    """A workbook of so many sheets, each with one value."""
    parts = samples.xlsx_parts()
    names = range(2, count + 1)
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"
    relation = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    more = {
        "[Content_Types].xml": (
            "</Types>",
            "".join(
                f'<Override PartName="/xl/worksheets/sheet{n}.xml" ContentType="{kind}"/>'
                for n in names
            ),
        ),
        "xl/_rels/workbook.xml.rels": (
            "</Relationships>",
            "".join(
                f'<Relationship Id="rS{n}" Type="{relation}/worksheet"'
                f' Target="worksheets/sheet{n}.xml"/>'
                for n in names
            ),
        ),
        "xl/workbook.xml": (
            "</sheets>",
            "".join(
                f'<sheet xmlns:r="{relation}" name="S{n}" sheetId="{n}" r:id="rS{n}"/>'
                for n in names
            ),
        ),
    }
    for name, (end, added) in more.items():
        parts[name] = parts[name].replace(end.encode(), f"{added}{end}".encode())
    parts |= {f"xl/worksheets/sheet{n}.xml": sheet(rows(1)) for n in names}
    return samples.archive(parts)


def with_laughs_under_another_name():
    """The billion laughs in a sheet whose name is not that of an XML part."""
    parts = samples.xlsx_parts()
    del parts[SHEET]
    hostile = sheet(text("&a9;"), before=LAUGHS)
    return samples.archive(
        {
            name: re.sub(rb"worksheets/sheet1\.xml", b"worksheets/sheet1.bin", body)
            for name, body in parts.items()
        }
        | {"xl/worksheets/sheet1.bin": hostile}
    )


def with_many_styles(count):
    """A workbook whose cells could have so many styles, no two alike."""
    cells = "".join(f'<xf numFmtId="{n}" fontId="{n * 7919 % count}"/>' for n in range(count))
    styles = f'<styleSheet xmlns="{MAIN}"><cellXfs>{cells}</cellXfs></styleSheet>'
    return samples.archive(samples.xlsx_parts() | {"xl/styles.xml": styles.encode()})


def with_many_rules(count):
    """A workbook whose sheet has so many rules of validation, no two alike."""
    rules = "".join(f'<dataValidation sqref="A{n}" prompt="{n * 7919}"/>' for n in range(count))
    return book(rows(1), after=f"<dataValidations>{rules}</dataValidations>")


HOSTILE = {
    "one far cell": lambda: book(FAR),
    "a row beyond the last": lambda: book('<row r="99999999999"><c><v>1</v></c></row>'),
    "a hundred thousand rows that say two": lambda: book(rows(100_000), dimension="A1:B2"),
    "billion laughs in a sheet": lambda: book(text("&a9;"), before=LAUGHS),
    "billion laughs in the strings": lambda: samples.xlsx_with(
        **{STRINGS: f'<?xml version="1.0"?>{LAUGHS}<sst><si><t>&a9;</t></si></sst>'.encode()}
    ),
    "billion laughs under another name": with_laughs_under_another_name,
    "a sheet of 300 MB": lambda: streamed(300_000_000),
    "a sheet of 300 MB that says 1 kB": lambda: streamed(300_000_000, said_bytes=1_000),
    "three thousand sheets": lambda: sheets(3_000),
    "a hundred sheets": lambda: sheets(100),
    "wide rows of nothing": lambda: book('<row><c r="ZZZ1" s="0"/></row>' * 30_000),
    "many styles": lambda: with_many_styles(60_000),
    "many rules of validation": lambda: with_many_rules(50_000),
    "a hundred texts of 20 kB": lambda: book(
        "".join(f'<row r="{n}">{text("a" * 20_000)[11:]}' for n in range(1, 200))
    ),
    "a string for a number": lambda: book(f"<row><c><v>{'9' * 1_000_000}</v></c></row>"),
}
"""What is made to use up memory or time, by name."""
