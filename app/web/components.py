"""The six components of a score as the pages show them: one picture, two tables, one sentence.

All of them write the same figures, with as many decimals as the verdict needs (reading S-1).
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import Final

from flask import Flask

from app.domain.specific import LABELS
from app.web.figures import share, traced_points
from app.web.filters import NO_BREAK, nombre
from app.web.waterfall import Bound, Picture, Span, picture
from scoring import law
from scoring.inputs import Component
from scoring.law import method_on
from scoring.points import largest_footprint_kg
from scoring.rounding import WIRE_PLACES, nearest
from scoring.score import Score
from scoring.trace import Step

UNIT: Final = f"{NO_BREAK}kg CO2e"
MINIMUM: Final = "Minimum"
ANY_FOOTPRINT: Final = "Le minimum est atteint quelle que soit l’empreinte."
NO_FOOTPRINT: Final = "Aucune empreinte ne donnerait à elle seule le minimum."


@dataclass(frozen=True, slots=True, kw_only=True)
class ComponentRow:
    """A component of the footprint.

    Attributes:
        component: which one.
        label: its name.
        kg: its footprint, in kg CO2e.
        share: its part of the footprint of the version.
        sum_kg: its footprint and those before it, in kg CO2e.
        specific: whether an accepted specific value counts in it (S-13).
    """

    component: Component
    label: str
    kg: str
    share: str
    sum_kg: str
    specific: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class CurvePoint:
    """A point of the curve, and where the version stands from it.

    Attributes:
        label: what it is.
        kg: its footprint, in kg CO2e.
        points: what it gives.
        apart: how far the footprint of the version is from it.
        bound: its line in the picture.
    """

    label: str
    kg: str
    points: str
    apart: str
    bound: Bound


@dataclass(frozen=True, slots=True, kw_only=True)
class Components:
    """The part of a page that shows the footprint of a version.

    Attributes:
        rows: the components, in the order of the sum.
        total: the footprint, in kg CO2e.
        curve: the lower bound, the minimum, the upper bound.
        distance: the distance to the minimum, in a sentence.
        picture: the waterfall.
        summary: the waterfall in sentences.
    """

    rows: tuple[ComponentRow, ...]
    total: str
    curve: tuple[CurvePoint, ...]
    distance: str
    picture: Picture
    summary: str


def register(app: Flask) -> None:
    """Give the components of a score, and its footprint alone, to the templates of *app*."""
    app.add_template_filter(components)
    app.add_template_filter(footprint)


def components(score: Score) -> Components:
    """Return the components of a score beside the curve of its category.

    Raises:
        NotInForceError: no method is in force on the day of the score.
    """
    places = telling_places(score.footprint_kg, limit_kg(score))
    rows = tuple(_rows(score, places))
    total = footprint(score)
    curve = tuple(_curve(score, places))
    distance = _distance(score, places)
    return Components(
        rows=rows,
        total=total,
        curve=curve,
        distance=distance,
        picture=picture(
            [*_spans(score, rows), *_last_spans(score, total, places)],
            [one.bound for one in curve],
        ),
        summary=" ".join([*_sentences(rows, total, curve), distance]),
    )


def footprint(score: Score) -> str:
    """Return the footprint of a score in kg CO2e, never on the wrong side of the minimum (S-1)."""
    places = telling_places(score.footprint_kg, limit_kg(score))
    return nombre(_telling(score.footprint_kg, score, places), places)


def wanted_points(score: Score) -> Fraction:
    """Return the points that the footprint has to give, beside those of the other elements."""
    return score.minimum - score.other_points


def limit_kg(score: Score) -> Fraction | None:
    """Return the heaviest footprint that reaches the minimum, in kg CO2e.

    None where the footprint does not decide: no footprint would be enough, or any is. That takes
    points for the other elements, which the edition in force does not give (S-2).
    """
    wanted = wanted_points(score)
    if wanted <= 0:
        return None
    method = method_on(law.load(), score.on)
    most = method.number("footprint_points")
    return largest_footprint_kg(wanted, method.curves[score.category], most)


def footprint_step(score: Score) -> Step:
    """Return the step of the trace that adds the six components."""
    return next(step for step in score.trace.children if step.name == "footprint")


def telling_places(footprint_kg: Fraction, limit: Fraction | None) -> int:
    """Return the decimals by which a footprint above the limit also reads above it (S-1)."""
    if limit is None or footprint_kg <= limit:
        return 0
    enough = (
        places
        for places in range(WIRE_PLACES)
        if Fraction(nearest(footprint_kg, places)) > Fraction(nearest(limit, places))
    )
    return next(enough, WIRE_PLACES)


def _telling(kg: Fraction, score: Score, places: int) -> Fraction:
    """Return a footprint to write: rounded up where no decimal tells it from the limit (S-1)."""
    limit = limit_kg(score)
    if limit is None or kg <= limit or nearest(kg, places) != nearest(limit, places):
        return kg
    return _rounded_up(kg, places)


def _apart(kg: Fraction, places: int) -> str:
    """Return a difference and its unit: what is not nothing never reads as nothing."""
    if not kg:
        return f"0{UNIT}"
    enough = (more for more in range(places, WIRE_PLACES) if Fraction(nearest(kg, more)))
    found = next(enough, WIRE_PLACES)
    told = kg if Fraction(nearest(kg, found)) else _rounded_up(kg, found)
    return f"{nombre(told, found)}{UNIT}"


def _rounded_up(value: Fraction, places: int) -> Fraction:
    unit = 10**places
    return Fraction(ceil(value * unit), unit)


def _rows(score: Score, places: int) -> Iterator[ComponentRow]:
    terms = {step.name: step for step in footprint_step(score).children}
    sum_kg = Fraction()
    for component, kg in score.components.items():
        sum_kg += kg
        yield ComponentRow(
            component=component,
            label=LABELS[component],
            kg=nombre(kg, places),
            share=f"{nombre(share(kg, score.footprint_kg), 1)}{NO_BREAK}%",
            sum_kg=nombre(_telling(sum_kg, score, places), places),
            specific=_holds(terms[component], "specific_value"),
        )


def _holds(step: Step, name: str) -> bool:
    return step.name == name or any(_holds(child, name) for child in step.children)


def _spans(score: Score, rows: Iterable[ComponentRow]) -> Iterator[Span]:
    """Yield each component after those before it."""
    sum_kg = Fraction()
    for row in rows:
        first, sum_kg = sum_kg, sum_kg + score.components[row.component]
        style = "specific" if row.specific else "component"
        yield Span(label=row.label, figure=row.kg, style=style, first=first, last=sum_kg)


def _last_spans(score: Score, total: str, places: int) -> Iterator[Span]:
    """Yield the footprint, then what is between it and that of the minimum."""
    whole = score.footprint_kg
    yield Span(
        label="Empreinte de la version", figure=total, style="total", first=Fraction(), last=whole
    )
    limit = limit_kg(score)
    if limit is None:
        return
    first, last = sorted((whole, limit))
    yield Span(
        label="Marge avant le minimum" if score.reached else "Dépassement du minimum",
        figure=_apart(last - first, places).removesuffix(UNIT),
        style="margin" if score.reached else "excess",
        first=first,
        last=last,
    )


def _curve(score: Score, places: int) -> Iterator[CurvePoint]:
    method = method_on(law.load(), score.on)
    curve, most = method.curves[score.category], method.number("footprint_points")
    for label, kg, earned in (
        ("Borne basse", curve.full_kg, most),
        (MINIMUM, limit_kg(score), wanted_points(score)),
        ("Borne haute", curve.zero_kg, Fraction(0)),
    ):
        if kg is None:
            continue
        points, written = traced_points(earned, score.minimum), nombre(kg, places)
        apart = score.footprint_kg - kg
        side = "au-dessus" if apart > 0 else "au-dessous"
        yield CurvePoint(
            label=label,
            kg=written,
            points=points,
            apart=f"{_apart(abs(apart), places)} {side}" if apart else "exactement",
            bound=Bound(
                label=f"{label if label == MINIMUM else points} : {written}",
                style="minimum" if label == MINIMUM else "bound",
                kg=kg,
            ),
        )


def _distance(score: Score, places: int) -> str:
    """Return how far the footprint is from the one that gives the minimum."""
    limit = limit_kg(score)
    if limit is None:
        return ANY_FOOTPRINT if score.reached else NO_FOOTPRINT
    apart, wanted = score.footprint_kg - limit, wanted_points(score)
    kept = f"{traced_points(wanted, wanted)} jusqu’à {nombre(limit, places)}{UNIT}"
    if apart > 0:
        return f"L’empreinte dépasse de {_apart(apart, places)} celle du minimum ({kept})."
    if not apart:
        return f"L’empreinte est exactement celle du minimum ({kept})."
    return f"L’empreinte est inférieure de {_apart(-apart, places)} à celle du minimum ({kept})."


def _sentences(
    rows: Iterable[ComponentRow], total: str, curve: Iterable[CurvePoint]
) -> Iterator[str]:
    """Yield the picture in sentences, for those who do not see it."""
    for row in rows:
        yield f"{row.label} : {row.kg}{UNIT}, en tout {row.sum_kg}."
    yield f"Empreinte de la version : {total}{UNIT}."
    for point in curve:
        yield f"{point.label} : {point.kg}{UNIT}, {point.points}."
