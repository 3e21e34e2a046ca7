"""The specific values of a dossier: what each replaces and changes, what was decided (S-13)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Final

from app.domain.plausibility import value_doubt
from app.domain.specific import LABELS, Target, reference_values, values_by_target
from app.domain.value_decisions import DecidedValue, with_decisions
from app.queries.dossiers import proposal_of
from app.queries.filed import supports_of
from app.services.assessment import preview
from scoring import law
from scoring.law import method_on
from scoring.problems import DeclarationError
from scoring.score import Score
from scoring.trace import Step


@dataclass(frozen=True, slots=True, kw_only=True)
class Effect:
    """What accepting a specific value changes, the other values being as they are decided.

    Attributes:
        label: the component that it changes.
        component_kg: the component with the reference value, then with the specific one, in kg
            CO2e.
        before: the score with the reference value.
        after: the score with the specific one.
        moves_site: whether another site or line counts then, so that other components change too.
    """

    label: str
    component_kg: tuple[Fraction, Fraction]
    before: Score
    after: Score
    moves_site: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownValue:
    """A specific value beside the reference value it replaces: both stay visible.

    Attributes:
        target: what it replaces.
        value: the value, a decimal string in the unit of the table.
        references: the reference value, one for each country that its line may count at.
        doubt: why it is to be read again; empty when it is not.
        decision: what was decided on it; none while nothing was.
        effect: what it changes; none while nobody asks.
        supports: the evidence that was given for it, where it is decided on.
    """

    target: Target
    value: str
    references: tuple[Step, ...]
    doubt: str
    decision: DecidedValue | None = None
    effect: Effect | None = None
    supports: tuple[Any, ...] = ()


Effects = Mapping[Target, Effect]
NO_EFFECT: Final[Effects] = MappingProxyType({})


def shown_values(
    content: Mapping[str, Any],
    *,
    on: date,
    decided: Iterable[DecidedValue] = (),
    effects: Effects = NO_EFFECT,
) -> list[ShownValue]:
    """Return the specific values of a declaration, in their order.

    Args:
        content: the declaration in its wire form.
        on: the day whose reference values stand beside them.
        decided: what was decided on them.
        effects: what they change.
    """
    method = method_on(law.load(), on)
    decisions = {one.target: one for one in decided}
    return [
        ShownValue(
            target=target,
            value=str(value["value"]),
            references=reference_values(content, target, method=method),
            doubt=value_doubt(content, target, value["value"], method=method),
            decision=decisions.get(target),
            effect=effects.get(target),
        )
        for target, value in values_by_target(content).items()
    ]


def decided_list(dossier: Any) -> list[ShownValue]:  # noqa: ANN401 - a row, read only
    """Return the values that a proposal or an opinion decided on, each with its effect.

    All is read from the score attached to it: its declaration, its decisions and the day of its
    method (S-12). Nothing while none was sent.
    """
    proposal = proposal_of(dossier)
    if proposal is None or not proposal.assessment.decisions:
        return []
    kept = proposal.assessment
    return shown_values(
        kept.declaration.content,
        on=kept.law_on,
        decided=kept.decisions,
        effects=_kept_effects(kept),
    )


def values_to_weigh(
    dossier: Any,  # noqa: ANN401 - a row, read only
    content: Mapping[str, Any],
    *,
    on: date,
    held: Iterable[DecidedValue] = (),
) -> list[ShownValue]:
    """Return the values of a declaration that can be scored, with their effects and evidence.

    Args:
        dossier: the dossier that declares them.
        content: its declaration.
        on: the day of the method.
        held: the decisions that hold from before.
    """
    supports = supports_of(dossier)
    effects = effects_of(content, on=on, decided=held)
    return [
        replace(one, supports=tuple(given for given in supports if given.site == one.target.key))
        for one in shown_values(content, on=on, decided=held, effects=effects)
    ]


def effects_of(
    content: Mapping[str, Any], *, on: date, decided: Iterable[DecidedValue] = ()
) -> dict[Target, Effect]:
    """Return the effect of each specific value, the others being as they are decided.

    Raises:
        DeclarationError: the method of that day does not read the declaration.
    """
    targets, taken = tuple(values_by_target(content)), tuple(decided)
    if not targets:
        return {}
    whole = preview(with_decisions(content, taken), on=on)
    accepted = {one.target for one in taken if one.accepted}
    found = {}
    for target in targets:
        other = _otherwise(content, target, taken, on)
        scores = (other, whole) if target in accepted else (whole, other)
        found[target] = _effect(target, *scores)
    return found


def _kept_effects(assessment: Any) -> Effects:  # noqa: ANN401 - a row, read only
    try:
        return effects_of(
            assessment.declaration.content, on=assessment.law_on, decided=assessment.decisions
        )
    except DeclarationError:
        # A table corrected since no longer reads it; the decision and its score stay as kept.
        return NO_EFFECT


def _otherwise(
    content: Mapping[str, Any], target: Target, taken: tuple[DecidedValue, ...], on: date
) -> Score:
    """Return the score with the contrary decision on one value."""
    accepted = any(one.target == target and one.accepted for one in taken)
    others = (one for one in taken if one.target != target)
    contrary = DecidedValue(target=target, accepted=not accepted)
    return preview(with_decisions(content, (*others, contrary)), on=on)


def _effect(target: Target, before: Score, after: Score) -> Effect:
    changed = {one for one, kg in before.components.items() if kg != after.components[one]}
    return Effect(
        label=LABELS[target.component],
        component_kg=(before.components[target.component], after.components[target.component]),
        before=before,
        after=after,
        moves_site=bool(changed - {target.component}),
    )
