"""The reasons of a silent refusal: asked for in time, due in a month, and what they move (T-13)."""

from datetime import date

import pytest

from app.domain.deadlines import PeriodOutcome
from app.domain.errors import (
    InvalidValueError,
    NotAllowedError,
    ReasonsMissingError,
    ReasonsRefusedError,
    StaleDossierError,
    TransitionNotAllowedError,
    UnknownDossierError,
)
from app.domain.french import day_in_words
from app.domain.procedure import Action, State
from app.queries.audit import broken_chains
from app.queries.remedies import reasons_awaited, remedies_of
from app.services.reasons import give_reasons, request_reasons
from tests.services.stories import Story, messages

# Complete on 2 March 2026: silence refuses at the end of 2 June. Two months and a day later is
# Monday 3 August; four months and a day is Saturday 3 October, hence Monday 5.
SILENCE = (("receive", "2026-03-02"), ("confirm", "2026-03-10"), ("tick", "2026-06-03"))
REASONS = "Les masses déclarées ne sont pas prouvées."


@pytest.fixture
def refused(world):
    """A dossier refused by silence, read on the day after."""
    return Story(world).tell(*SILENCE)


def ask(story, who="manufacturer", **named):
    return request_reasons(story.reference, **story.by(who), **named)


def give(story, who="authority", reasons=REASONS, **named):
    return give_reasons(story.reference, reasons, **story.by(who), **named)


@pytest.mark.parametrize(
    ("who", "last", "after", "said"),
    [
        pytest.param(
            "manufacturer", "2026-08-03T23:59:59", "2026-08-04", "3 août 2026", id="in France"
        ),
        pytest.param("rival", "2026-10-05T23:59:59", "2026-10-06", "5 octobre 2026", id="abroad"),
    ],
)
def test_reasons_are_asked_for_until_the_last_day_of_the_court(world, who, last, after, said):
    """CRPA L. 232-4; CJA R. 421-1 to R. 421-7: the last day counts whole."""
    late = Story(world, tvv="V1", who=who).tell(*SILENCE)
    in_time = Story(world, tvv="V2", who=who).tell(*SILENCE)
    ask(in_time.on(last), who)
    assert in_time.dossier.events[-1].action == Action.REQUEST_REASONS
    with pytest.raises(ReasonsRefusedError, match=said):
        ask(late.on(after), who)
    assert late.dossier.events[-1].action == Action.REFUSE_BY_SILENCE


def test_the_month_of_the_reasons_runs_from_the_request(refused):
    ask(refused.on("2026-06-30"))
    period = refused.period("reasons")
    assert (period.origin_on, period.last_day) == (date(2026, 6, 30), date(2026, 7, 30))
    assert period.outcome == PeriodOutcome.RUNNING
    assert "L. 232-4" in period.source
    assert refused.dossier.state == State.REFUSED_BY_SILENCE


def test_reasons_are_asked_for_once(refused):
    ask(refused.on("2026-06-10"))
    with pytest.raises(ReasonsRefusedError, match="10 juin 2026"):
        ask(refused.on("2026-06-11"))
    assert [one.action for one in refused.dossier.events].count(Action.REQUEST_REASONS) == 1


@pytest.mark.parametrize(
    ("when", "outcome"),
    [
        pytest.param("2026-07-10T23:59:59", PeriodOutcome.MET, id="on the last day"),
        pytest.param("2026-07-11T00:00", PeriodOutcome.EXPIRED, id="the day after"),
    ],
)
def test_reasons_given_after_their_month_are_given_but_late(refused, when, outcome):
    ask(refused.on("2026-06-10"))
    give(refused.on(when))
    assert refused.period("reasons").outcome == outcome
    assert refused.dossier.events[-1].details == {"reasons": REASONS}
    assert list(broken_chains()) == []


def test_the_court_counts_from_the_day_the_reasons_are_communicated(refused):
    """T-13: 1 July and two months, and a day."""
    ask(refused.on("2026-06-10"))
    assert remedies_of(refused.dossier).remedies.court_last_day == date(2026, 8, 3)
    assert remedies_of(refused.dossier).awaits_reasons
    give(refused.on("2026-07-01"))
    found = remedies_of(refused.dossier)
    assert (found.refused_on, found.counted_from) == (date(2026, 6, 2), date(2026, 7, 1))
    assert found.remedies.court_last_day == date(2026, 9, 2)
    assert not found.awaits_reasons


def test_a_month_without_reasons_leaves_the_request_open(world, refused):
    ask(refused.on("2026-06-10"))
    refused.on("2026-07-11").tick()
    assert refused.period("reasons").outcome == PeriodOutcome.EXPIRED
    request = remedies_of(refused.dossier).request
    assert request.is_late(world.clock.today())
    assert request.given_on is None
    waiting = reasons_awaited(world.actor("authority"))
    assert [(one.dossier.reference, one.days_left(world.clock.today())) for one in waiting] == [
        (refused.reference, -1)
    ]


def test_the_authority_sees_the_requests_that_wait_the_first_due_on_top(world):
    one, two = Story(world, tvv="V1").tell(*SILENCE), Story(world, tvv="V2").tell(*SILENCE)
    ask(two.on("2026-06-10"))
    ask(one.on("2026-06-20"))
    authority = world.actor("authority")
    assert [item.dossier.reference for item in reasons_awaited(authority)] == [
        two.reference,
        one.reference,
    ]
    give(two.on("2026-06-21"))
    assert [item.dossier.reference for item in reasons_awaited(authority)] == [one.reference]


def test_reasons_that_nobody_asked_for_are_refused(refused):
    with pytest.raises(ReasonsRefusedError, match="n’a pas demandé"):
        give(refused)


def test_reasons_are_given_once(refused):
    ask(refused.on("2026-06-10"))
    give(refused.on("2026-06-15"))
    with pytest.raises(ReasonsRefusedError, match="15 juin 2026"):
        give(refused.on("2026-06-16"))


def test_reasons_have_words(refused):
    ask(refused.on("2026-06-10"))
    with pytest.raises(ReasonsMissingError):
        give(refused, reasons=" \n")
    assert refused.period("reasons").outcome == PeriodOutcome.RUNNING


def test_each_side_does_its_own_act(refused):
    with pytest.raises(NotAllowedError):
        ask(refused, "authority")
    with pytest.raises(UnknownDossierError):
        ask(refused, "rival")
    ask(refused)
    with pytest.raises(NotAllowedError):
        give(refused, "reviewer")
    assert refused.dossier.events[-1].action == Action.REQUEST_REASONS


def test_somebody_who_saw_another_dossier_is_told(refused):
    seen = refused.dossier.last_sequence
    ask(refused)
    with pytest.raises(StaleDossierError):
        give(refused, expected=seen)


def test_there_are_no_reasons_before_the_silence(world):
    story = Story(world).tell(*SILENCE[:2])
    with pytest.raises(TransitionNotAllowedError):
        ask(story.on("2026-06-02"))


@pytest.mark.parametrize(
    ("script", "state"),
    [
        pytest.param(
            [("refuse_by_order", "2026-06-20")], State.REFUSED_BY_ORDER, id="row 13, refused"
        ),
        pytest.param(
            [("propose", "2026-06-12"), ("list_by_order", "2026-06-20")],
            State.LISTED_BY_ORDER,
            id="row 16, listed",
        ),
        pytest.param(
            [("prepare", "2026-06-20", "refuse"), ("publish", "2026-06-20", "2026-06-01")],
            State.REFUSED_BY_ORDER,
            id="row 17, in time, recorded late",
        ),
    ],
)
def test_an_order_stops_the_month_of_the_reasons(refused, script, state):
    """The order decides: the silence no longer has reasons to give."""
    ask(refused.on("2026-06-10"))
    refused.tell(*script)
    assert refused.dossier.state == state
    assert refused.period("reasons").outcome == PeriodOutcome.STOPPED
    with pytest.raises(TransitionNotAllowedError):
        give(refused)
    assert list(broken_chains()) == []


@pytest.mark.parametrize(
    ("given_on", "recorded_on", "outcome", "court_last_day"),
    [
        # Two months after 1 July, and a day: Wednesday 2 September.
        pytest.param(
            "2026-07-01", "2026-07-08", PeriodOutcome.MET, "2026-09-02", id="recorded in the month"
        ),
        # The letter is of the last day of the month: Thursday 10 September, and a day.
        pytest.param(
            "2026-07-10", "2026-08-20", PeriodOutcome.MET, "2026-09-11", id="recorded after it"
        ),
        # A day too late: two months after 11 July, and a day, is Saturday 12 September.
        pytest.param(
            "2026-07-11", "2026-08-20", PeriodOutcome.EXPIRED, "2026-09-14", id="given after it"
        ),
        # The day they were asked for: Monday 10 August, and a day.
        pytest.param(
            "2026-06-10", "2026-06-20", PeriodOutcome.MET, "2026-08-11", id="on the day of request"
        ),
    ],
)
def test_a_letter_on_paper_carries_its_own_day(
    refused, given_on, recorded_on, outcome, court_last_day
):
    """T-14: recording it late never changes its day; T-13: the two months run from that day."""
    ask(refused.on("2026-06-10"))
    refused.on(recorded_on).tick()
    day = date.fromisoformat(given_on)
    give(refused, given_on=day)
    assert refused.dossier.events[-1].occurred_on == day
    assert refused.period("reasons").outcome == outcome
    found = remedies_of(refused.dossier)
    assert found.counted_from == day
    assert found.remedies.court_last_day == date.fromisoformat(court_last_day)
    assert list(broken_chains()) == []
    (letter,) = messages("reasons/")
    text = " ".join(letter.body.split())
    assert f"Ils vous ont été communiqués le {day_in_words(day)}, par une lettre" in text
    assert f"enregistrée au portail le {day_in_words(date.fromisoformat(recorded_on))}" in text


@pytest.mark.parametrize(
    ("given_on", "said"),
    [
        pytest.param("2026-06-09", "avant d’être demandés, le 10 juin 2026", id="before asked"),
        pytest.param("2026-06-21", "encore à venir", id="to come"),
    ],
)
def test_reasons_are_given_on_a_day_that_can_be(refused, given_on, said):
    ask(refused.on("2026-06-10"))
    refused.on("2026-06-20")
    with pytest.raises(InvalidValueError, match=said) as refusal:
        give(refused, given_on=date.fromisoformat(given_on))
    assert refusal.value.field == "given_on"
    assert refused.dossier.events[-1].action == Action.REQUEST_REASONS
    assert refused.period("reasons").outcome == PeriodOutcome.RUNNING


def test_the_company_and_the_authority_are_told(refused):
    ask(refused.on("2026-06-10"))
    (receipt,) = messages("reasons_receipt/")
    assert receipt.to == "manufacturer@exemple.test"
    text = " ".join(receipt.body.split())
    assert "reçue le 10 juin 2026" in text
    assert "jusqu’au 10 juillet 2026 inclus" in text
    assert [one.to for one in messages("reasons_asked/")] == ["authority@exemple.test"]
    give(refused.on("2026-07-01"))
    (letter,) = messages("reasons/")
    text = " ".join(letter.body.split())
    assert letter.to == "manufacturer@exemple.test"
    assert "Ils vous sont communiqués le 1er juillet 2026" in text
    assert REASONS in text
    assert "tribunal administratif, jusqu’au 2 septembre 2026" in text
