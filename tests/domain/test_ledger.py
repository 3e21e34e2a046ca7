"""The clock ledger: who holds a dossier, why each date, what would move it (reading T-2 to T-8)."""

from dataclasses import replace
from datetime import date
from itertools import product

import pytest

from app.domain.deadlines import PeriodKind, PeriodOutcome, span
from app.domain.holders import Holder, turn
from app.domain.ledger import LedgerRow, ledger
from app.domain.procedure import RULES, Action, Route, State

LATER = date(2040, 1, 1)


def row(kind, origin_on, route="reference", outcome="running", by=Action.SUBMIT, on=None):
    return LedgerRow(
        span=span(PeriodKind(kind), Route(route), origin_on),
        opened_by=by,
        opened_on=on or origin_on,
        outcome=PeriodOutcome(outcome),
        engine_version="1",
    )


def explained(*rows, state=State.COMPLETE, route=Route.REFERENCE, today=date(2026, 3, 2)):
    return ledger(rows, state=state, route=route, today=today)


@pytest.mark.parametrize(
    ("kind", "origin_on", "said"),
    [
        pytest.param(
            "completeness",
            (2026, 3, 31),
            "Il n’y a pas de 31 avril 2026 : le délai finit le dernier jour du mois, le 30 avril"
            " 2026, qui compte en entier.",
            id="R01",
        ),
        pytest.param(
            "completeness", (2027, 1, 29), "Il n’y a pas de 29 février 2027 : ", id="R02, the 29th"
        ),
        pytest.param(
            "completeness", (2027, 1, 30), "Il n’y a pas de 30 février 2027 : ", id="R02, the 30th"
        ),
        pytest.param(
            "completeness", (2027, 1, 31), "Il n’y a pas de 31 février 2027 : ", id="R02, the 31st"
        ),
        pytest.param(
            "completeness",
            (2028, 1, 31),
            "Il n’y a pas de 31 février 2028 : le délai finit le dernier jour du mois, le 29"
            " février 2028",
            id="R03",
        ),
        pytest.param(
            "review", (2026, 6, 30), "Il finit le jour de même numéro, le 30 août 2026", id="R04"
        ),
        pytest.param(
            "completeness",
            (2027, 2, 28),
            "Il finit le jour de même numéro, le 28 mars 2027",
            id="R05",
        ),
        pytest.param(
            "review",
            (2026, 12, 31),
            "Il n’y a pas de 31 février 2027 : le délai finit le dernier jour du mois, le 28"
            " février 2027",
            id="R06",
        ),
        pytest.param(
            "silence",
            (2026, 11, 30),
            "le 28 février 2027, qui compte en entier. Ce jour est un dimanche : aucun texte ne"
            " reporte le délai.",
            id="R07, a Sunday",
        ),
        pytest.param(
            "silence",
            (2026, 5, 1),
            "Ce jour est un samedi : aucun texte ne reporte le délai.",
            id="R10, a Saturday",
        ),
        pytest.param(
            "review",
            (2026, 9, 11),
            "Ce jour est un jour férié (Armistice) : aucun texte ne reporte le délai.",
            id="a public holiday, a Wednesday",
        ),
        pytest.param(
            "inspection",
            (2024, 8, 15),
            "Ce délai de deux\u00a0ans court depuis le 15 août 2024",
            id="years are said as the law says them",
        ),
    ],
)
def test_the_calendar_of_a_date_is_explained(kind, origin_on, said):
    (line,) = explained(row(kind, date(*origin_on)))
    assert said in line.why


def test_an_ordinary_date_is_no_clamp_and_no_week_end():
    """Case 1: received on 16 October 2023, which gives Thursday 16 November."""
    (line,) = explained(row("completeness", date(2023, 10, 16)), today=date(2023, 10, 20))
    assert line.why == (
        "Ce délai d’un mois court depuis le 16 octobre 2023, jour de réception du dossier ;"
        " ce jour-là ne compte pas. Il finit le jour de même numéro, le 16 novembre 2023, qui"
        " compte en entier. Fondement : D. 251-1-A, I, quatrième alinéa, et II, deuxième alinéa."
    )
    assert line.grade == "A"


def test_a_confirmation_explains_why_the_period_starts_before_it():
    """T-4: complete on the day of receipt, whenever the agency says so."""
    received, confirmed = date(2023, 10, 16), date(2023, 11, 2)
    (line,) = explained(row("review", received, by=Action.CONFIRM_COMPLETE, on=confirmed))
    assert "le 16 octobre 2023, jour de réception du dossier" in line.why
    assert "que l’agence a dit complet le 2 novembre 2023" in line.why


def test_a_stored_date_that_does_not_follow_is_not_explained_away():
    good = row("review", date(2026, 1, 5))
    wrong = replace(good, span=replace(good.span, last_day=date(2026, 3, 6)))
    (line,) = explained(wrong)
    assert "le 6 mars 2026, ne se retrouve pas par ce calcul" in line.why
    assert "même numéro" not in line.why


def test_a_length_of_an_edition_that_is_gone_has_no_grade():
    good = row("review", date(2026, 1, 5))
    gone = replace(good, span=replace(good.span, edition_on=date(2020, 1, 1)))
    (line,) = explained(gone)
    assert line.grade is None


def test_a_source_said_otherwise_since_keeps_its_grade():
    """The words are those of the day the period was opened; the length is the same."""
    good = row("review", date(2026, 1, 5))
    older = replace(good, span=replace(good.span, source="D. 251-1-A, I, al. 5"))
    (line,) = explained(older)
    assert line.grade == "A"
    assert "Fondement : D. 251-1-A, I, al. 5." in line.why


def test_a_length_corrected_in_its_edition_has_no_grade():
    good = row("review", date(2026, 1, 5))
    (line,) = explained(replace(good, span=replace(good.span, months=1)))
    assert line.grade is None


@pytest.mark.parametrize("route", Route)
@pytest.mark.parametrize("kind", PeriodKind)
def test_every_period_is_explained_in_every_state(kind, route):
    for state, outcome in product(State, PeriodOutcome):
        period = row(kind, date(2026, 3, 2), route, outcome)
        (line,) = explained(period, state=state, route=route)
        assert line.movers, (state, outcome)
        for sentence in (line.why, line.at_end, *line.movers):
            assert sentence[0].isupper(), sentence
            assert sentence.endswith("."), sentence
            assert "'" not in sentence, sentence
            assert "None" not in sentence, sentence


@pytest.mark.parametrize("route", Route)
@pytest.mark.parametrize("state", State)
def test_every_state_says_who_holds_the_dossier(state, route):
    found = turn(state, route)
    assert found.holder in Holder
    assert found.reason[0].islower()
    assert found.reason.endswith(".")


@pytest.mark.parametrize(
    ("state", "held_by"),
    [
        ("draft", "manufacturer"),
        ("submitted", "agency"),
        ("awaiting_documents", "manufacturer"),
        ("complete", "agency"),
        ("proposed", "ministers"),
        ("reported", "agency"),
        ("listed_by_order", "nobody"),
        ("refused_by_order", "nobody"),
        ("refused_by_silence", "nobody"),
        ("inadmissible", "nobody"),
        ("withdrawn", "nobody"),
        ("settled", "nobody"),
        ("silent", "nobody"),
    ],
)
def test_the_holder_of_each_state(state, held_by):
    assert turn(State(state), Route.REFERENCE).holder == held_by


def test_the_ministers_hold_what_they_were_asked_or_told():
    """T-13: the reasons of a silent refusal; P-26: a change, once the agency gave its opinion."""
    asked = turn(State.REFUSED_BY_SILENCE, Route.REFERENCE, reasons_due=True)
    told = turn(State.REPORTED, Route.MODIFICATION, opinion_given=True)
    assert asked.holder == told.holder == Holder.MINISTERS
    # An earlier proposal of an ordinary dossier is no opinion on a change.
    assert turn(State.COMPLETE, Route.REFERENCE, opinion_given=True).holder == Holder.AGENCY


def test_what_moves_the_month_of_receipt():
    """P-14, P-15; T-7: nothing suspends it."""
    (line,) = explained(
        row("completeness", date(2023, 10, 31)), state=State.SUBMITTED, today=date(2023, 11, 5)
    )
    told = " ".join(line.movers)
    assert "confirme au plus tard le 30 novembre 2023" in told
    assert "complet au jour de sa réception, le 31 octobre 2023" in told
    assert "demande des pièces au plus tard le 30 novembre 2023" in told
    assert "suspend" not in told


def test_only_a_month_after_a_supplement_that_runs_replaces_the_others():
    """Case 11, CAMB-02: asked again by 11 July 2024 or never."""
    supplied = date(2024, 6, 11)
    periods = [
        row(kind, supplied, by=Action.SUPPLY_LAST_ITEM) for kind in ("review", "silence", "recheck")
    ]
    in_time = explained(*periods, today=date(2024, 7, 11))
    for line in in_time[:2]:
        assert any("au plus tard le 11 juillet 2024" in one for one in line.movers)
    for line in explained(*periods, today=date(2024, 7, 12))[:2]:
        assert "Une demande de pièces, désormais, ne le déplace pas." in line.movers
        assert not any("11 juillet" in one for one in line.movers)


def test_a_quiet_end_is_over_the_day_after_its_last_day():
    review = row("review", date(2024, 2, 12))
    (on_the_day,) = explained(review, today=date(2024, 4, 12))
    (after,) = explained(review, today=date(2024, 4, 13))
    assert on_the_day.outcome == PeriodOutcome.RUNNING
    assert after.outcome == PeriodOutcome.EXPIRED
    assert any("proposition tardive reste possible" in one for one in after.movers)


def test_silence_may_be_undone_only_where_it_refused():
    """T-8 and transition 17."""
    silence = row("silence", date(2024, 2, 12), outcome="expired")
    (refused,) = explained(silence, state=State.REFUSED_BY_SILENCE, today=LATER)
    (listed,) = explained(silence, state=State.LISTED_BY_ORDER, today=LATER)
    assert any("n’est alors jamais né" in one for one in refused.movers)
    assert len(listed.movers) == 1


def test_a_change_is_kept_or_removed_and_never_withdrawn():
    """P-26 to P-28, T-9."""
    review, silence = explained(
        row("review", date(2024, 5, 31), "modification", by=Action.REPORT_CHANGE),
        row("silence", date(2024, 5, 31), "modification", by=Action.REPORT_CHANGE),
        state=State.REPORTED,
        route=Route.MODIFICATION,
        today=date(2024, 6, 3),
    )
    told = " ".join((*review.movers, *silence.movers, review.at_end, silence.at_end))
    assert "avis" in review.at_end
    assert "reste sur la liste" in silence.at_end
    assert "retire son dossier" not in told
    assert "proposition" not in told
    assert not any(
        Route.MODIFICATION in arrow.routes
        for (_, action), arrow in RULES.items()
        if action == Action.WITHDRAW
    )
