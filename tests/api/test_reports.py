"""Change reports and corrections, as the programs of a company read them."""

from app.services.corrections import file_correction
from app.services.drafting import record_reference_vehicle
from tests.web.changes import by, reported


def test_a_change_report_is_read_like_any_dossier(program, world):
    """Its periods are its days: nobody checks that it is complete, so that it has no receipt."""
    world.listed(tvv="V1")
    world.days_pass(60)
    report = reported(world)
    found = program().get(f"/dossiers/{report.reference}").json
    assert (found["route"], found["state"]) == ("modification", "reported")
    assert found["complete_on"] == found["received_on"] == "2026-05-01"
    assert found["receipt"] is None
    days = {period["kind"]: period["last_day"] for period in found["periods"]}
    assert days == {"review": "2026-07-01", "silence": "2026-08-01"}


def test_the_score_of_a_corrected_dossier_is_that_of_its_last_declaration(program, world):
    """S-4: two worked cases that only the boot tells apart."""
    dossier = world.submitted(case="exactly-60-one-line")
    vehicle = dossier.content["reference_vehicle"] | {"boot_litres": "199.9"}
    record_reference_vehicle(dossier.reference, vehicle, revision=None, **by(world))
    caller, path = program(), f"/dossiers/{dossier.reference}/score"
    assert caller.get(path).json["score"] == "60.000000000"
    file_correction(dossier.reference, reason="Coffre mesuré.", revision=None, **by(world))
    assert caller.get(path).json["score"] == "20.000000000"
