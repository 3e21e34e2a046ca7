"""The documents that a dossier must hold, site by site (D. 251-1-A, P-12, P-13)."""

from datetime import date

import pytest

from app.domain.completeness import missing, required_documents, sites_of
from scoring.dated import NotInForceError

BEFORE = date(2025, 1, 24)
SINCE = date(2025, 1, 25)
VERSION = {"reference_vehicle@version", "materials@version", "battery_pack@version"}


def line(identifier, *, stamping=1):
    return {
        "id": identifier,
        "assembly": {"name": f"Usine {identifier}", "country": "FR"},
        "stamping": [{"name": f"Presse {number}", "country": "FR"} for number in range(stamping)],
    }


def content(*lines, batteries=("B1",)):
    sites = [{"id": identifier, "name": f"Cellules {identifier}"} for identifier in batteries]
    return {"manufacturing_lines": list(lines), "battery_sites": sites}


def cells(declared, on):
    return {document.key for document in required_documents(declared, on=on)}


def test_one_line_needs_the_papers_of_the_first_wording():
    """Arrêté du 7 octobre 2023, articles 9 and 10, until 24 January 2025 included."""
    assert cells(content(line("L1")), BEFORE) == VERSION | {
        "site_address@line:L1",
        "delivery_scheme@line:L1",
        "battery_site_address@battery:B1",
    }


def test_one_line_needs_the_attestation_of_the_second_wording():
    """Article 10, 1°, as amended by the arrêté of 23 January 2025."""
    assert cells(content(line("L1")), SINCE) == VERSION | {
        "site_attestation@line:L1",
        "delivery_scheme@line:L1",
        "battery_site_address@battery:B1",
    }


@pytest.mark.parametrize("on", [BEFORE, SINCE])
def test_several_lines_need_the_volume_of_each(on):
    """D. 251-1-A, I, third paragraph: information and evidence for each site (P-13)."""
    one, two = cells(content(line("L1")), on), cells(content(line("L1"), line("L2")), on)
    assert {"site_volume@line:L1", "site_volume@line:L2"} <= two
    assert "site_volume@line:L1" not in one


@pytest.mark.parametrize("on", [BEFORE, SINCE])
def test_several_battery_sites_need_the_volume_of_each(on):
    """Article 9 of the arrêté (P-13)."""
    one, two = cells(content(line("L1")), on), cells(content(line("L1"), batteries="AB"), on)
    assert {"battery_volume@battery:A", "battery_volume@battery:B"} <= two
    assert not any(cell.startswith("battery_volume") for cell in one)


def test_split_stamping_needs_masses_on_its_own_line_only():
    """Article 10, 1°, c, since 25 January 2025."""
    declared = content(line("L1", stamping=2), line("L2"))
    assert "stamped_masses@line:L1" in cells(declared, SINCE)
    assert "stamped_masses@line:L2" not in cells(declared, SINCE)
    assert not any(cell.startswith("stamped_masses") for cell in cells(declared, BEFORE))


NOTICES = {
    "battery_modules_replaceable": {"battery_removal", "battery_module_replacement"},
    "battery_cells_replaceable": {"battery_removal", "battery_cell_replacement"},
    "battery_repair_offered": {"battery_removal", "battery_repair_offer"},
}
PROOFS = {
    "recycled_plastics_mass_kg": {"recycled_plastics"},
    "bio_based_materials_mass_kg": {"bio_based_materials"},
}


def asked_for(on, **elements):
    declared = content(line("L1"))
    more = cells(declared | {"other_elements": elements}, on) - cells(declared, on)
    return {cell.removesuffix("@version") for cell in more}


@pytest.mark.parametrize("on", [BEFORE, SINCE])
@pytest.mark.parametrize("element", NOTICES)
def test_what_can_be_repaired_needs_its_notices(on, element):
    """Article 12: notices of removal and replacement, or any proof; only of what is said."""
    assert asked_for(on, **{element: True}) == NOTICES[element]
    assert asked_for(on, **{element: False}) == asked_for(on, **{element: None}) == set()


@pytest.mark.parametrize("on", [BEFORE, SINCE])
@pytest.mark.parametrize("element", PROOFS)
def test_a_mass_of_materials_above_zero_needs_its_proof(on, element):
    """Article 12, known by the press; nothing is asked for a mass of zero."""
    assert asked_for(on, **{element: "0.001"}) == PROOFS[element]
    assert asked_for(on, **{element: "0.0"}) == asked_for(on, **{element: "lourd"}) == set()


def test_the_plastics_that_recycled_ones_are_counted_on_need_no_proof():
    assert asked_for(SINCE, plastics_mass_kg="120") == set()


@pytest.mark.parametrize("part", [None, [], "oui"])
def test_a_part_that_is_no_object_asks_for_nothing(part):
    assert cells({"other_elements": part}, SINCE) == VERSION


def test_the_documents_of_article_12_say_how_sure_they_are():
    every = dict.fromkeys(NOTICES, True) | dict.fromkeys(PROOFS, "1")
    required = required_documents({"other_elements": every}, on=SINCE)
    grades = {one.requirement: one.grade for one in required if one.source == "art. 12"}
    assert grades == {
        "battery_removal": "A",
        "battery_module_replacement": "A",
        "battery_cell_replacement": "A",
        "battery_repair_offer": "A",
        "recycled_plastics": "B1",
        "bio_based_materials": "B1",
    }


def test_an_empty_draft_already_says_what_the_version_needs():
    assert cells({}, SINCE) == VERSION


def test_sites_are_named_for_people():
    declared = content(line("L1"), {"id": "L2"})
    assert [site.label for site in sites_of(declared)] == [
        "La version",
        "Ligne L1 : Usine L1",
        "Ligne L2 : site à nommer",
        "Cellules B1 : Cellules B1",
    ]


def test_what_is_missing_is_what_is_not_there():
    required = required_documents(content(line("L1")), on=SINCE)
    present = {"materials@version", "site_attestation@line:L1", "site_attestation@line:L9"}
    assert {document.key for document in missing(required, present)} == (
        cells(content(line("L1")), SINCE) - present
    )
    assert missing(required, [document.key for document in required]) == ()


def test_each_requirement_says_its_article_and_how_sure_it_is():
    for on in (BEFORE, SINCE):
        for document in required_documents(content(line("L1"), line("L2")), on=on):
            assert document.source.startswith("art.")
            assert document.grade in {"A", "B1", "C"}


def test_no_document_is_required_before_the_first_order():
    with pytest.raises(NotInForceError):
        required_documents({}, on=date(2023, 10, 9))
