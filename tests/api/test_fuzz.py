"""Generated requests to every operation: nothing breaks, each answer is one that is described."""

import time

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from app.services.accounts import create_api_token
from tests.builders import declaration

schemathesis = pytest.importorskip("schemathesis")
checks = pytest.importorskip("schemathesis.specs.openapi.checks")

BUDGET_SECONDS = 75
EXAMPLES = 60
CHECKS = [
    schemathesis.checks.not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_schema_conformance,
]
# One declaration in ten thousand drawn from its schema closes its masses: whole ones are sent too.
DECLARED = {"POST /api/v1/dossiers", "POST /api/v1/score"}


@pytest.mark.fuzz
def test_generated_requests_get_described_answers(app, world):
    """Goal G11, in the time of a continuous integration."""
    token = create_api_token("essai", by=world.actor("manufacturer"), clock=world.clock)
    draft = world.draft(tvv="Ab1").reference
    filed = world.submitted(tvv="Ab2").reference
    schema = schemathesis.openapi.from_wsgi("/api/v1/openapi.json", app)
    operations = [found.ok() for found in schema.get_all_operations()]
    assert len(operations) == 10
    seen, end = {}, time.monotonic() + BUDGET_SECONDS
    for mode in schemathesis.GenerationMode:
        for operation in operations:
            _attack(operation, mode, token, (None, draft, filed), seen, end)
    # The token opened the doors: the answers are not all refusals.
    assert {200, 201, 400, 404, 422} <= set(seen), seen
    assert sum(seen.values()) > 500, seen


def _attack(operation, mode, token, references, seen, end):
    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        derandomize=True,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(generation_mode=mode))
    def attack(case):
        if time.monotonic() > end:
            return
        count = sum(seen.values())
        reference = references[count % len(references)]
        if reference and "reference" in (case.path_parameters or {}):
            case.path_parameters["reference"] = reference
        if operation.label in DECLARED and mode.is_positive and count % 2:
            case.body = declaration(tvv=f"F{count}")
        # Without the token now and then: that answer is described as well.
        headers = {} if count % 11 == 0 else {"Authorization": f"Bearer {token}"}
        response = case.call(headers=headers)
        case.validate_response(response, checks=CHECKS)
        seen[response.status_code] = seen.get(response.status_code, 0) + 1

    attack()
