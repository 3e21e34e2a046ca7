"""Additional aid of 2015, an old diesel car scrapped: décret 2014-1672, article 4."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Final

from scoring.aids.amounts import Amount, Sum, Terms, choice, flat
from scoring.aids.conditions.applicant import KIND
from scoring.aids.conditions.contract import not_resold
from scoring.aids.conditions.vehicle import grams
from scoring.aids.facts import Facts
from scoring.aids.regime import Regime
from scoring.aids.truth import Test, Truth, both, known, refused


def new_vehicle(*, months: int, km: Decimal | int) -> Test:
    """Never registered, definitive series, not resold (2°, 3° and 4° of I of article 1)."""
    held = not_resold(since="registration", months=months, km=km)

    def test(facts: Facts) -> Truth:
        new = refused(facts.previously_registered, "previously_registered")
        return both(new, both(_definitive(facts), held(facts)))

    return test


def any_vehicle(*, months: int, km: Decimal | int) -> Test:
    """Definitive series, not resold soon after it was acquired."""
    held = not_resold(since="reference", months=months, km=km)
    return lambda facts: both(_definitive(facts), held(facts))


def _definitive(facts: Facts) -> Truth:
    return ("fr_series",) if facts.fr_series is None else facts.fr_series == "definitive"


def emits(*, least: Decimal | int = 0, most: Decimal | int) -> Test:
    """CO2 from *least* to *most* g/km, both included, once rounded to the gram."""

    def test(facts: Facts) -> Truth:
        found = grams(facts)
        return ("co2_g_km",) if found is None else least <= found <= most

    return test


def untaxed() -> Test:
    """Natural person whose income tax of the year before is nil."""

    def test(facts: Facts) -> Truth:
        kind, tax = facts.applicant_kind, facts.income_tax_prev_year
        nil: Truth = ("income_tax_prev_year",) if tax is None else not tax
        return both(KIND if kind is None else kind == "natural", nil)

    return test


def clean_enough() -> Test:
    """Meets Euro 6."""
    return lambda facts: known(facts.euro6, "euro6")


def amount(terms: Terms, *, limbs: Sequence[str], eur: Sequence[Decimal]) -> Amount:
    """Return the sum of the highest limb that is open (reading AMB-33), the highest first."""
    sums = tuple(
        (name, flat(f"Montant forfaitaire ({name})", one))
        for name, one in zip(limbs, eur, strict=True)
    )
    nothing = Sum(Decimal(0), Decimal(0))

    def result(facts: Facts) -> Sum:
        found = nothing
        for name, one in reversed(sums):
            found = choice(terms[name](facts), one, found)
        return found

    return result


REGIME: Final = Regime(
    id="additional-aid-2014",
    amount=amount,
    conditions={
        "new_vehicle": new_vehicle,
        "any_vehicle": any_vehicle,
        "emits": emits,
        "untaxed": untaxed,
        "clean_enough": clean_enough,
    },
)
