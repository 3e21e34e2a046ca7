"""The footprint of a version: the sum of its six terms, each with its parts."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from types import MappingProxyType
from typing import Final

from scoring.arithmetic import total, weighted
from scoring.battery import battery_footprint
from scoring.delivery import delivery_footprint
from scoring.inputs import BatterySite, Component, Declaration, ManufacturingLine
from scoring.law import Method
from scoring.materials import MATERIALS, material_footprint
from scoring.processing import processing_footprint
from scoring.sites import WEIGHTING, Alternative, Sharing, candidate_sites, share_out, site_step
from scoring.trace import Input, Step, Term

COMPONENTS: Final = tuple(Component)
Terms = Mapping[Component, Term]


@dataclass(frozen=True, slots=True, kw_only=True)
class Footprint:
    """The footprint of one version.

    Attributes:
        components: the six terms in kg CO2e, in the order of the sum.
        total_kg: their sum, in kg CO2e.
        line_shares: what each line counts for, in the order declared.
        told: writes the step that tells how they were obtained.
    """

    components: Mapping[Component, Fraction]
    total_kg: Fraction
    line_shares: tuple[Fraction, ...]
    told: Callable[[], Step]


@dataclass(frozen=True, slots=True, kw_only=True)
class LineFootprint:
    """The footprint of one line, at the site it counts at.

    Attributes:
        terms: the five terms of a line.
        total_kg: their sum, in kg CO2e.
        site: writes the step that tells which site that is.
    """

    terms: Terms
    total_kg: Fraction
    site: Callable[[], Step]


def footprint(declaration: Declaration, *, method: Method) -> Footprint:
    """Return the footprint of the version, several sites weighted (S-5 to S-9, S-15)."""
    lines = [_line(line, declaration, method) for line in declaration.manufacturing_lines]
    batteries = [_battery(site, declaration, method) for site in declaration.battery_sites]
    by_line = share_out(
        [
            Alternative(
                label=f"ligne {line.id}",
                volume=line.volume_six_months if line.volume_proven else None,
                footprint_kg=made.total_kg,
            )
            for line, made in zip(declaration.manufacturing_lines, lines, strict=True)
        ]
    )
    by_battery_site = share_out(
        [
            Alternative(
                label=f"site {site.id}",
                volume=site.volume_six_months if site.volume_proven else None,
                footprint_kg=battery.number,
            )
            for site, battery in zip(declaration.battery_sites, batteries, strict=True)
        ]
    )
    terms = {
        component: _weighted(batteries, by_battery_site)
        if component is Component.BATTERY
        else _weighted([made.terms[component] for made in lines], by_line)
        for component in COMPONENTS
    }
    total_kg = _total(terms)

    def told() -> Step:
        sites = by_line.step("manufacturing_lines").holding(*(made.site() for made in lines))
        return _sum_step(terms, total_kg, (sites, by_battery_site.step("battery_sites")))

    return Footprint(
        components=MappingProxyType({name: term.number for name, term in terms.items()}),
        total_kg=total_kg,
        line_shares=by_line.parts,
        told=told,
    )


def _sum_step(terms: Terms, total_kg: Fraction, weights: tuple[Step, ...]) -> Step:
    """Return the sum of the six terms, beside the weight of each site."""
    steps = [term.told() for term in terms.values()]
    return Step(
        name="footprint",
        label="Empreinte carbone de la version",
        result=total_kg,
        unit="kg CO2e",
        formula="ferreux + aluminium + autres + batterie + transformations + acheminement",
        inputs=tuple(Input(label=step.label, value=step.number, unit=step.unit) for step in steps),
        children=(*weights, *steps),
    )


def _line(line: ManufacturingLine, declaration: Declaration, method: Method) -> LineFootprint:
    """Return the footprint of *line* at the site it counts at.

    Delivery does not depend on that site: it enters each total, so that the totals shown are
    those of the version.
    """
    delivery = delivery_footprint(line, declaration, method=method)
    sites, why = candidate_sites(line, method)
    made = {
        country: {**_made_in(country, line, declaration, method), Component.DELIVERY: delivery}
        for country in dict.fromkeys(site.country for site in sites)
    }
    totals_kg = {country: _total(terms) for country, terms in made.items()}
    kept = max(sites, key=lambda site: totals_kg[site.country])
    return LineFootprint(
        terms=made[kept.country],
        total_kg=totals_kg[kept.country],
        site=lambda: site_step(kept, sites, totals_kg, f"Ligne {line.id}. {why}"),
    )


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


def _battery(site: BatterySite, declaration: Declaration, method: Method) -> Term:
    """Return the footprint of a battery from *site*."""
    return battery_footprint(
        declaration.reference_vehicle.battery,
        country=site.cell_country,
        method=method,
        specific=declaration.specific_value(Component.BATTERY, site.id),
    )


def _weighted(terms: Sequence[Term], sharing: Sharing) -> Term:
    """Return one term over all sites; the term itself when a single site counts."""
    if len(sharing.counted) == 1:
        return terms[sharing.counted[0][0]]
    counted = [(terms[n], part) for n, part in sharing.counted]
    emitted_kg = weighted((term.number, part) for term, part in counted)
    return Term(
        emitted_kg,
        lambda: _weighted_step(emitted_kg, [term.told() for term, _ in counted], sharing),
    )


def _weighted_step(emitted_kg: Fraction, steps: Sequence[Step], sharing: Sharing) -> Step:
    """Return the sum of one term over the sites that count."""
    return Step(
        name=steps[0].name,
        label=steps[0].label,
        result=emitted_kg,
        unit=steps[0].unit,
        formula="somme des sites : poids × empreinte au site",
        inputs=tuple(
            Input(label=f"Poids, {sharing.alternatives[n].label}", value=part)
            for n, part in sharing.counted
        ),
        article=WEIGHTING,
        children=tuple(steps),
    )


def _total(terms: Terms) -> Fraction:
    return total(term.number for term in terms.values())
