"""A declaration with one figure changed wherever it counts, as the levers ask for it."""

from dataclasses import replace
from fractions import Fraction

from scoring.inputs import Component, Declaration, SpecificValue
from scoring.materials import material_mass_kg


def with_factor(declaration: Declaration, component: Component, value: Fraction) -> Declaration:
    """Return the declaration with *value* accepted at every site, or on every leg (S-13)."""
    accepted = SpecificValue(component=component, value=value, accepted=True)
    if component is Component.BATTERY:
        proved = [replace(accepted, battery_site=site.id) for site in declaration.battery_sites]
    elif component is Component.DELIVERY:
        proved = [
            replace(accepted, line=line.id, leg=rank)
            for line in declaration.manufacturing_lines
            for rank in range(len(line.delivery))
        ]
    else:
        proved = [replace(accepted, line=line.id) for line in declaration.manufacturing_lines]
    others = (one for one in declaration.specific_values if one.component is not component)
    return replace(declaration, specific_values=(*proved, *others))


def with_mass(declaration: Declaration, material: Component, mass_kg: Fraction) -> Declaration:
    """Return the declaration with that mass of *material*; the masses close as before (S-10)."""
    vehicle = declaration.reference_vehicle
    more_kg = mass_kg - material_mass_kg(material, vehicle)
    changed = replace(vehicle, running_mass_kg=vehicle.running_mass_kg + more_kg)
    if material is Component.FERROUS:
        changed = replace(changed, ferrous_mass_kg=mass_kg)
    elif material is Component.ALUMINIUM:
        changed = replace(changed, aluminium_mass_kg=mass_kg)
    else:
        changed = replace(changed, other_materials_mass_kg=mass_kg)
    return replace(declaration, reference_vehicle=changed)


def with_capacity(declaration: Declaration, capacity_kwh: Fraction) -> Declaration:
    """Return the declaration with a battery of that capacity, as heavy as before."""
    vehicle = declaration.reference_vehicle
    battery = replace(vehicle.battery, capacity_kwh=capacity_kwh)
    return replace(declaration, reference_vehicle=replace(vehicle, battery=battery))


def with_legs(declaration: Declaration, times: Fraction) -> Declaration:
    """Return the declaration with every leg *times* as long."""
    return replace(
        declaration,
        manufacturing_lines=tuple(
            replace(
                line,
                delivery=tuple(
                    replace(leg, distance_km=times * leg.distance_km) for leg in line.delivery
                ),
            )
            for line in declaration.manufacturing_lines
        ),
    )
