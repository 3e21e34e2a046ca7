"""How far each component alone may go for the minimum score to be reached, and not a hair more.

Each answer is found by running the engine on a changed declaration; no formula is repeated here.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from math import lcm
from types import MappingProxyType
from typing import Final

from scoring.dated import Law
from scoring.footprint import Footprint, footprint
from scoring.inputs import Component, Declaration
from scoring.law import Factor, Method, method_on
from scoring.limits import Limit, below_or_none, largest
from scoring.materials import MATERIALS, material_mass_kg
from scoring.points import largest_footprint_kg
from scoring.rounding import nearest
from scoring.score import score
from scoring.variants import with_capacity, with_factor, with_legs, with_mass

FOOTPRINT_UNIT: Final = "kg CO2e"
# What is declared of each component; processing has no quantity of its own.
QUANTITY_UNITS: Final[Mapping[Component, str]] = MappingProxyType(
    {**dict.fromkeys(MATERIALS, "kg"), Component.BATTERY: "kWh", Component.DELIVERY: "km"}
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Zone:
    """A row of a table of emission factors.

    Attributes:
        mode: how the car travels, for delivery.
        name: the zone, as the table names it.
        factor: the row.
    """

    mode: str | None
    name: str
    factor: Factor

    def to_wire(self) -> dict[str, object]:
        """Return the row as JSON values."""
        mode = {} if self.mode is None else {"mode": self.mode}
        value = nearest(self.factor.value)
        return {**mode, "zone": self.name, "label": self.factor.label, "factor": value}


@dataclass(frozen=True, slots=True, kw_only=True)
class Lever:
    """What one component alone can do.

    Attributes:
        component: which one.
        footprint: its kilograms, the five others as they are.
        factor: the mean over the sites that count, and the one to prove at every site (or on
            every leg) as an accepted specific value.
        quantity: what is declared: the mass of a material, the running mass changing by as much;
            the capacity of the battery; the mean distance over the lines that count, every leg
            changing in the same proportion. None for processing.
        zones: the rows of the table that reach the minimum, put at every site (or on every leg).
        possible: a factor or a quantity reaches the minimum, or nothing needs to.
    """

    component: Component
    footprint: Limit
    factor: Limit
    quantity: Limit | None
    zones: tuple[Zone, ...]
    possible: bool

    def to_wire(self) -> dict[str, object]:
        """Return the lever as JSON values."""
        return {
            "possible": self.possible,
            "footprint": self.footprint.to_wire(),
            "factor": self.factor.to_wire(),
            "quantity": None if self.quantity is None else self.quantity.to_wire(),
            "zones": [zone.to_wire() for zone in self.zones],
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Levers:
    """What each of the six components can do, and how far the footprint is from its limit.

    Attributes:
        minimum: the score to reach, in points.
        footprint: of the version, and the largest one that reaches the minimum in its category.
        margin_kg: what the footprint may still grow by, in kg CO2e; below zero, what it must
            lose; None when no footprint reaches the minimum, or when every one does.
        reached: the minimum is reached.
        components: one lever each, in the order of the sum.
    """

    minimum: Fraction
    footprint: Limit
    margin_kg: Fraction | None
    reached: bool
    components: tuple[Lever, ...]

    def to_wire(self) -> dict[str, object]:
        """Return the levers as JSON values."""
        return {
            "minimum_score": nearest(self.minimum),
            "reached": self.reached,
            "footprint": self.footprint.to_wire(),
            "margin_kg": below_or_none(self.margin_kg),
            "components": {one.component.value: one.to_wire() for one in self.components},
        }


def levers(declaration: Declaration, *, on: date, law: Law) -> Levers:
    """Return what each component alone would have to become, on day *on* (S-1, S-4).

    The declaration is one that `scoring.wire.read_declaration` accepted for that day.

    Raises:
        NotInForceError: the method does not exist on that day.
    """
    method = method_on(law, on)
    today = score(declaration, on=on, law=law)
    most_kg = largest_footprint_kg(
        today.minimum - today.other_points,
        method.curves[today.category],
        method.number("footprint_points"),
    )
    search = _Search(
        declaration=declaration,
        method=method,
        found=footprint(declaration, method=method),
        most_kg=most_kg,
        reached=today.reached,
    )
    return Levers(
        minimum=today.minimum,
        footprint=Limit(now=today.footprint_kg, most=most_kg, unit=FOOTPRINT_UNIT),
        margin_kg=None if most_kg is None else most_kg - today.footprint_kg,
        reached=today.reached,
        components=tuple(search.lever(component) for component in Component),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Search:
    """The declaration whose levers are looked for, its footprint and the largest that reaches.

    There is no such largest one when none reaches, or when every one does.
    """

    declaration: Declaration
    method: Method
    found: Footprint
    most_kg: Fraction | None
    reached: bool

    def lever(self, component: Component) -> Lever:
        factor, quantity = self._factor(component), self._quantity(component)
        reaching = [one for one in (factor, quantity) if one and one.most is not None]
        return Lever(
            component=component,
            footprint=self._footprint(component),
            factor=factor,
            quantity=quantity,
            zones=tuple(self._zones(component, factor.most)),
            possible=self.reached or bool(reaching),
        )

    def _footprint(self, component: Component) -> Limit:
        now = self.found.components[component]
        most = None if self.most_kg is None else self.most_kg - (self.found.total_kg - now)
        reachable = most is not None and most >= 0
        return Limit(now=now, most=most if reachable else None, unit=FOOTPRINT_UNIT)

    def _factor(self, component: Component) -> Limit:
        whole = with_factor(self._as_counted(), component, Fraction(1))
        per_unit = footprint(whole, method=self.method).components[component]
        return Limit(
            now=self.found.components[component] / per_unit if per_unit else None,
            most=self._most(lambda value: with_factor(self.declaration, component, value)),
            unit=self.method.law.parameters[f"{component}_factors"].unit,
        )

    def _quantity(self, component: Component) -> Limit | None:
        if component is Component.PROCESSING:
            return None
        if component is Component.DELIVERY:
            now = self._mean_distance_km()
            most = self._most(lambda km: with_legs(self.declaration, km / now)) if now else None
        elif component is Component.BATTERY:
            now = self.declaration.reference_vehicle.battery.capacity_kwh
            # No battery without capacity can be declared.
            most = self._most(lambda kwh: with_capacity(self.declaration, kwh)) or None
        else:
            now = material_mass_kg(component, self.declaration.reference_vehicle)
            most = self._most(lambda kg: with_mass(self.declaration, component, kg))
        return Limit(now=now, most=most, unit=QUANTITY_UNITS[component])

    def _zones(self, component: Component, most: Fraction | None) -> Iterator[Zone]:
        """Yield the rows up to *most*; all of them when none would lose the minimum."""
        for mode, name, factor in _rows(component, self.method):
            if self.reached if most is None else factor.value <= most:
                yield Zone(mode=mode, name=name, factor=factor)

    def _most(self, changed: Callable[[Fraction], Declaration]) -> Fraction | None:
        if self.most_kg is None:
            return None
        return largest(
            lambda amount: footprint(changed(amount), method=self.method).total_kg, self.most_kg
        )

    def _as_counted(self) -> Declaration:
        """Return the declaration with its lines weighing what they do, whatever is put in them."""
        shares = self.found.line_shares
        total = lcm(*(share.denominator for share in shares))
        return replace(
            self.declaration,
            manufacturing_lines=tuple(
                replace(line, volume_six_months=int(share * total), volume_proven=True)
                for line, share in zip(self.declaration.manufacturing_lines, shares, strict=True)
            ),
        )

    def _mean_distance_km(self) -> Fraction:
        lines = zip(self.declaration.manufacturing_lines, self.found.line_shares, strict=True)
        return sum(
            (share * leg.distance_km for line, share in lines for leg in line.delivery),
            start=Fraction(),
        )


def _rows(component: Component, method: Method) -> Iterator[tuple[str | None, str, Factor]]:
    """Yield the mode, the zone and the factor of each row of the table of *component*."""
    if component is Component.DELIVERY:
        for (mode, name), factor in method.transport.items():
            yield mode, name, factor
    else:
        for name, factor in method.factors[component].items():
            yield None, name, factor
