"""Who may ask: person of age, legal person, State; income, distance, earlier awards."""

from collections.abc import Callable
from decimal import Decimal

from scoring.aids.facts import Facts
from scoring.aids.truth import Test, Truth, both, either, known, refused
from scoring.months import add_months

KIND = ("applicant_kind",)


def person_or_state() -> Test:
    """Adult with a domicile in France, legal person with an establishment there, or State."""

    def test(facts: Facts) -> Truth:
        kind = facts.applicant_kind
        if kind == "natural":
            return natural(facts)
        if kind == "legal":
            return known(facts.establishment_fr, "establishment_fr")
        return True if kind == "state" else KIND

    return test


def natural_person() -> Test:
    """Adult with a domicile in France, nobody else."""

    def test(facts: Facts) -> Truth:
        kind = facts.applicant_kind
        if kind is None:
            return both(KIND, natural(facts))
        return natural(facts) if kind == "natural" else False

    return test


def natural(facts: Facts) -> Truth:
    """Return whether a natural person is of age and has a domicile in France."""
    return both(known(facts.adult, "adult"), known(facts.domicile_fr, "domicile_fr"))


def domicile_or_establishment() -> Test:
    """Domicile or establishment in France, whatever the age, or State."""

    def test(facts: Facts) -> Truth:
        settled = known(facts.domicile_or_establishment_fr, "domicile_or_establishment_fr")
        if facts.applicant_kind is None:
            return either(settled, KIND)
        return True if facts.applicant_kind == "state" else settled

    return test


def for_natural(rule: Callable[[Facts], Truth]) -> Test:
    """Return the test of a *rule* that binds natural persons only."""

    def test(facts: Facts) -> Truth:
        kind = facts.applicant_kind
        if kind == "natural":
            return rule(facts)
        if kind is not None:
            return True
        truth = rule(facts)
        if truth is True or truth is None:
            return True
        return KIND if truth is False else KIND + truth

    return test


def income_at_most(*, ceiling: Decimal | int) -> Test:
    """Natural person: tax income per part ≤ *ceiling* €; the others have no such condition."""
    return for_natural(lambda facts: income_within(facts, ceiling))


def income_below(*, ceiling: Decimal | int) -> Test:
    """Tax income per part < *ceiling* €, for everybody."""

    def test(facts: Facts) -> Truth:
        return ("rfr_part",) if facts.rfr_part is None else facts.rfr_part < ceiling

    return test


def income_within(facts: Facts, ceiling: Decimal | int) -> Truth:
    """Return whether the tax income per part is ≤ *ceiling* €."""
    return ("rfr_part",) if facts.rfr_part is None else facts.rfr_part <= ceiling


def low_income(facts: Facts, ceiling: Decimal | int) -> Truth:
    """Return whether this is a natural person whose tax income per part is ≤ *ceiling* €."""
    kind = facts.applicant_kind
    if kind == "natural":
        return income_within(facts, ceiling)
    return False if kind is not None else both(KIND, income_within(facts, ceiling))


def once_in(*, months: int) -> Test:
    """Natural person: no award of this aid in the *months* before the reference day."""

    def rule(facts: Facts) -> Truth:
        last = facts.last_award_ref_date
        if last is None:
            return ("last_award_ref_date",)
        return add_months(last, months) <= facts.reference_date

    return for_natural(rule)


def once() -> Test:
    """Natural person: this aid was never received before."""
    return for_natural(lambda facts: refused(facts.prior_award_same, "prior_award_same"))


def once_per_vehicle() -> Test:
    """Legal person: this same vehicle was not aided before."""

    def test(facts: Facts) -> Truth:
        aided = facts.same_vehicle_already_aided
        if facts.applicant_kind is None:
            return either(refused(aided, "same_vehicle_already_aided"), KIND)
        if facts.applicant_kind != "legal":
            return True
        return refused(aided, "same_vehicle_already_aided")

    return test


def heavy_driver(
    facts: Facts,
    *,
    ceiling: Decimal | int,
    commute: Decimal | int,
    professional: Decimal | int,
    own_vehicle: bool,
    income_on_distance_only: bool,
) -> Truth:
    """Return whether a natural person drives far, with an income per part ≤ *ceiling* €.

    More than *commute* km from home to work, or more than *professional* km a year (reading
    AMB-24: the income governs both; the other reading has it govern the distance only).
    """
    income = income_within(facts, ceiling)
    distance = facts.commute_km
    name = "commute_km"
    if own_vehicle and (distance is None or facts.commute_trip_km is not None):
        distance, name = facts.commute_trip_km, "commute_trip_km"
    far: Truth = (name,) if distance is None else distance > commute
    yearly = facts.pro_km_year
    often: Truth = ("pro_km_year",) if yearly is None else yearly > professional
    if income_on_distance_only:
        return either(both(income, far), often)
    return both(income, either(far, often))
