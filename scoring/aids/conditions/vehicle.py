"""The vehicle acquired: category, registrations, energy, cost, mass, power, score list."""

from collections.abc import Sequence
from datetime import date
from decimal import ROUND_HALF_UP, Decimal
from typing import Final

from scoring.aids.facts import Facts
from scoring.aids.truth import Test, Truth, both, by_case, either, known, negated, refused
from scoring.months import add_months

ZERO: Final = Decimal(0)
ONE: Final = Decimal(1)
# The methods of measure whose values are on the older scale (L. 421-9 of the code des
# impositions sur les biens et services, 3° and 4°).
OLDER_METHODS: Final = frozenset({3, 4})


def category(
    *, among: Sequence[str], derogated: Sequence[str] = (), ptac_kg: Decimal | int = 0
) -> Test:
    """Category *among* some, or *derogated* for its weight with a total of *ptac_kg* at most."""
    plain, heavy = frozenset(among), frozenset(derogated)

    def test(facts: Facts) -> Truth:
        found = facts.veh_cat
        if found is None:
            return ("veh_cat",)
        if found in plain:
            return True
        if found not in heavy:
            return False
        weight: Truth = ("ptac_kg",) if facts.ptac_kg is None else facts.ptac_kg <= ptac_kg
        return both(known(facts.weight_derogation, "weight_derogation"), weight)

    return test


def never_registered() -> Test:
    """Never first registered before, in France or abroad."""
    return lambda facts: refused(facts.previously_registered, "previously_registered")


def registered_since(*, months: int) -> Test:
    """First registered at least *months* before the reference day."""
    return lambda facts: first_registered(facts, months)


def first_registered(facts: Facts, months: int) -> Truth:
    """Return whether the first registration is at least *months* before the reference day."""
    first = facts.first_registration_date
    if first is None:
        return ("first_registration_date",)
    return add_months(first, months) <= facts.reference_date


def only(*, energies: Sequence[str]) -> Test:
    """No other source of energy than *energies*."""
    allowed = frozenset(energies)
    return lambda facts: ("energy",) if facts.energy is None else facts.energy <= allowed


def some_of(*, energies: Sequence[str], without: Sequence[str]) -> Test:
    """One of *energies* is a source, and none of those *without* (reading AMB-41)."""
    allowed, out = frozenset(energies), frozenset(without)

    def test(facts: Facts) -> Truth:
        found = facts.energy
        if found is None:
            return ("energy",)
        return not found.isdisjoint(allowed) and found.isdisjoint(out)

    return test


def cost_at_most(*, ceiling: Decimal | int) -> Test:
    """Cost including VAT, discount deducted, with the battery bought or rented ≤ *ceiling* €."""

    def test(facts: Facts) -> Truth:
        low, high, missing = cost(facts, battery="always")
        if high is not None and high <= ceiling:
            return True
        return False if low > ceiling else missing

    return test


def price_at_most(*, ceiling: Decimal | int) -> Test:
    """Cost including VAT, discount deducted, without the battery ≤ *ceiling* €."""

    def test(facts: Facts) -> Truth:
        low, high, missing = cost(facts, battery="never")
        if high is not None and high <= ceiling:
            return True
        return False if low > ceiling else missing

    return test


def mass_below(*, limit: Decimal | int) -> Test:
    """Mass in running order < *limit* kg."""
    return lambda facts: ("mass_kg",) if facts.mass_kg is None else facts.mass_kg < limit


def cost(
    facts: Facts, *, battery: str, gross: bool = False
) -> tuple[Decimal, Decimal | None, tuple[str, ...]]:
    """Return the lowest and the highest cost in €, None for no bound, and the facts missing.

    The price really invoiced, discount deducted (reading AMB-05), unless *gross*; *battery*:
    `never` counts it not, `rented` only when it is rented, `always` rented or bought. A negative
    base is 0.
    """
    price, discount = facts.cost_ttc, ZERO if gross else facts.commercial_discount
    if price is None:
        return ZERO, None, ("cost_ttc",)
    missing: tuple[str, ...] = ()
    low = high = price
    if discount is None:
        low, missing = ZERO, ("commercial_discount",)
    elif discount:
        low = high = max(price - discount, ZERO)
    if battery == "never" or (battery == "rented" and facts.battery_rented is False):
        return low, high, missing
    rented = facts.battery_cost
    if rented is None:
        return low, None, (*missing, *_battery_names(facts, battery))
    if rented and battery == "rented" and facts.battery_rented is None:
        return low, high + rented, (*missing, "battery_rented")
    if rented:
        low, high = low + rented, high + rented
    return low, high, missing


def _battery_names(facts: Facts, battery: str) -> tuple[str, ...]:
    if battery == "rented" and facts.battery_rented is None:
        return ("battery_rented", "battery_cost")
    return ("battery_cost",)


def listed(*, ordered_until: date, reference_until: date) -> Test:
    """The version is on the list on the reference day, or was ordered before the first list.

    Ordered up to *ordered_until* and invoiced by *reference_until*, both included: the condition
    is not opposed (reading L-7).
    """

    def test(facts: Facts) -> Truth:
        truth = known(facts.version_listed, "version_listed")
        if truth is True or facts.reference_date > reference_until:
            return truth
        ordered = facts.order_date
        if ordered is None:
            return either(truth, ("order_date",))
        return True if ordered <= ordered_until else truth

    return test


def powerful(*, kw_168_2013: Decimal | int, kw_2002_24: Decimal | int) -> Test:
    """Highest net power at or above the bound of the text under which it was approved."""
    bounds = {"168/2013": kw_168_2013, "2002/24": kw_2002_24}
    lowest, highest = min(bounds.values()), max(bounds.values())

    def test(facts: Facts) -> Truth:
        power = facts.max_net_power_kw
        if power is None:
            return ("max_net_power_kw",)
        if facts.power_basis is not None:
            return power >= bounds[facts.power_basis]
        if power >= highest:
            return True
        return False if power < lowest else ("power_basis",)

    return test


def emits_at_most(
    *,
    used: Decimal | int,
    used_older: Decimal | int,
    new: Decimal | int | None = None,
    new_older: Decimal | int | None = None,
    new_months: int = 0,
    literal: bool = False,
) -> Test:
    """CO2 after abatement at most the ceiling of the measure and of the age, in g/km.

    A vehicle never registered, or registered less than *new_months* before, has the ceiling *new*
    where there is one (reading AMB-18), unless the *literal* words open *used* to all. *older*:
    ceilings of the methods 3° and 4° of L. 421-9.
    """

    def test(facts: Facts) -> Truth:
        found, method = grams(facts), facts.co2_method
        if found is None:
            return ("co2_g_km",)
        if method is None:
            on_new_scale = within(facts, found, older=False)
            on_older_scale = within(facts, found, older=True)
            return by_case(("co2_method",), on_older_scale, on_new_scale)
        return within(facts, found, older=method in OLDER_METHODS)

    def within(facts: Facts, found: Decimal, *, older: bool) -> Truth:
        ceiling, recent_ceiling = (used_older, new_older) if older else (used, new)
        ordinary = found <= ceiling
        if recent_ceiling is None or literal:
            return ordinary
        recent = is_recent(facts, new_months)
        if recent is True:
            return found <= recent_ceiling
        if recent is False or (found <= recent_ceiling) == ordinary:
            return ordinary
        return recent

    return test


def carbon_at_most(*, limit: Decimal | int) -> Test:
    """CO2 ≤ *limit* g/km, whatever the measure."""

    def test(facts: Facts) -> Truth:
        found = grams(facts)
        return ("co2_g_km",) if found is None else found <= limit

    return test


def grams(facts: Facts) -> Decimal | None:
    """Return the CO2 rounded half-up to the gram (reading AMB-33), in g/km."""
    found = facts.co2_g_km
    return None if found is None else found.quantize(ONE, ROUND_HALF_UP)


def is_recent(facts: Facts, months: int) -> Truth:
    """Return whether a vehicle is new, or first registered less than *months* before."""
    new = refused(facts.previously_registered, "previously_registered")
    return True if new is True else either(new, negated(first_registered(facts, months)))


def registered_after(*, day: date, inclusive: bool = False) -> Test:
    """First registered after *day* (strict, reading AMB-20), or never registered yet."""

    def test(facts: Facts) -> Truth:
        new = refused(facts.previously_registered, "previously_registered")
        if new is True:
            return True
        first = facts.first_registration_date
        late: Truth
        if first is None:
            late = ("first_registration_date",)
        else:
            late = first >= day if inclusive else first > day
        return either(new, late)

    return test
