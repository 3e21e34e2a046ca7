"""Footprint to points, by the curve of the category."""

from fractions import Fraction

from scoring.factors import parameter_step
from scoring.law import Curve, Method
from scoring.trace import Input, Step


def points(footprint_kg: Fraction, curve: Curve, most: Fraction) -> Fraction:
    """Return the points of a footprint: *most* up to the lower bound, none from the upper one."""
    share = (curve.zero_kg - footprint_kg) / (curve.zero_kg - curve.full_kg)
    return most * min(max(share, Fraction(0)), Fraction(1))


def points_step(footprint_kg: Fraction, category: int, *, method: Method) -> Step:
    """Return the points of a footprint in *category*, with the bounds used."""
    curve = method.curves[category]
    most = parameter_step(method, "footprint_points")
    return Step(
        name="points",
        label="Points de l’empreinte carbone",
        result=points(footprint_kg, curve, most.number),
        unit="point",
        formula="points × (borne haute − empreinte) ÷ (borne haute − borne basse), borné",
        inputs=(
            Input(label="Empreinte", value=footprint_kg, unit="kg CO2e"),
            Input(label="Borne basse", value=curve.full_kg, unit="kg CO2e"),
            Input(label="Borne haute", value=curve.zero_kg, unit="kg CO2e"),
            Input(label="Points", value=most.number, unit="point"),
        ),
        edition=method.edition("curves"),
        grade=curve.grade,
        children=(most,),
    )
