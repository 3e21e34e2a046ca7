"""The footprint of a version: the sum of its six terms, each with its parts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType

from scoring.battery import battery_footprint
from scoring.delivery import delivery_footprint
from scoring.inputs import BatterySite, Component, Declaration, ManufacturingLine
from scoring.law import Method
from scoring.materials import MATERIALS, material_footprint
from scoring.processing import processing_footprint
from scoring.sites import (
    WEIGHTING,
    Alternative,
    Shares,
    candidate_sites,
    share_out,
    site_step,
)
from scoring.trace import Input, Step

Terms = Mapping[Component, Step]


@dataclass(frozen=True, slots=True, kw_only=True)
class Footprint:
    """The footprint of one version.

    Attributes:
        components: the six terms in kg CO2e, in the order of the sum.
        total_kg: their sum, in kg CO2e.
        step: how they were obtained.
    """

    components: Mapping[Component, Fraction]
    total_kg: Fraction
    step: Step


def footprint(declaration: Declaration, *, method: Method) -> Footprint:
    """Return the footprint of the version, several sites weighted (S-5 to S-9, S-15)."""
    lines = [_line(line, declaration, method) for line in declaration.manufacturing_lines]
    batteries = [_battery(site, declaration, method) for site in declaration.battery_sites]
    line_shares, lines_step = share_out(
        "manufacturing_lines",
        [
            Alternative(
                label=f"ligne {line.id}",
                volume=line.volume_six_months if line.volume_proven else None,
                footprint_kg=_total(terms),
            )
            for line, (terms, _) in zip(declaration.manufacturing_lines, lines, strict=True)
        ],
    )
    battery_shares, batteries_step = share_out(
        "battery_sites",
        [
            Alternative(
                label=f"site {site.id}",
                volume=site.volume_six_months if site.volume_proven else None,
                footprint_kg=step.number,
            )
            for site, step in zip(declaration.battery_sites, batteries, strict=True)
        ],
    )
    terms = {
        component: _weighted(batteries, battery_shares)
        if component is Component.BATTERY
        else _weighted([terms[component] for terms, _ in lines], line_shares)
        for component in Component
    }
    lines_step = lines_step.holding(*(site for _, site in lines))
    return _sum(terms, (lines_step, batteries_step, *terms.values()))


def _sum(terms: Terms, children: tuple[Step, ...]) -> Footprint:
    """Add the six terms."""
    total_kg = _total(terms)
    return Footprint(
        components=MappingProxyType({name: step.number for name, step in terms.items()}),
        total_kg=total_kg,
        step=Step(
            name="footprint",
            label="Empreinte carbone de la version",
            result=total_kg,
            unit="kg CO2e",
            formula="ferreux + aluminium + autres + batterie + transformations + acheminement",
            inputs=tuple(
                Input(label=step.label, value=step.number, unit=step.unit)
                for step in terms.values()
            ),
            children=children,
        ),
    )


def _line(line: ManufacturingLine, declaration: Declaration, method: Method) -> tuple[Terms, Step]:
    """Return the five terms of *line* at the site it counts at, and the choice of that site.

    Delivery does not depend on that site: it enters each total, so that the totals shown are
    those of the version.
    """
    delivery = delivery_footprint(line, declaration, method=method)
    sites, why = candidate_sites(line, method)
    made = {
        country: {**_made_in(country, line, declaration, method), Component.DELIVERY: delivery}
        for country in {site.country for site in sites}
    }
    totals = [(site, _total(made[site.country])) for site in sites]
    kept, _ = max(totals, key=lambda one: one[1])
    return made[kept.country], site_step(kept, totals, f"Ligne {line.id}. {why}")


def _made_in(
    country: str, line: ManufacturingLine, declaration: Declaration, method: Method
) -> Terms:
    """Return the four terms that depend on where the car is made."""
    vehicle = declaration.reference_vehicle
    terms = {
        material: material_footprint(
            material,
            vehicle,
            country=country,
            method=method,
            specific=declaration.specific_value(material, line.id),
        )
        for material in MATERIALS
    }
    terms[Component.PROCESSING] = processing_footprint(
        vehicle,
        country=country,
        method=method,
        specific=declaration.specific_value(Component.PROCESSING, line.id),
    )
    return terms


def _battery(site: BatterySite, declaration: Declaration, method: Method) -> Step:
    """Return the footprint of a battery from *site*."""
    return battery_footprint(
        declaration.reference_vehicle.battery,
        country=site.cell_country,
        method=method,
        specific=declaration.specific_value(Component.BATTERY, site.id),
    )


def _weighted(steps: Sequence[Step], shares: Shares) -> Step:
    """Return one term over all sites; the term itself when a single site counts."""
    counted = [(step, *share) for step, share in zip(steps, shares.items(), strict=True)]
    counted = [one for one in counted if one[-1]]
    first = counted[0][0]
    if len(counted) == 1:
        return first
    return Step(
        name=first.name,
        label=first.label,
        result=sum((step.number * share for step, _, share in counted), start=Fraction()),
        unit=first.unit,
        formula="somme des sites : poids × empreinte au site",
        inputs=tuple(Input(label=f"Poids, {label}", value=share) for _, label, share in counted),
        article=WEIGHTING,
        children=tuple(step for step, _, _ in counted),
    )


def _total(terms: Terms) -> Fraction:
    return sum((step.number for step in terms.values()), start=Fraction())
