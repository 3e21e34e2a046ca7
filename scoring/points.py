"""Footprint to points, by the curve of the category."""

from fractions import Fraction

from scoring.arithmetic import proportion
from scoring.factors import parameter_step
from scoring.law import Curve, Method
from scoring.trace import Input, Step, Term


def points(footprint_kg: Fraction, curve: Curve, most: Fraction) -> Fraction:
    """Return the points of a footprint: *most* up to the lower bound, none from the upper one."""
    if footprint_kg <= curve.full_kg:
        return most
    if footprint_kg >= curve.zero_kg:
        return Fraction(0)
    return proportion(most, curve.zero_kg - footprint_kg, curve.zero_kg - curve.full_kg)


def largest_footprint_kg(wanted: Fraction, curve: Curve, most: Fraction) -> Fraction | None:
    """Return the largest footprint that earns *wanted* points, in kg CO2e.

    None if none does, or if every one does, when nothing is wanted.
    """
    if not 0 < wanted <= most:
        return None
    return curve.zero_kg - wanted / most * (curve.zero_kg - curve.full_kg)


def points_earned(footprint_kg: Fraction, category: int, *, method: Method) -> Term:
    """Return the points of a footprint in *category*, with the bounds used."""
    curve = method.curves[category]
    most = parameter_step(method, "footprint_points")
    earned = points(footprint_kg, curve, most.number)
    return Term(
        earned,
        lambda: Step(
            name="points",
            label="Points de l’empreinte carbone",
            result=earned,
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
        ),
    )
