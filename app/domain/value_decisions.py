"""What the agency decides on each specific value of a derogation (D. 251-1-A, II; S-12, S-13).

A declaration says what its company declares; what counts of it is kept with the score it gave.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Self

from app.domain.errors import InvalidValueError
from app.domain.specific import (
    SPECIFIC_VALUES,
    Target,
    target_of,
    values_by_target,
    values_kept,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """What the agency answers on one specific value; a refusal says why."""

    accepted: bool
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class DecidedValue:
    """A specific value that was decided on.

    Attributes:
        target: what it replaces.
        accepted: whether it counts.
        reason: why, in words; empty for an acceptance without a word.
    """

    target: Target
    accepted: bool
    reason: str = ""

    def to_wire(self) -> dict[str, Any]:
        """Return it as a score and an event keep it."""
        return {**self.target.to_wire(), "accepted": self.accepted, "reason": self.reason}

    @classmethod
    def of_wire(cls, kept: Mapping[str, Any]) -> Self:
        """Read what `to_wire` wrote.

        Raises:
            ValueError: it names no target.
        """
        target = target_of(kept)
        if target is None:
            raise ValueError(f"no target in {kept!r}")
        return cls(target=target, accepted=kept["accepted"], reason=kept["reason"])


def decide(
    content: Mapping[str, Any],
    decisions: Mapping[str, Decision],
    *,
    held: Iterable[DecidedValue] = (),
) -> tuple[DecidedValue, ...]:
    """Return the decision on each specific value of a declaration, in their order.

    Args:
        content: the declaration that was filed, in its wire form.
        decisions: what the agency answers, by the key of the target.
        held: the decisions that hold from before: they are not taken again (decision 0026).

    Raises:
        InvalidValueError: a value is left undecided, refused without a reason, or decided before;
            or the declaration holds no such value.
    """
    targets = tuple(values_by_target(content))
    before = {one.target: one for one in held}
    for key in decisions:
        if key not in {target.key for target in targets}:
            raise InvalidValueError(key, "Le dossier ne déclare plus cette valeur spécifique.")
        if key in {target.key for target in before}:
            raise InvalidValueError(key, "Cette valeur spécifique est déjà décidée.")
    return tuple(
        before.get(target) or _decided(target, decisions.get(target.key)) for target in targets
    )


def with_decisions(content: Mapping[str, Any], decided: Iterable[DecidedValue]) -> dict[str, Any]:
    """Return a declaration as it counts: what is not decided counts no more than a refusal."""
    accepted: dict[Target | None, bool] = {one.target: one.accepted for one in decided}
    if not content.get(SPECIFIC_VALUES):
        return dict(content)
    values = [
        {**value, "accepted": accepted.get(target_of(value))} for value in content[SPECIFIC_VALUES]
    ]
    return {**content, SPECIFIC_VALUES: values}


def still_decided(
    before: Mapping[str, Any], after: Mapping[str, Any], decided: Iterable[DecidedValue]
) -> tuple[DecidedValue, ...]:
    """Return the decisions that hold for another declaration of the same version.

    A decision is on a value in place of a reference value: with another value, or with a site or
    a leg elsewhere, it decides nothing. That of a leg follows it, whatever its rank.

    Args:
        before: the declaration that was decided on.
        after: the other one, even unfinished.
        decided: the decisions on the first.
    """
    kept = values_kept(before, after)
    return tuple(replace(one, target=kept[one.target]) for one in decided if one.target in kept)


def _decided(target: Target, decision: Decision | None) -> DecidedValue:
    """Return one decision, checked.

    Raises:
        InvalidValueError: there is none, or a refusal without a reason.
    """
    if decision is None:
        raise InvalidValueError(
            target.key, f"Acceptez ou refusez la valeur spécifique « {target.label} »."
        )
    reason = decision.reason.strip()
    if not decision.accepted and not reason:
        raise InvalidValueError(
            target.key, f"Indiquez pourquoi la valeur spécifique « {target.label} » est refusée."
        )
    return DecidedValue(target=target, accepted=decision.accepted, reason=reason)
