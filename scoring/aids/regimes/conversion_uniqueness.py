"""One conversion premium per acquired vehicle: code de l'énergie, D. 251-4-4 and older wordings."""

from collections.abc import Callable, Mapping
from typing import Final

from scoring.aids.facts import Facts
from scoring.aids.regime import Regime
from scoring.aids.truth import Test, Truth

NAMES: Final = ("acquired", "n_scrapped")
HOUSEHOLD: Final = "household_members"


def counted(*, shared_by_household: str = "") -> Test:
    """The count of premiums is known; it limits and never fails."""

    def test(facts: Facts) -> Truth:
        missing = tuple(name for name in NAMES if getattr(facts, name) is None)
        if not missing and _exempt(facts, shared_by_household) and facts.household_members is None:
            missing = (HOUSEHOLD,)
        return missing or True

    return test


def premiums(
    *, label: str, shared_by_household: str = ""
) -> Callable[[Facts], Mapping[str, object]]:
    """Return how many premiums, called *label*, the vehicles acquired and scrapped open.

    One scrapped vehicle supports one premium (reading AMB-36); for the category
    *shared_by_household*, one a member of the tax household.
    """

    def outcome(facts: Facts) -> Mapping[str, object]:
        acquired, scrapped = facts.acquired, facts.n_scrapped
        if acquired is None or scrapped is None:
            return {"label": label}
        supported = scrapped
        if _exempt(facts, shared_by_household):
            if facts.household_members is None:
                return {"label": label}
            supported = scrapped * facts.household_members
        return {"max_premiums": min(len(acquired), supported), "label": label}

    return outcome


def _exempt(facts: Facts, category: str) -> bool:
    """Tell whether all the vehicles acquired are of the category that the exception names."""
    return bool(facts.acquired) and all(one == category for one in facts.acquired or ())


REGIME: Final = Regime(
    id="conversion-uniqueness", conditions={"counted": counted}, outcome=premiums
)
