"""What a manufacturer declares of a version, as the calculation reads it.

Quantities are exact fractions, with their unit in the name. `scoring.wire` reads and writes
these objects; nothing else builds one from outside data.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cached_property

from scoring.arithmetic import total


class Component(StrEnum):
    """The six terms of the footprint, in the order of the sum."""

    FERROUS = "ferrous"
    ALUMINIUM = "aluminium"
    OTHER_MATERIALS = "other_materials"
    BATTERY = "battery"
    PROCESSING = "processing"
    DELIVERY = "delivery"


class Mode(StrEnum):
    """How a car travels on one leg of its delivery."""

    SEA = "sea"
    RIVER = "river"
    AIR = "air"
    ROAD = "road"
    RAIL = "rail"


class TransportZone(StrEnum):
    """Where a leg runs; `all` for sea, river and air."""

    ALL = "all"
    AFRICA = "Africa"
    AMERICA = "America"
    ASIA = "Asia"
    EUROPE_WITHOUT_FRANCE = "Europe without France"
    FRANCE = "France"
    OCEANIA = "Oceania"


@dataclass(frozen=True, slots=True, kw_only=True)
class Version:
    """The version of a variant of a type (regulation (EU) 2018/858, annex I, B, 1.3.1).

    Attributes:
        brand: make of the car.
        commercial_name: name it is sold under.
        tvv: type-variant-version code, case-sensitive and opaque (L-1).
        vehicle_class: class of the vehicle, such as M1.
        type: type alone, if declared.
        variant: variant alone, if declared.
        version: version alone, if declared.
        type_approval_number: number of the type approval, if declared.
    """

    brand: str
    commercial_name: str
    tvv: str
    vehicle_class: str
    type: str | None = None
    variant: str | None = None
    version: str | None = None
    type_approval_number: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Battery:
    """The traction battery of the reference vehicle: cells or modules, and outer casing.

    Attributes:
        mass_kg: mass of the battery with its casing, in kg.
        capacity_kwh: total capacity, in kWh.
    """

    mass_kg: Fraction
    capacity_kwh: Fraction


@dataclass(frozen=True, kw_only=True)
class ReferenceVehicle:
    """The heaviest configuration of the version with its largest battery (S-3).

    Attributes:
        seats: number of seats.
        boot_litres: boot volume, in litres.
        electric_range_km: combined electric range, in km.
        running_mass_kg: mass in running order, driver included, in kg.
        ferrous_mass_kg: ferrous metals without the battery, in kg.
        aluminium_mass_kg: pure and alloyed aluminium without the battery, in kg.
        other_materials_mass_kg: all other materials without the battery, in kg.
        battery: its battery.
    """

    seats: int
    boot_litres: Fraction
    electric_range_km: Fraction
    running_mass_kg: Fraction
    ferrous_mass_kg: Fraction
    aluminium_mass_kg: Fraction
    other_materials_mass_kg: Fraction
    battery: Battery

    @cached_property
    def mass_without_battery_kg(self) -> Fraction:
        """Sum of the three material masses, in kg: the mass processing is counted on (S-15)."""
        return total((self.ferrous_mass_kg, self.aluminium_mass_kg, self.other_materials_mass_kg))


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    """An industrial site of the car.

    Attributes:
        name: name of the site.
        country: ISO 3166-1 alpha-2 code.
        address: exact address, added by the portal; it does not enter the score.
    """

    name: str
    country: str
    address: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class StampingSite(Site):
    """A site that turns coils into the stamped parts of the body-in-white.

    Attributes:
        stamped_mass_kg: mass of the parts stamped there, in kg; None when not proven.
    """

    stamped_mass_kg: Fraction | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Leg:
    """One leg from the manufacturing site to the distribution site in France.

    Attributes:
        mode: how the car travels.
        zone: where.
        distance_km: in km.
    """

    mode: Mode
    zone: TransportZone
    distance_km: Fraction


@dataclass(frozen=True, slots=True, kw_only=True)
class ManufacturingLine:
    """One way the version is made, from stamping to delivery.

    Attributes:
        id: name of the line inside the declaration.
        volume_six_months: vehicles of the version made in the last six months, or None.
        volume_proven: that volume is supported by a document.
        assembly: the site that counts until 24 January 2025.
        stamping: the stamping sites, at least one.
        body_in_white: where the body-in-white is assembled.
        painting: where it is protected and painted.
        delivery: the legs to France.
    """

    id: str
    volume_six_months: int | None
    volume_proven: bool
    assembly: Site
    stamping: tuple[StampingSite, ...]
    body_in_white: Site
    painting: Site
    delivery: tuple[Leg, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BatterySite:
    """A production site of the battery.

    Attributes:
        id: name of the site inside the declaration.
        name: name of the site.
        cell_country: country where the cells are made, ISO 3166-1 alpha-2.
        volume_six_months: batteries supplied for the version in the last six months, or None.
        volume_proven: that volume is supported by a document.
        address: exact address, added by the portal; it does not enter the score.
    """

    id: str
    name: str
    cell_country: str
    volume_six_months: int | None
    volume_proven: bool
    address: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SpecificValue:
    """A factor the manufacturer puts in place of a reference value (derogation, S-13).

    Attributes:
        component: the term it changes.
        value: in the unit of the table it replaces.
        accepted: True counts; False and None (undecided) are shown and do not count.
        line: the line it is for, unless it is for a battery site.
        battery_site: the battery site it is for.
        leg: rank of the leg from 0, for delivery.
    """

    component: Component
    value: Fraction
    accepted: bool | None
    line: str | None = None
    battery_site: str | None = None
    leg: int | None = None

    @property
    def target(self) -> "Target":
        """What it replaces: component, line or battery site, leg."""
        return self.component, self.line or self.battery_site or "", self.leg


Target = tuple[Component, str, int | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class OtherElements:
    """What is declared beside the footprint: repair of the battery, materials (article 12).

    None is not declared. Masses are those of the reference vehicle without its battery.

    Attributes:
        battery_modules_replaceable: one or more modules can be replaced when defective.
        battery_cells_replaceable: one or more cells can be.
        battery_repair_offered: after-sales offers the repair of the battery for the version.
        plastics_mass_kg: all plastics, in kg: what a share of recycled ones is counted on.
        recycled_plastics_mass_kg: recycled plastics, in kg.
        bio_based_materials_mass_kg: bio-based materials, in kg.
    """

    battery_modules_replaceable: bool | None = None
    battery_cells_replaceable: bool | None = None
    battery_repair_offered: bool | None = None
    plastics_mass_kg: Fraction | None = None
    recycled_plastics_mass_kg: Fraction | None = None
    bio_based_materials_mass_kg: Fraction | None = None


@dataclass(frozen=True, kw_only=True)
class Declaration:
    """All that the score of a version is computed from."""

    version: Version
    reference_vehicle: ReferenceVehicle
    manufacturing_lines: tuple[ManufacturingLine, ...]
    battery_sites: tuple[BatterySite, ...]
    specific_values: tuple[SpecificValue, ...] = ()
    other_elements: OtherElements | None = None

    def specific_value(
        self, component: Component, owner: str, leg: int | None = None
    ) -> SpecificValue | None:
        """Return the value declared in place of a reference value, accepted or not."""
        if not self.specific_values:
            return None
        return self._by_target.get((component, owner, leg))

    @cached_property
    def _by_target(self) -> Mapping[Target, SpecificValue]:
        """The specific values by what they replace: no two replace the same."""
        return {value.target: value for value in self.specific_values}
