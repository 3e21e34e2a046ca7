"""What a person types is read the French way, refused in French, and never lost."""

from datetime import date
from decimal import Decimal
from fractions import Fraction
from io import BytesIO

import pytest
from werkzeug.datastructures import CombinedMultiDict, FileStorage, MultiDict
from wtforms import Form, FormField, RadioField, SelectField, SelectMultipleField
from wtforms.validators import InputRequired, NumberRange, Optional

from app.web import fields
from app.web.manufacturer.declared import PartForm
from tests.web.front import front_app


class Declaration(Form):
    mass = fields.FrenchDecimalField("Masse", [InputRequired("Indiquez."), NumberRange(min=1)])
    seats = fields.FrenchIntegerField("Places", [Optional()])
    on = fields.FrenchDateField("Jour", [Optional()])
    code = fields.StrippedStringField("Code", [InputRequired("Indiquez le code.")])
    note = fields.StrippedTextField("Remarque", [Optional()])
    country = fields.CountryField("Pays", [Optional()], codes=lambda: ["ES", "FR", "EG", "CN"])
    proof = fields.EvidenceFileField("Pièce")
    proofs = fields.EvidenceFilesField("Pièces")


def filled(**typed) -> Declaration:
    form = Declaration(MultiDict({"mass": "1", "code": "x"} | typed))
    form.validate()
    return form


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("1 234,5", "1234.5"),
        ("1\u00a0234,5", "1234.5"),
        ("1\u202f234\u202f567,50", "1234567.50"),
        ("1234.5", "1234.5"),
        ("  12 ", "12"),
        ("\u22123,5", "-3.5"),
        ("-3", "-3"),
        ("007", "7"),
    ],
)
def test_a_number_is_read_the_french_way(typed, expected):
    read = fields.read_decimal(fields.strip_blanks(typed))
    assert read == Decimal(expected)
    assert isinstance(read, Decimal)


@pytest.mark.parametrize(
    "typed",
    [
        *("1e3", "NaN", "Infinity", "-inf", "1,2,3", "1.234,5", "12 34", "1 23", ",5", "5,", "+1"),
        *("١٢", "0x10", "1_000", "douze", "--1", "- 1"),
    ],
)
def test_what_is_no_plain_number_is_refused_and_shown_again(typed):
    form = filled(mass=typed)
    assert form.mass.errors == ["Écrivez un nombre, par exemple 1234,5."]
    assert form.mass.data is None
    assert f'value="{typed}"' in form.mass()


def test_a_number_of_absurd_length_is_refused():
    assert filled(mass="9" * 41).mass.errors == ["Ce nombre est trop long."]
    assert filled(mass="9" * 40).mass.value == Decimal("9" * 40)


def test_a_missing_number_is_asked_for_once():
    form = filled(mass=" \u00a0\u200b ")
    assert form.mass.errors == ["Indiquez."]
    with pytest.raises(ValueError, match="mass is empty"):
        _ = form.mass.value


def test_a_number_out_of_range_is_shown_as_typed():
    form = filled(mass="0,50")
    assert len(form.mass.errors) == 1
    assert 'value="0,50"' in form.mass()


@pytest.mark.parametrize(
    ("kept", "shown"),
    [
        (Decimal("1234.50"), "1234,50"),
        (Fraction(2469, 2), "1234,5"),
        (Decimal("1E+3"), "1000"),
        (None, ""),
    ],
)
def test_a_kept_number_is_shown_with_a_comma(kept, shown):
    assert f'value="{shown}"' in Declaration(data={"mass": kept}).mass()


def test_a_whole_number_has_no_part_after_the_comma():
    assert filled(seats="1 000").seats.value == 1000
    assert filled(seats="5,0").seats.value == 5
    for typed in ("4,5", "cinq", "1 23"):
        assert filled(seats=typed).seats.errors == ["Écrivez un nombre entier, par exemple 12."]
    assert filled(seats="9" * 41).seats.errors == ["Ce nombre est trop long."]
    assert 'value="5"' in Declaration(data={"seats": 5}).seats()


@pytest.mark.parametrize("typed", ["2026-03-01", "01/03/2026", "1/3/2026", " 1/3/2026 "])
def test_a_day_is_read_from_the_keyboard_and_from_the_date_box(typed):
    form = filled(on=typed)
    assert form.on.value == date(2026, 3, 1)
    assert 'type="date" value="2026-03-01"' in form.on()


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("31/02/2026", "Ce jour n’existe pas dans le calendrier."),
        ("2026-13-01", "Ce jour n’existe pas dans le calendrier."),
        ("0000-01-01", "Ce jour n’existe pas dans le calendrier."),
        ("01/03/26", "Écrivez une date sous la forme jj/mm/aaaa, par exemple 01/03/2026."),
        ("20260301", "Écrivez une date sous la forme jj/mm/aaaa, par exemple 01/03/2026."),
        ("2026-W09-7", "Écrivez une date sous la forme jj/mm/aaaa, par exemple 01/03/2026."),
    ],
)
def test_a_day_that_does_not_exist_stays_on_screen(typed, said):
    form = filled(on=typed)
    assert form.on.errors == [said]
    assert f'value="{typed}"' in form.on()
    if "/" in typed:
        assert 'type="text"' in form.on()


def test_blanks_around_a_text_go_and_blanks_alone_are_missing():
    assert filled(code="\u00a0 M10 ABC\u200b\n").code.value == "M10 ABC"
    form = filled(code=" \t\u00a0\u202f\u200b\ufeff ")
    assert form.code.errors == ["Indiquez le code."]
    assert form.code.data is None
    with pytest.raises(ValueError, match="code is empty"):
        _ = form.code.value


def test_an_invisible_character_is_named_and_removed():
    form = filled(code="M10\x00ABC")
    assert form.code.errors == [
        "Ce texte contient des caractères invisibles, retirés ici : vérifiez-le."
    ]
    assert 'value="M10ABC"' in form.code()


def test_lines_of_a_long_text_are_kept():
    form = filled(note="  Un\r\nDeux\n")
    assert form.note.value == "Un\r\nDeux"
    assert form.note.errors == []
    assert form.note().startswith("<textarea")


def test_countries_are_named_in_french_in_dictionary_order():
    names = [choice.label for choice in filled().country.iter_choices()]
    assert names == ["Choisissez un pays", "Chine", "Égypte", "Espagne", "France"]


def test_a_country_on_offer_is_taken():
    form = filled(country="FR")
    assert form.country.errors == []
    assert form.country.value == "FR"
    assert '<option selected value="FR">' in form.country()


def test_an_unknown_country_is_refused_and_shown_again():
    form = filled(country="XX")
    assert form.country.errors == ["Choisissez un pays de la liste."]
    assert '<option selected value="XX">XX (pays inconnu)</option>' in form.country()


def test_no_country_is_nothing():
    form = filled(country="")
    assert form.country.errors == []
    with pytest.raises(ValueError, match="country is empty"):
        _ = form.country.value


def test_files_are_given_and_empty_boxes_are_not():
    sent = MultiDict(
        [
            ("proof", FileStorage(BytesIO(b"a"), "a.pdf")),
            ("proofs", FileStorage(BytesIO(b"b"), "b.pdf")),
            ("proofs", FileStorage(BytesIO(b""), "")),
        ]
    )
    form = Declaration(CombinedMultiDict([sent, MultiDict({"mass": "1"})]))
    assert form.proof.value.filename == "a.pdf"
    assert [file.filename for file in form.proofs.value] == ["b.pdf"]
    empty = filled()
    assert empty.proofs.value == []
    with pytest.raises(ValueError, match="proof is empty"):
        _ = empty.proof.value
    assert 'accept=".pdf,.xlsx,' in empty.proof()


def test_ready_made_messages_are_french():
    class Portal(fields.PortalForm):
        mass = fields.FrenchDecimalField("Masse", [InputRequired()])

    with front_app(WTF_CSRF_ENABLED=False).test_request_context("/", method="POST"):
        form = Portal()
        assert not form.validate_on_submit()
        assert form.mass.errors == ["Ce champ est requis."]


GONE = (
    "Ce choix n’est plus proposé : quelqu’un l’a peut-être pris entre-temps. Choisissez de nouveau."
)


@pytest.mark.parametrize(
    ("field", "sent"), [("one", "gone"), ("among", "gone"), ("several", ["a", "gone"])]
)
def test_a_choice_that_is_offered_no_longer_says_so(field, sent):
    class Part(PartForm):
        among = SelectField("Choix", choices=["a", "b"])

    class Choices(fields.PortalForm):
        one = SelectField("Choix", choices=["a", "b"])
        among = RadioField("Choix", [InputRequired("Choisissez.")], choices=["a", "b"])
        several = SelectMultipleField("Choix", choices=["a", "b"])
        part = FormField(Part)

    with front_app(WTF_CSRF_ENABLED=False).test_request_context():
        typed = {"one": "a", "among": "a", "several": ["a"], "part-among": "a"}
        form = Choices(MultiDict(typed | {field: sent}))
        assert not form.validate()
        assert form.errors == {field: [GONE]}
        form = Choices(MultiDict(typed | {"part-among": "gone"}))
        assert not form.validate()
        assert form.errors == {"part": {"among": [GONE]}}
        form = Choices(MultiDict({name: sent for name, sent in typed.items() if name != "among"}))
        assert not form.validate()
        assert form.errors == {"among": ["Choisissez."]}
