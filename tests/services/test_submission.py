"""A dossier is received: what is filed stays, and its month begins (row 1)."""

import hashlib
from copy import deepcopy
from datetime import date

import pytest
import rfc8785

from app.domain.errors import (
    DeclarationRefusedError,
    StaleDossierError,
    TransitionNotAllowedError,
    UnknownDossierError,
)
from app.domain.procedure import State
from app.extensions import db
from app.models.dossier import Dossier
from app.queries.dossiers import last_assessment
from app.services.drafting import create_draft, record_reference_vehicle
from app.services.submission import submit_dossier
from tests.builders import declaration


def by(world, who="manufacturer"):
    return {"by": world.actor(who), "clock": world.clock}


def changed(path, value):
    """A declaration of the oracles with one value changed; a value of none removes it."""
    content = deepcopy(declaration())
    *parents, last = path
    part = content
    for key in parents:
        part = part[key]
    if value is None:
        del part[last]
    else:
        part[last] = value
    return content


def test_a_deposit_keeps_what_was_filed(world):
    """P-11, P-12: the declaration, its digest, the documents and the score."""
    draft = world.draft()
    support = world.attach(draft, "materials", "version")
    digest = support.document.digest
    filed = submit_dossier(draft.reference, **by(world))
    (kept,) = filed.declarations
    canonical = rfc8785.dumps(filed.content)
    assert (kept.content, kept.digest) == (filed.content, hashlib.sha256(canonical).hexdigest())
    assert filed.events[0].details == {"declaration": kept.digest, "documents": [digest]}
    assert filed.received_on == date(2026, 3, 2) == kept.filed_on
    assert last_assessment(filed).reached


def test_missing_documents_never_bar_the_deposit(world):
    """D. 251-1-A, I: the agency may ask for them within the month."""
    assert world.submitted().state == State.SUBMITTED


@pytest.mark.parametrize(
    ("path", "value", "pointer"),
    [
        pytest.param(
            ["reference_vehicle", "running_mass_kg"],
            "1976.001",
            "/reference_vehicle",
            id="masses that do not close",
        ),
        pytest.param(["manufacturing_lines"], [], "/manufacturing_lines", id="no line"),
        pytest.param(["battery_sites"], [], "/battery_sites", id="no battery site"),
        pytest.param(
            ["battery_sites", 0, "cell_country"],
            "XX",
            "/battery_sites/0/cell_country",
            id="an unknown country",
        ),
        pytest.param(
            ["reference_vehicle", "seats"], None, "/reference_vehicle/seats", id="no seats"
        ),
        pytest.param(
            ["specific_values"],
            [{"component": "ferrous", "line": "L1", "value": "1.2", "accepted": None}],
            "/specific_values",
            id="a specific value, reading S-16",
        ),
        pytest.param(
            ["manufacturing_lines", 0, "volume_six_months"],
            10**30,
            "/manufacturing_lines/0/volume_six_months",
            id="a volume no factory makes",
        ),
        pytest.param(["version", "vehicle_class"], "N1", "/version/vehicle_class", id="a van"),
    ],
)
def test_what_cannot_be_scored_is_refused_with_its_place(world, path, value, pointer):
    """Issue 2, bad input; readings S-10 and S-16."""
    draft = create_draft(changed(path, value), **by(world))
    with pytest.raises(DeclarationRefusedError) as refused:
        submit_dossier(draft.reference, **by(world))
    assert pointer in {problem.field for problem in refused.value.problems}
    assert db.session.get(Dossier, draft.id).state == State.DRAFT


def test_a_difference_of_one_kilogram_closes(world):
    """Reading S-10: included."""
    content = changed(["reference_vehicle", "running_mass_kg"], "1976")
    draft = create_draft(content, **by(world))
    assert submit_dossier(draft.reference, **by(world)).state == State.SUBMITTED


def test_a_dossier_is_deposited_once(world):
    filed = world.submitted()
    with pytest.raises(TransitionNotAllowedError):
        submit_dossier(filed.reference, **by(world))
    assert len(filed.periods) == 1


def test_what_is_deposited_is_what_was_read(world):
    """Issue 2: a colleague changed the draft since the page was shown."""
    draft = world.draft()
    record_reference_vehicle(draft.reference, {"seats": 4}, revision=1, **by(world))
    with pytest.raises(StaleDossierError):
        submit_dossier(draft.reference, revision=1, **by(world))


def test_only_the_company_deposits(world):
    draft = world.draft()
    for who in ("rival", "reviewer", "authority", "operator"):
        with pytest.raises(UnknownDossierError):
            submit_dossier(draft.reference, **by(world, who))
