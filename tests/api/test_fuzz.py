"""Generated requests to every operation: nothing breaks, each answer is one that is described."""

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from app.services.tokens import create_api_token
from tests import orders
from tests.builders import declaration

schemathesis = pytest.importorskip("schemathesis")
checks = pytest.importorskip("schemathesis.specs.openapi.checks")

EXAMPLES, LONG = 40, 250
CHECKS = [
    schemathesis.checks.not_a_server_error,
    checks.status_code_conformance,
    checks.content_type_conformance,
    checks.response_schema_conformance,
]
LEAVES = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(codec=None), max_size=300)
    | st.sampled_from(["", " ", "0", "1e9", "-1", "1.5", "XX", "FR", "A" * 86, "A" * 300, 10**30])
)
VALUES = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=5,
)


@st.composite
def declarations(draw):
    """A whole declaration, or one with a part replaced, removed or added.

    A declaration drawn from its schema takes seconds and never closes its masses.
    """
    content = declaration(tvv=f"F{draw(st.integers(0, 10**9))}")
    if draw(st.booleans()):
        return content
    parent, key = {"": content}, ""
    while isinstance(parent[key], dict | list) and parent[key] and draw(st.integers(0, 5)):
        parent = parent[key]
        key = draw(
            st.sampled_from(list(parent) if isinstance(parent, dict) else range(len(parent)))
        )
    parent[key] = draw(VALUES)
    return content if key != "" else parent[key]


@pytest.mark.fuzz
@pytest.mark.parametrize("mode", list(schemathesis.GenerationMode))
def test_generated_requests_get_described_answers(app, world, mode):
    """Goal G11, in the time of a continuous integration."""
    token = create_api_token("essai", by=world.actor("manufacturer"), clock=world.clock)
    draft = world.draft(tvv="Ab1").reference
    filed = world.submitted(tvv="Ab2").reference
    schema = schemathesis.openapi.from_wsgi("/api/v1/openapi.json", app)
    operations = [found.ok() for found in schema.get_all_operations()]
    assert len(operations) == 26
    seen = {}
    for operation in operations:
        _attack(operation, mode, token, (None, draft, filed), seen)
    assert sum(seen.values()) > 200, seen
    # The token opened the doors: the answers are not all refusals.
    assert {200, 201, 401, 404, 409, 422} <= set(seen), seen


def _cases(operation, mode):
    if not operation.label.startswith(("POST", "PUT")) or operation.label.endswith(
        ("/documents", "/submission", "/check")
    ):
        # A request that takes nothing cannot be wrong.
        takes = list(operation.iter_parameters()) or list(operation.body)
        if not takes:
            mode = schemathesis.GenerationMode.POSITIVE
        return operation.as_strategy(generation_mode=mode)
    return declarations().map(
        lambda body: operation.Case(
            body=body,
            media_type="application/json",
            path_parameters={"reference": "SE-2222-2222"} if "{" in operation.path else {},
        )
    )


@pytest.mark.slow
@pytest.mark.fuzz
def test_two_thousand_requests_to_the_list_get_described_answers(app, world):
    """Issue 5: no 5xx, no undocumented status, on each database."""
    orders.enter(world, ("Fiat", "600", "f6"), ("DS", "N°8", "n8"), on="2026-01-10")
    orders.enter(world, ("Fiat", "600", "f6", "remove"), on="2026-02-10")
    schema = schemathesis.openapi.from_wsgi("/api/v1/openapi.json", app)
    found = [one.ok() for one in schema.get_all_operations()]
    public = [one for one in found if one.path.split("/")[3] in {"changes", "versions"}]
    assert len(public) == 6
    seen = {}
    for operation in public:
        for mode in schemathesis.GenerationMode:
            _attack(operation, mode, "", (None,), seen, examples=LONG)
    assert sum(seen.values()) >= 2_000, seen
    assert set(seen) <= {200, 304, 400, 413, 422}, seen


def _attack(operation, mode, token, references, seen, *, examples=EXAMPLES):
    @settings(
        max_examples=examples,
        deadline=None,
        database=None,
        derandomize=True,
        phases=[Phase.explicit, Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=_cases(operation, mode))
    def attack(case):
        count = sum(seen.values())
        reference = references[count % len(references)]
        if reference and "reference" in (case.path_parameters or {}):
            case.path_parameters["reference"] = reference
        # Without the token now and then: that answer is described as well.
        headers = {} if count % 11 == 0 else {"Authorization": f"Bearer {token}"}
        response = case.call(headers=headers)
        case.validate_response(response, checks=CHECKS)
        seen[response.status_code] = seen.get(response.status_code, 0) + 1

    attack()
