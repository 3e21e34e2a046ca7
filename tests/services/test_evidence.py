"""Evidence about a listed version: asked for within two years, answered on any day (P-29)."""

import io
from datetime import date, timedelta

import pytest

from app.context import current_files
from app.domain.errors import (
    EvidenceRefusedError,
    InvalidValueError,
    NotAllowedError,
    NothingRequestedError,
    TransitionNotAllowedError,
    UnknownItemError,
    VersionRuleError,
)
from app.domain.orders import LineEffect
from app.domain.procedure import Action, State
from app.queries.audit import broken_chains
from app.queries.evidence import awaited_items
from app.queries.filed import supports_of
from app.queries.inspection import evidence_items, open_evidence, version_of
from app.services.documents import Upload, keep_upload
from app.services.evidence import request_evidence, supply_evidence
from app.services.orders import PublishedRow, import_published_order
from app.services.requested import Asked, Supplied
from tests.gateways import samples
from tests.orders import enter
from tests.services.stories import Story, messages

LISTED = (
    ("receive", "2023-10-20"),
    ("confirm", "2023-10-25"),
    ("propose", "2023-11-20"),
    ("list_by_order", "2023-12-15"),
)


@pytest.fixture
def listed(world):
    """A version listed by the order published on 15 December 2023."""
    return Story(world).tell(*LISTED)


def ask(story, *labels, who="reviewer", **named):
    named.setdefault("answer_by", story.clock.today() + timedelta(days=15))
    items = [Asked(label=label) for label in labels or ("Relevé des volumes",)]
    return request_evidence(story.reference, items, **story.by(who), **named)


def answer(story):
    given = {item.reference: Supplied(answer="Voici.") for item in items(story)}
    return supply_evidence(story.reference, given, **story.by("manufacturer"))


def items(story):
    return open_evidence(story.dossier)


def test_a_request_is_an_event_and_moves_nothing(listed):
    before = listed.outcomes()
    ask(listed.on("2024-05-02"), "Volumes", "Factures", message="Pour le site B.")
    event = listed.dossier.events[-1]
    assert (event.action, event.occurred_on) == (Action.REQUEST_EVIDENCE, date(2024, 5, 2))
    assert event.details["items"] == ["Volumes", "Factures"]
    assert event.details["message"] == "Pour le site B."
    assert listed.dossier.state == State.LISTED_BY_ORDER
    assert listed.outcomes() == before
    assert [(item.label, item.binding) for item in items(listed)] == [
        ("Volumes", False),
        ("Factures", False),
    ]


def test_the_window_of_the_version_is_the_period_of_the_dossier(listed):
    """T-10: two years from publication."""
    version = version_of(listed.dossier, on=date(2024, 1, 2))
    assert version.inspection_last_day == date(2025, 12, 15)
    assert listed.period("inspection").last_day == version.inspection_last_day


def test_an_answer_is_due_after_its_day_and_after_the_window(listed):
    ask(listed.on("2025-12-15"), answer_by=date(2025, 12, 20))
    answer(listed.on("2026-02-10"))
    assert items(listed) == []
    event = listed.dossier.events[-1]
    assert (event.action, event.occurred_on) == (Action.SUPPLY_EVIDENCE, date(2026, 2, 10))
    (item,) = evidence_items(listed.dossier)
    assert (item.supplied_on, item.answer) == (date(2026, 2, 10), "Voici.")
    assert list(broken_chains()) == []


def test_files_are_kept_with_the_dossier(listed):
    ask(listed.on("2024-05-02"))
    kept = keep_upload(
        Upload(filename="volumes.pdf", stream=io.BytesIO(samples.pdf())),
        files=current_files(),
        limit_bytes=1_000_000,
    )
    (item,) = items(listed)
    supply_evidence(
        listed.reference, {item.reference: Supplied(files=(kept,))}, **listed.by("manufacturer")
    )
    assert [one.document.filename for one in supports_of(listed.dossier)] == ["volumes.pdf"]
    (described,) = listed.dossier.events[-1].details["documents"]
    assert described["digest"] == kept.digest


def test_what_was_asked_before_the_listing_is_no_evidence_to_supply(world):
    """Only what the agency asked after the listing is due then."""
    story = Story(world).tell(
        *LISTED[:2], ("request", "2023-11-21", "Une pièce tardive"), *LISTED[2:3]
    )
    story.tell(LISTED[3])
    ask(story.on("2024-05-02"), "Volumes")
    assert [item.label for item in items(story)] == ["Volumes"]
    company = world.actor("manufacturer")
    assert [item.label for item in awaited_items(company)[story.dossier.id]] == ["Volumes"]
    late = next(one for one in story.dossier.requested_items if one.label == "Une pièce tardive")
    with pytest.raises(UnknownItemError):
        supply_evidence(
            story.reference,
            {late.reference: Supplied(answer="Voici.")},
            **story.by("manufacturer"),
        )


def test_a_part_may_be_supplied_and_an_item_once(listed):
    ask(listed.on("2024-05-02"), "Volumes", "Factures")
    first, second = items(listed)
    give = {first.reference: Supplied(answer="Voici.")}
    supply_evidence(listed.reference, give, **listed.by("manufacturer"))
    assert [item.label for item in items(listed)] == ["Factures"]
    with pytest.raises(UnknownItemError):
        supply_evidence(listed.reference, give, **listed.by("manufacturer"))
    with pytest.raises(InvalidValueError):
        supply_evidence(
            listed.reference, {second.reference: Supplied()}, **listed.by("manufacturer")
        )


def test_a_request_says_something_and_comes_from_the_agency(listed):
    listed.on("2024-05-02")
    with pytest.raises(NothingRequestedError):
        request_evidence(listed.reference, [], answer_by=date(2024, 5, 20), **listed.by("reviewer"))
    with pytest.raises(InvalidValueError):
        ask(listed, answer_by=date(2024, 5, 1))
    with pytest.raises(NotAllowedError):
        ask(listed, who="authority")
    assert items(listed) == []


def test_a_dossier_that_listed_nothing_has_no_evidence_to_ask_for(world):
    story = Story(world).tell(*LISTED[:2])
    with pytest.raises(TransitionNotAllowedError):
        ask(story)


def test_evidence_is_asked_for_from_the_publication(listed):
    """K5 starts the day of publication, T-11 the listing the day after (decision 0025)."""
    ask(listed.on("2023-12-15"))
    assert len(items(listed)) == 1


def test_nothing_is_asked_once_the_listing_was_removed_before_it_came(world):
    """Announced for the 2nd of January, removed before that day: it never is on the list."""
    story = Story(world).tell(*LISTED[:3])
    story.on("2023-12-15")
    world.publish(world.order(story.dossier), effective_on=date(2024, 1, 2))
    story.on("2023-12-20")
    enter(world, ("Exemple", "Modèle E", "CAS001", "remove"), on="2023-12-20", effect="2023-12-21")
    with pytest.raises(VersionRuleError, match="n’est pas sur la liste"):
        ask(story)


def test_nothing_is_asked_about_a_version_that_was_removed(world, listed):
    """Row 25; what was asked before stays due."""
    ask(listed.on("2024-05-02"))
    listed.on("2024-09-10")
    row = PublishedRow(
        brand="Exemple", commercial_name="Modèle E", tvv="CAS001", effect=LineEffect.REMOVE
    )
    import_published_order(
        "Arrêté de retrait", [row], published_on=date(2024, 9, 10), **listed.by("authority")
    )
    with pytest.raises(VersionRuleError, match="n’est pas sur la liste"):
        ask(listed.on("2024-09-11"))
    answer(listed.on("2024-09-12"))
    assert items(listed) == []


def test_the_dossier_of_an_earlier_listing_asks_for_nothing_once_another_lists(world, listed):
    """CAMB-11: a version listed anew has the window of its new order, in its own dossier."""
    listed.on("2024-09-10")
    row = {"brand": "Exemple", "commercial_name": "Modèle E", "tvv": "CAS001"}
    for day, effect in (("2024-09-10", LineEffect.REMOVE), ("2024-11-04", LineEffect.LIST)):
        import_published_order(
            f"Arrêté du {day}",
            [PublishedRow(**row, effect=effect)],
            published_on=date.fromisoformat(day),
            **listed.on(day).by("authority"),
        )
    with pytest.raises(EvidenceRefusedError, match="un autre arrêté"):
        ask(listed.on("2024-11-05"))


def test_the_refusal_after_the_window_says_the_day_and_what_remains(listed):
    with pytest.raises(EvidenceRefusedError) as refused:
        ask(listed.on("2025-12-16"))
    assert "15 décembre 2025" in str(refused.value)
    assert "peut encore être signalé aux ministres" in str(refused.value)


def test_the_company_is_told_what_is_asked_and_by_when(listed):
    ask(listed.on("2024-05-02"), "Relevé des volumes")
    (letter,) = messages("evidence/")
    text = " ".join(letter.body.split())
    assert letter.to == "manufacturer@exemple.test"
    assert "- Relevé des volumes" in text
    assert "au plus tard le 17 mai 2024" in text
