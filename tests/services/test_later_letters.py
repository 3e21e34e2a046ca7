"""What the letters say after the first decision: reports, evidence, reasons, later orders.

Each is made from its event alone, so the events are recorded here as their acts record them.
"""

from datetime import timedelta

import pytest

from app.domain.deadlines import PeriodKind
from app.domain.notices import notices_of
from app.domain.orders import LineEffect, OrderOrigin, OrderState
from app.domain.procedure import Action, Route
from app.extensions import db
from app.models.document import RequestedItem
from app.models.order import Order, OrderLine
from app.queries.notices import tally_messages
from app.services.lapse import record_due_effects
from app.services.letters import tell, write_missing_notices
from app.services.letters.composed import LETTERS
from app.services.periods import open_period, open_review
from app.services.transaction import transaction
from tests.services.stories import Story, messages

COMPLETE = (("receive", "2026-03-02"), ("confirm", "2026-03-10"))
LISTED = (*COMPLETE, ("propose", "2026-04-01"), ("list_by_order", "2026-04-20"))
REFUSED = (*COMPLETE, ("tick", "2026-06-05"))


def letter(key):
    """The only message of that key, on one line."""
    (message,) = messages(key)
    return " ".join(message.body.split())


def says(text, *mentions):
    assert [mention for mention in mentions if mention not in text] == [], text


def record(story, action, who, when, **details):
    """Record an event as an act does, and give it with its dossier."""
    story.on(when)
    dossier = story.dossier
    event = dossier.record(
        action,
        by=story.world.actor(who),
        occurred_on=story.clock.today(),
        recorded_at=story.clock.now(),
        details=details,
    )
    db.session.flush()
    return dossier, event


def publish(story, **words):
    """Publish today an order of one row, which takes effect the day after."""
    order = Order(
        reference="AR-ESSAI",
        title="Arrêté d’essai",
        origin=OrderOrigin.PORTAL,
        state=OrderState.PREPARED,
        created_at=story.clock.now(),
        revision=1,
    )
    row = {"brand": "Exemple", "commercial_name": "Modèle E", "tvv": "CAS001"} | words
    order.lines.append(OrderLine(position=1, search_text="", **row))
    db.session.add(order)
    db.session.flush()
    order.state = OrderState.PUBLISHED
    order.nor = "ENER2699999A"
    order.published_on = story.clock.today()
    order.effective_on = story.clock.today() + timedelta(days=1)
    order.recorded_at = story.clock.now()
    db.session.flush()


@pytest.fixture
def reported(world):
    """A change reported on 31 March: the opinion by 31 May, the silence on 30 June."""
    story = Story(world).on("2026-03-31")
    story.reference = world.draft(tvv="CAS001").reference
    with transaction():
        draft = world.dossier(story.reference, who="manufacturer")
        draft.route = Route.MODIFICATION
        event = draft.record(
            Action.REPORT_CHANGE,
            by=world.actor("manufacturer"),
            occurred_on=story.clock.today(),
            recorded_at=story.clock.now(),
        )
        db.session.flush()
        open_review(draft, event=event, origin_on=event.occurred_on, clock=story.clock)
        tell(draft, event, clock=story.clock)
    return story


def test_a_report_is_acknowledged_with_its_days_and_remedies(reported):
    """P-25, P-26, P-28; CRPA R. 112-5; T-9."""
    says(
        letter("report/"),
        "L’ADEME, service chargé du dossier",
        "informée de la modification de votre version le 31 mars 2026",
        "son avis sur le maintien de la version jusqu’au 31 mai 2026 inclus",
        "vaut rejet à la fin du 30 juin 2026",
        "La version reste sur la liste",
        "tribunal administratif dans les 2 mois",
        "L. 232-4",
    )


def test_an_opinion_is_told_as_no_decision(reported):
    """P-26."""
    with transaction():
        tell(*record(reported, Action.GIVE_OPINION, "reviewer", "2026-05-04"), clock=reported.clock)
    says(
        letter("opinion/"),
        "le 4 mai 2026, son avis",
        "Ce n’est pas une décision",
        "vaut rejet à la fin du 30 juin 2026",
    )


def test_silence_on_a_report_leaves_the_version_on_the_list_and_says_so(reported):
    """P-28, T-9, T-13: 30 June, two months and one day is 31 August."""
    record_due_effects(clock=reported.on("2026-07-02").clock)
    text = letter("passed_over/")
    says(
        text,
        "vaut rejet depuis la fin du 30 juin 2026 (R. 251-1-B",
        "constaté par le portail le 2 juillet 2026",
        "Votre version reste sur la liste",
        "l’administration a 1 mois pour répondre",
        "L. 232-4",
        "tribunal administratif jusqu’au 31 août 2026 (date indicative",
    )
    assert messages("silence/") == []
    assert tally_messages().missing == ()


def test_a_request_of_evidence_says_what_by_when_and_that_nothing_changes(world):
    """P-29."""
    story = Story(world).tell(*LISTED)
    with transaction():
        dossier, event = record(
            story, Action.REQUEST_EVIDENCE, "reviewer", "2026-09-01", message="Merci."
        )
        db.session.add(
            RequestedItem(
                reference="PI-ESSAI",
                dossier=dossier,
                event=event,
                label="Factures d’énergie",
                binding=False,
                asked_on=story.clock.today(),
                answer_by=story.clock.today() + timedelta(days=30),
            )
        )
        tell(dossier, event, clock=story.clock)
    says(
        letter("evidence/"),
        "- Factures d’énergie",
        "Merci.",
        "au plus tard le 1er octobre 2026",
        "D. 251-1-A, III, troisième alinéa",
        "ne change rien à l’inscription",
    )


def asked(world):
    story = Story(world).tell(*REFUSED)
    with transaction():
        dossier, event = record(story, Action.REQUEST_REASONS, "manufacturer", "2026-06-10")
        open_period(
            dossier,
            PeriodKind.REASONS,
            event=event,
            origin_on=event.occurred_on,
            clock=story.clock,
        )
        tell(dossier, event, clock=story.clock)
    return story


def test_the_authority_is_told_that_reasons_are_asked_for_and_of_their_month(world):
    """T-13; CRPA L. 232-4."""
    asked(world)
    (message,) = messages("reasons_asked/")
    assert message.to == world.email("authority")
    says(
        " ".join(message.body.split()),
        "Le constructeur Constructeur A a demandé le 10 juin 2026 les motifs",
        "au plus tard le 10 juillet 2026",
        "L. 232-4",
        "tant qu’ils ne le sont pas, il n’expire pas",
    )


def test_of_the_two_messages_of_a_request_for_reasons_the_lost_one_is_written_again(world):
    """The ministers have theirs: the company alone is written to."""
    asked(world)
    (lost,) = messages("reasons_receipt/")
    assert lost.to == world.email("manufacturer")
    body = lost.body
    with transaction():
        db.session.delete(lost)
    assert [one.notice.name for one in tally_messages().missing] == ["reasons_receipt"]
    assert write_missing_notices(clock=world.clock) == 1
    assert [one.body for one in messages("reasons_receipt/")] == [body]
    assert len(messages("reasons_asked/")) == 1


def test_every_notice_has_its_letter():
    named = {notice.name for action in Action for notice in notices_of(action)}
    assert named == LETTERS.keys()


def test_reasons_are_given_with_the_time_that_runs_from_their_day(world):
    """T-13: 1 July, two months and one day is 2 September."""
    story = asked(world)
    with transaction():
        dossier, event = record(
            story, Action.GIVE_REASONS, "authority", "2026-07-01", reasons="Score insuffisant."
        )
        tell(dossier, event, clock=story.clock)
    says(
        letter("reasons/"),
        "communiqués le 1er juillet 2026",
        "Motifs : Score insuffisant.",
        "tribunal administratif, jusqu’au 2 septembre 2026 (date indicative",
    )


@pytest.mark.parametrize(
    ("action", "effect", "mentions"),
    [
        pytest.param(
            Action.REMOVE_BY_ORDER,
            LineEffect.REMOVE,
            [
                "retire votre version de la liste à compter du 2 octobre 2026",
                "Motifs : Donnée inexacte.",
                # 1 December and one day.
                "tribunal administratif, jusqu’au 2 décembre 2026 (date indicative",
            ],
            id="removed",
        ),
        pytest.param(
            Action.CORRECT_BY_ORDER,
            LineEffect.CORRECT,
            ["corrige l’inscription de votre version : Exemple Modèle F, code CAS001."],
            id="corrected",
        ),
    ],
)
def test_a_later_order_is_told_to_the_company_of_the_version(world, action, effect, mentions):
    """P-27: rows 23 and 29."""
    story = Story(world).tell(*LISTED)
    with transaction():
        dossier, event = record(
            story, action, "authority", "2026-10-01", order="AR-ESSAI", position=1
        )
        replaced = db.session.query(OrderLine).one()
        correction = effect == LineEffect.CORRECT
        publish(
            story,
            effect=effect,
            commercial_name="Modèle F",
            reasons=None if correction else "Donnée inexacte.",
            replaces=replaced if correction else None,
            listed_from=story.clock.today() if correction else None,
        )
        tell(dossier, event, clock=story.clock)
    (first, second) = messages(f"decision/{story.reference}")
    assert (first.key.split("/")[2], second.key.split("/")[2]) == (
        story.order.reference,
        "AR-ESSAI",
    )
    says(" ".join(second.body.split()), "ENER2699999A, publié au Journal officiel le 1er octobre")
    says(" ".join(second.body.split()), *mentions)
    assert tally_messages().missing == ()


def test_an_order_that_keeps_a_version_is_told(reported):
    """P-27, row 22."""
    with transaction():
        dossier, event = record(
            reported, Action.KEEP_BY_ORDER, "authority", "2026-06-10", order="AR-ESSAI"
        )
        publish(reported, effect=LineEffect.KEEP, dossier=dossier)
        tell(dossier, event, clock=reported.clock)
    says(
        letter("decision/"),
        "maintient votre version sur la liste après la modification que vous avez signalée",
        "publié au Journal officiel le 10 juin 2026",
    )
