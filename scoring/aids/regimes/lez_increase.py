"""Increase near a low-emission zone: code de l'énergie, D. 251-6."""

from decimal import Decimal
from typing import Final

from scoring.aids.amounts import Amount, Cost, Sum, Terms, capped, euros, flat, plus, share
from scoring.aids.conditions.applicant import KIND
from scoring.aids.conditions.vehicle import ZERO
from scoring.aids.facts import Facts
from scoring.aids.regime import Regime
from scoring.aids.truth import Test, Truth, both, either, known


def near(*, state_included: bool = False) -> Test:
    """Home or workplace of a natural person, or establishment of a legal one, in such a commune.

    The State is not named, unless *state_included* (reading AMB-29).
    """

    def test(facts: Facts) -> Truth:
        home = either(
            known(facts.lez_home_in, "lez.home_in"), known(facts.lez_work_in, "lez.work_in")
        )
        seat = known(facts.lez_establishment_in, "lez.establishment_in")
        kind = facts.applicant_kind
        if kind == "natural":
            return home
        if kind == "legal" or (kind == "state" and state_included):
            return seat
        if kind == "state":
            return False
        return both(KIND, either(home, seat))

    return test


def helped() -> Test:
    """A local authority of the zone granted an aid with the same object: not tested without."""

    def test(facts: Facts) -> Truth:
        aid = facts.lez_local_aid
        if aid is None:
            return None
        return True if aid > ZERO else None

    return test


def amount(
    _terms: Terms, *, eur: Decimal, local_limit: Decimal, whole_limit: Decimal | None = None
) -> Amount:
    """Return *eur*, then the local aid again within *local_limit*.

    *whole_limit*: the other reading of AMB-29, where the limit binds the whole increase.
    """
    first = flat("Majoration : zone à faibles émissions mobilité", eur)
    of_local = "Montant de l’aide locale ayant le même objet"
    at_most = f"Limite de {euros(local_limit)}"

    def result(facts: Facts) -> Sum:
        aid = facts.lez_local_aid
        local: Cost = (ZERO, None, ("lez.local_aid",)) if aid is None else (aid, aid, ())
        second = capped(share(of_local, Decimal(1), local), at_most, local_limit)
        if aid is not None and not aid:
            return first
        total = plus(first, second)
        if whole_limit is None:
            return total
        return capped(total, f"Limite de {euros(whole_limit)}", whole_limit)

    return result


REGIME: Final = Regime(
    id="lez-increase",
    amount=amount,
    conditions={"near": near, "helped": helped},
    bases=(
        "conversion-car",
        "conversion-van",
        "conversion-two-three-wheelers",
        "conversion-cycle",
        "retrofit-car",
        "retrofit-van",
        "retrofit-tourist-train",
        "retrofit-two-three-wheelers",
    ),
    counted=True,
)
