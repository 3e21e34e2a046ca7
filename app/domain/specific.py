"""Specific values: what a derogation puts in place of reference values (D. 251-1-A, II; S-13).

A specific value is known by its target, what it replaces, and never by its rank in the list.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, cast

from scoring.factors import country_factor, leg_factor
from scoring.fields import FAILED, Reading, Record
from scoring.inputs import BatterySite, Component, ManufacturingLine
from scoring.law import Method
from scoring.sites import candidate_sites
from scoring.trace import Step
from scoring.wire import BATTERY_SITE, LINE

SPECIFIC_VALUES: Final = "specific_values"

LABELS: Final[Mapping[Component, str]] = {
    Component.FERROUS: "Métaux ferreux",
    Component.ALUMINIUM: "Aluminium",
    Component.OTHER_MATERIALS: "Autres matériaux",
    Component.BATTERY: "Batterie",
    Component.PROCESSING: "Transformations intermédiaires et assemblage",
    Component.DELIVERY: "Acheminement",
}
# The terms that have one factor for a whole line.
OF_A_LINE: Final = (
    Component.FERROUS,
    Component.ALUMINIUM,
    Component.OTHER_MATERIALS,
    Component.PROCESSING,
)

# The sites of a line beside those of its stamping.
STEPS: Final = ("body_in_white", "painting", "assembly")


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """One reference value of a declaration.

    Attributes:
        component: the term of the footprint.
        owner: the ``id`` of the line or of the battery site.
        leg: the rank of the leg from 0, for delivery.
    """

    component: Component
    owner: str
    leg: int | None = None

    @property
    def key(self) -> str:
        """The site of its evidence: words, not a rank in the list of values."""
        rank = "" if self.leg is None else f"{self.leg}:"
        return f"specific:{self.component}:{rank}{self.owner}"

    @property
    def label(self) -> str:
        """How a person calls it."""
        if self.component is Component.BATTERY:
            return f"{LABELS[self.component]}, site {self.owner}"
        where = f"{LABELS[self.component]}, ligne {self.owner}"
        return where if self.leg is None else f"{where}, trajet {self.leg + 1}"

    def to_wire(self) -> dict[str, Any]:
        """Return the keys that name it in the wire format."""
        owner = "battery_site" if self.component is Component.BATTERY else "line"
        wire: dict[str, Any] = {"component": self.component.value, owner: self.owner}
        return wire if self.leg is None else wire | {"leg": self.leg}


def target_of(value: Mapping[str, Any]) -> Target | None:
    """Return what a specific value of the wire form replaces; nothing if it does not say."""
    word = value.get("component")
    if word not in [one.value for one in Component]:
        return None
    component = Component(str(word))
    owner = value.get("battery_site" if component is Component.BATTERY else "line")
    leg = value.get("leg") if component is Component.DELIVERY else None
    if not isinstance(owner, str) or (component is Component.DELIVERY and not _is_rank(leg)):
        return None
    return Target(component=component, owner=owner, leg=leg)


def targets_of(content: Mapping[str, Any]) -> tuple[Target, ...]:
    """Return every reference value that a declaration, even unfinished, can replace."""
    lines = [
        target
        for line in content.get("manufacturing_lines") or ()
        for target in (
            *(Target(component=one, owner=line["id"]) for one in OF_A_LINE),
            *(
                Target(component=Component.DELIVERY, owner=line["id"], leg=rank)
                for rank, _ in enumerate(line.get("delivery") or ())
            ),
        )
    ]
    batteries = [
        Target(component=Component.BATTERY, owner=site["id"])
        for site in content.get("battery_sites") or ()
    ]
    return (*lines, *batteries)


def values_by_target(content: Mapping[str, Any]) -> dict[Target, Mapping[str, Any]]:
    """Return the specific values of a declaration, by what they replace, in their order."""
    found = ((target_of(value), value) for value in content.get(SPECIFIC_VALUES) or ())
    return {target: value for target, value in found if target is not None}


def lost_targets(before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[Target]:
    """Yield the values whose target a change of lines and sites took away.

    A leg is known by its mode and zone: a value never passes in silence to the leg that took the
    rank of its own.
    """
    there, still = frozenset(targets_of(before)), frozenset(targets_of(after))
    for target in values_by_target(before):
        if target in there and (target not in still or _leg(before, target) != _leg(after, target)):
            yield target


def same_place(target: Target, before: Mapping[str, Any], after: Mapping[str, Any]) -> bool:
    """Tell whether a target stands for the same reference value in two declarations."""
    return bool(_place(before, target) == _place(after, target))


def without_values(content: Mapping[str, Any], gone: Iterable[Target]) -> dict[str, Any]:
    """Return a declaration without the specific values of some targets."""
    left = frozenset(gone)
    values = [one for one in content.get(SPECIFIC_VALUES) or () if target_of(one) not in left]
    return {**content, SPECIFIC_VALUES: values}


def with_all_accepted(content: Mapping[str, Any]) -> dict[str, Any]:
    """Return a declaration as if the agency accepted every specific value of it."""
    values = [{**one, "accepted": True} for one in content.get(SPECIFIC_VALUES) or ()]
    return {**content, SPECIFIC_VALUES: values}


def reference_values(
    content: Mapping[str, Any], target: Target, *, method: Method
) -> tuple[Step, ...]:
    """Return the reference value of a target, one for each country that its line may count at.

    Nothing while the line or the battery site is not described well enough to have one.
    """
    if target.component is Component.BATTERY:
        site = _read(BATTERY_SITE, _named(content, "battery_sites", target), method)
        if site is None:
            return ()
        return (
            country_factor(method, target.component, cast("BatterySite", site).cell_country, None),
        )
    line = cast(
        "ManufacturingLine | None",
        _read(LINE, _named(content, "manufacturing_lines", target), method),
    )
    if line is None or (target.leg is not None and target.leg >= len(line.delivery)):
        return ()
    if target.leg is not None:
        return (leg_factor(method, line.delivery[target.leg], None),)
    countries = dict.fromkeys(site.country for site in candidate_sites(line, method)[0])
    found = (country_factor(method, target.component, iso, None) for iso in countries)
    return tuple({(step.label, step.result): step for step in found}.values())


def _is_rank(value: Any) -> bool:  # noqa: ANN401 - any JSON
    return isinstance(value, int) and not isinstance(value, bool)


def _named(content: Mapping[str, Any], part: str, target: Target) -> Mapping[str, Any] | None:
    sites = content.get(part) or ()
    return next((site for site in sites if site.get("id") == target.owner), None)


def _leg(content: Mapping[str, Any], target: Target) -> tuple[Any, Any] | None:
    """Return the mode and the zone of the leg of a target; nothing for what is no leg."""
    line = _named(content, "manufacturing_lines", target)
    legs = (line or {}).get("delivery") or ()
    if target.leg is None or target.leg >= len(legs):
        return None
    return legs[target.leg].get("mode"), legs[target.leg].get("zone")


def _place(content: Mapping[str, Any], target: Target) -> Any:  # noqa: ANN401 - words of the wire
    """Return where a target is: its leg, the country of its cells, those of its line."""
    if target.leg is not None:
        return _leg(content, target)
    if target.component is Component.BATTERY:
        return (_named(content, "battery_sites", target) or {}).get("cell_country")
    line = _named(content, "manufacturing_lines", target) or {}
    sites = (*(line.get("stamping") or ()), *(line.get(step) or {} for step in STEPS))
    return [site.get("country") for site in sites]


def _read(record: Record, value: object, method: Method) -> object | None:
    found = record.read(value, "", "", Reading(method))
    return None if found is FAILED else found
