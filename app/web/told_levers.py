"""What each component alone can do for the minimum, in plain sentences.

A figure written never contradicts the verdict (S-1): the most that a figure may be is rounded
down; what it is now is rounded up where the minimum is missed, and down where it is reached.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import Final

from app.domain.specific import LABELS
from app.web.filters import NO_BREAK
from scoring.inputs import Component
from scoring.law import Method
from scoring.levers import Lever, Levers, Zone
from scoring.limits import Limit
from scoring.rounding import below, french, nearest

QUANTITY_PLACES: Final = 1
FACTOR_PLACES: Final = 3
MOST_PLACES: Final = 6
MASS: Final = "une masse de"
QUANTITIES: Final[Mapping[Component, str]] = {
    Component.FERROUS: MASS,
    Component.ALUMINIUM: MASS,
    Component.OTHER_MATERIALS: MASS,
    Component.BATTERY: "une capacité de",
    Component.DELIVERY: "un acheminement moyen de",
}
# What goes with a change of quantity.
WITH: Final[Mapping[Component, str]] = {
    Component.FERROUS: "La masse en ordre de marche change d’autant.",
    Component.ALUMINIUM: "La masse en ordre de marche change d’autant.",
    Component.OTHER_MATERIALS: "La masse en ordre de marche change d’autant.",
    Component.BATTERY: "La masse de la batterie ne change pas.",
    Component.DELIVERY: "Tous les trajets changent dans la même proportion.",
}
EVERY_SITE: Final = "tous les sites dans l’une de ces zones"
PLACES: Final[Mapping[Component, str]] = {
    Component.BATTERY: "des cellules toutes faites dans l’une de ces zones",
    Component.DELIVERY: "tous les trajets par l’un de ces modes et zones",
}
NO_LEVER: Final = (
    "Seule, cette composante ne suffit pas : même un facteur nul ne donnerait pas le minimum."
)
NO_LOSS: Final = "Aucun facteur de cette composante ne ferait perdre le minimum à lui seul."
NO_ZONE: Final = "Aucune zone de la table ne suffit."
EVERY_ZONE: Final = "Il le reste dans toutes les zones de la table."
NO_KEPT_ZONE: Final = "Il ne le reste dans aucune zone de la table, à tous les sites à la fois."


@dataclass(frozen=True, slots=True, kw_only=True)
class ToldLever:
    """What one component alone can do.

    Attributes:
        label: the component.
        possible: it reaches the minimum alone, or nothing needs to.
        sentences: the figure to reach, or the margin; then the zones.
    """

    label: str
    possible: bool
    sentences: tuple[str, ...]


def told_levers(found: Levers, *, method: Method) -> list[ToldLever]:
    """Return the levers in words, in the order of the sum.

    Args:
        found: the levers.
        method: the method they were found with: its tables.
    """
    return [
        ToldLever(
            label=LABELS[one.component],
            possible=one.possible,
            sentences=tuple(_margin(one, method) if found.reached else _to_reach(one)),
        )
        for one in found.components
    ]


def _to_reach(lever: Lever) -> Iterator[str]:
    """Yield what a component should become for the minimum to be reached."""
    if not lever.possible:
        yield NO_LEVER
        return
    wanted = [
        f"{words} {most} au plus (au lieu de {now})" if now else f"{words} {most} au plus"
        for words, most, now in _figures(lever, reached=False)
    ]
    yield f"Il faudrait {', ou '.join(wanted)}."
    yield from _companion(lever)
    if lever.zones:
        place = PLACES.get(lever.component, EVERY_SITE)
        yield f"Ou {place} : {_names(lever.zones)}."
    else:
        yield NO_ZONE


def _margin(lever: Lever, method: Method) -> Iterator[str]:
    """Yield how far a component may go before the minimum is lost."""
    kept = [
        f"{words} {most} ({now} ici)" if now else f"{words} {most}"
        for words, most, now in _figures(lever, reached=True)
    ]
    if kept:
        yield f"Le minimum reste atteint jusqu’à {', ou jusqu’à '.join(kept)}."
        yield from _companion(lever)
    else:
        yield NO_LOSS
    if len(lever.zones) == _rows(lever.component, method):
        yield EVERY_ZONE
    elif lever.zones:
        place = PLACES.get(lever.component, EVERY_SITE)
        yield f"Il le reste avec {place} : {_names(lever.zones)}."
    else:
        yield NO_KEPT_ZONE


def _companion(lever: Lever) -> Iterator[str]:
    if lever.quantity is not None and lever.quantity.most is not None:
        yield WITH[lever.component]


def _figures(lever: Lever, *, reached: bool) -> Iterator[tuple[str, str, str]]:
    """Yield the words, the most and the present figure of what has a limit."""
    limits = ((QUANTITIES.get(lever.component, ""), lever.quantity, QUANTITY_PLACES),)
    for words, limit, least in (*limits, ("un facteur de", lever.factor, FACTOR_PLACES)):
        if limit is not None and limit.most is not None:
            most, now = written(limit, least=least, reached=reached)
            yield words, f"{most}{NO_BREAK}{limit.unit}", now


def written(limit: Limit, *, least: int, reached: bool) -> tuple[str, str]:
    """Return the most a figure may be, and what it is now, on the right sides of each other.

    Args:
        limit: one that has a most.
        least: the decimals, unless what it is now has a few more.
        reached: the minimum is reached.
    """
    if limit.most is None:
        raise ValueError("nothing to write")
    places = least if limit.now is None else _places(limit.now, least)
    most = french(Fraction(below(limit.most, places)), places)
    if limit.now is None:
        return most, ""
    now = Fraction(below(limit.now, places)) if reached else _above(limit.now, places)
    return most, french(now, places)


def _places(value: Fraction, least: int) -> int:
    """Return the decimals that write a figure whole, if they are few."""
    enough = range(least, MOST_PLACES + 1)
    return next((one for one in enough if Fraction(nearest(value, one)) == value), least)


def _above(value: Fraction, places: int) -> Fraction:
    return Fraction(ceil(value * 10**places), 10**places)


def _names(zones: tuple[Zone, ...]) -> str:
    return ", ".join(f"«{NO_BREAK}{one.factor.label}{NO_BREAK}»" for one in zones)


def _rows(component: Component, method: Method) -> int:
    """Return how many rows the table of a component has."""
    if component is Component.DELIVERY:
        return len(method.transport)
    return len(method.factors[component])
