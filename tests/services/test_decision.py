"""The agency proposes, the ministers decide by order."""

from copy import deepcopy
from datetime import date

import pytest

from app.domain.chain import digest_of
from app.domain.errors import (
    InvalidValueError,
    MethodChangedError,
    NotAllowedError,
    OrderRefusedError,
    ProposalMissingError,
    ReasonsMissingError,
    StaleOrderError,
    TransitionNotAllowedError,
    UnknownThingError,
)
from app.domain.orders import LineEffect
from app.domain.procedure import Action, State
from app.extensions import db
from app.models.declaration import Declaration
from app.models.order import Order
from app.queries.dossiers import standing_proposal
from app.queries.status import Verdict, status
from app.services.decision import record_publication
from app.services.orders import (
    PublishedRow,
    import_published_order,
    prepare_order,
    put_in_order,
    take_out_of_order,
)
from app.services.review import send_proposal
from tests.services.stories import Story, messages

COMPLETE = (("receive", "2026-03-02"), ("confirm", "2026-03-10"))
PROPOSED = (*COMPLETE, ("propose", "2026-04-15"))
# Silence refuses at the end of 2 June 2026.


def test_the_score_of_the_day_goes_with_the_proposal(world):
    """Reading S-12."""
    story = Story(world).tell(*PROPOSED)
    proposal = standing_proposal(story.dossier)
    assert proposal.sent_on == date(2026, 4, 15) == proposal.assessment.law_on
    assert proposal.assessment.reached
    details = proposal.event.details
    assert details["law"] == proposal.assessment.law_digest
    assert details["declaration"] == story.dossier.declarations[0].digest


@pytest.mark.parametrize(("day", "outcome"), [("2026-05-02", "met"), ("2026-05-03", "expired")])
def test_a_proposal_is_in_time_until_its_last_day(world, day, outcome):
    """P-16: two months from 2 March, last day included."""
    story = Story(world).tell(*COMPLETE, ("propose", day))
    assert story.period("review").outcome == outcome


def test_a_proposal_needs_reasons(world):
    story = Story(world).tell(*COMPLETE)
    with pytest.raises(ReasonsMissingError):
        send_proposal(story.reference, favourable=False, reasons=" ", **story.by("reviewer"))


def test_an_order_in_time_recorded_late_leaves_no_silent_refusal(world):
    """Transition 17, reading T-14: the silent refusal was observed, and was never born."""
    story = Story(world, tvv="V1").tell(
        *PROPOSED,
        ("prepare", "2026-06-01"),
        ("tick", "2026-06-03"),
        ("publish", "2026-06-10", "2026-06-02"),
    )
    assert story.dossier.events[-1].action == Action.LIST_IN_TIME
    assert story.dossier.decided_on == date(2026, 6, 2)
    assert story.period("silence").outcome == "superseded"
    assert story.last_day("inspection") == "2028-06-02"
    assert status("V1", on=date(2026, 6, 3)).verdict == Verdict.LISTED


def test_an_order_in_time_recorded_late_finds_nothing_to_observe(world):
    """Transition 17 with the scheduler stopped: no silent refusal is told to anybody."""
    story = Story(world).tell(
        *PROPOSED, ("prepare", "2026-06-01"), ("publish", "2026-06-10", "2026-06-02")
    )
    assert story.dossier.events[-1].action == Action.LIST_BY_ORDER
    assert messages("silence/") == []


def test_an_order_one_day_late_replaces_the_silent_refusal(world):
    """Transitions 14 and 16: refused at the end of 2 June, listed by the order of 3 June."""
    story = Story(world).tell(
        *PROPOSED, ("prepare", "2026-06-01"), ("publish", "2026-06-10", "2026-06-03")
    )
    assert [event.action for event in story.dossier.events[-2:]] == [
        Action.REFUSE_BY_SILENCE,
        Action.LIST_AFTER_SILENCE,
    ]
    assert story.period("silence").outcome == "expired"


@pytest.mark.parametrize(
    ("published_on", "action", "silence"),
    [
        ("2026-06-02", Action.REFUSE_IN_TIME, "superseded"),
        ("2026-06-03", Action.REFUSE_AFTER_SILENCE, "expired"),
    ],
)
def test_an_express_refusal_may_follow_the_silence(world, published_on, action, silence):
    """Transitions 13 and 17."""
    story = Story(world).tell(
        *COMPLETE,
        ("tick", "2026-06-03"),
        ("prepare", "2026-06-04", "refuse"),
        ("publish", "2026-06-10", published_on),
    )
    assert story.dossier.events[-1].action == action
    assert story.dossier.state == State.REFUSED_BY_ORDER
    assert story.dossier.decided_on == date.fromisoformat(published_on)
    assert story.period("silence").outcome == silence


@pytest.mark.parametrize(
    ("published_on", "outcome"), [("2026-05-02", "stopped"), ("2026-05-03", "expired")]
)
def test_a_refusal_without_proposal_does_not_make_the_review_met(world, published_on, outcome):
    """P-16: the agency had sent nothing."""
    story = Story(world).tell(
        *COMPLETE, ("prepare", "2026-05-01", "refuse"), ("publish", "2026-05-10", published_on)
    )
    assert story.period("review").outcome == outcome
    assert story.period("silence").outcome == "met"


def test_a_proposal_after_the_silence_stands_beside_it(world):
    """Transition 15, CAMB-15; a later order may then list the version."""
    story = Story(world).tell(*COMPLETE, ("propose", "2026-06-20"))
    assert story.dossier.state == State.REFUSED_BY_SILENCE
    assert story.dossier.decided_on == date(2026, 6, 2)
    assert story.dossier.events[-1].action == Action.PROPOSE_AFTER_SILENCE
    story.tell(("list_by_order", "2026-07-01"))
    assert story.dossier.state == State.LISTED_BY_ORDER


def test_a_declaration_that_the_method_no_longer_reads_is_not_proposed(world):
    """Reading S-12: the score is that of the day of the proposal; here there is none."""
    story = Story(world).tell(*COMPLETE)
    filed = story.dossier.declarations[0]
    content = deepcopy(filed.content)
    content["battery_sites"][0]["cell_country"] = "XX"
    db.session.add(
        Declaration(
            dossier=story.dossier,
            revision=filed.revision + 1,
            content=content,
            digest=digest_of(content),
            filed_on=filed.filed_on,
            filed_at=filed.filed_at,
        )
    )
    db.session.commit()
    with pytest.raises(MethodChangedError) as refused:
        send_proposal(story.reference, favourable=True, reasons="Oui.", **story.by("reviewer"))
    assert str(refused.value).startswith("La méthode en vigueur aujourd’hui")
    assert [problem.code for problem in refused.value.problems] == ["unknown_country"]
    assert story.dossier.state == State.COMPLETE
    assert standing_proposal(story.dossier) is None


def test_a_later_proposal_does_not_hide_the_one_in_time(world):
    """INV-02 and T-14: the order of 1 June rested on the proposal of April."""
    story = Story(world).tell(
        *PROPOSED,
        ("prepare", "2026-05-20"),
        ("propose", "2026-06-20"),
        ("publish", "2026-06-25", "2026-06-01"),
    )
    assert story.dossier.events[-1].action == Action.LIST_IN_TIME


def test_an_order_older_than_the_proposal_lists_nothing(world):
    """P-11: the order is adopted on the agency's proposal."""
    story = Story(world).tell(*PROPOSED, ("prepare", "2026-04-20"))
    with pytest.raises(ProposalMissingError) as refused:
        story.publish("2026-04-14")
    assert story.reference in str(refused.value)
    assert f"la version {story.dossier.tvv} " in str(refused.value)
    assert story.dossier.state == State.PROPOSED
    assert story.order.state == "prepared"


def test_an_order_older_than_the_complete_dossier_decides_nothing(world):
    story = Story(world).tell(*COMPLETE, ("prepare", "2026-04-20", "refuse"))
    with pytest.raises(InvalidValueError) as refused:
        story.publish("2026-03-01")
    assert refused.value.field == "published_on"
    story.publish("2026-03-02")
    assert story.dossier.state == State.REFUSED_BY_ORDER


def test_a_review_never_proposed_twice(world):
    story = Story(world).tell(*PROPOSED)
    with pytest.raises(TransitionNotAllowedError):
        story.tell(("propose", "2026-04-16"))


def test_an_order_may_name_the_day_it_takes_effect(world):
    """Reading T-11."""
    story = Story(world, tvv="V1").tell(*PROPOSED, ("prepare", "2026-05-01"))
    world.publish(story.order, effective_on=date(2026, 7, 1))
    assert status("V1", on=date(2026, 6, 30)).verdict == Verdict.NOT_LISTED
    assert status("V1", on=date(2026, 7, 1)).verdict == Verdict.LISTED


@pytest.mark.parametrize(
    ("days", "field"),
    [
        ({"published_on": date(2026, 5, 2)}, "published_on"),
        ({"published_on": date(2020, 1, 1)}, "published_on"),
        ({"effective_on": date(2026, 4, 30)}, "effective_on"),
    ],
)
def test_days_that_cannot_be_are_refused_beside_their_field(world, days, field):
    story = Story(world).tell(*PROPOSED, ("prepare", "2026-05-01"))
    with pytest.raises(InvalidValueError) as refused:
        world.publish(story.order, **days)
    assert refused.value.field == field


def test_a_nor_number_names_one_order(world):
    one = Story(world, tvv="V1").tell(*PROPOSED, ("list_by_order", "2026-05-01"))
    two = Story(world, tvv="V2").tell(*PROPOSED, ("prepare", "2026-05-01"))
    published = db.session.query(Order).filter_by(reference=one.order.reference).one()
    with pytest.raises(InvalidValueError) as refused:
        record_publication(
            two.order.reference,
            nor=published.nor,
            published_on=world.clock.today(),
            **two.by("authority"),
        )
    assert refused.value.field == "nor"


def test_a_published_order_never_changes(world):
    """Reading L-2: the orders are the truth."""
    one = Story(world, tvv="V1").tell(*PROPOSED, ("list_by_order", "2026-05-01"))
    two = Story(world, tvv="V2").tell(*PROPOSED).on("2026-05-02")
    by = two.by("authority")
    with pytest.raises(OrderRefusedError):
        put_in_order(one.order.reference, two.reference, effect=LineEffect.LIST, **by)
    with pytest.raises(OrderRefusedError):
        take_out_of_order(one.order.reference, one.reference, by=by["by"])
    with pytest.raises(OrderRefusedError):
        one.publish()


def test_a_version_is_in_one_order_at_a_time(world):
    story = Story(world).tell(*PROPOSED, ("prepare", "2026-05-01"))
    with pytest.raises(OrderRefusedError) as refused:
        world.order(story.dossier, title="Un autre arrêté")
    assert "Arrêté d’essai" in str(refused.value)
    take_out_of_order(story.order.reference, story.reference, by=world.actor("authority"))
    assert world.order(story.dossier).lines


def test_an_empty_order_is_not_published(world):
    order = world.order()
    with pytest.raises(OrderRefusedError):
        world.publish(order)


def test_a_version_asked_about_again_holds_the_order_back(world):
    """Row 10: its proposal lapsed; the order says which version to take out."""
    story = Story(world).tell(
        ("receive", "2026-03-02"),
        ("request", "2026-03-10"),
        ("supply", "2026-03-20"),
        ("propose", "2026-04-01"),
        ("prepare", "2026-04-10"),
        ("request", "2026-04-15"),
    )
    with pytest.raises(OrderRefusedError) as refused:
        story.tell(("publish", "2026-04-16"))
    assert story.reference in str(refused.value)


def test_an_order_changed_meanwhile_is_not_published(world):
    """Issue 2: a stale page."""
    story = Story(world).tell(*PROPOSED, ("prepare", "2026-05-01"))
    db.session.expire_all()
    seen = db.session.query(Order).filter_by(reference=story.order.reference).one().revision
    other = Story(world, tvv="V2").tell(*PROPOSED)
    world.clock.move_to(story.on("2026-05-01").clock.now())
    by = story.by("authority")
    put_in_order(story.order.reference, other.reference, effect=LineEffect.LIST, **by)
    with pytest.raises(StaleOrderError) as refused:
        world.publish(story.order, revision=seen)
    assert str(refused.value).startswith("L’arrêté a changé depuis l’affichage")
    assert story.dossier.state == State.PROPOSED


def test_only_an_authority_prepares_and_sees_orders(world):
    story = Story(world).tell(*PROPOSED, ("prepare", "2026-05-01"))
    for who in ("manufacturer", "reviewer", "operator"):
        with pytest.raises(NotAllowedError):
            prepare_order("Arrêté", **story.by(who))
        with pytest.raises(NotAllowedError):
            put_in_order(
                story.order.reference,
                story.reference,
                effect=LineEffect.LIST,
                **story.by(who),
            )
    with pytest.raises(UnknownThingError):
        put_in_order(
            "AR-2222-2222", story.reference, effect=LineEffect.LIST, **story.by("authority")
        )


def test_a_draft_or_a_closed_dossier_enters_no_order(world):
    submitted = Story(world, tvv="V1").tell(("receive", "2026-03-02"))
    closed = Story(world, tvv="V2").tell(("receive", "2026-03-02"), ("withdraw", "2026-03-12"))
    for story, word in ((submitted, "en cours"), (closed, "clos")):
        with pytest.raises(OrderRefusedError) as refused:
            world.order(story.dossier)
        assert word in str(refused.value)


def test_an_imported_order_needs_no_dossier(world):
    """Transition 28."""
    row = PublishedRow(brand="Citroën", commercial_name="ë-C3", tvv=" Ab1 ")
    by = {"by": world.actor("authority"), "clock": world.clock}
    import_published_order("Arrêté importé", [row], published_on=date(2023, 12, 15), **by)
    assert status("Ab1", on=date(2023, 12, 15)).verdict == Verdict.NOT_LISTED
    assert status("Ab1", on=date(2023, 12, 16)).verdict == Verdict.LISTED
    with pytest.raises(OrderRefusedError):
        import_published_order("Arrêté vide", [], published_on=date(2023, 12, 15), **by)
    with pytest.raises(InvalidValueError):
        import_published_order("Trop tôt", [row], published_on=date(2023, 10, 9), **by)
