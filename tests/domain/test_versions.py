"""What may happen to a version on the list (section 5 of the procedure, rows 12 to 29)."""

import pytest

from app.domain.actor import Role
from app.domain.errors import VersionRuleError
from app.domain.versions import (
    VERSION_RULES,
    VersionAction,
    VersionState,
    settlement,
    version_rule,
)

UNLISTED, LISTED = VersionState.UNLISTED, VersionState.LISTED
CHANGED, REMOVED = VersionState.UNDER_MODIFICATION, VersionState.REMOVED

# Written from the table of the procedure: state, act, state it leads to, row.
ROWS = [
    (UNLISTED, VersionAction.LIST, LISTED, 12),
    (LISTED, VersionAction.LIST, LISTED, 12),
    (CHANGED, VersionAction.LIST, CHANGED, 12),
    (REMOVED, VersionAction.LIST, LISTED, 12),
    (LISTED, VersionAction.REPORT_CHANGE, CHANGED, 20),
    (CHANGED, VersionAction.REPORT_CHANGE, CHANGED, 20),
    (CHANGED, VersionAction.SETTLE_REPORT, CHANGED, 22),
    (CHANGED, VersionAction.SETTLE_LAST_REPORT, LISTED, 22),
    (LISTED, VersionAction.REMOVE, REMOVED, 23),
    (CHANGED, VersionAction.REMOVE, REMOVED, 23),
    (LISTED, VersionAction.REQUEST_EVIDENCE, LISTED, 25),
    (CHANGED, VersionAction.REQUEST_EVIDENCE, CHANGED, 25),
    (LISTED, VersionAction.REPORT_BREACH, LISTED, 26),
    (CHANGED, VersionAction.REPORT_BREACH, CHANGED, 26),
    (REMOVED, VersionAction.REPORT_BREACH, REMOVED, 26),
    (LISTED, VersionAction.CORRECT, LISTED, 29),
    (CHANGED, VersionAction.CORRECT, CHANGED, 29),
    (REMOVED, VersionAction.CORRECT, REMOVED, 29),
]


@pytest.mark.parametrize(("state", "action", "target", "row"), ROWS)
def test_an_arrow_of_the_procedure_is_in_the_table(state, action, target, row):
    arrow = version_rule(state, action)
    assert (arrow.target, arrow.row) == (target, row)


def test_the_table_has_no_other_arrow():
    assert VERSION_RULES.keys() == {(state, action) for state, action, _, _ in ROWS}


@pytest.mark.parametrize(
    ("state", "action"),
    [
        (state, action)
        for state in VersionState
        for action in VersionAction
        if (state, action) not in VERSION_RULES
    ],
)
def test_what_is_not_in_the_table_is_refused_with_a_sentence(state, action):
    with pytest.raises(VersionRuleError) as refused:
        version_rule(state, action)
    assert str(refused.value).endswith(".")
    assert "'" not in str(refused.value)


def test_only_an_authority_moves_a_version_onto_the_list_or_out_of_it():
    """P-17, P-27: by order."""
    moving = {
        arrow.role
        for (state, _), arrow in VERSION_RULES.items()
        if {state, arrow.target} & {UNLISTED, REMOVED} and state != arrow.target
    }
    assert moving == {Role.AUTHORITY}


@pytest.mark.parametrize(
    ("open_reports", "action"),
    [
        (0, VersionAction.SETTLE_LAST_REPORT),
        (1, VersionAction.SETTLE_LAST_REPORT),
        (2, VersionAction.SETTLE_REPORT),
    ],
)
def test_the_last_report_settled_gives_the_version_back_its_place(open_reports, action):
    """Row 22."""
    assert settlement(open_reports) == action
