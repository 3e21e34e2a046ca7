"""The clock ledger: each period of a dossier with why it ends on its day, and what would move it.

The sentences are derived from the stored row, so that a page explains the date that counts and
not another one computed beside it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from types import MappingProxyType
from typing import Final

from app.domain.deadlines import PeriodKind, PeriodOutcome, Span, limit_name, time_limits
from app.domain.french import day_in_words, length_in_words, ordinal
from app.domain.movers import Standing, at_end, movers
from app.domain.procedure import Action, Route, State
from app.domain.remedies import day_off
from scoring.months import add_months


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerRow:
    """A period as it was recorded.

    Attributes:
        span: its rule, origin, length and end.
        opened_by: the act it starts from.
        opened_on: the legal day of that act, which may come after the origin (reading T-4).
        outcome: what became of it.
        engine_version: the version of the arithmetic that computed it.
    """

    span: Span
    opened_by: Action
    opened_on: date
    outcome: PeriodOutcome
    engine_version: str


@dataclass(frozen=True, slots=True, kw_only=True)
class LedgerLine:
    """A period explained.

    Attributes:
        row: the period as it was recorded.
        outcome: what became of it; a period that runs past its last day is over.
        grade: how sure its length is; none when the dated file no longer holds it.
        why: why it ends on its day, in French.
        at_end: what its end does, in French.
        movers: what would move or end it, in French sentences.
    """

    row: LedgerRow
    outcome: PeriodOutcome
    grade: str | None
    why: str
    at_end: str
    movers: tuple[str, ...]


# What happened on the day a period counts from, by the act that opened it.
ORIGINS: Final[Mapping[Action, str]] = MappingProxyType(
    {
        Action.SUBMIT: "jour de réception du dossier",
        Action.SUBMIT_DEROGATION: "jour de réception du dossier",
        Action.REPORT_CHANGE: "jour où l’agence a été informée de la modification",
        Action.CONFIRM_COMPLETE: "jour de réception du dossier, que l’agence a dit complet le {}",
        Action.DEEM_COMPLETE: "jour où le dossier est réputé complet, faute de réponse de l’agence",
        Action.SUPPLY_LAST_ITEM: "jour de réception de la dernière pièce demandée",
        Action.LIST_BY_ORDER: "jour de publication de l’arrêté qui a inscrit la version",
        Action.LIST_AFTER_SILENCE: "jour de publication de l’arrêté qui a inscrit la version",
        Action.LIST_IN_TIME: "jour de publication de l’arrêté qui a inscrit la version",
        Action.REQUEST_REASONS: "jour où les motifs du rejet implicite ont été demandés",
    }
)


def ledger(
    rows: Iterable[LedgerRow], *, state: State, route: Route, today: date
) -> tuple[LedgerLine, ...]:
    """Explain the periods of a dossier, in the order given.

    Args:
        rows: its periods, whatever became of them.
        state: where the dossier stands.
        route: why it was filed.
        today: the legal day of the reader.
    """
    told = tuple(rows)
    recheck = [
        row.span.last_day
        for row in told
        if row.span.kind == PeriodKind.RECHECK
        and shown_outcome(row, today) == PeriodOutcome.RUNNING
    ]
    standing = Standing(state=state, route=route, recheck_last_day=recheck[-1] if recheck else None)
    return tuple(
        LedgerLine(
            row=row,
            outcome=shown_outcome(row, today),
            grade=grade(row.span, route),
            why=why(row),
            at_end=at_end(row.span.kind, route),
            movers=movers(
                row.span,
                outcome=shown_outcome(row, today),
                recorded=row.outcome != PeriodOutcome.RUNNING,
                standing=standing,
            ),
        )
        for row in told
    )


def shown_outcome(row: LedgerRow, today: date) -> PeriodOutcome:
    """Return what became of a period; one that still runs after its last day is over."""
    over = row.outcome == PeriodOutcome.RUNNING and row.span.last_day < today
    return PeriodOutcome.EXPIRED if over else row.outcome


def grade(span: Span, route: Route) -> str | None:
    """Return how sure the length of a period is, as the dated file says."""
    name = limit_name(span.kind, route)
    found = [
        edition.grade
        for edition in time_limits().parameters[name].editions
        if (edition.from_, edition.integer) == (span.edition_on, span.months)
    ]
    return found[0] if found else None


def why(row: LedgerRow) -> str:
    """Return, in French, why a period ends on its last day: origin, length, article, calendar."""
    span = row.span
    phrase = ORIGINS.get(row.opened_by, "jour de l’acte qui l’a ouvert")
    origin = phrase.format(day_in_words(row.opened_on))
    length = "d’un mois" if span.months == 1 else f"de {length_in_words(span.months)}"
    start = (
        f"Ce délai {length} court depuis le"
        f" {day_in_words(span.origin_on)}, {origin} ; ce jour-là ne compte pas."
    )
    sentences = [start, _calendar(span)]
    off = day_off(span.last_day)
    if off is not None:
        sentences.append(f"Ce jour est {off} : aucun texte ne reporte le délai.")
    return " ".join([*sentences, f"Fondement : {span.source}."])


def _calendar(span: Span) -> str:
    """Return how the months lead from the origin to the last day (reading T-2)."""
    last = day_in_words(span.last_day)
    if add_months(span.origin_on, span.months) != span.last_day:
        return f"La date enregistrée, le {last}, ne se retrouve pas par ce calcul : vérifiez-la."
    if span.last_day.day != span.origin_on.day:
        missing = ordinal(span.origin_on.day, span.last_day)
        return (
            f"Il n’y a pas de {missing} : le délai finit le dernier jour du mois, le {last},"
            " qui compte en entier."
        )
    return f"Il finit le jour de même numéro, le {last}, qui compte en entier."
