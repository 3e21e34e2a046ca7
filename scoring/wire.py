"""The declaration on the wire: one table reads it, writes it and describes it.

The same format serves the command, bulk import, the forms and the API.
"""

from collections.abc import Iterable, Mapping
from datetime import date
from fractions import Fraction
from typing import Final, cast

from scoring import inputs
from scoring.closure import closure_problem
from scoring.dated import Law
from scoring.fields import (
    FAILED,
    Choice,
    Count,
    CountryCode,
    Field,
    Flag,
    ListOf,
    Quantity,
    Reading,
    Record,
    Text,
)
from scoring.inputs import (
    BatterySite,
    Component,
    Declaration,
    ManufacturingLine,
    OtherElements,
    SpecificValue,
)
from scoring.law import method_on
from scoring.problems import DeclarationError, Problem
from scoring.rounding import french

MOST_VEHICLES: Final = 10**9
MOST_SEATS: Final = 99
# Twice the largest battery of a passenger car: beyond, watt-hours were typed.
MOST_CAPACITY_KWH: Final = 300
MOST_LEGS: Final = 100
MOST_SPECIFIC_VALUES: Final = 1000
ADDRESS_LENGTH: Final = 500


def _optional(key: str, label: str, kind: Flag | Text | Quantity | Count | Record) -> Field:
    return Field(key=key, label=label, kind=kind, required=False, nullable=True, omitted=True)


def _check_vehicle(values: Mapping[str, object], pointer: str, reading: Reading) -> None:
    """Refuse masses that do not close, once all of them are read (S-10)."""
    if len(values) < len(REFERENCE_VEHICLE.fields):
        return
    vehicle = inputs.ReferenceVehicle(**values)  # type: ignore[arg-type]  # read by the table
    problem = closure_problem(vehicle, method=reading.method, field=pointer)
    if problem is not None:
        reading.problems.append(problem)


def _check_battery(values: Mapping[str, object], pointer: str, reading: Reading) -> None:
    """Refuse a capacity that can only be in watt-hours (decision 0024)."""
    capacity = values.get("capacity_kwh")
    if isinstance(capacity, Fraction) and capacity > MOST_CAPACITY_KWH:
        message = (
            f"« Capacité totale de la batterie (kWh) » dépasse {MOST_CAPACITY_KWH} kWh, plus"
            " qu’aucune voiture : écrivez-la en kilowattheures, pas en wattheures."
        )
        reading.refuse("out_of_range", message, f"{pointer}/capacity_kwh")


def _check_leg(values: Mapping[str, object], pointer: str, reading: Reading) -> None:
    """Refuse a mode in a zone the table of the day does not hold."""
    if not {"mode", "zone"} <= values.keys():
        return
    pair = (cast("str", values["mode"]), cast("str", values["zone"]))
    if pair not in reading.method.transport:
        zones = ", ".join(z for mode, z in reading.method.transport if mode == pair[0])
        message = f"Le mode « {pair[0]} » n’a pas de facteur en zone « {pair[1]} » ({zones})."
        reading.refuse("unknown_leg", message, f"{pointer}/zone")


def _check_specific_value(values: Mapping[str, object], pointer: str, reading: Reading) -> None:
    """Refuse a value that names no target, or a target of another component."""
    component = values.get("component")
    if component is None:
        return
    expected = {"battery_site"} if component is Component.BATTERY else {"line"}
    if component is Component.DELIVERY:
        expected.add("leg")
    for key, label in (("line", "Ligne"), ("battery_site", "Site de batterie"), ("leg", "Trajet")):
        given = values.get(key, FAILED) is not None
        if key in expected and not given:
            message = f"« {label} » est obligatoire pour une valeur « {component} »."
            reading.refuse("required", message, f"{pointer}/{key}")
        if key not in expected and given and key in values:
            message = f"« {label} » n’a pas de sens pour une valeur « {component} »."
            reading.refuse("not_applicable", message, f"{pointer}/{key}")


def _check_other_elements(values: Mapping[str, object], pointer: str, reading: Reading) -> None:
    """Refuse more recycled plastics than plastics."""
    most_kg = cast("Fraction | None", values.get("plastics_mass_kg"))
    _check_part(values, ("recycled_plastics_mass_kg",), most_kg, pointer, reading)


def _check_part(
    values: Mapping[str, object],
    parts: Iterable[str],
    most_kg: Fraction | None,
    pointer: str,
    reading: Reading,
) -> None:
    """Refuse a mass above that of what it is a part of, when both are known."""
    labels = {one.key: one.label for one in OTHER_ELEMENTS.fields}
    for key in parts:
        mass_kg = cast("Fraction | None", values.get(key))
        if most_kg is not None and mass_kg is not None and mass_kg > most_kg:
            message = f"« {labels[key]} » dépasse {french(most_kg, 9)} kg, ce dont c’est une part."
            reading.refuse("out_of_range", message, f"{pointer}/{key}")


def _check_declaration(values: Mapping[str, object], pointer: str, reading: Reading) -> None:
    """Look at lines, battery sites, specific values and other elements together."""
    lines = cast("tuple[ManufacturingLine, ...] | None", values.get("manufacturing_lines"))
    sites = cast("tuple[BatterySite, ...] | None", values.get("battery_sites"))
    specific = cast("tuple[SpecificValue, ...]", values.get("specific_values", ()))
    for key, alternatives in (("manufacturing_lines", lines), ("battery_sites", sites)):
        if alternatives is not None:
            _check_alternatives(alternatives, f"{pointer}/{key}", reading)
    _check_twice(
        (value.target for value in specific),
        "Deux valeurs spécifiques remplacent la même valeur de référence.",
        f"{pointer}/specific_values",
        reading,
    )
    _check_materials(values, pointer, reading)
    if lines is None or sites is None:
        return
    legs = {line.id: len(line.delivery) for line in lines}
    known = {"line": legs.keys(), "battery_site": {site.id for site in sites}}
    for n, value in enumerate(specific):
        key = "line" if value.battery_site is None else "battery_site"
        owner = value.target[1]
        if owner not in known[key]:
            message = f"Valeur spécifique : « {owner} » n’est pas déclaré."
            reading.refuse("unknown_reference", message, f"{pointer}/specific_values/{n}/{key}")
        elif value.leg is not None and value.leg >= legs[owner]:
            message = f"Valeur spécifique : la ligne « {owner} » n’a pas de trajet {value.leg}."
            reading.refuse("unknown_reference", message, f"{pointer}/specific_values/{n}/leg")


def _check_materials(values: Mapping[str, object], pointer: str, reading: Reading) -> None:
    """Refuse plastics and bio-based materials heavier than the other materials they are among."""
    vehicle = cast("inputs.ReferenceVehicle | None", values.get("reference_vehicle"))
    elements = cast("OtherElements | None", values.get("other_elements"))
    if vehicle is None or elements is None:
        return
    masses = {key: getattr(elements, key) for key in MATERIALS}
    most_kg = vehicle.other_materials_mass_kg
    _check_part(masses, MATERIALS, most_kg, f"{pointer}/other_elements", reading)


def _check_alternatives(
    alternatives: tuple[ManufacturingLine, ...] | tuple[BatterySite, ...],
    pointer: str,
    reading: Reading,
) -> None:
    """Refuse two of the same name, and volumes that are all proven and all zero (S-15)."""
    _check_twice((one.id for one in alternatives), "Identifiant déjà pris.", pointer, reading)
    volumes = [one.volume_six_months for one in alternatives if one.volume_proven]
    if len(alternatives) > 1 and volumes == [0] * len(alternatives):
        message = "Le volume total des six derniers mois est nul : aucun site ne peut compter."
        reading.refuse("total_volume_zero", message, pointer)


def _check_twice(names: Iterable[object], message: str, pointer: str, reading: Reading) -> None:
    seen: set[object] = set()
    for n, name in enumerate(names):
        if name in seen:
            reading.refuse("duplicate", message, f"{pointer}/{n}")
        seen.add(name)


# fmt: off
ADDRESS: Final = _optional("address", "Adresse exacte", Text(most=ADDRESS_LENGTH))
SITE_FIELDS: Final = (
    Field(key="name",    label="Nom du site", kind=Text()),
    Field(key="country", label="Pays du site", kind=CountryCode()),
    ADDRESS,
)
VOLUME_FIELDS: Final = (
    Field(key="volume_six_months", label="Volume des six derniers mois",
          kind=Count(0, MOST_VEHICLES), required=False, nullable=True),
    Field(key="volume_proven", label="Volume prouvé", kind=Flag(), required=False, default=False),
)
VERSION: Final = Record(build=inputs.Version, fields=(
    Field(key="brand",           label="Marque", kind=Text()),
    Field(key="commercial_name", label="Nom commercial", kind=Text()),
    Field(key="tvv",             label="Type, variante, version", kind=Text()),
    Field(key="vehicle_class",   label="Catégorie du véhicule", kind=Text()),
    _optional("type",                 "Type", Text()),
    _optional("variant",              "Variante", Text()),
    _optional("version",              "Version", Text()),
    _optional("type_approval_number", "Numéro de réception par type", Text()),
))
BATTERY: Final = Record(build=inputs.Battery, check=_check_battery, fields=(
    Field(key="mass_kg",      label="Masse de la batterie (kg)", kind=Quantity(positive=True)),
    Field(key="capacity_kwh", label="Capacité totale de la batterie (kWh)",
          kind=Quantity(positive=True)),
))
REFERENCE_VEHICLE: Final = Record(build=inputs.ReferenceVehicle, check=_check_vehicle, fields=(
    Field(key="seats",             label="Nombre de places", kind=Count(1, MOST_SEATS)),
    Field(key="boot_litres",       label="Volume du coffre (L)", kind=Quantity()),
    Field(key="electric_range_km", label="Autonomie électrique (km)", kind=Quantity()),
    Field(key="running_mass_kg",   label="Masse en ordre de marche (kg)",
          kind=Quantity(positive=True)),
    Field(key="ferrous_mass_kg",   label="Masse de métaux ferreux hors batterie (kg)",
          kind=Quantity()),
    Field(key="aluminium_mass_kg", label="Masse d’aluminium hors batterie (kg)", kind=Quantity()),
    Field(key="other_materials_mass_kg", label="Masse des autres matériaux hors batterie (kg)",
          kind=Quantity()),
    Field(key="battery",           label="Batterie", kind=BATTERY),
))
SITE: Final = Record(build=inputs.Site, fields=SITE_FIELDS)
STAMPING_SITE: Final = Record(build=inputs.StampingSite, fields=(
    *SITE_FIELDS, _optional("stamped_mass_kg", "Masse emboutie (kg)", Quantity()),
))
LEG: Final = Record(build=inputs.Leg, check=_check_leg, fields=(
    Field(key="mode",        label="Mode de transport", kind=Choice(inputs.Mode)),
    Field(key="zone",        label="Zone de transport", kind=Choice(inputs.TransportZone)),
    Field(key="distance_km", label="Distance (km)", kind=Quantity()),
))
LINE: Final = Record(build=inputs.ManufacturingLine, fields=(
    Field(key="id", label="Identifiant de la ligne", kind=Text()),
    *VOLUME_FIELDS,
    Field(key="assembly",      label="Site d’assemblage", kind=SITE),
    Field(key="stamping",      label="Sites d’emboutissage", kind=ListOf(item=STAMPING_SITE)),
    Field(key="body_in_white", label="Site de la caisse en blanc", kind=SITE),
    Field(key="painting",      label="Site de peinture", kind=SITE),
    Field(key="delivery",      label="Trajets d’acheminement",
          kind=ListOf(item=LEG, most=MOST_LEGS)),
))
BATTERY_SITE: Final = Record(build=inputs.BatterySite, fields=(
    Field(key="id",           label="Identifiant du site de batterie", kind=Text()),
    Field(key="name",         label="Nom du site de batterie", kind=Text()),
    Field(key="cell_country", label="Pays de fabrication des cellules", kind=CountryCode()),
    *VOLUME_FIELDS,
    ADDRESS,
))
SPECIFIC_VALUE: Final = Record(
    build=inputs.SpecificValue, check=_check_specific_value, fields=(
    Field(key="component", label="Composante", kind=Choice(Component)),
    _optional("line",         "Ligne", Text()),
    _optional("battery_site", "Site de batterie", Text()),
    _optional("leg",          "Trajet", Count(0, MOST_LEGS)),
    Field(key="value",    label="Valeur spécifique", kind=Quantity()),
    Field(key="accepted", label="Valeur acceptée", kind=Flag(), required=False, nullable=True),
))
OTHER_ELEMENTS: Final = Record(build=OtherElements, check=_check_other_elements, fields=(
    _optional("battery_modules_replaceable",
              "Un ou plusieurs modules de la batterie remplaçables", Flag()),
    _optional("battery_cells_replaceable",
              "Une ou plusieurs cellules de la batterie remplaçables", Flag()),
    _optional("battery_repair_offered",
              "Réparation de la batterie proposée par le service après-vente", Flag()),
    _optional("plastics_mass_kg",            "Masse de plastiques (kg)", Quantity()),
    _optional("recycled_plastics_mass_kg",   "Masse de plastiques recyclés (kg)", Quantity()),
    _optional("bio_based_materials_mass_kg", "Masse de matériaux biosourcés (kg)", Quantity()),
))
MATERIALS: Final = tuple(one.key for one in OTHER_ELEMENTS.fields if isinstance(one.kind, Quantity))
DECLARATION: Final = Record(build=Declaration, check=_check_declaration, fields=(
    Field(key="version",             label="Version", kind=VERSION),
    Field(key="reference_vehicle",   label="Véhicule de référence", kind=REFERENCE_VEHICLE),
    Field(key="manufacturing_lines", label="Lignes de fabrication", kind=ListOf(item=LINE)),
    Field(key="battery_sites",       label="Sites de batterie", kind=ListOf(item=BATTERY_SITE)),
    Field(key="specific_values",     label="Valeurs spécifiques", required=False, default=(),
          kind=ListOf(item=SPECIFIC_VALUE, least=0, most=MOST_SPECIFIC_VALUES)),
    _optional("other_elements", "Réparabilité et matières", OTHER_ELEMENTS),
))
# fmt: on


def read_declaration(value: object, *, on: date, law: Law) -> Declaration:
    """Return the declaration held by a decoded JSON *value*, checked for day *on*.

    Raises:
        DeclarationError: with all the problems found, not the first.
        NotInForceError: the method does not exist on that day.
    """
    declaration, problems = _read(value, on, law)
    if problems:
        raise DeclarationError(problems)
    return cast("Declaration", declaration)


def problems_of(value: object, *, on: date, law: Law) -> tuple[Problem, ...]:
    """Return all that a draft still has to correct before it can be read on day *on*.

    Raises:
        NotInForceError: the method does not exist on that day.
    """
    return _read(value, on, law)[1]


def write_declaration(declaration: Declaration) -> dict[str, object]:
    """Return the declaration in the wire format; reading it gives the same object."""
    return cast("dict[str, object]", DECLARATION.write(declaration))


def declaration_schema() -> dict[str, object]:
    """Return the JSON Schema of a declaration, from the table that reads it.

    It says the shape only; the checks between fields, such as the closure of the masses, and the
    countries and zones of the day are told by `problems_of`.
    """
    schema = DECLARATION.schema()
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Déclaration",
    } | schema


def _read(value: object, on: date, law: Law) -> tuple[object, tuple[Problem, ...]]:
    reading = Reading(method_on(law, on))
    declaration = DECLARATION.read(value, "Déclaration", "", reading)
    return declaration, tuple(reading.problems)
