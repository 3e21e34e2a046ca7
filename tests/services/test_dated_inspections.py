"""The dated cases 29 to 32 of the procedure: what follows a listing, day by day (P-29, P-30)."""

from datetime import date

import pytest

from app.domain.breaches import BreachKind
from app.domain.changes import lag_days
from app.domain.errors import EvidenceRefusedError
from app.domain.versions import VersionState
from app.queries.breaches import reports_on
from app.queries.inspection import evidence_items, version_of
from app.services.breaches import Found, report_breach
from app.services.evidence import request_evidence
from app.services.requested import Asked
from tests.services.stories import Story


def listed(world, received, proposed, published):
    return Story(world).tell(
        ("receive", received), ("propose", proposed), ("list_by_order", published)
    )


def ask(story, when, answer_by):
    request_evidence(
        story.on(when).reference,
        [Asked(label="Relevé des volumes")],
        answer_by=date.fromisoformat(answer_by),
        **story.by("reviewer"),
    )


def report(story, when, found_on, account, kind=BreachKind.BREACH):
    story.on(when)
    return report_breach(
        Found(
            tvv="CAS001",
            brand="Exemple",
            kind=kind,
            account=account,
            found_on=date.fromisoformat(found_on),
        ),
        **story.by("reviewer"),
    )


def test_case_29_a_change_reported_late_is_a_breach_reported_at_once(world):
    """P-25, P-30: changed on 1 February 2024, told on 3 June, reported that day."""
    story = listed(world, "2023-10-12", "2023-11-20", "2023-12-15")
    made = report(
        story, "2024-06-03T17:00", "2024-06-03", "Site d’assemblage changé le 1er février 2024."
    )
    assert lag_days(made.found_on, made.reported_on) == 0
    version = version_of(story.dossier, on=date(2024, 6, 3))
    assert version.state == VersionState.LISTED
    agent = world.actor("authority")
    assert [one.reference for one in reports_on({("exemple", "CAS001")}, seen_by=agent)] == [
        made.reference
    ]


def test_case_30_the_window_ends_with_the_last_hour_of_its_last_day(world):
    """P-29: asked on 15 December 2025, then again on the 16th."""
    story = listed(world, "2023-10-12", "2023-11-20", "2023-12-15")
    ask(story, "2025-12-15T23:59:59", "2026-01-15")
    with pytest.raises(EvidenceRefusedError, match="15 décembre 2025"):
        ask(story, "2025-12-16T00:00", "2026-01-15")
    assert [one.asked_on for one in evidence_items(story.dossier)] == [date(2025, 12, 15)]


def test_case_31_a_window_from_a_leap_day(world):
    """P-29; R21 of the lessons: from 29 February 2024 to 28 February 2026."""
    story = listed(world, "2023-11-10", "2023-12-20", "2024-02-29")
    assert version_of(story.dossier, on=date(2024, 3, 1)).inspection_last_day == date(2026, 2, 28)
    assert story.last_day("inspection") == "2026-02-28"
    ask(story, "2026-02-28", "2026-03-15")
    with pytest.raises(EvidenceRefusedError, match="28 février 2026"):
        ask(story, "2026-03-01", "2026-03-15")


def test_case_32_a_fraud_found_after_the_window_is_reported_all_the_same(world):
    """P-30, CAMB-13: no evidence request any more, the report still due."""
    story = listed(world, "2023-10-12", "2023-11-20", "2023-12-15")
    with pytest.raises(EvidenceRefusedError, match="peut encore être signalé"):
        ask(story, "2026-05-04", "2026-05-20")
    made = report(story, "2026-05-04", "2026-05-04", "Données fausses.", BreachKind.FRAUD)
    assert (made.found_on, made.reported_on) == (date(2026, 5, 4), date(2026, 5, 4))
