"""What a company or a program may get wrong in a line, and the sentence that answers it."""

import json

import pytest

from scoring.command import main
from scoring.inputs import Component
from scoring.lines import LONGEST_LINE, answer
from tests.scoring.declarations import LAW, at, declared, line

VEHICLE = "/reference_vehicle"
FIRST_LINE = "/manufacturing_lines/0"
FIRST_LEG = f"{FIRST_LINE}/delivery/0"
ABSENT = object()
NNBSP = "\N{NARROW NO-BREAK SPACE}"
A_COUNTRY = "doit être le code à deux lettres d’un pays (ISO 3166-1), comme FR."
A_DECIMAL = (
    'doit être un nombre décimal comme "1650.5" : neuf chiffres au plus de chaque côté du point,'
    " sans signe, exposant, unité ni séparateur de milliers."
)


def asked(declaration, name="A"):
    return json.dumps({"id": name, "on": "2024-06-01", "declaration": declaration}).encode()


def with_(pointer, value):
    """A line whose declaration says something else at one place, or nothing there."""
    declaration = declared()
    holder, key = at(declaration, pointer)
    if value is ABSENT:
        del holder[key]
    else:
        holder[key] = value
    return asked(declaration)


# What is wrong, the line, the code, the field inside the declaration, the sentence.
DECLARED = {
    "negative mass": (
        with_(f"{VEHICLE}/ferrous_mass_kg", "-500"),
        "negative",
        f"{VEHICLE}/ferrous_mass_kg",
        "« Masse de métaux ferreux hors batterie (kg) » ne peut pas être négatif.",
    ),
    "mass typed in grams": (
        with_(f"{VEHICLE}/ferrous_mass_kg", "1000000"),
        "masses_do_not_close",
        VEHICLE,
        (
            "Les masses déclarées ne se referment pas : matériaux et batterie font"
            f" 1{NNBSP}001{NNBSP}000 kg, le véhicule sans conducteur 2{NNBSP}000 kg, soit un écart"
            f" de +999{NNBSP}000 kg (1 kg admis)."
        ),
    ),
    "absurd mass": (
        with_(f"{VEHICLE}/running_mass_kg", "2075000000000"),
        "not_a_quantity",
        f"{VEHICLE}/running_mass_kg",
        f"« Masse en ordre de marche (kg) » {A_DECIMAL}",
    ),
    "shares that do not add": (
        with_(f"{VEHICLE}/other_materials_mass_kg", "400"),
        "masses_do_not_close",
        VEHICLE,
        (
            f"Les masses déclarées ne se referment pas : matériaux et batterie font 1{NNBSP}900 kg,"
            f" le véhicule sans conducteur 2{NNBSP}000 kg, soit un écart de −100 kg (1 kg admis)."
        ),
    ),
    "capacity in watt-hours": (
        with_(f"{VEHICLE}/battery/capacity_kwh", "52000"),
        "out_of_range",
        f"{VEHICLE}/battery/capacity_kwh",
        (
            "« Capacité totale de la batterie (kWh) » dépasse 300 kWh, plus qu’aucune voiture :"
            " écrivez-la en kilowattheures, pas en wattheures."
        ),
    ),
    "UK is not in ISO 3166": (
        with_(f"{FIRST_LINE}/painting/country", "UK"),
        "unknown_country",
        f"{FIRST_LINE}/painting/country",
        f"« Pays du site » {A_COUNTRY}",
    ),
    "country in three letters": (
        with_("/battery_sites/0/cell_country", "CHN"),
        "unknown_country",
        "/battery_sites/0/cell_country",
        f"« Pays de fabrication des cellules » {A_COUNTRY}",
    ),
    "leg without distance": (
        with_(f"{FIRST_LEG}/distance_km", ABSENT),
        "required",
        f"{FIRST_LEG}/distance_km",
        "« Distance (km) » est obligatoire.",
    ),
    "no leg": (
        with_(f"{FIRST_LINE}/delivery", []),
        "wrong_length",
        f"{FIRST_LINE}/delivery",
        "« Trajets d’acheminement » doit compter de 1 à 100 éléments.",
    ),
    "negative volume": (
        with_(f"{FIRST_LINE}/volume_six_months", -3),
        "out_of_range",
        f"{FIRST_LINE}/volume_six_months",
        "« Volume des six derniers mois » doit être compris entre 0 et 1000000000.",
    ),
    "no volume at all": (
        with_("/manufacturing_lines", [line("L1", "FR", volume=0), line("L2", "CN", volume=0)]),
        "total_volume_zero",
        "/manufacturing_lines",
        "Le volume total des six derniers mois est nul : aucun site ne peut compter.",
    ),
    "10^400 seats": (
        with_(f"{VEHICLE}/seats", 10**400),
        "out_of_range",
        f"{VEHICLE}/seats",
        "« Nombre de places » doit être compris entre 1 et 99.",
    ),
    "10^400 litres": (
        with_(f"{VEHICLE}/boot_litres", 10**400),
        "wrong_type",
        f"{VEHICLE}/boot_litres",
        '« Volume du coffre (L) » doit être un nombre écrit entre guillemets, comme "1650.5".',
    ),
    "1e400 litres": (
        with_(f"{VEHICLE}/boot_litres", 7).replace(b'": 7,', b'": 1e400,'),
        "wrong_type",
        f"{VEHICLE}/boot_litres",
        '« Volume du coffre (L) » doit être un nombre écrit entre guillemets, comme "1650.5".',
    ),
    "NaN in quotes": (
        with_(f"{VEHICLE}/boot_litres", "NaN"),
        "not_a_quantity",
        f"{VEHICLE}/boot_litres",
        f"« Volume du coffre (L) » {A_DECIMAL}",
    ),
}
# What no declaration can be read from; the answer has no id and no field.
UNREADABLE = {
    "NaN": (
        with_(f"{VEHICLE}/boot_litres", float("nan")),
        "not_json",
        "« NaN » n’est pas un nombre.",
    ),
    "infinity": (b'{"id": "A", "on": -Infinity}', "not_json", "« -Infinity » n’est pas un nombre."),
    "5,000 digits": (
        b'{"id": ' + b"9" * 5000 + b"}",
        "not_json",
        "La ligne contient un nombre de trop de chiffres.",
    ),
    "key twice": (
        asked(declared()).replace(b'"seats": 5', b'"seats": 5, "seats": 4'),
        "duplicate_key",
        "La clé « seats » apparaît deux fois.",
    ),
    "two keys twice": (
        b'{"id": "A", "b": {"c": 1, "d": 2, "d": 3, "c": 4}}',
        "duplicate_key",
        "La clé « d » apparaît deux fois.",
    ),
    "nested objects": (
        b'{"a": ' * 50_000 + b"1" + b"}" * 50_000,
        "not_json",
        "La ligne imbrique trop d’objets ou de listes.",
    ),
    "nested lists": (b"[" * 100_000, "not_json", "La ligne imbrique trop d’objets ou de listes."),
    "Latin-1": (
        '{"id": "é"}'.encode("latin-1"),
        "not_json",
        "La ligne n’est pas écrite en UTF-8 (octet 9).",
    ),
    "comma too many": (
        b'{"id": "A", }',
        "not_json",
        "La ligne n’est pas du JSON lisible, à partir du caractère 13.",
    ),
    "cut before its end": (
        asked(declared())[:-1],
        "not_json",
        f"La ligne n’est pas du JSON lisible, à partir du caractère {len(asked(declared()))}.",
    ),
    "a million characters": (
        b'{"id": "' + b"x" * LONGEST_LINE + b'"}',
        "line_too_long",
        f"La ligne dépasse 1{NNBSP}000{NNBSP}000 octets : elle n’est pas lue.",
    ),
}


def answers(tmp_path, capsysbinary, *lines):
    """What the command answers to these lines, of which one at least is wrong."""
    path = tmp_path / "asked.jsonl"
    path.write_bytes(b"\n".join(lines) + b"\n")
    assert main(["score", str(path)]) == 1
    return [json.loads(one) for one in capsysbinary.readouterr().out.splitlines()]


@pytest.mark.parametrize(("given", "code", "field", "sentence"), DECLARED.values(), ids=DECLARED)
def test_a_wrong_value_is_said_and_the_next_line_is_answered(
    tmp_path, capsysbinary, given, code, field, sentence
):
    after = asked(declared(), name="B")
    found, fine = answers(tmp_path, capsysbinary, given, after)
    told = {"code": code, "message": sentence, "field": f"/declaration{field}"}
    assert found == {"id": "A", "error": told}
    assert (fine["id"], fine["score"]) == ("B", "60.000000000")


@pytest.mark.parametrize(("given", "code", "sentence"), UNREADABLE.values(), ids=UNREADABLE)
def test_an_unreadable_line_is_said_and_the_next_one_is_answered(
    tmp_path, capsysbinary, given, code, sentence
):
    after = asked(declared(), name="B")
    found, fine = answers(tmp_path, capsysbinary, given, after)
    assert found == {"id": None, "error": {"code": code, "message": sentence, "field": None}}
    assert (fine["id"], fine["score"]) == ("B", "60.000000000")


@pytest.mark.parametrize("unproven", [{"volume_proven": False}, {"volume_six_months": None}])
def test_a_volume_missing_or_without_proof_is_no_error(unproven):
    """Arrêté du 7 octobre 2023, art. 9: the site of the highest footprint counts alone (S-6)."""
    declaration = declared()
    declaration["manufacturing_lines"] = [
        line("L1", "FR", volume=100),
        line("L2", "CN", volume=1) | unproven,
    ]
    found = answer(asked(declaration), LAW, explain=True)
    (sites,) = (
        step
        for step in found["trace"]["children"][1]["children"]
        if step["name"] == "manufacturing_lines"
    )
    assert sites["result"] == "ligne L1 : 0 % ; ligne L2 : 100 %"
    assert sites["notes"] == [
        "Volume manquant ou non prouvé : le site à la plus forte empreinte compte seul (ligne L2)."
    ]
    # Made in China: 1,000 kg × 2.0 ÷ 0.7, 140 × 20 ÷ 0.7, 500 × 5 and 1,640 × 1.6.
    kilograms = found["components_kg"]
    assert [kilograms[name] for name in ("ferrous", "aluminium", "other_materials")] == [
        "2857.142857143",
        "4000.000000000",
        "2500.000000000",
    ]
    assert kilograms[Component.PROCESSING] == "2624.000000000"


def test_many_keys_of_which_one_comes_twice_are_read_at_once():
    """A hostile line costs no more than its length."""
    keys = ", ".join(f'"{number}": 1' for number in [*range(60_000), 59_999])
    found = answer(f"{{{keys}}}".encode(), LAW)
    assert found["error"]["message"] == "La clé « 59999 » apparaît deux fois."
