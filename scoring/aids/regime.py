"""A regime of aid: what its module says, whatever the wording in force."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from scoring.aids.amounts import Amount
from scoring.aids.facts import Facts
from scoring.aids.truth import Test


def _none() -> Mapping[str, Callable[..., Test]]:
    return MappingProxyType({})


@dataclass(frozen=True, slots=True, kw_only=True)
class Regime:
    """One regime.

    Attributes:
        id: as in the wire form.
        amount: builds the amount of a wording from its numbers; None where the text has none.
        conditions: the tests that only this regime asks, by the name its wordings give them.
        bases: the regimes that it increases, one of which must be due; empty for an aid of its own.
        counted: whether the cumulative cap counts it.
        caps: whether it is the cumulative cap itself.
        outcome: more of its answer than a sum, with the keys of the wire (`max_premiums`).
    """

    id: str
    amount: Callable[..., Amount] | None = None
    conditions: Mapping[str, Callable[..., Test]] = field(default_factory=_none)
    bases: tuple[str, ...] = ()
    counted: bool = False
    caps: bool = False
    outcome: Callable[..., Callable[[Facts], Mapping[str, object]]] | None = None
