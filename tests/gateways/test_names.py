import pytest

from app.gateways.content import MOST_NAME_CHARACTERS, safe_filename


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("essai.pdf", "essai.pdf"),
        ("Rapport d’essai – ligne n° 2 (été).pdf", "Rapport d’essai – ligne n° 2 (été).pdf"),
        ("../../etc/passwd", "passwd"),
        ("C:\\Users\\moi\\masses.xlsx", "masses.xlsx"),
        ("/absolu.csv", "absolu.csv"),
        ("masses.xlsx/", "document"),
        ("", "document"),
        (" . ", "document"),
        ("..", "document"),
        ("\x00\x01\x7f", "document"),
        ("a\r\nSet-Cookie: x=1.pdf", "a Set-Cookie_ x=1.pdf"),
        ("a\u2028b\x85c.pdf", "a b c.pdf"),
        ("facture\u202efdp.exe", "facturefdp.exe"),
        ("\u200bessai\ufeff.pdf", "essai.pdf"),
        ("e\u0301te\u0301.pdf", "été.pdf"),
        ('a"b<c>d|e?f*.pdf', "a_b_c_d_e_f_.pdf"),
        ("deux   espaces\u00a0.pdf", "deux espaces .pdf"),
        (".pdf", "pdf"),
        ("a\ud800b.pdf", "ab.pdf"),
    ],
)
def test_a_name_is_shown_on_one_line_without_path_or_invisible_sign(name, shown):
    assert safe_filename(name) == shown


@pytest.mark.parametrize("name", ["é" * 300 + ".xlsx", "a" * 146 + " ..xlsx", "a" * 300 + ".pdf"])
def test_a_long_name_is_cut_before_its_extension(name):
    shown = safe_filename(name)
    assert len(shown) <= MOST_NAME_CHARACTERS
    assert shown.endswith((".xlsx", ".pdf"))
    assert safe_filename(shown) == shown


@pytest.mark.parametrize("name", ["a" * 300, "a." + "b" * 300])
def test_a_long_name_without_extension_is_cut(name):
    assert safe_filename(name) == name[:MOST_NAME_CHARACTERS]
