"""The old vehicle given up for destruction: category, age, owner, state, handover."""

from collections.abc import Sequence
from datetime import date

from scoring.aids.facts import NEVER, Facts
from scoring.aids.truth import Test, Truth, both, either, known, refused
from scoring.months import add_months


def scrapped_category(*, among: Sequence[str]) -> Test:
    """Category of the old vehicle *among* some."""
    allowed = frozenset(among)
    return lambda facts: ("old.cat",) if facts.old_cat is None else facts.old_cat in allowed


def old_enough(*, diesel_before: date, other_before: date) -> Test:
    """First registered before a day, later for a vehicle that runs mainly on diesel (strict)."""
    sooner, later = min(diesel_before, other_before), max(diesel_before, other_before)

    def test(facts: Facts) -> Truth:
        first, fuel = facts.old_first_registration_date, facts.old_main_fuel
        if first is None:
            return ("old.first_registration_date",)
        if fuel is None:
            if first < sooner:
                return True
            return ("old.main_fuel",) if first < later else False
        return first < (diesel_before if fuel == "diesel" else other_before)

    return test


def owned(*, at_reference: bool = False) -> Test:
    """The old vehicle belongs to the beneficiary, when it is handed over (reading AMB-22).

    *at_reference*: the literal words, on the day of the invoice only; a vehicle handed over
    before no longer belongs to them.
    """

    def test(facts: Facts) -> Truth:
        mine = known(facts.old_owned_by_beneficiary, "old.owned_by_beneficiary")
        if not at_reference:
            return mine
        handed = facts.old_handover_date
        still: Truth = ("old.handover_date",) if handed is None else handed >= facts.reference_date
        return both(mine, still)

    return test


def owned_since(*, months: int) -> Test:
    """Acquired at least *months* before the reference day, or the handover when it is earlier."""

    def test(facts: Facts) -> Truth:
        acquired, handed = facts.old_acquired_on, facts.old_handover_date
        if acquired is None:
            return ("old.acquired_on",)
        end = add_months(acquired, months)
        if end > facts.reference_date:
            return False
        return ("old.handover_date",) if handed is None else end <= handed

    return test


def acquired_since(*, months: int) -> Test:
    """Acquired at least *months* before the reference day."""

    def test(facts: Facts) -> Truth:
        acquired = facts.old_acquired_on
        if acquired is None:
            return ("old.acquired_on",)
        return add_months(acquired, months) <= facts.reference_date

    return test


def sound_or_insured(*, months: int) -> Test:
    """Not damaged, or insured for *months* at the handover or at the invoice (reading AMB-21)."""

    def test(facts: Facts) -> Truth:
        sound = refused(facts.old_damaged, "old.damaged")
        return True if sound is True else either(sound, _insured(facts, months))

    return test


def _insured(facts: Facts, months: int) -> Truth:
    since = facts.old_insured_since
    if since is None:
        return ("old.insured_since",)
    if since is NEVER:
        return False
    end = add_months(since, months)
    handed, invoiced = facts.old_handover_date, facts.invoiced_on
    return either(
        ("old.handover_date",) if handed is None else end <= handed,
        ("invoice_date",) if invoiced is None else end <= invoiced,
    )


def handed_over(*, before_months: int, after_months: int) -> Test:
    """Handed over around the invoice, to an authorised facility that certifies the destruction.

    From *before_months* before the invoice to *after_months* after, both ends included.
    """

    def test(facts: Facts) -> Truth:
        place = both(
            known(facts.old_authorised_facility, "old.authorised_facility"),
            known(facts.old_certificate, "old.certificate"),
        )
        return both(_in_time(facts), place)

    def _in_time(facts: Facts) -> Truth:
        handed, invoiced = facts.old_handover_date, facts.invoiced_on
        if invoiced is None:
            return (
                ("invoice_date",) if handed is not None else ("old.handover_date", "invoice_date")
            )
        if handed is None:
            return ("old.handover_date",)
        earliest = add_months(invoiced, -before_months)
        return earliest <= handed <= add_months(invoiced, after_months)

    return test


def older_than(*, months: int) -> Test:
    """More than *months* from the first registration to the invoice (strict, reading AMB-32)."""

    def test(facts: Facts) -> Truth:
        first, invoiced = facts.old_first_registration_date, facts.invoiced_on
        if first is None:
            return ("old.first_registration_date",)
        if invoiced is None:
            return ("invoice_date",)
        return add_months(first, months) < invoiced

    return test
