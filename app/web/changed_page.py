"""What changed in a dossier, for whoever reads it: its corrections, the change it reports."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from app.context import current_settings
from app.domain.changes import lag_days
from app.domain.deadlines import legal_day
from app.domain.differences import differences
from app.domain.procedure import Route
from app.domain.specific import Target, values_by_target
from app.queries.changes import decided_score, known_before, known_content
from app.queries.decided_values import counted_content, decided_values
from app.queries.dossiers import decided_declaration, declared_content
from app.queries.revisions import revisions_of
from app.services.assessment import preview
from app.web.comparison import ScoreSide, computed_side, kept_side
from app.web.differences import ShownDifference, shown
from scoring.problems import DeclarationError

BEFORE = "Avant la correction"
AFTER = "Après la correction"
DECIDED = "Score décidé"
REPORTED = "Score recalculé avec la modification"


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownRevision:
    """A correction that was filed.

    Attributes:
        number: the number of the declaration it made.
        filed_at: the instant it was filed.
        reasons: why, in the words of the company.
        rows: what differs.
        sides: the score kept before, and the one kept with it.
    """

    number: int
    filed_at: Any
    reasons: str
    rows: list[ShownDifference]
    sides: tuple[ScoreSide, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownChange:
    """A change that is reported, or about to be.

    Attributes:
        changed_on: the day of the change, as the company says.
        lag: the days between it and its report; up to today for a draft.
        late: whether the lag is above the threshold of the deployment.
        threshold: that threshold, in days; the law says « sans délai ».
        known: whether the portal knows what was declared before.
        rows: what differs from it.
        undecided: the specific values that no decision holds for (decision 0026).
        sides: the score decided, and the one computed again; those that there are.
    """

    changed_on: date
    lag: int
    late: bool
    threshold: int
    known: bool
    rows: list[ShownDifference]
    undecided: tuple[Target, ...]
    sides: tuple[ScoreSide, ...]


def changed_page(dossier: Any, *, today: date) -> dict[str, Any]:  # noqa: ANN401 - a row, read only
    """Return what the pages of a filed dossier show of what changed."""
    revisions, counted = revisions_of(dossier), decided_declaration(dossier)
    revision = counted.revision if counted else 0
    numbers = [one.after.revision for one in revisions]
    return {
        "revisions": [_shown(one) for one in revisions],
        # The declaration that counts, corrected or not; one filed since was not decided on.
        "corrected_on": legal_day(counted.filed_at) if counted and revision in numbers else None,
        "corrected_since": any(number > revision for number in numbers),
        "change": shown_change(dossier, today=today)
        if dossier.route == Route.MODIFICATION
        else None,
    }


def shown_change(report: Any, *, today: date) -> ShownChange:  # noqa: ANN401 - a row, read only
    """Return a change beside what was declared, and the score by the method of today (S-12)."""
    known, before = known_before(report), known_content(report)
    content = declared_content(report)
    lag = lag_days(report.changed_on, report.received_on or today)
    threshold = current_settings().change_report_lag_days
    decided = decided_score(known) if known else None
    return ShownChange(
        changed_on=report.changed_on,
        lag=lag,
        late=lag > threshold,
        threshold=threshold,
        known=known is not None,
        rows=[] if before is None else shown(differences(before, content)),
        undecided=_undecided(report, content),
        sides=tuple(
            side
            for side in (
                kept_side(DECIDED, decided) if decided else None,
                _computed(REPORTED, counted_content(report), today),
            )
            if side
        ),
    )


def _undecided(report: Any, content: Mapping[str, Any]) -> tuple[Target, ...]:  # noqa: ANN401 - a row
    decided = {one.target for one in decided_values(report)}
    return tuple(one for one in values_by_target(content) if one not in decided)


def _computed(title: str, content: Any, on: date) -> ScoreSide | None:  # noqa: ANN401 - a declaration
    try:
        return computed_side(title, preview(content, on=on))
    except DeclarationError:
        return None


def _shown(revision: Any) -> ShownRevision:  # noqa: ANN401 - rows, read only
    return ShownRevision(
        number=revision.after.revision,
        filed_at=revision.after.filed_at,
        reasons=revision.event.details["reasons"],
        rows=shown(differences(revision.before.content, revision.after.content)),
        sides=(
            kept_side(BEFORE, revision.score_before),
            kept_side(AFTER, revision.score_after),
        ),
    )
