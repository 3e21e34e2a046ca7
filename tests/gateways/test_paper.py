"""A page made into a PDF by a process apart: tagged, and nothing is fetched."""

import subprocess
import sys
import zlib

import pytest

from app.gateways.paper.printer import ROOT, NoPrinter, NotPrintedError, PangoPrinter

pytestmark = pytest.mark.long

PAGE = '<html lang="fr"><head><title>Essai</title></head><body>{}</body></html>'


@pytest.fixture
def printer():
    found = PangoPrinter()
    if not found.available:
        pytest.skip("Pango is not installed")
    return found


def inside(pdf):
    """All that a PDF holds, its compressed parts included."""
    parts = [pdf]
    for piece in pdf.split(b"stream\n")[1:]:
        try:
            parts.append(zlib.decompressobj().decompress(piece))
        except zlib.error:
            continue  # an end of stream, or a part that is not compressed
    return b"\n".join(parts)


def test_a_page_becomes_a_tagged_pdf(printer):
    """PDF/UA-1: tagged, with its language and its title."""
    held = inside(printer.as_pdf(PAGE.format("<h1>Bonjour</h1>")))
    for words in (b"/MarkInfo", b"/StructTreeRoot", b"/Lang (fr)", b'pdfuaid:part="1"', b"Essai"):
        assert words in held, words


def test_the_same_page_makes_the_same_bytes(printer):
    assert printer.as_pdf(PAGE.format("a")) == printer.as_pdf(PAGE.format("a"))


def test_a_drawing_is_told_by_its_title(printer):
    held = inside(
        printer.as_pdf(PAGE.format('<svg width="9" height="9"><title>Dessin</title></svg>'))
    )
    assert b"/Figure" in held
    assert b"/Alt" in held


@pytest.mark.parametrize(
    "named",
    [
        '<link rel="attachment" href="{file}">',
        '<a rel="attachment" href="{file}">a</a>',
        '<img alt="a" src="{file}">',
        '<link rel="stylesheet" href="{file}">',
        '<style>@import url("{file}"); body {{ background: url("{file}") }}</style>',
        '<object data="{file}"></object>',
        '<svg><title>a</title><image href="{file}" width="9" height="9" /></svg>',
    ],
)
def test_nothing_that_a_page_names_is_fetched(printer, tmp_path, named):
    """By default WeasyPrint embeds any file of the machine."""
    secret = tmp_path / "secret.txt"
    secret.write_text("le secret de la machine", encoding="utf-8")
    held = inside(printer.as_pdf(PAGE.format(named.format(file=secret.as_uri()))))
    assert b"le secret" not in held
    assert b"/EmbeddedFile" not in held


def test_a_process_that_fails_is_no_pdf():
    with pytest.raises(NotPrintedError):
        PangoPrinter(child="app.gateways.paper.nothing").as_pdf(PAGE.format("a"))


def test_a_process_that_answers_something_else_is_no_pdf():
    with pytest.raises(NotPrintedError):
        PangoPrinter(child="this").as_pdf(PAGE.format("a"))


def test_a_page_that_takes_too_long_is_no_pdf():
    with pytest.raises(NotPrintedError):
        PangoPrinter(seconds=0).as_pdf(PAGE.format("a"))


def test_a_machine_without_pango_prints_nothing():
    assert not NoPrinter().available
    with pytest.raises(NotPrintedError):
        NoPrinter().as_pdf(PAGE.format("a"))


def test_a_machine_without_the_libraries_says_so():
    assert not PangoPrinter(libraries=("no-such-library",)).available


def test_the_portal_starts_without_what_makes_pdfs():
    """It takes longer to load than the portal itself, and is missing on some machines."""
    asked = "import sys, app.assembly, app.cli; sys.exit('weasyprint' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", asked], cwd=ROOT, check=False).returncode == 0
