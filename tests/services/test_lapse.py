"""What silence does, on its legal day, once, however late the scheduler runs."""

from datetime import date

import pytest
import sqlalchemy as sa

from app.domain.errors import ReasonsMissingError, StaleDossierError, TransitionNotAllowedError
from app.domain.orders import LineEffect
from app.domain.procedure import Action, State
from app.extensions import db
from app.models.dossier import Dossier
from app.queries.audit import broken_chains
from app.services.completeness import confirm_complete
from app.services.lapse import EffectsNotRecordedError, record_due_effects
from app.services.orders import prepare_order, put_in_order
from app.services.transaction import transaction
from tests.services.stories import Story, messages


def legal_facts(story):
    """What must not depend on the hour the scheduler ran."""
    dossier = story.dossier
    events = [(event.action, event.occurred_on) for event in dossier.events]
    periods = [
        (one.kind, one.origin_on, one.last_day, one.effect_at, one.outcome)
        for one in dossier.periods
    ]
    return dossier.state, dossier.complete_on, dossier.decided_on, events, periods


def test_a_scheduler_stopped_for_months_records_the_same_days(world):
    """Reading T-8: born at their instant, observed when the program runs."""
    punctual, late = Story(world, tvv="V1"), Story(world, tvv="V2")
    punctual.tell(("receive", "2026-03-31"))
    late.tell(("receive", "2026-03-31"))
    # The twin whose scheduler ran every day: its own acts settle it, the other is not touched.
    for when in ("2026-05-01", "2026-08-01"):
        punctual.on(when)
        with pytest.raises(TransitionNotAllowedError):
            punctual.confirm()
    assert late.dossier.state == State.SUBMITTED
    observed = late.on("2026-11-05T08:00").tick()
    assert legal_facts(late) == legal_facts(punctual)
    assert late.dossier.decided_on == date(2026, 7, 30)
    assert [effect.action for effect in observed] == [
        Action.DEEM_COMPLETE,
        Action.REFUSE_BY_SILENCE,
    ]
    assert {effect.observed_at for effect in observed} == {world.clock.now()}
    assert late.dossier.events[-1].recorded_at == world.clock.now()
    assert late.dossier.events[-1].occurred_on == date(2026, 7, 30)


def test_a_second_pass_does_nothing(world):
    """R17 of the lessons: one row, one mail."""
    story = Story(world).tell(("receive", "2026-03-31"), ("tick", "2026-08-15"))
    before = legal_facts(story), len(messages("silence/"))
    assert story.tick() == []
    assert story.on("2027-08-15").tick() == []
    assert (legal_facts(story), len(messages("silence/"))) == before
    assert before[1] == 1


def test_effects_are_recorded_the_oldest_first(world):
    one, two = Story(world, tvv="V1"), Story(world, tvv="V2")
    one.tell(("receive", "2026-03-10"))
    two.tell(("receive", "2026-03-05"))
    found = one.on("2026-05-01").tick()
    assert [effect.reference for effect in found] == [two.reference, one.reference]


def test_an_act_first_records_what_silence_did(world):
    """A refused act leaves what was settled: the month was over (P-15)."""
    story = Story(world).tell(("receive", "2026-03-31"))
    with pytest.raises(TransitionNotAllowedError):
        story.tell(("confirm", "2026-05-01"))
    assert story.dossier.state == State.COMPLETE
    assert story.dossier.complete_on == date(2026, 4, 30)
    assert [event.action for event in story.dossier.events] == ["submit", "deem_complete"]


def test_completeness_is_confirmed_until_midnight_of_the_last_day(world):
    """Reading T-2: the last day counts whole."""
    story = Story(world).tell(("receive", "2026-03-31"), ("confirm", "2026-04-30T23:59:59"))
    assert story.dossier.complete_on == date(2026, 3, 31)


def test_time_that_passed_makes_a_page_stale(world):
    """The silence acted since the page was shown: it is named."""
    story = Story(world).tell(("receive", "2026-03-31"))
    seen = story.dossier.last_sequence
    story.on("2026-05-01")
    with pytest.raises(StaleDossierError) as refused:
        confirm_complete(story.reference, expected=seen, **story.by("reviewer"))
    assert refused.value.who == "Échéance"
    assert story.dossier.state == State.COMPLETE


def test_an_order_refused_leaves_what_silence_did(world):
    """The ministers cannot list what they let lapse without a proposal; the lapse stays."""
    story = Story(world).tell(("receive", "2026-03-02"), ("confirm", "2026-03-03"))
    story.on("2026-06-03")
    order = prepare_order("Arrêté", **story.by("authority"))
    with pytest.raises(ReasonsMissingError):
        put_in_order(
            order.reference,
            story.reference,
            effect=LineEffect.REFUSE,
            **story.by("authority"),
        )
    assert story.dossier.state == State.REFUSED_BY_SILENCE
    assert story.dossier.decided_on == date(2026, 6, 2)


def test_a_review_that_silence_ended_is_shown_as_missed(world):
    story = Story(world).tell(("receive", "2026-03-31"), ("tick", "2026-08-15"))
    assert story.outcomes() == {
        ("completeness", "expired"),
        ("review", "expired"),
        ("silence", "expired"),
    }
    assert list(broken_chains()) == []


def test_a_dossier_that_fails_does_not_hold_the_others_back(world):
    """The effect of silence depends on nothing else, another dossier included."""
    first = world.submitted(tvv="PREMIER")
    second = world.submitted(tvv="SECOND")
    # The month of receipt ends; then a period of the first can no longer be computed.
    period = first.periods[0]
    with transaction():
        db.session.execute(
            sa.update(Dossier).where(Dossier.id == period.dossier_id).values(state="withdrawn")
        )
    world.days_pass(40)
    with pytest.raises(EffectsNotRecordedError, match=first.reference) as failure:
        record_due_effects(clock=world.clock)
    assert [effect.reference for effect in failure.value.recorded] == [second.reference]
    assert world.dossier(second.reference).state == State.COMPLETE
