"""What the end of a period does, and what would move it: the sentences of the clock ledger.

Nothing suspends a period (readings T-3 and T-7): an act ends it, replaces it, or does nothing.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from types import MappingProxyType
from typing import Final

from app.domain.deadlines import EFFECTIVE, PeriodKind, PeriodOutcome, Span
from app.domain.french import day_in_words
from app.domain.procedure import Route, State


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """What the sentences need to know of the dossier.

    Attributes:
        state: where it stands.
        route: why it was filed.
        recheck_last_day: last day for the agency to ask again; none when it may not.
    """

    state: State
    route: Route
    recheck_last_day: date | None


K, O = PeriodKind, PeriodOutcome  # noqa: E741 - a column of a table
AT_END: Final[Mapping[PeriodKind, str]] = MappingProxyType(
    {
        K.COMPLETENESS: "Sans réponse de l’agence, le dossier est réputé complet ce jour-là.",
        K.RECHECK: "Jusqu’à ce jour compris, l’agence peut redemander des pièces.",
        K.REVIEW: "L’agence doit avoir transmis sa proposition ; après, elle est en retard.",
        K.SILENCE: "Sans arrêté publié à la fin de ce jour, la demande est rejetée.",
        K.INSPECTION: "Jusqu’à ce jour compris, l’agence peut demander des justificatifs.",
        K.REASONS: "Les ministres doivent avoir donné leurs motifs ; après, ils sont en retard.",
    }
)
AT_END_OF_CHANGE: Final[Mapping[PeriodKind, str]] = MappingProxyType(
    {
        K.REVIEW: "L’agence doit avoir rendu son avis ; après, elle est en retard.",
        K.SILENCE: "Sans arrêté publié à la fin de ce jour, le silence vaut rejet : la version"
        " reste sur la liste, avec une mention.",
    }
)
SETTLED: Final[Mapping[PeriodOutcome, str]] = MappingProxyType(
    {
        O.MET: "Plus rien : l’acte attendu est venu à temps.",
        O.EXPIRED: "Plus rien : son dernier jour est passé.",
        O.SUPERSEDED: "Plus rien : un acte l’a remplacé, il ne produit plus d’effet.",
        O.STOPPED: "Plus rien : il s’est arrêté avant son dernier jour.",
    }
)
WITHDRAWAL: Final = "Le constructeur retire son dossier : ce délai s’arrête, sans refus."
WEEK_ENDS: Final = "ni un samedi, un dimanche ou un jour férié"


def at_end(kind: PeriodKind, route: Route) -> str:
    """Return, in French, what the end of a period does."""
    told = AT_END_OF_CHANGE if route == Route.MODIFICATION else {}
    return told.get(kind, AT_END[kind])


def movers(
    span: Span, *, outcome: PeriodOutcome, recorded: bool, standing: Standing
) -> tuple[str, ...]:
    """Return, in French, what would move or end a period; what is still possible once it is over.

    Args:
        span: the period.
        outcome: what became of it, as it is shown.
        recorded: whether its outcome is recorded; otherwise the program has not run since its end.
        standing: what is known of the dossier.
    """
    if outcome == PeriodOutcome.RUNNING:
        return tuple(RUNNING[span.kind](span, standing))
    sentences = [SETTLED[outcome]]
    if not recorded and span.kind in EFFECTIVE:
        sentences.append(
            "Ce qu’il produit est daté de ce jour, quand bien même on le constate tard."
        )
    late = LATE.get((span.kind, standing.state))
    if late and outcome == PeriodOutcome.EXPIRED:
        sentences.append(late)
    return tuple(sentences)


def _completeness(span: Span, _standing: Standing) -> Iterator[str]:
    last = day_in_words(span.last_day)
    yield (
        f"L’agence confirme au plus tard le {last} que le dossier est complet : ce délai prend"
        " fin, et le dossier est complet au jour de sa réception, le"
        f" {day_in_words(span.origin_on)}."
    )
    yield (
        f"L’agence demande des pièces au plus tard le {last} : ce délai prend fin, et le dossier"
        " devient complet au jour de réception de la dernière pièce demandée."
    )
    yield WITHDRAWAL
    yield (
        f"Rien d’autre ne le déplace : {WEEK_ENDS}, ni une pièce ajoutée d’initiative, ni une"
        " demande envoyée plus tard."
    )


def _recheck(span: Span, _standing: Standing) -> Iterator[str]:
    yield (
        f"L’agence redemande des pièces au plus tard le {day_in_words(span.last_day)} : ce délai"
        " prend fin, l’instruction et la décision repartent du jour de réception de la dernière"
        " pièce demandée, et une proposition déjà transmise devient caduque."
    )
    yield "Un arrêté publié inscrit ou refuse la version : ce délai s’arrête."
    yield WITHDRAWAL


def _review(span: Span, standing: Standing) -> Iterator[str]:
    last = day_in_words(span.last_day)
    if standing.route == Route.MODIFICATION:
        yield f"L’agence rend son avis au plus tard le {last} : ce délai prend fin."
        yield (
            "Un arrêté publié maintient la version sur la liste, ou l’en retire : ce délai"
            " s’arrête."
        )
    else:
        yield (
            f"L’agence transmet sa proposition au plus tard le {last} : ce délai est respecté et"
            " prend fin."
        )
        yield _asked_again(standing)
        yield "Un arrêté publié refuse la version : ce délai s’arrête."
        yield WITHDRAWAL
    yield f"Rien ne le suspend : {WEEK_ENDS}."


def _silence(span: Span, standing: Standing) -> Iterator[str]:
    last = day_in_words(span.last_day)
    if standing.route == Route.MODIFICATION:
        yield (
            f"Un arrêté publié au plus tard le {last} maintient la version sur la liste, ou l’en"
            " retire : ce délai prend fin."
        )
        yield f"Rien ne le suspend : {WEEK_ENDS}, ni l’avis de l’agence."
        return
    yield (
        f"Un arrêté publié au plus tard le {last} inscrit la version, sur proposition de"
        " l’agence, ou la refuse : ce délai prend fin."
    )
    yield _asked_again(standing)
    yield WITHDRAWAL
    yield f"Rien ne le suspend : {WEEK_ENDS}, ni la proposition de l’agence, même tardive."


def _asked_again(standing: Standing) -> str:
    """The one act that moves the review and the silence, and the days it is open (reading T-4)."""
    if standing.recheck_last_day is None:
        return "Une demande de pièces, désormais, ne le déplace pas."
    last = day_in_words(standing.recheck_last_day)
    return (
        f"Une nouvelle demande de pièces au plus tard le {last}, dans le mois du dernier"
        " complément, remplace ce délai : il repart du jour de réception de la dernière pièce"
        " demandée."
    )


def _inspection(_span: Span, _standing: Standing) -> Iterator[str]:
    yield (
        "Rien ne le déplace : il court de la publication de l’arrêté qui a inscrit la version, et"
        " un arrêté modificatif ne le fait pas repartir."
    )
    yield (
        "Une fraude ou un manquement peut être signalé aux ministres à tout moment, après ce jour"
        " aussi."
    )


def _reasons(span: Span, _standing: Standing) -> Iterator[str]:
    yield (
        f"Les ministres communiquent leurs motifs au plus tard le {day_in_words(span.last_day)} :"
        " ce délai prend fin, et le délai de recours contentieux court du jour où ils sont"
        " communiqués."
    )
    yield f"Rien ne le suspend : {WEEK_ENDS}."


RUNNING: Final[Mapping[PeriodKind, Callable[[Span, Standing], Iterator[str]]]] = MappingProxyType(
    {
        K.COMPLETENESS: _completeness,
        K.RECHECK: _recheck,
        K.REVIEW: _review,
        K.SILENCE: _silence,
        K.INSPECTION: _inspection,
        K.REASONS: _reasons,
    }
)
LATE_PROPOSAL: Final = (
    "Une proposition tardive reste possible : le texte n’attache pas de sanction à ce retard."
)
LATE_REASONS: Final = "Les motifs peuvent encore être communiqués, en retard."
LATE_ORDER: Final = (
    "Un arrêté publié au plus tard ce jour-là, mais enregistré après, efface ce rejet, qui n’est"
    " alors jamais né ; un arrêté ultérieur peut encore refuser la version, ou l’inscrire si"
    " l’agence a transmis une proposition."
)
LATE_SETTLEMENT: Final = "Un arrêté peut encore maintenir la version sur la liste, ou l’en retirer."
# What may still happen once a period is over, in the states where it may.
LATE: Final[Mapping[tuple[PeriodKind, State], str]] = MappingProxyType(
    {
        (K.REVIEW, State.COMPLETE): LATE_PROPOSAL,
        (K.REVIEW, State.REFUSED_BY_SILENCE): LATE_PROPOSAL,
        (K.REVIEW, State.REPORTED): "Un avis tardif reste possible.",
        (K.REVIEW, State.SILENT): "Un avis tardif reste possible.",
        (K.SILENCE, State.REFUSED_BY_SILENCE): LATE_ORDER,
        (K.SILENCE, State.SILENT): LATE_SETTLEMENT,
        (K.REASONS, State.REFUSED_BY_SILENCE): LATE_REASONS,
        (K.REASONS, State.SILENT): LATE_REASONS,
    }
)
