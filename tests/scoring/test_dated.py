"""Dated files: what a reader may trust, and what the loader refuses."""

import hashlib
from datetime import date
from decimal import Decimal
from fractions import Fraction

import pytest

from scoring.dated import Law, LawFileError, NotInForceError

HEAD = '[file]\ntitle = "Arrêté inventé"\nhref = "https://exemple.fr/"\nchecked_on = 2026-04-03\n'
TWO = """
[invented_minimum]
label = "minimum inventé"
unit = "point"
edition = [
  { from = 2024-01-01, until = 2026-07-01, value = 60, source = "art. 4", grade = "A" },
  { from = 2026-07-01, value = 62.5, source = "art. 5", grade = "B1", note = "à confirmer" },
]
"""
SOURCED = 'source = "art. 4", grade = "A"'


def law(tmp_path, body, head=HEAD):
    path = tmp_path / "invented.toml"
    path.write_text(head + body, encoding="utf-8")
    return Law.read(path)


def one(editions, extra=""):
    return f'[invented]\nunit = "point"\n{extra}\nedition = [{editions}]\n'


@pytest.mark.parametrize(
    ("day", "value"),
    [
        pytest.param(date(2024, 1, 1), 60, id="first day"),
        pytest.param(date(2026, 6, 30), 60, id="last day of an edition"),
        pytest.param(date(2026, 7, 1), Decimal("62.5"), id="first day of the next"),
    ],
)
def test_each_day_has_the_value_in_force_that_day(tmp_path, day, value):
    assert law(tmp_path, TWO).value("invented_minimum", on=day) == value


def test_a_day_before_the_text_is_refused_with_the_days_covered(tmp_path):
    with pytest.raises(NotInForceError) as refused:
        law(tmp_path, TWO).value("invented_minimum", on=date(2023, 12, 31))
    assert refused.value.code == "not_in_force"
    assert str(refused.value) == (
        "« minimum inventé » : aucune valeur en vigueur le 31/12/2023. "
        "Jours couverts : du 01/01/2024 au 30/06/2026 et à partir du 01/07/2026."
    )


def test_an_edition_tells_where_its_value_comes_from(tmp_path):
    edition = law(tmp_path, TWO).edition("invented_minimum", on=date(2027, 1, 1))
    assert (edition.source, edition.grade, edition.note) == ("art. 5", "B1", "à confirmer")
    assert (edition.from_, edition.until, edition.last_day) == (date(2026, 7, 1), None, None)


def test_numbers_words_and_rows_are_read_exactly(tmp_path):
    editions = f"""{{ from = 2024-01-01, {SOURCED}, rows = [
      {{ zone = "Europe", value = 0.1, grade = "C", note = "déduit" }},
      {{ zone = "autre", value = 2, countries = ["CN", "KR"] }},
    ] }}"""
    day = date(2024, 1, 1)
    table = law(tmp_path, one(editions)).rows("invented", on=day)
    assert [row["zone"] for row in table] == ["Europe", "autre"]
    assert table[0]["value"] == Decimal("0.1")
    assert table[1]["countries"] == ("CN", "KR")
    simple = law(tmp_path, TWO)
    assert simple.integer("invented_minimum", on=day) == 60
    assert simple.number("invented_minimum", on=date(2027, 1, 1)) == Fraction(125, 2)
    assert simple.rows("invented_minimum", on=day) == ()
    word = law(tmp_path, one(f'{{ from = 2024-01-01, value = "mois", {SOURCED} }}'))
    assert word.text("invented", on=day) == "mois"


def test_a_value_of_another_type_is_refused(tmp_path):
    day = date(2027, 1, 1)
    simple = law(tmp_path, TWO)
    with pytest.raises(LawFileError, match="entier"):
        simple.integer("invented_minimum", on=day)
    with pytest.raises(LawFileError, match="texte"):
        simple.text("invented_minimum", on=day)
    word = law(tmp_path, one(f'{{ from = 2024-01-01, value = "mois", {SOURCED} }}'))
    with pytest.raises(LawFileError, match="nombre"):
        word.number("invented", on=day)
    with pytest.raises(KeyError):
        simple.value("forgotten", on=day)


def test_gaps_are_allowed_only_when_the_parameter_says_so(tmp_path):
    editions = (
        f"{{ from = 2024-01-01, until = 2024-02-01, value = 1, {SOURCED} }},"
        f"{{ from = 2024-03-01, value = 2, {SOURCED} }}"
    )
    with pytest.raises(LawFileError, match="jours sans valeur"):
        law(tmp_path, one(editions))
    holed = law(tmp_path, one(editions, "gaps = true"))
    assert holed.parameters["invented"].gaps
    with pytest.raises(NotInForceError):
        holed.value("invented", on=date(2024, 2, 1))


@pytest.mark.parametrize(
    ("editions", "sentence"),
    [
        pytest.param(
            f"{{ from = 2024-01-01, until = 2024-03-01, value = 1, {SOURCED} }},"
            f"{{ from = 2024-02-01, value = 2, {SOURCED} }}",
            "chevauche",
            id="overlap",
        ),
        pytest.param(
            f"{{ from = 2024-01-01, value = 1, {SOURCED} }},"
            f"{{ from = 2024-02-01, value = 2, {SOURCED} }}",
            "chevauche",
            id="open edition followed by another",
        ),
        pytest.param(
            f"{{ from = 2024-01-01, until = 2024-01-01, value = 1, {SOURCED} }}",
            "until ne suit pas from",
            id="edition of no day",
        ),
        pytest.param('{ from = 2024-01-01, value = 1, grade = "A" }', "source", id="no source"),
        pytest.param(
            '{ from = 2024-01-01, value = 1, source = " ", grade = "A" }',
            "source",
            id="blank source",
        ),
        pytest.param('{ from = 2024-01-01, value = 1, source = "x" }', "grade", id="no grade"),
        pytest.param(
            '{ from = 2024-01-01, value = 1, source = "x", grade = "D" }',
            "grade inconnu",
            id="unknown grade",
        ),
        pytest.param(f"{{ from = 2024-01-01, {SOURCED} }}", "soit value, soit rows", id="no value"),
        pytest.param(
            f"{{ from = 2024-01-01, value = 1, rows = [{{ a = 1 }}], {SOURCED} }}",
            "soit value, soit rows",
            id="value and rows",
        ),
        pytest.param(f"{{ from = 2024-01-01, rows = [], {SOURCED} }}", "non vide", id="no row"),
        pytest.param(
            f"{{ from = 2024-01-01, rows = [1], {SOURCED} }}", "ligne 1", id="row not a table"
        ),
        pytest.param(
            f'{{ from = 2024-01-01, rows = [{{ a = 1, grade = "?" }}], {SOURCED} }}',
            "ligne 1 : grade inconnu",
            id="unknown grade of a row",
        ),
        pytest.param(
            f'{{ from = 2024-01-01, rows = [{{ a = 1, source = " " }}], {SOURCED} }}',
            "ligne 1 : source",
            id="blank source of a row",
        ),
        pytest.param(
            f"{{ from = 2024-01-01, rows = [{{ a = 1, note = 2 }}], {SOURCED} }}",
            "ligne 1 : note",
            id="note of a row not a text",
        ),
        pytest.param(
            f'{{ from = 2024-01-01, value = 1, note = "", {SOURCED} }}', "note", id="blank note"
        ),
        pytest.param(
            f"{{ from = 2024-01-01, value = nan, {SOURCED} }}", "non fini", id="not a number"
        ),
        pytest.param(
            f"{{ from = 2024-01-01, value = {{ a = 1 }}, {SOURCED} }}", "non prévu", id="a table"
        ),
        pytest.param(
            f"{{ from = 2024-01-01T00:00:00Z, value = 1, {SOURCED} }}", "from", id="an instant"
        ),
        pytest.param(f'{{ from = "hier", value = 1, {SOURCED} }}', "from", id="day as a text"),
        pytest.param(
            f"{{ from = 2024-01-01, valeur = 1, {SOURCED} }}", "clé inconnue : valeur", id="key"
        ),
        pytest.param("1", "une table est attendue", id="edition not a table"),
        pytest.param("", "liste non vide", id="no edition"),
    ],
)
def test_a_malformed_edition_is_refused(tmp_path, editions, sentence):
    with pytest.raises(LawFileError, match=sentence):
        law(tmp_path, one(editions))


@pytest.mark.parametrize(
    ("body", "head", "sentence"),
    [
        pytest.param(TWO, "", r"\[file\]", id="no head"),
        pytest.param(TWO, HEAD.replace("href", "link"), "href", id="another key in the head"),
        pytest.param(TWO, HEAD.replace("2026-04-03", '"hier"'), "checked_on", id="text for a day"),
        pytest.param(TWO, HEAD.replace("Arrêté inventé", ""), "title", id="empty title"),
        pytest.param(TWO, HEAD.replace("Arrêté inventé", "  "), "title", id="blank title"),
        pytest.param(TWO, HEAD.replace("https://exemple.fr/", " "), "href", id="blank address"),
        pytest.param(
            TWO, HEAD.replace("2026-04-03", "2026-04-03T00:00:00"), "checked_on", id="hour"
        ),
        pytest.param("invented = 1\n", "", "head|file", id="value outside a table"),
        pytest.param("[oops\n", HEAD, "invented.toml", id="not TOML"),
        pytest.param(one("", "gaps = 1"), HEAD, "booléen", id="gaps not a boolean"),
        pytest.param(one("", "colour = 1"), HEAD, "clé inconnue : colour", id="unknown key"),
        pytest.param('[invented]\nlabel = ""\n', HEAD, "label", id="empty label"),
        pytest.param("[invented]\nedition = []\n", HEAD, "unit", id="no unit"),
    ],
)
def test_a_malformed_file_is_refused(tmp_path, body, head, sentence):
    with pytest.raises(LawFileError, match=sentence):
        law(tmp_path, body, head)


def test_a_parameter_is_a_table(tmp_path):
    with pytest.raises(LawFileError, match="une table est attendue"):
        law(tmp_path, HEAD, "invented = 1\n")


def test_one_name_is_one_parameter(tmp_path):
    for name in ("a.toml", "b.toml"):
        (tmp_path / name).write_text(HEAD + TWO, encoding="utf-8")
    with pytest.raises(LawFileError, match="invented_minimum"):
        Law.read(*tmp_path.glob("*.toml"))


def test_the_digest_follows_the_bytes_not_the_order(tmp_path):
    first, second = tmp_path / "a.toml", tmp_path / "b.toml"
    first.write_text(HEAD + TWO, encoding="utf-8")
    second.write_text(HEAD, encoding="utf-8")
    digest = Law.read(first, second).digest
    assert Law.read(second, first).digest == digest
    assert len(digest) == hashlib.sha256().digest_size * 2
    second.write_text(f"{HEAD}# relu\n", encoding="utf-8")
    assert Law.read(first, second).digest != digest


def test_a_file_says_what_it_repeats_and_when_it_was_compared(tmp_path):
    (file,) = law(tmp_path, TWO).files
    assert (file.name, file.title) == ("invented.toml", "Arrêté inventé")
    assert (file.href, file.checked_on) == ("https://exemple.fr/", date(2026, 4, 3))
    assert file.parameters == ("invented_minimum",)
