"""A score from its verdict down to the row of a table, with the documents that support it."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, Final

from app.domain.value_decisions import DecidedValue
from app.queries.decided_values import decided_values
from app.queries.dossiers import decided_declaration, deposit_assessment, proposal_of
from app.queries.filed import supports_of
from app.web.components import footprint_step
from app.web.dossier_page import SiteEvidence, shown_evidence
from app.web.explained import explained_score
from app.web.value_effects import ShownValue, shown_values
from scoring.inputs import Component
from scoring.score import Score
from scoring.trace import Step

# The steps of the footprint that share it out between sites; the others are its components.
SHARES: Final = ("manufacturing_lines", "battery_sites")
WEIGHT: Final = "Poids, "
VOLUME: Final = "Volume, "


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A line of the calculation, and what the dossier says for it.

    Attributes:
        step: how it was obtained, down to the rows of the tables.
        values: the specific values declared for it, beside the reference values (S-13).
        evidence: the documents that support it, site by site, those that are missing included.
    """

    step: Step
    values: tuple[ShownValue, ...]
    evidence: tuple[SiteEvidence, ...]

    @property
    def several(self) -> bool:
        """Whether it shares the footprint out between several lines or sites."""
        return sum(one.label.startswith(VOLUME) for one in self.step.inputs) > 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
    """The calculation of a score, part by part.

    Attributes:
        root: the sum of the points.
        shares: which lines and battery sites count, and why.
        components: the six terms of the footprint, in the order of the sum.
        points: the category, the points and the minimum.
    """

    root: Step
    shares: tuple[Part, ...]
    components: tuple[Part, ...]
    points: tuple[Part, ...]


def explained_page(
    dossier: Any,  # noqa: ANN401 - a row, read only
    *,
    on: date,
    decided: Iterable[DecidedValue] | None = None,
) -> dict[str, Any]:
    """Return what `explained_score` returns, and its explanation when there is a score.

    Args:
        dossier: a dossier that was filed.
        on: the day of the method.
        decided: the decisions on its specific values; by default those taken.
    """
    taken = decided_values(dossier) if decided is None else tuple(decided)
    page = explained_score(dossier, on=on, decided=taken)
    page["explanation"] = (
        explanation(dossier, page["score"], decided=taken) if page["score"] else None
    )
    return page


def method_day(dossier: Any, *, today: date) -> date:  # noqa: ANN401 - a row, read only
    """Return the day whose method explains a dossier to those who decide on it (S-12).

    That of the score attached to the proposal; before there is one, today.
    """
    proposal = proposal_of(dossier)
    return proposal.assessment.law_on if proposal else today


def kept_for_decision(dossier: Any) -> Any:  # noqa: ANN401 - rows, read only
    """Return the score kept with the proposal; before there is one, with the deposit."""
    proposal = proposal_of(dossier)
    return proposal.assessment if proposal else deposit_assessment(dossier)


def explanation(
    dossier: Any,  # noqa: ANN401 - a row, read only
    score: Score,
    *,
    decided: Sequence[DecidedValue],
) -> Explanation:
    """Return the calculation of the declaration that counts beside what supports it.

    Args:
        dossier: a dossier that was filed.
        score: the score of its declaration.
        decided: the decisions on its specific values.
    """
    declaration = decided_declaration(dossier)
    content = declaration.content if declaration else dossier.content
    supports = supports_of(dossier)
    values = [
        replace(one, supports=tuple(given for given in supports if given.site == one.target.key))
        for one in shown_values(content, on=score.on, decided=decided)
    ]
    evidence = shown_evidence(dossier, content, on=dossier.received_on or score.on)
    steps = footprint_step(score).children
    return Explanation(
        root=score.trace,
        shares=tuple(_parts((one for one in steps if one.name in SHARES), [], evidence)),
        components=tuple(
            _parts((by_site(one) for one in steps if one.name in set(Component)), values, evidence)
        ),
        points=tuple(
            _parts((one for one in score.trace.children if one.name != "footprint"), [], evidence)
        ),
    )


def _parts(
    steps: Iterable[Step], values: Iterable[ShownValue], evidence: Iterable[SiteEvidence]
) -> Iterator[Part]:
    for step in steps:
        yield Part(
            step=step,
            values=tuple(one for one in values if one.target.component == step.name),
            evidence=tuple(_supporting(step.name, evidence)),
        )


def _supporting(name: str, evidence: Iterable[SiteEvidence]) -> Iterator[SiteEvidence]:
    """Yield the documents that support a figure, the sites that have none left out."""
    for one in evidence:
        cells = tuple(cell for cell in one.cells if name in cell.required.supports)
        if cells:
            yield replace(one, cells=cells, others=())


def by_site(step: Step) -> Step:
    """Return the term of several sites with the name of its site on each part."""
    sites = [one.label.removeprefix(WEIGHT) for one in step.inputs if one.label.startswith(WEIGHT)]
    if not sites:
        return step
    told = zip(step.children, sites, strict=True)
    named = tuple(replace(one, label=f"{one.label}, {site}") for one, site in told)
    return replace(step, children=named)
