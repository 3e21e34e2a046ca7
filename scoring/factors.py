"""The emission factor of a component at a place: the row of its zone, or a specific value."""

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from scoring.inputs import Component, Leg, Mode, SpecificValue, TransportZone
from scoring.law import Country, Factor, Method
from scoring.rounding import exactly
from scoring.trace import ORDER, Step

# A step read in the law is the same for every declaration of a day.
CACHED: Final = 4096

ARTICLES: Final[Mapping[Component, str]] = MappingProxyType(
    {Component.FERROUS: f"{ORDER}, annexe I"}
)


@lru_cache(maxsize=CACHED)
def parameter_step(method: Method, name: str) -> Step:
    """Return a single value of the law as a step."""
    edition = method.edition(name)
    parameter = method.law.parameters[name]
    return Step(
        name=name,
        label=parameter.label[:1].upper() + parameter.label[1:],
        result=edition.number,
        unit=parameter.unit,
        edition=edition,
        notes=(edition.note,) if edition.note else (),
    )


def country_factor(
    method: Method, component: Component, iso: str, specific: SpecificValue | None
) -> Step:
    """Return the factor of *component* in country *iso*, or the *specific* value accepted there.

    Raises:
        KeyError: no such country; the reader of declarations refuses it before.
    """
    return _settled(_country_reference(method, component, iso), specific)


def leg_factor(method: Method, leg: Leg, specific: SpecificValue | None) -> Step:
    """Return the factor of one *leg* of delivery, or the *specific* value accepted for it.

    Raises:
        KeyError: no such mode in that zone; the reader of declarations refuses it before.
    """
    return _settled(_leg_reference(method, leg.mode, leg.zone), specific)


@lru_cache(maxsize=CACHED)
def _country_reference(method: Method, component: Component, iso: str) -> Step:
    """Return the row of the zone of a country, and why it is that row."""
    country = method.countries[iso]
    factor = method.factors[component][country.zones[component]]
    return _reference(method, component, factor).noting(_assignment(country, factor))


@lru_cache(maxsize=CACHED)
def _leg_reference(method: Method, mode: Mode, zone: TransportZone) -> Step:
    """Return the row of a mode in a zone."""
    return _reference(method, Component.DELIVERY, method.transport[mode, zone])


def _reference(method: Method, component: Component, factor: Factor) -> Step:
    """Return a row of a table as a step."""
    name = f"{component}_factors"
    return Step(
        name="reference_value",
        label=f"Facteur d’émission : {factor.label}",
        result=factor.value,
        unit=method.law.parameters[name].unit,
        edition=method.edition(name),
        grade=factor.grade,
        article=ARTICLES.get(component, ORDER),
        notes=(factor.note,) if factor.note else (),
    )


def _assignment(country: Country, factor: Factor) -> str:
    """Say why this row serves that country, and how sure it is (S-11)."""
    sentence = f"{country.name} ({country.iso}) : ligne « {factor.label} »"
    if country.grade == "C":
        return f"{sentence}, rattachement déduit par continent, à confirmer (coté C)."
    return f"{sentence}, rattachement coté {country.grade}."


def _settled(reference: Step, specific: SpecificValue | None) -> Step:
    """Put an accepted *specific* value in place of the reference; both stay visible (S-13)."""
    if specific is None:
        return reference
    if specific.accepted:
        return Step(
            name="specific_value",
            label="Valeur spécifique acceptée",
            result=specific.value,
            unit=reference.unit,
            article="code de l’énergie, article D. 251-1-A, II",
            notes=(f"Remplace la valeur de référence {exactly(reference.number)}.",),
            children=(reference,),
        )
    fate = "sans décision" if specific.accepted is None else "refusée"
    return reference.noting(
        f"Valeur spécifique {exactly(specific.value)} {fate} : elle ne compte pas."
    )
