"""Aid to the lease of electric cars: code de l'énergie, D. 251-3."""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Final

from scoring.aids.amounts import (
    Sum,
    capped,
    choice,
    euros,
    flat,
    percent,
    plus,
    share,
)
from scoring.aids.conditions.applicant import low_income
from scoring.aids.conditions.vehicle import cost, listed
from scoring.aids.facts import NEVER, Facts
from scoring.aids.regime import Regime
from scoring.aids.truth import Test, Truth, both, by_case, either, known
from scoring.months import add_months


def drives_far(*, commute: Decimal | int, professional: Decimal | int) -> Test:
    """A trip to work of more than *commute* km, or more than *professional* km a year."""

    def test(facts: Facts) -> Truth:
        trip, yearly = facts.commute_trip_km, facts.pro_km_year
        return either(
            ("commute_trip_km",) if trip is None else trip > commute,
            ("pro_km_year",) if yearly is None else yearly > professional,
        )

    return test


def spaced(*, months: int) -> Test:
    """No award in the *months* before the reference day."""

    def test(facts: Facts) -> Truth:
        earlier = facts.prior_leasing_ref_dates
        if earlier is None:
            return ("prior_leasing_ref_dates",)
        return all(add_months(day, months) <= facts.reference_date for day in earlier)

    return test


def fewer_than(*, awards: int) -> Test:
    """Fewer than *awards* before this one."""

    def test(facts: Facts) -> Truth:
        earlier = facts.prior_leasing_ref_dates
        return ("prior_leasing_ref_dates",) if earlier is None else len(earlier) < awards

    return test


def recent_enough(*, months: int, ordered_until: date, reference_until: date) -> Test:
    """New and listed, or registered or converted less than *months* before the signature."""
    on_the_list = listed(ordered_until=ordered_until, reference_until=reference_until)

    def less_than(facts: Facts, day: date) -> Truth:
        signed = facts.contract_date
        return ("contract_date",) if signed is None else signed < add_months(day, months)

    def test(facts: Facts) -> Truth:
        registered = known(facts.previously_registered, "previously_registered")
        first, converted = facts.first_registration_date, facts.retrofit_date
        young = ("first_registration_date",) if first is None else less_than(facts, first)
        admitted = by_case(registered, young, on_the_list(facts))
        if admitted is True:
            return True
        changed: Truth
        if converted is None:
            changed = ("retrofit_date",)
        else:
            changed = False if converted is NEVER else less_than(facts, converted)
        return either(admitted, changed)

    return test


def rents_at_most(*, ceiling: Decimal | int) -> Test:
    """First rent, aids deducted, and each later rent ≤ *ceiling* € a month."""

    def test(facts: Facts) -> Truth:
        first, later = facts.first_rent_net, facts.max_monthly_rent
        return both(
            ("first_rent_net",) if first is None else first <= ceiling,
            ("max_monthly_rent",) if later is None else later <= ceiling,
        )

    return test


@dataclass(kw_only=True)
class Leasing:
    """A share of the price; for a new vehicle, more, less the highest bonus.

    Attributes:
        rate: of the price.
        used_limit: in €, for a vehicle already registered.
        total: in €, with the highest bonus, for a new one.
        added: in €, to the share of a new one.
        bonus_limit, bonus_increase, bonus_ceiling: the highest bonus of D. 251-1, and the income
            per part up to which it is increased.
        absolute_bonus: the bonus is the highest that anybody can have (reading AMB-13).
    """

    rate: Decimal
    used_limit: Decimal
    total: Decimal
    added: Decimal
    bonus_limit: Decimal
    bonus_increase: Decimal
    bonus_ceiling: Decimal
    absolute_bonus: bool = False

    def __post_init__(self) -> None:
        """Write the labels of the lines once."""
        self.of_price = f"{percent(self.rate)} du prix d’achat TTC, batterie louée comprise"
        self.used_at_most = f"Limite de {euros(self.used_limit)}"
        self.more = flat(f"Ajout de {euros(self.added)} pour un véhicule neuf", self.added)

    def __call__(self, facts: Facts) -> Sum:
        """Return the amount for *facts*."""
        raw = share(self.of_price, self.rate, cost(facts, battery="rented"))
        registered = known(facts.previously_registered, "previously_registered")
        used = capped(raw, self.used_at_most, self.used_limit)
        if registered is True:
            return used
        ceiling = self.bonus_ceiling
        modest: Truth = True if self.absolute_bonus else low_income(facts, ceiling)
        highest = self._of_new(raw, self.bonus_limit + self.bonus_increase)
        new = choice(modest, highest, self._of_new(raw, self.bonus_limit))
        return choice(registered, used, new)

    def _of_new(self, raw: Sum, bonus: Decimal) -> Sum:
        """Return the amount of a new vehicle whose highest *bonus* is known."""
        less = flat(f"Bonus maximal de {euros(bonus)}, déduit", -bonus)
        limit = self.total - bonus
        return capped(plus(raw, self.more, less), f"Limite de {euros(limit)}", limit)


REGIME: Final = Regime(
    id="leasing",
    amount=Leasing,
    conditions={
        "drives_far": drives_far,
        "spaced": spaced,
        "fewer_than": fewer_than,
        "recent_enough": recent_enough,
        "rents_at_most": rents_at_most,
    },
)
