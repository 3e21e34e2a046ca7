"""What each specific value of a derogation would change if it were accepted alone (S-13)."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from typing import Any

from app.domain.specific import LABELS, Target, reference_values, values_by_target
from app.domain.value_decisions import DecidedValue, with_decisions
from app.queries.filed import supports_of
from app.services.assessment import preview
from scoring import law
from scoring.law import method_on
from scoring.score import Score
from scoring.trace import Step


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """A specific value, and what it changes when it alone is accepted.

    Attributes:
        target: what it replaces.
        label: the component that it changes.
        value: the value, a decimal string in the unit of the table.
        references: the reference value, one for each country that its line may count at.
        supports: the evidence that was given for it.
        component_kg: the component without any specific value, and with this one, in kg CO2e.
        before: the score without any specific value.
        after: the score with this one.
        moves_site: whether another site or line counts then, so that other components change too.
    """

    target: Target
    label: str
    value: str
    references: tuple[Step, ...]
    supports: tuple[Any, ...]
    component_kg: tuple[Fraction, Fraction]
    before: Score
    after: Score
    moves_site: bool


def effects_of(dossier: Any, content: Mapping[str, Any], *, on: date) -> list[Effect]:  # noqa: ANN401 - a row
    """Return the effect of each specific value of a declaration that can be scored on a day."""
    values = values_by_target(content)
    if not values:
        return []
    supports = supports_of(dossier)
    before = preview(with_decisions(content, ()), on=on)
    return [
        _effect(
            target,
            str(value["value"]),
            (before, _alone(content, target, on)),
            references=reference_values(content, target, method=method_on(law.load(), on)),
            supports=tuple(one for one in supports if one.site == target.key),
        )
        for target, value in values.items()
    ]


def _alone(content: Mapping[str, Any], target: Target, on: date) -> Score:
    return preview(with_decisions(content, [DecidedValue(target=target, accepted=True)]), on=on)


def _effect(
    target: Target,
    value: str,
    scores: tuple[Score, Score],
    *,
    references: tuple[Step, ...],
    supports: tuple[Any, ...],
) -> Effect:
    before, after = scores
    changed = {one for one, kg in before.components.items() if kg != after.components[one]} - {
        target.component
    }
    return Effect(
        target=target,
        label=LABELS[target.component],
        value=value,
        references=references,
        supports=supports,
        component_kg=(before.components[target.component], after.components[target.component]),
        before=before,
        after=after,
        moves_site=bool(changed),
    )
