"""The files of the method, and the sets of files that are refused."""

import ast
import re
import sys
from datetime import date, timedelta
from decimal import Decimal
from pathlib import Path

import pytest

import scoring
from scoring.dated import Law, LawFileError, NotInForceError
from scoring.law import REFERENCE, check, method_on
from tests.scoring.declarations import LAW

FIRST, SECOND = date(2023, 10, 10), date(2025, 1, 25)
A_DAY = timedelta(days=1)

# What is wrong, the file, what is written in it instead of what, the sentence.
REFUSED = {
    "footprint under 70 %": ("score.toml", {"value = 0,": "value = 40,"}, "part minimale"),
    "the rest over 30 %": (
        "score.toml",
        {"value = 0,": "value = 40,", r"value = 0\.70": "value = 0.50"},
        "part maximale",
    ),
    "minimum too high": ("score.toml", {"value = 60": "value = 81"}, "hors de l’échelle"),
    "no minimum": ("score.toml", {"value = 60": "value = 0"}, "hors de l’échelle"),
    "flat curve": ("score.toml", {"full_points_kg = 6000": "full_points_kg = 17000"}, "bornes"),
    "unknown category": ("score.toml", {"category = 1": "category = 3"}, "bornes"),
    "category twice": ("score.toml", {"category = 1": "category = 2"}, "deux lignes"),
    "unknown site rule": ("sites.toml", {'"assembly"': '"nearest"'}, "Règle de site"),
    "all is lost": ("ferrous.toml", {r"value = 0\.30": "value = 1"}, "taux de perte"),
    "zone without row": ("battery.toml", {'zone = "Japan"': 'zone = "Nippon"'}, "JP"),
    "late first day of a table": (
        "battery.toml",
        {"2023-10-10": "2024-01-01"},
        "incomplète : battery_factors",
    ),
    "late first day of a number": (
        "category.toml",
        {"2023-10-10, value = 5": "2024-01-01, value = 5"},
        "incomplète : category_2_seats",
    ),
    "no value after the last edition": (
        "score.toml",
        {"2023-10-10, value = 60": "2023-10-10, until = 2026-01-01, value = 60"},
        "incomplète : minimum_score",
    ),
    "no table after the last edition": (
        "battery.toml",
        {"from = 2023-10-10": "from = 2023-10-10\nuntil = 2026-01-01"},
        "incomplète : battery_factors",
    ),
    "days without value allowed": (
        "score.toml",
        {'unit = "point"': 'unit = "point"\ngaps = true'},
        "gaps",
    ),
    "a value that nothing reads": (
        "reference_vehicle.toml",
        {r"\[driver_mass_kg\]": "[conductor_mass_kg]"},
        "conductor_mass_kg",
    ),
    "a value that is not there": (
        "category.toml",
        {r"\[category_2_seats\][^\[]*\[[^\[]*": ""},
        "absent : category_2_seats",
    ),
    "row without a column": ("delivery.toml", {'mode = "sea", ': ""}, "ligne 1"),
    "row without a grade": (
        "ferrous.toml",
        {'value = 1.1, grade = "B3"': "value = 1.1"},
        "ferrous_factors, ligne 8",
    ),
    "row with an unknown column": (
        "ferrous.toml",
        {'value = 1.1, grade = "B3"': 'value = 1.1, grade = "B3", remark = "x"'},
        "ferrous_factors, ligne 8",
    ),
    "a number for a table": (
        "countries.toml",
        {r"rows = \[[^\]]*\]": "value = 1"},
        "countries : des lignes",
    ),
    "negative factor": (
        "battery.toml",
        {"value = 53": "value = -53"},
        "battery_factors, ligne 1 : valeur négative",
    ),
    "a word for a factor": (
        "battery.toml",
        {"value = 53": 'value = "53"'},
        "battery_factors, ligne 1 : .*nombre",
    ),
    "negative points": (
        "score.toml",
        {"value = 0,": "value = -20,"},
        "other_points : valeur négative",
    ),
    "a word for a number": (
        "score.toml",
        {"value = 60": 'value = "60"'},
        "minimum_score : .*nombre",
    ),
    "zone of no leg": (
        "delivery.toml",
        {'zone = "Oceania"': 'zone = "Pacific"'},
        "AS : zone absente de la table delivery",
    ),
}


def rewritten(tmp_path, rewrite):
    """The files of the method, the text of each written anew from its name and its text."""
    for path in REFERENCE.glob("*.toml"):
        text = rewrite(path.name, path.read_text(encoding="utf-8"))
        (tmp_path / path.name).write_text(text, encoding="utf-8")
    return Law.read(*tmp_path.glob("*.toml"))


def changed(tmp_path, name, *pairs):
    """The files of the method with one of them changed."""

    def rewrite(file, text):
        for old, new in pairs if file == name else ():
            assert re.search(old, text)
            text = re.sub(old, new, text)
        return text

    return rewritten(tmp_path, rewrite)


def test_the_method_exists_from_10_october_2023():
    """Décret 2023-930 and arrêté du 7 octobre 2023; the refusal names the day asked."""
    assert method_on(LAW, FIRST).number("minimum_score") == 60
    for day, named in ((FIRST - A_DAY, "09/10/2023"), (date(2003, 2, 1), "01/02/2003")):
        with pytest.raises(NotInForceError, match=f"en vigueur le {named}"):
            method_on(LAW, day)


def test_every_country_has_a_zone_in_every_table():
    """Reading S-11: 245 countries."""
    assert len(method_on(LAW, FIRST).countries) == 245


def test_every_value_says_its_source_and_its_grade():
    editions = [e for p in LAW.parameters.values() for e in p.editions]
    assert all(edition.source and edition.grade for edition in editions)


def test_doubtful_values_say_what_to_confirm():
    """Method, 5.6: river, and rail in America."""
    transport = method_on(LAW, FIRST).transport
    doubtful = {pair for pair, factor in transport.items() if factor.note}
    assert doubtful == {("river", "all"), ("rail", "America")}


def test_the_site_rule_changes_on_25_january_2025():
    """Arrêté du 23 janvier 2025."""
    rule = LAW.parameters["site_rule"]
    assert [edition.from_ for edition in rule.editions] == [FIRST, SECOND]


@pytest.mark.parametrize(("name", "instead", "sentence"), REFUSED.values(), ids=REFUSED)
def test_files_that_contradict_each_other_are_refused(tmp_path, name, instead, sentence):
    """Code de l’énergie, D. 251-1: at least 70 % for the footprint, at most 30 % for the rest."""
    with pytest.raises(LawFileError, match=sentence):
        check(changed(tmp_path, name, *instead.items()))


def test_the_method_may_end_as_a_whole(tmp_path):
    """A repeal is entered like any other text: every table ends on the same day."""

    def repealed(_, text):
        text = re.sub(r"(from = [-0-9]{10})(, value|\n)", r"\1, until = 2027-01-01\2", text)
        return re.sub(r"^(from = .*), until", r"\1\nuntil", text, flags=re.MULTILINE)

    ended = rewritten(tmp_path, repealed)
    check(ended)
    assert method_on(ended, date(2026, 12, 31)).number("minimum_score") == 60
    with pytest.raises(NotInForceError, match="01/01/2027"):
        method_on(ended, date(2027, 1, 1))


def test_no_file_is_no_method():
    with pytest.raises(LawFileError, match="absent"):
        check(Law.read())


def test_a_later_edition_is_checked_on_its_first_day(tmp_path):
    """Reading S-2 holds for each edition, not for that of today."""
    later = (
        "value = 0, until = 2027-01-01,",
        'source = "x", grade = "C" }, { from = 2027-01-01, value = 40,',
    )
    with pytest.raises(LawFileError, match="part minimale le 01/01/2027"):
        check(changed(tmp_path, "score.toml", ("value = 0,", " ".join(later))))


def test_the_calculation_imports_the_standard_library_only():
    package = Path(scoring.__file__).parent
    for path in package.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                names = [node.module]
            else:
                continue
            roots = {name.partition(".")[0] for name in names}
            assert roots <= sys.stdlib_module_names | {"scoring"}, path


def test_no_number_of_the_law_is_written_in_the_code():
    """The factors, bounds and rates live in dated files with their source."""
    known = {
        float(cell)
        for parameter in LAW.parameters.values()
        for edition in parameter.editions
        for cell in (edition.value, *(cell for row in edition.rows for cell in row.values()))
        if isinstance(cell, int | Decimal)
    }
    counting = {0.0, 1.0, 2.0, 5.0}  # 5 is also a prime factor of ten
    for path in Path(scoring.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, int | float):
                assert float(node.value) not in known - counting, f"{path.name}: {node.value}"


def test_the_method_is_made_once_between_two_turning_days():
    """Many days do not make many methods: of the order of October 2023, and of January 2025."""
    made = {id(method_on(LAW, FIRST + number * A_DAY)) for number in range(1_000)}
    assert len(made) == 2
    assert method_on(LAW, SECOND - A_DAY) is method_on(LAW, FIRST)
    assert method_on(LAW, SECOND) is not method_on(LAW, FIRST)
