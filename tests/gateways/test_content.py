import random
import struct
import tracemalloc
import zlib

import pytest

from app.domain.errors import DomainError
from app.domain.file_errors import ACCEPTED_FORMATS, EmptyFileError, FileNotAcceptedError
from app.gateways.content import check_content
from tests.gateways import samples

XLSX, ODS, PDF, PNG, JPG, CSV = "a.xlsx", "a.ods", "a.pdf", "a.png", "a.jpg", "a.csv"
MACRO_TYPES = b"application/vnd.ms-excel.sheet.macroEnabled.main+xml"
ENTITIES = b'<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "bbbb">]><a>&b;</a>'


@pytest.fixture
def check(tmp_path):
    def check(content, name):
        path = tmp_path / "received"
        path.write_bytes(content)
        return check_content(path, name)

    return check


def ods_with(**parts):
    return samples.archive(samples.ods_parts() | parts, stored={"mimetype"})


@pytest.mark.parametrize("name", samples.GOOD)
def test_each_accepted_format_is_recognised(check, name):
    make, media_type = samples.GOOD[name]
    assert check(make(), name) == media_type


@pytest.mark.parametrize(
    ("content", "name"),
    [
        pytest.param(b"BMW;iX3\n", CSV, id="text that begins like a bitmap"),
        pytest.param("Société;été\n".encode("cp1252"), CSV, id="text of an older Windows"),
        pytest.param(b"a;b\n\xc3", CSV, id="text that ends inside a letter of UTF-8"),
        pytest.param(b"une seule colonne\n", CSV, id="text of one column"),
        pytest.param("é".encode() * 70_000, CSV, id="a letter across two chunks"),
        pytest.param(samples.pdf(after=b"\r\n\0\0"), PDF, id="padding after the end"),
        pytest.param(samples.pdf(catalog=b"/OpenAction[3 0 R/Fit]"), PDF, id="opens on a page"),
        pytest.param(samples.pdf(catalog=b"/Lang(a/JavaScripts)"), PDF, id="a longer name"),
        pytest.param(samples.pdf_with_object_stream(b"<</A/B>>"), PDF, id="compressed objects"),
        pytest.param(samples.pdf(catalog=b"/Note(an /ObjStm)"), PDF, id="a text about objects"),
        pytest.param(samples.pdf_with_plain_objects(b"<</A/B>>"), PDF, id="plain objects"),
        pytest.param(samples.jpeg() + samples.jpeg(), JPG, id="two images of a camera"),
        pytest.param(samples.jpeg() + b"Image_UTC_Data1782900000000", JPG, id="trailer of a phone"),
    ],
)
def test_unusual_but_honest_files_are_accepted(check, content, name):
    assert check(content, name)


BAD = [
    # What the name says is not what the bytes are.
    pytest.param(samples.pdf(), "a.exe", "file_extension", id="extension of a program"),
    pytest.param(samples.pdf(), "a", "file_extension", id="no extension"),
    pytest.param(samples.pdf(), "a.pdf.exe", "file_extension", id="two extensions"),
    pytest.param(samples.xlsx(), "a.xlsm", "file_extension", id="extension with macros"),
    pytest.param(samples.png(), PDF, "file_not_what_it_says", id="image named PDF"),
    pytest.param(samples.pdf(), XLSX, "file_not_what_it_says", id="PDF named XLSX"),
    pytest.param(samples.pdf(), PNG, "file_not_what_it_says", id="PDF named PNG"),
    pytest.param(samples.pdf(), CSV, "file_not_what_it_says", id="PDF named CSV"),
    pytest.param(samples.png(), JPG, "file_not_what_it_says", id="PNG named JPEG"),
    pytest.param(samples.xlsx(), ODS, "file_not_what_it_says", id="XLSX named ODS"),
    pytest.param(samples.ods(), XLSX, "file_not_what_it_says", id="ODS named XLSX"),
    pytest.param(samples.xlsx(), CSV, "file_not_what_it_says", id="XLSX named CSV"),
    pytest.param(b"<html><script>", CSV, "file_not_what_it_says", id="page named CSV"),
    pytest.param("a;b\n".encode("utf-16"), CSV, "file_not_what_it_says", id="UTF-16 text"),
    pytest.param(b"a;\x81\n", CSV, "file_not_what_it_says", id="text in no known alphabet"),
    pytest.param(
        samples.archive({"word/document.xml": b"<a/>"}), XLSX, "file_not_what_it_says", id="a DOCX"
    ),
    pytest.param(
        samples.archive(samples.ods_parts()), ODS, "file_not_what_it_says", id="type not stored"
    ),
    # Two natures.
    pytest.param(samples.pdf(after=samples.ods()), PDF, "file_hidden_content", id="PDF then ODS"),
    pytest.param(samples.pdf(after=samples.xlsx()), PDF, "file_damaged", id="PDF then far end"),
    pytest.param(samples.pdf() + b"<script>", PDF, "file_hidden_content", id="PDF then script"),
    pytest.param(
        samples.pdf_around_archive(),
        PDF,
        "file_hidden_content",
        id="ZIP whose comment ends the PDF",
    ),
    pytest.param(
        samples.pdf() + samples.xlsx(), XLSX, "file_not_what_it_says", id="PDF before ZIP"
    ),
    pytest.param(samples.xlsx() + samples.pdf(), XLSX, "file_damaged", id="ZIP then PDF"),
    pytest.param(
        samples.xlsx_with_gap(samples.pdf()), XLSX, "file_hidden_content", id="PDF inside ZIP"
    ),
    pytest.param(
        samples.archive({"a": b"%PDF-1.7"} | samples.xlsx_parts(), stored={"a"}),
        XLSX,
        "file_hidden_content",
        id="PDF header in the first part",
    ),
    pytest.param(samples.png() + samples.xlsx(), PNG, "file_hidden_content", id="PNG then ZIP"),
    pytest.param(samples.png() + b"x", PNG, "file_hidden_content", id="PNG then one byte"),
    pytest.param(samples.jpeg() + samples.xlsx(), JPG, "file_hidden_content", id="JPEG then ZIP"),
    pytest.param(samples.jpeg() + b"x" * 5000, JPG, "file_hidden_content", id="JPEG then much"),
    pytest.param(
        samples.jpeg()[:2] + b"\xff\xfe\0\x0a%PDF-1.7" + samples.jpeg()[2:],
        JPG,
        "file_hidden_content",
        id="PDF header in the comment of a JPEG",
    ),
    # What acts by itself.
    pytest.param(
        samples.pdf(catalog=b"/OpenAction<</S/JavaScript/JS(app.alert)>>"),
        PDF,
        "file_active_content",
        id="script",
    ),
    pytest.param(
        samples.pdf(catalog=b"/A<</S/J#61vaScr#69pt>>"), PDF, "file_active_content", id="escaped"
    ),
    pytest.param(samples.pdf(catalog=b"/A<</S/Launch>>"), PDF, "file_active_content", id="launch"),
    pytest.param(
        samples.pdf(catalog=b"/Names<</EmbeddedFiles 9 0 R>>"),
        PDF,
        "file_active_content",
        id="joined file",
    ),
    pytest.param(
        samples.pdf_with_object_stream(b"<</S/JavaScript/JS(x)>>"),
        PDF,
        "file_active_content",
        id="compressed script",
    ),
    pytest.param(
        samples.pdf(catalog=b"/ObjStm " * 5_001), PDF, "file_damaged", id="too many object streams"
    ),
    pytest.param(
        samples.pdf_with_object_stream(b"(" + b"a" * 65_522 + b")/JavaScript "),
        PDF,
        "file_active_content",
        id="compressed script across two chunks",
    ),
    pytest.param(
        samples.pdf_with_object_stream(b"", dictionary=b"/Filter[/AHx/FlateDecode]"),
        PDF,
        "file_damaged",
        id="objects under a rare filter",
    ),
    pytest.param(
        samples.pdf_with_plain_objects(b"<</S/JavaScript>>"),
        PDF,
        "file_active_content",
        id="script among plain objects",
    ),
    pytest.param(
        samples.pdf_with_plain_objects(b"<</A/B>>", dictionary=b"/Filter/FlateDecode"),
        PDF,
        "file_damaged",
        id="objects said to be compressed",
    ),
    pytest.param(
        samples.pdf_with_object_stream(b"<</A/B>>", cut_bytes=6),
        PDF,
        "file_damaged",
        id="compressed objects cut short",
    ),
    pytest.param(
        samples.xlsx_with(**{"xl/vbaProject.bin": b"x"}), XLSX, "file_macros", id="macros"
    ),
    pytest.param(
        samples.xlsx_with(**{"[Content_Types].xml": MACRO_TYPES}), XLSX, "file_macros", id="an XLSM"
    ),
    pytest.param(
        samples.xlsx_with(**{"xl/macrosheets/sheet1.xml": b"<a/>"}),
        XLSX,
        "file_macros",
        id="macros of Excel 4",
    ),
    pytest.param(
        ods_with(**{"Basic/Standard/Module1.xml": b"<a/>"}), ODS, "file_macros", id="macros in ODS"
    ),
    pytest.param(
        samples.xlsx_with(**{"xl/workbook.xml": ENTITIES}),
        XLSX,
        "file_active_content",
        id="entities",
    ),
    pytest.param(
        ods_with(**{"content.xml": b"<!--" + b"-" * 65_520 + b"--><!DOCTYPE a><a/>"}),
        ODS,
        "file_active_content",
        id="document type across two chunks",
    ),
    pytest.param(
        samples.xlsx_with(**{"xl/workbook.xml": ENTITIES.decode().encode("utf-16")}),
        XLSX,
        "file_damaged",
        id="entities in UTF-16",
    ),
    # What nobody could read.
    pytest.param(
        samples.pdf().replace(b"/Size 4", b"/Size 4/Encrypt 9 0 R"),
        PDF,
        "file_protected",
        id="protected PDF",
    ),
    pytest.param(samples.xlsx_encrypted(), XLSX, "file_protected", id="encrypted parts"),
    pytest.param(
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600, XLSX, "file_protected", id="password"
    ),
    pytest.param(
        ods_with(**{"META-INF/manifest.xml": b"<m:encryption-data/>"}),
        ODS,
        "file_protected",
        id="password in ODS",
    ),
    # What is too much.
    pytest.param(
        samples.xlsx_with(**{"xl/worksheets/sheet1.xml": b" " * 3_000_000}),
        XLSX,
        "file_too_compressed",
        id="ratio",
    ),
    pytest.param(
        samples.xlsx_with(**{f"xl/media/{n}": b"" for n in range(2001)}),
        XLSX,
        "file_too_compressed",
        id="entries",
    ),
    pytest.param(
        samples.xlsx_declaring(250, 1_000_000), XLSX, "file_too_compressed", id="total of 250 MB"
    ),
    pytest.param(samples.xlsx_lying_about_size(), XLSX, "file_too_compressed", id="lying size"),
    pytest.param(samples.xlsx_overlapping(), XLSX, "file_too_compressed", id="overlapping parts"),
    pytest.param(samples.png(width=60_000, height=60_000), PNG, "file_too_compressed", id="pixels"),
    # Where it would go.
    *(
        pytest.param(
            samples.xlsx_with(**{name: b"x"}), XLSX, "file_unsafe_names", id=f"name {name}"
        )
        for name in ("../../etc/cron.d/x", "/etc/x", "xl\\..\\x", "C:x", "xl/\u202excel", "xl/a\nb")
    ),
    pytest.param(samples.xlsx_with_symlink(), XLSX, "file_unsafe_names", id="link"),
    # What broke.
    pytest.param(
        samples.xlsx_with(**{"XL/workbook.xml": b"<a/>"}), XLSX, "file_damaged", id="two workbooks"
    ),
    pytest.param(
        samples.xlsx().replace(b"xl/workbook.xml", b"xl/workbook.xmk", 1),
        XLSX,
        "file_damaged",
        id="two names for one part",
    ),
    pytest.param(samples.png(without=b"IHDR"), PNG, "file_damaged", id="image without header"),
    pytest.param(samples.png(without=b"IDAT"), PNG, "file_damaged", id="image without pixels"),
    pytest.param(
        samples.archive({"word/a.xml": b"<a/>"} | samples.xlsx_parts()),
        XLSX,
        "file_not_what_it_says",
        id="a document that is also a workbook",
    ),
    *(
        pytest.param(make()[: len(make()) // 2], name, "file_damaged", id=f"half of {name}")
        for name, (make, _) in samples.GOOD.items()
        if not name.endswith("csv")
    ),
    pytest.param(samples.png(width=0), PNG, "file_damaged", id="image of no pixel"),
    pytest.param(samples.png().replace(b"IDAT", b"IDAx"), PNG, "file_damaged", id="checksum"),
    pytest.param(samples.jpeg()[:2] + b"\xff\xd9", JPG, "file_damaged", id="image of nothing"),
]


@pytest.mark.parametrize(("content", "name", "code"), BAD)
def test_hostile_or_broken_files_are_refused_with_the_reason(check, content, name, code):
    with pytest.raises(FileNotAcceptedError) as refusal:
        check(content, name)
    assert refusal.value.code == code
    assert str(refusal.value).endswith(ACCEPTED_FORMATS)


def test_an_empty_file_is_refused_as_empty(check):
    with pytest.raises(EmptyFileError):
        check(b"", PDF)


def test_a_part_that_lies_costs_no_memory(check):
    """G13: a part said to hold 1,000 bytes inflates to 50 MB."""
    bomb = bytearray(samples.archive({"[Content_Types].xml": b"\0" * 50_000_000}))
    struct.pack_into("<I", bomb, 22, 1000)
    struct.pack_into("<I", bomb, bomb.rfind(b"PK\x01\x02") + 24, 1000)
    tracemalloc.start()
    try:
        with pytest.raises(FileNotAcceptedError) as refusal:
            check(bytes(bomb), XLSX)
        assert tracemalloc.get_traced_memory()[1] < 2_000_000
    finally:
        tracemalloc.stop()
    assert refusal.value.code == "file_too_compressed"


def test_a_pdf_whose_objects_inflate_without_end_is_refused(check):
    """G13: 68 kB that inflate to 70 MB."""
    with pytest.raises(FileNotAcceptedError) as refusal:
        check(samples.pdf_with_object_stream(b"\0" * 70_000_000), PDF)
    assert refusal.value.code == "file_damaged"


def test_an_image_of_too_many_pieces_is_refused(check):
    empty = samples.jpeg()[:2] + b"\xff\xe0\0\2" * 50_001 + samples.jpeg()[2:]
    text = b"\0\0\0\0tEXt" + struct.pack(">I", zlib.crc32(b"tEXt"))
    head = len(samples.png(without=b"IDAT")) - 12
    wordy = samples.png()[:head] + text * 50_001 + samples.png()[head:]
    for content, name in ((empty, JPG), (wordy, PNG)):
        with pytest.raises(FileNotAcceptedError) as refusal:
            check(content, name)
        assert refusal.value.code == "file_damaged"


@pytest.mark.parametrize(
    ("flaw_at", "flaw"),
    [
        pytest.param(0, b"PK\x03\x05", id="no header where the directory says"),
        pytest.param(8, b"\x00\x00", id="another method than the directory says"),
        pytest.param(6, b"\x01\x00", id="encrypted in its own header only"),
    ],
)
def test_a_part_whose_header_contradicts_the_directory_is_refused(check, flaw_at, flaw):
    content = bytearray(samples.xlsx())
    second = content.find(b"PK\x03\x04", 4)
    content[second + flaw_at : second + flaw_at + len(flaw)] = flaw
    with pytest.raises(FileNotAcceptedError) as refusal:
        check(bytes(content), XLSX)
    assert refusal.value.code == "file_damaged"


@pytest.mark.parametrize(
    ("flaw_at", "flaw", "code"),
    [
        pytest.param(-2, b"\x01\x00", "file_hidden_content", id="comment"),
        pytest.param(-10, b"\xff\x00", "file_hidden_content", id="directory elsewhere"),
        pytest.param(-12, b"\x01\x00", "file_damaged", id="two counts of parts"),
        pytest.param(-42, b"PK\x06\x07", "file_hidden_content", id="second directory"),
    ],
)
def test_an_end_of_archive_that_lies_is_refused(check, flaw_at, flaw, code):
    content = bytearray(samples.xlsx())
    end = flaw_at + len(flaw)
    content[flaw_at : end or None] = flaw
    with pytest.raises(FileNotAcceptedError) as refusal:
        check(bytes(content), XLSX)
    assert refusal.value.code == code


def mutant(chance, content):
    """One good file after one to four accidents, of the kinds that networks and people cause."""
    body = bytearray(content)
    for _ in range(chance.randint(1, 4)):
        at = chance.randrange(len(body) + 1)
        length = chance.choice((1, 2, 4, 16, 64))
        noise = chance.choice((b"\0" * length, b"\xff" * length, chance.randbytes(length)))
        match chance.randrange(4):
            case 0:
                body[at : at + length] = noise
            case 1:
                body[at:at] = noise
            case 2:
                del body[at : at + length]
            case _:
                del body[max(1, at) :]
    return bytes(body) or b"\0"


def survive(check, count, seed):
    chance = random.Random(seed)
    goods = [(name, make(), media_type) for name, (make, media_type) in samples.GOOD.items()]
    refused = 0
    for _ in range(count):
        name, content, media_type = chance.choice(goods)
        try:
            assert check(mutant(chance, content), name) == media_type
        except DomainError:
            refused += 1
    return refused


def test_mutants_are_accepted_or_refused_but_never_break_the_portal(check):
    """G12, in short."""
    assert survive(check, 300, seed=20260701) > 150


@pytest.mark.slow
def test_ten_thousand_mutants_never_break_the_portal(check):
    """G12."""
    assert survive(check, 10_000, seed=20261130) > 5_000


def test_every_single_altered_byte_of_a_png_is_noticed(check):
    good = samples.png()
    for at in range(len(good)):
        altered = good[:at] + bytes([good[at] ^ 0x55]) + good[at + 1 :]
        with pytest.raises(FileNotAcceptedError):
            check(altered, PNG)


def test_an_archive_with_padding_after_its_compressed_data_is_refused(check):
    packer = zlib.compressobj(wbits=-15)
    packed = packer.compress(b"<a/>") + packer.flush() + b"hidden"
    name = b"xl/workbook.xml"
    sizes = struct.pack("<3I", zlib.crc32(b"<a/>"), len(packed), 4)
    head = struct.pack("<3H2H", 20, 0, 8, 0, 33) + sizes + struct.pack("<2H", len(name), 0)
    local = b"PK\x03\x04" + head + name + packed
    entry = b"PK\x01\x02" + struct.pack("<H", 20) + head + b"\0" * 14 + name
    end = struct.pack("<4s4H2IH", b"PK\x05\x06", 0, 0, 1, 1, len(entry), len(local), 0)
    with pytest.raises(FileNotAcceptedError) as refusal:
        check(local + entry + end, XLSX)
    assert refusal.value.code == "file_hidden_content"
