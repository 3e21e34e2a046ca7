"""Amounts that several regimes make alike: a share of the cost within a limit, a flat sum."""

from dataclasses import dataclass
from decimal import Decimal

from scoring.aids.amounts import (
    Amount,
    Sum,
    Terms,
    capped,
    choice,
    euros,
    flat,
    percent,
    plus,
    share,
)
from scoring.aids.conditions.applicant import KIND, low_income
from scoring.aids.conditions.vehicle import cost
from scoring.aids.facts import Facts


@dataclass(kw_only=True)
class PersonShare:
    """A share of the cost, rented battery included, within the limit of the person.

    Attributes:
        rate: of the cost.
        natural_limit, legal_limit: in €.
        increase: in €, of a natural person whose income per part is ≤ *increase_ceiling*.
        raises_limit: the increase raises the limit, instead of being added after it (AMB-04).
        state_limited: the State has the limit of a legal person (reading AMB-03).
    """

    rate: Decimal
    natural_limit: Decimal
    legal_limit: Decimal
    increase: Decimal
    increase_ceiling: Decimal
    raises_limit: bool = False
    state_limited: bool = True

    def __post_init__(self) -> None:
        """Write the labels of the lines once."""
        raised = self.natural_limit + self.increase
        self.of_cost = f"{percent(self.rate)} du coût d’acquisition TTC, batterie louée comprise"
        self.natural = f"Limite de {euros(self.natural_limit)} pour une personne physique"
        self.raised = f"Limite portée à {euros(raised)} (revenu fiscal par part)"
        self.legal = f"Limite de {euros(self.legal_limit)} pour une personne morale ou l’État"
        ceiling = euros(self.increase_ceiling)
        self.more = flat(f"Majoration : revenu fiscal par part de {ceiling} au plus", self.increase)

    def __call__(self, facts: Facts) -> Sum:
        """Return the amount for *facts*."""
        raw = share(self.of_cost, self.rate, cost(facts, battery="rented"))
        kind = facts.applicant_kind
        if kind == "natural":
            return self._of_person(facts, raw)
        if kind is not None:
            free = kind == "state" and not self.state_limited
            return raw if free else capped(raw, self.legal, self.legal_limit)
        person = facts.but(applicant_kind="natural")
        return choice(KIND, self._of_person(person, raw), capped(raw, self.legal, self.legal_limit))

    def _of_person(self, facts: Facts, raw: Sum) -> Sum:
        """Return the amount of a natural person, from the *raw* share."""
        modest = low_income(facts, self.increase_ceiling)
        limited = capped(raw, self.natural, self.natural_limit)
        if modest is False:
            return limited
        if self.raises_limit:
            raised = capped(raw, self.raised, self.natural_limit + self.increase)
            return choice(modest, raised, limited)
        return choice(modest, plus(limited, self.more), limited)


def flat_sum(_terms: Terms, *, eur: Decimal, label: str) -> Amount:
    """Return the same sum for everybody."""
    fixed = flat(label, eur)
    return lambda _facts: fixed


def limited_share(_terms: Terms, *, rate: Decimal, limit: Decimal) -> Amount:
    """Return *rate* of the cost of acquisition within *limit*."""
    of_cost = f"{percent(rate)} du coût d’acquisition"
    at_most = f"Limite de {euros(limit)}"
    return lambda facts: capped(share(of_cost, rate, cost(facts, battery="never")), at_most, limit)
