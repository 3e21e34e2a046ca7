"""What runs out, and when."""

from datetime import date, timedelta

from app.domain.deadlines import PeriodKind
from app.extensions import db
from app.queries.periods import due_periods, last_day_of, next_due, periods_of, running
from tests.services.stories import Story


def test_an_effect_is_due_from_its_very_instant(world):
    """Reading T-2: not a microsecond before midnight in Paris."""
    story = Story(world).tell(("receive", "2026-03-31"))
    effect = story.period("completeness").effect_at
    before = effect - timedelta(microseconds=1)
    assert list(due_periods(story.dossier, at=before)) == []
    assert next_due(at=before) is None
    assert [one.kind for one in due_periods(story.dossier, at=effect)] == ["completeness"]
    due = next_due(at=effect)
    assert [one.reference for one in due.dossiers] == [story.reference]
    assert due.born_at == effect


def test_the_dossier_due_for_longest_comes_first(world):
    late = Story(world, tvv="V1").tell(("receive", "2026-03-31"))
    later = Story(world, tvv="V2").tell(("receive", "2026-03-20"))
    found = next_due(at=world.clock.now() + timedelta(days=60), most=2)
    assert [one.reference for one in found.dossiers] == [later.reference]
    assert late.reference != later.reference
    db.session.rollback()


def test_dossiers_due_at_one_instant_come_together(world):
    stories = [Story(world, tvv=f"V{day}").tell(("receive", "2026-03-20")) for day in range(3)]
    at = world.clock.now() + timedelta(days=60)
    assert len(next_due(at=at).dossiers) == 1
    assert len(next_due(at=at, most=2).dossiers) == 2
    two = {story.dossier.id for story in stories[:2]}
    (left,) = next_due(at=at, most=9, besides=two).dossiers
    assert left.reference == stories[2].reference
    db.session.rollback()


def test_a_review_that_runs_out_has_no_effect_by_itself(world):
    """P-16: a late proposal has no sanction; the period ends, the dossier stays."""
    story = Story(world).tell(("receive", "2026-03-02"), ("confirm", "2026-03-10"))
    story.on("2026-05-03")
    assert story.tick() == []
    assert ("review", "expired") in story.outcomes()
    assert (story.dossier.state, story.dossier.last_sequence) == ("complete", 2)
    assert next_due(at=story.clock.now()) is None
    assert next_due(at=story.period("silence").effect_at) is not None


def test_periods_are_told_in_the_order_they_were_opened(world):
    story = Story(world).tell(
        ("receive", "2026-03-02"), ("request", "2026-03-10"), ("supply", "2026-03-20")
    )
    assert [one.kind for one in periods_of(story.dossier)] == [
        "completeness",
        "review",
        "silence",
        "recheck",
    ]
    assert running(story.dossier, PeriodKind.COMPLETENESS) is None
    assert running(story.dossier, PeriodKind.RECHECK).last_day == date(2026, 4, 20)


def test_the_last_day_is_that_of_the_latest_period(world):
    story = Story(world).tell(
        ("receive", "2026-03-02"),
        ("request", "2026-03-10"),
        ("supply", "2026-03-20"),
        ("request", "2026-04-10"),
        ("supply", "2026-04-30"),
    )
    assert last_day_of(story.dossier, PeriodKind.SILENCE) == date(2026, 7, 30)
    assert last_day_of(story.dossier, PeriodKind.INSPECTION) is None
