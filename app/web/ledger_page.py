"""The clock ledger as the pages of a dossier show it: rows of a table, one picture, sentences."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Any, Final

from app.domain.deadlines import PARIS, PeriodKind, PeriodOutcome, Span, rule_of
from app.domain.forecast import Forecast, forecast
from app.domain.french import NO_BREAK, day_in_words, length_in_words
from app.domain.holders import Turn, turn
from app.domain.ledger import LedgerLine, LedgerRow, ledger
from app.domain.obtained import ListingStage, ObtainedListing
from app.domain.procedure import RULES, Action, Route
from app.labels import words
from app.queries.inspection import version_of
from app.queries.periods import periods_of
from app.web.dossier_state import capitalised
from app.web.filters import jour_court
from app.web.timeline import Picture, Stretch, picture

# The periods whose end is somebody's to meet; the two others only allow a request.
MOVING: Final = frozenset(
    {PeriodKind.COMPLETENESS, PeriodKind.REVIEW, PeriodKind.SILENCE, PeriodKind.REASONS}
)
OUTCOME_SEVERITY: Final = {PeriodOutcome.RUNNING: "info", PeriodOutcome.MET: "success"}
OPINION: Final = "Avis de l’agence"
# Acts that change who holds a dossier, wherever they come from; the others leave it as it is.
TURNING: Final = frozenset(
    action for (state, action), arrow in RULES.items() if arrow.target != state
) | {Action.GIVE_OPINION, Action.GIVE_REASONS}


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """A period as the table shows it: its name, the words of its act and outcome, its line.

    Its note says what the list makes of it since; empty when nothing.
    """

    label: str
    origin: str
    state: str
    severity: str
    line: LedgerLine
    note: str = ""

    @property
    def effect(self) -> str:
        """The instant its end takes effect, on the clocks of Paris."""
        local = self.line.row.span.effect_at.astimezone(PARIS)
        return f"{local:%d/%m/%Y} à {local.hour}{NO_BREAK}h{NO_BREAK}{local:%M}"

    @property
    def over(self) -> bool:
        """Whether it runs no more."""
        return self.line.outcome != PeriodOutcome.RUNNING


@dataclass(frozen=True, slots=True, kw_only=True)
class Happening:
    """What a numbered mark of the picture stands for."""

    day: date
    labels: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerPage:
    """The part of a page that shows the periods of a dossier.

    Attributes:
        holder: who holds the dossier now, and why.
        next_act: what comes next, or that nothing does.
        periods: each period, in the order they were opened.
        forecast: what an open question leaves possible; none when no question is open.
        picture: the time line; none while there is no period.
        summary: the time line in sentences.
        happenings: what the marks of the time line stand for, in their order.
    """

    holder: str
    next_act: str
    periods: tuple[Shown, ...]
    forecast: Forecast | None
    picture: Picture | None
    summary: str
    happenings: tuple[Happening, ...]


def ledger_page(
    dossier: Any,  # noqa: ANN401 - a row, read only
    *,
    today: date,
    listing: ObtainedListing | None = None,
) -> LedgerPage:
    """Return the ledger of a filed dossier.

    Args:
        dossier: the dossier.
        today: the legal day of the reader.
        listing: the listing that the dossier obtained; none when no order listed it.
    """
    rows = periods_of(dossier)
    lines = ledger(
        [ledger_row(period) for period in rows],
        state=dossier.state,
        route=dossier.route,
        today=today,
    )
    periods = tuple(
        replace(shown(line, dossier.route), note=inspection_note(line, dossier, listing))
        for line in lines
    )
    ahead = forecast(dossier.state, dossier.route, received_on=dossier.received_on, today=today)
    stretches = [_stretch(one) for one in periods] + _forecast_stretches(ahead, dossier.route)
    happenings = tuple(_happenings(dossier, {period.origin_event_id for period in rows}))
    whose = held(dossier, lines, listing)
    return LedgerPage(
        holder=f"{words(whose.holder)} : {whose.reason}",
        next_act=capitalised(whose.next),
        periods=periods,
        forecast=ahead,
        picture=picture(stretches, [one.day for one in happenings], today=today)
        if stretches
        else None,
        summary=_summary(stretches, today),
        happenings=happenings,
    )


def inspection_note(
    line: LedgerLine,
    dossier: Any,  # noqa: ANN401 - a row, read only
    listing: ObtainedListing | None,
) -> str:
    """Tell what the list makes of the window of evidence since it was opened (decision 0025).

    An earlier order may have been entered since, which moves its end; an order that removes the
    version later leaves it open until then.
    """
    if line.row.span.kind != PeriodKind.INSPECTION or listing is None:
        return ""
    last_day = version_of(dossier, on=listing.on).inspection_last_day
    if listing.stage == ListingStage.ENDING and listing.until is not None:
        eve = listing.until - timedelta(days=1)
        return (
            "Un arrêté publié retire la version de la liste : des justificatifs peuvent encore être"
            f" demandés jusqu’au {day_in_words(min(eve, last_day or eve))}."
        )
    if listing.stage == ListingStage.OVER or last_day in {None, line.row.span.last_day}:
        return ""
    return (
        "Ce délai compte de l’arrêté qui a inscrit la version le premier, et un arrêté plus ancien"
        " a été enregistré depuis : des justificatifs peuvent être demandés jusqu’au"
        f" {day_in_words(last_day)}."
    )


def ledger_row(period: Any) -> LedgerRow:  # noqa: ANN401 - a row
    """Return a period of the database as the domain reads it."""
    return LedgerRow(
        span=Span(
            kind=period.kind,
            # The name of a rule in docs/procedure.md as it stands, not a fact of the period: the
            # rows of before each route had its own name another one.
            rule=rule_of(period.kind, period.dossier.route),
            origin_on=period.origin_on,
            months=period.months,
            last_day=period.last_day,
            effect_at=period.effect_at,
            source=period.source,
            edition_on=period.edition_on,
        ),
        opened_by=period.origin_event.action,
        opened_on=period.origin_event.occurred_on,
        outcome=period.outcome,
        engine_version=period.engine_version,
    )


def shown(line: LedgerLine, route: Route) -> Shown:
    """Return a period with its French names."""
    return Shown(
        label=name_of(line.row.span.kind, route),
        origin=words(line.row.opened_by),
        state=words(line.outcome),
        severity=OUTCOME_SEVERITY.get(line.outcome, "info"),
        line=line,
    )


def name_of(kind: PeriodKind, route: Route) -> str:
    """Return the French name of a period: on a change, the review is an opinion."""
    opinion = kind == PeriodKind.REVIEW and route == Route.MODIFICATION
    return OPINION if opinion else words(kind)


def held(
    dossier: Any,  # noqa: ANN401 - a row
    lines: Iterable[LedgerLine],
    listing: ObtainedListing | None,
) -> Turn:
    """Return who holds a dossier, why, and what comes next."""
    reasons_due = any(
        line.row.span.kind == PeriodKind.REASONS and line.row.outcome == PeriodOutcome.RUNNING
        for line in lines
    )
    return turn(
        dossier.state,
        dossier.route,
        opinion_given=dossier.proposed_on is not None,
        reasons_due=reasons_due,
        listing=listing,
    )


def next_period(periods: Sequence[Shown], *, today: date) -> dict[str, Any] | None:
    """Return the running period that moves the dossier first, as the summary shows it."""
    waited = [
        one
        for one in periods
        if one.line.row.outcome == PeriodOutcome.RUNNING and one.line.row.span.kind in MOVING
    ]
    if not waited:
        return None
    first = min(waited, key=lambda one: one.line.row.span.last_day)
    span = first.line.row.span
    return {
        "label": first.label,
        "last_day": span.last_day,
        "effect": first.line.at_end,
        "basis": f"{length_in_words(span.months)} : {span.source}",
        "days_left": (span.last_day - today).days,
    }


def _stretch(period: Shown) -> Stretch:
    span = period.line.row.span
    return Stretch(
        label=f"{period.label} ({period.state.lower()})",
        days=f"du {jour_court(span.origin_on)} au {jour_court(span.last_day)}",
        style=period.line.outcome.value,
        first=span.origin_on,
        last=span.last_day,
    )


def _forecast_stretches(ahead: Forecast | None, route: Route) -> list[Stretch]:
    """Return the review and the silence to come: from the earliest start to the latest end."""
    if ahead is None:
        return []
    first = min(case.complete_on for case in ahead.cases)
    ends = {
        PeriodKind.REVIEW: [case.review_last_day for case in ahead.cases],
        PeriodKind.SILENCE: [case.silence_last_day for case in ahead.cases],
    }
    return [
        Stretch(
            label=f"{name_of(kind, route)} (prévision)",
            days=_possible_ends(min(days), max(days)),
            style="forecast",
            first=first,
            last=max(days),
        )
        for kind, days in ends.items()
    ]


def _possible_ends(earliest: date, latest: date) -> str:
    if earliest == latest:
        return f"dernier jour : le {jour_court(latest)}"
    return f"dernier jour : du {jour_court(earliest)} au {jour_court(latest)}"


def _happenings(dossier: Any, opening: Collection[int]) -> Iterable[Happening]:  # noqa: ANN401 - a row
    """Yield what happened, day by day: acts that turn the dossier or open a period."""
    told: dict[date, list[str]] = {}
    for event in dossier.events:
        if event.action in TURNING or event.id in opening:
            told.setdefault(event.occurred_on, []).append(words(event.action))
    for day in sorted(told):
        yield Happening(day=day, labels=tuple(told[day]))


def _summary(stretches: Sequence[Stretch], today: date) -> str:
    """Return the picture in sentences, for those who do not see it."""
    told = [f"{one.label} : {one.days}." for one in stretches]
    return " ".join([*told, f"Aujourd’hui : le {day_in_words(today)}."])
