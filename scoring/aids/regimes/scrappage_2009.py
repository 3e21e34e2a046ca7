"""Windows of orders and bands of invoices of the scrapping grant: décret 2009-66, article 12."""

from collections.abc import Mapping, Sequence
from datetime import date
from decimal import Decimal
from typing import cast

from scoring.aids.amounts import Amount, Sum, Terms, choice, flat
from scoring.aids.conditions.vehicle import grams
from scoring.aids.facts import Facts
from scoring.aids.truth import Names, Test, Truth

Window = Mapping[str, object]
ORDER: Names = ("order_date",)


def opened(window: Window, facts: Facts) -> Truth:
    """Return whether the order or the lease was signed in the *window*, ends included."""
    ordered = facts.order_date
    if ordered is None:
        return ORDER
    return cast("date", window["ordered_from"]) <= ordered <= cast("date", window["ordered_until"])


def in_windows(*, windows: Sequence[Window]) -> Test:
    """Ordered in one of the *windows*."""

    def test(facts: Facts) -> Truth:
        found = [opened(one, facts) for one in windows]
        return True if True in found else ORDER if ORDER in found else False

    return test


def emits_at_most(*, windows: Sequence[Window]) -> Test:
    """CO2 within the ceiling of the window; not tested outside every window."""

    def test(facts: Facts) -> Truth:
        found = grams(facts)
        answers = {
            found <= cast("Decimal", one["co2_g_km"]) if found is not None else None
            for one in windows
            if opened(one, facts) is not False
        }
        if not answers:
            return None
        if found is None:
            return ("co2_g_km",)
        return answers.pop() if len(answers) == 1 else ORDER

    return test


def invoiced_in_band(*, windows: Sequence[Window]) -> Test:
    """Invoiced on a day that has a sum in the window; not tested outside every window."""

    def test(facts: Facts) -> Truth:
        possible = [one for one in windows if opened(one, facts) is not False]
        if not possible:
            return None
        invoiced = facts.invoiced_on
        if invoiced is None:
            return ("invoice_date",)
        answers = {_band(one, invoiced) is not None for one in possible}
        return answers.pop() if len(answers) == 1 else ORDER

    return test


def _band(window: Window, invoiced: date) -> Decimal | None:
    for band in cast("Sequence[Mapping[str, object]]", window["bands"]):
        if invoiced <= cast("date", band["invoiced_until"]):
            return Decimal(cast("int", band["eur"]))
    return None


def amount(_terms: Terms, *, windows: Sequence[Window]) -> Amount:
    """Return the sum of the window of the order and of the band of the invoice."""
    nothing = Sum(Decimal(0), Decimal(0))

    def of_window(window: Window, facts: Facts) -> Sum:
        invoiced = facts.invoiced_on
        bands = cast("Sequence[Mapping[str, object]]", window["bands"])
        if invoiced is None:
            eur = [Decimal(cast("int", one["eur"])) for one in bands]
            return Sum(Decimal(0), max(eur), ("invoice_date",))
        found = _band(window, invoiced)
        return nothing if found is None else flat(f"Montant forfaitaire ({window['name']})", found)

    def result(facts: Facts) -> Sum:
        total = nothing
        for one in windows:
            truth = opened(one, facts)
            if truth is not False:
                total = choice(truth, of_window(one, facts), total)
        return total

    return result
