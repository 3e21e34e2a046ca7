"""What changed between two declarations, as its reader sees it."""

import pytest

from app.domain.differences import differences
from app.web.differences import shown
from tests.page_checks import check_page, text_of
from tests.scoring.declarations import at, declared
from tests.web.front import front_app, show

IMPORTS = '{% import "macros/differences.html" as diffs %}'
CALL = "{{ diffs.differences_table(rows, 'Ce que vous corrigez') }}"


@pytest.fixture
def drawn():
    app = front_app()

    def draw(before, after):
        with app.test_request_context("/"):
            rows = shown(differences(before, after))
            return check_page(show(CALL, imports=IMPORTS, rows=rows))

    return draw


def cells(page):
    return [
        [" ".join(text_of(cell).split()) for cell in row.findall("td")]
        for row in page.findall(".//tbody/tr")
    ]


@pytest.mark.parametrize(
    ("pointer", "value", "was", "now"),
    [
        ("/reference_vehicle/running_mass_kg", "1650.5", "1\u202f675", "1\u202f650,5"),
        ("/reference_vehicle/seats", 4, "5", "4"),
        ("/manufacturing_lines/0/painting/country", "PL", "France", "Pologne"),
        ("/manufacturing_lines/0/volume_proven", True, "non", "oui"),
        ("/manufacturing_lines/0/delivery/0/mode", "rail", "Maritime", "Ferroviaire"),
        ("/reference_vehicle/seats", "cinq", "5", "cinq"),
        ("/manufacturing_lines/0/delivery/0/mode", "vélo", "Maritime", "vélo"),
    ],
)
def test_a_value_is_written_in_french_before_and_after(drawn, pointer, value, was, now):
    before, after = start(), start()
    holder, key = at(after, pointer)
    holder[key] = value
    ((_, *sides),) = cells(drawn(before, after))
    assert sides == [" ".join(was.split()), " ".join(now.split())]


def start():
    content = declared()
    content["reference_vehicle"] |= {"running_mass_kg": "1675", "seats": 5}
    (line,) = content["manufacturing_lines"]
    line["painting"] = {"name": "Peinture", "country": "FR"}
    line["delivery"] = [{"mode": "sea", "zone": "all", "distance_km": "1"}]
    line |= {"volume_proven": False}
    return content


def test_a_field_is_named_with_the_part_that_holds_it(drawn):
    before, after = start(), start()
    after["manufacturing_lines"][0]["painting"]["country"] = "PL"
    ((field, _, _),) = cells(drawn(before, after))
    line = before["manufacturing_lines"][0]["id"]
    assert field == f"Lignes de fabrication, {line}, Site de peinture Pays du site"


def test_a_field_that_comes_or_goes_says_so(drawn):
    before, after = start(), start()
    after["version"]["variant"] = "V2"
    came, went = cells(drawn(before, after)), cells(drawn(after, before))
    assert came == [["Version Variante Ajouté", "rien–", "V2"]]
    assert went == [["Version Variante Supprimé", "V2", "rien–"]]


def test_a_leg_is_counted_from_one(drawn):
    before, after = start(), start()
    line = before["manufacturing_lines"][0]["id"]
    after["specific_values"] = [
        {"component": "delivery", "line": line, "leg": 0, "value": "0.1", "accepted": None}
    ]
    rows = cells(drawn(before, after))
    assert [row[2] for row in rows] == ["Acheminement", line, "1", "0,1"]


def test_nothing_that_changes_is_said_in_a_sentence(drawn):
    page = drawn(start(), start())
    assert not page.findall(".//table")
    assert "Rien ne change dans la déclaration." in text_of(page)
