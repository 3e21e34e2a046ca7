"""Invented documents: one-page PDF files that say that they are."""

from typing import Final

NOTICE: Final = "Démonstration : document inventé."


def paper(title: str) -> bytes:
    """Return a small PDF of one page that bears *title*.

    Its font knows the letters of Windows-1252, which holds all of French.
    """
    shown = f"BT /F1 16 Tf 60 760 Td ({_escaped(title)}) Tj 0 -30 Td ({_escaped(NOTICE)}) Tj ET"
    text = shown.encode("cp1252", "replace")
    page = (
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R"
        b" /Resources << /Font << /F1 5 0 R >> >> >>"
    )
    objects = (
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        page,
        b"<< /Length %d >>\nstream\n%b\nendstream" % (len(text), text),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    )
    body = b"%PDF-1.4\n"
    offsets = []
    for number, content in enumerate(objects, start=1):
        offsets.append(len(body))
        body += b"%d 0 obj\n%b\nendobj\n" % (number, content)
    entries = b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    size = len(objects) + 1
    table = b"xref\n0 %d\n0000000000 65535 f \n%b" % (size, entries)
    end = b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (size, len(body))
    return body + table + end


def _escaped(words: str) -> str:
    r"""Return the words as a PDF string holds them: ``\``, ``(`` and ``)`` are escaped."""
    for character in ("\\", "(", ")"):
        words = words.replace(character, f"\\{character}")
    return words
