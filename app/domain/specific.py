"""Specific values: what a derogation puts in place of reference values (D. 251-1-A, II; S-13).

A specific value is known by its target, what it replaces, and never by its rank in the list.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Final, cast

from app.domain.differences import understood
from scoring.factors import country_factor, leg_factor
from scoring.fields import FAILED, Reading, Record
from scoring.inputs import BatterySite, Component, ManufacturingLine
from scoring.law import Method
from scoring.sites import candidate_sites
from scoring.trace import Step
from scoring.wire import BATTERY_SITE, LEG, LINE, SITE, SPECIFIC_VALUE

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


def _part(record: Record, *keys: str) -> Record:
    """Return the part of a record of the wire format that holds some fields only."""
    return replace(record, fields=tuple(one for one in record.fields if one.key in keys))


# What tells a plant of cells, or a carrier, from another: not how much comes from it.
PLANT: Final = _part(BATTERY_SITE, "name", "cell_country", "address")
CARRIER: Final = _part(LEG, "mode", "zone")
NUMBER: Final = _part(SPECIFIC_VALUE, "value")


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
    return Target(component=component, owner=owner.strip(), leg=leg)


def targets_of(content: Mapping[str, Any]) -> tuple[Target, ...]:
    """Return every reference value that a declaration, even unfinished, can replace."""
    lines = [
        target
        for line in content.get("manufacturing_lines") or ()
        for name in [line["id"].strip()]
        for target in (
            *(Target(component=one, owner=name) for one in OF_A_LINE),
            *(
                Target(component=Component.DELIVERY, owner=name, leg=rank)
                for rank, _ in enumerate(line.get("delivery") or ())
            ),
        )
    ]
    batteries = [
        Target(component=Component.BATTERY, owner=site["id"].strip())
        for site in content.get("battery_sites") or ()
    ]
    return (*lines, *batteries)


def values_by_target(content: Mapping[str, Any]) -> dict[Target, Mapping[str, Any]]:
    """Return the specific values of a declaration, by what they replace, in their order."""
    found = ((target_of(value), value) for value in content.get(SPECIFIC_VALUES) or ())
    return {target: value for target, value in found if target is not None}


def targets_kept(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[Target, Target]:
    """Return the targets of a declaration that another one still has, and what they are in it.

    A line and a battery site are known by their ``id``. A leg is known by itself, and its rank may
    change: no value passes in silence to the leg that took the rank of its own. A leg that changed
    in its distance only, among as many legs, is the same one.
    """
    there = frozenset(targets_of(after))
    kept = {}
    for line in before.get("manufacturing_lines") or ():
        ranks = _legs_kept(line, _record(after, "manufacturing_lines", line["id"]) or {})
        for target in targets_of({"manufacturing_lines": [line]}):
            rank = target.leg if target.leg is None else ranks.get(target.leg)
            if target.leg is None or rank is not None:
                kept[target] = replace(target, leg=rank)
    kept |= {one: one for one in targets_of({"battery_sites": before.get("battery_sites")})}
    return {was: now for was, now in kept.items() if now in there}


def values_kept(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[Target, Target]:
    """Return the specific values that another declaration repeats, by their targets in both.

    The same number, however it is written, for the same sites or the same leg: its evidence, and
    what was decided on it, are on both (D. 251-1-A, II; method, article 11).
    """
    was, now = values_by_target(before), values_by_target(after)
    return {
        target: there
        for target, there in targets_kept(before, after).items()
        if target in was
        and there in now
        and understood(NUMBER, was[target]) == understood(NUMBER, now[there])
        and _place(before, target) == _place(after, there)
    }


def values_moved(
    before: Mapping[str, Any], after: Mapping[str, Any]
) -> dict[Target, Target | None]:
    """Return what becomes of each specific value when lines, sites or legs change.

    Its target after the change, or none when what it stands for is gone. A value that never had a
    target is left out: it is a point to correct, told as such.
    """
    kept, there = targets_kept(before, after), frozenset(targets_of(before))
    return {one: kept.get(one) for one in values_by_target(before) if one in there}


def with_values_moved(
    content: Mapping[str, Any], moved: Mapping[Target, Target | None]
) -> dict[str, Any]:
    """Return a declaration with its specific values where `values_moved` says they are now."""
    values = []
    for value in content.get(SPECIFIC_VALUES) or ():
        target = target_of(value)
        now = moved.get(target, target) if target else None
        if now is not None:
            values.append({**value, **now.to_wire()})
        elif target is None:
            values.append(value)
    return {**content, SPECIFIC_VALUES: values} if SPECIFIC_VALUES in content else dict(content)


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


def other_values(content: Mapping[str, Any], *, method: Method) -> tuple[Target, ...]:
    """Return what a declaration puts another value in place of (D. 251-1-A, II; P-19).

    A value that repeats the reference value of every country of its line is no other.

    Args:
        content: a declaration that can be read.
        method: the method of the day.
    """
    return tuple(
        target
        for target, value in values_by_target(content).items()
        if {step.number for step in reference_values(content, target, method=method)}
        != {Fraction(value["value"])}
    )


def _is_rank(value: Any) -> bool:  # noqa: ANN401 - any JSON
    return isinstance(value, int) and not isinstance(value, bool)


def _named(content: Mapping[str, Any], part: str, target: Target) -> Mapping[str, Any] | None:
    return _record(content, part, target.owner)


def _record(content: Mapping[str, Any], part: str, name: str) -> Mapping[str, Any] | None:
    """Return a line or a battery site by its ``id``, whose outer blanks say nothing."""
    sites = content.get(part) or ()
    return next((one for one in sites if str(one.get("id")).strip() == name.strip()), None)


def _legs_kept(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[int, int]:
    """Return the rank that each leg of a line has in another state of it; without those gone."""
    was, now = before.get("delivery") or (), after.get("delivery") or ()
    old, new = [understood(LEG, one) for one in was], [understood(LEG, one) for one in now]
    pairs = zip(old, new, strict=False)
    kept = {rank: rank for rank, (one, other) in enumerate(pairs) if one == other}
    for rank, one in enumerate(old):
        free = [place for place, other in enumerate(new) if other == one]
        free = [place for place in free if place not in kept.values()]
        if rank not in kept and free:
            kept[rank] = free[0]
    if len(was) == len(now):
        kept |= {
            rank: rank
            for rank, (one, other) in enumerate(zip(was, now, strict=True))
            if rank not in kept
            and rank not in kept.values()
            and understood(CARRIER, one) == understood(CARRIER, other)
        }
    return kept


def _place(content: Mapping[str, Any], target: Target) -> Any:  # noqa: ANN401 - what the format understands
    """Return where a target is: its leg, its plant of cells, or the sites of its line."""
    if target.component is Component.BATTERY:
        return understood(PLANT, _named(content, "battery_sites", target))
    line = _named(content, "manufacturing_lines", target) or {}
    if target.leg is not None:
        return understood(LEG, line["delivery"][target.leg])
    stamping = (("stamping", site) for site in line.get("stamping") or ())
    steps = ((step, line.get(step)) for step in STEPS)
    return frozenset((step, understood(SITE, site)) for step, site in (*stamping, *steps))


def _read(record: Record, value: object, method: Method) -> object | None:
    found = record.read(value, "", "", Reading(method))
    return None if found is FAILED else found
