"""Filters for the figures of a score: exact fractions, shown without contradicting the verdict."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, Final

from flask import Flask

from app.web.filters import NO_BREAK, THIN
from scoring import law
from scoring.rounding import WIRE_PLACES, exactly, french, nearest, shown
from scoring.trace import Figure, Step

PLACES: Final = 6
TRACED_PLACES: Final = 3
PLURAL: Final = 2
UNSURE: Final = frozenset({"B1", "C"})
TO_CONFIRM: Final = "à confirmer"


def register(app: Flask) -> None:
    """Give the filters of this module to the templates of *app*."""
    for function in (
        points,
        traced_points,
        kept_points,
        figure,
        exact_fraction,
        grade,
        unsure,
        unsure_steps,
        share,
    ):
        app.add_template_filter(function)


def points(value: Fraction, minimum: Fraction, places: int = 1) -> str:
    """Return a score with its noun: rounded down when below the *minimum* (reading S-1)."""
    return _with_noun(shown(value, minimum, places))


def traced_points(value: Fraction, minimum: Fraction) -> str:
    """Return points with three decimals at most, on the right side of the *minimum* too."""
    text = shown(value, minimum, TRACED_PLACES).rstrip("0").rstrip(",")
    return _with_noun(text)


def kept_points(assessment: Any) -> str:  # noqa: ANN401 - a row, read only
    """Return the score that was kept with a proposal, as it is shown, with its noun.

    It was kept with nine decimals: one that misses the minimum by less is still shown below it.
    """
    minimum = law.load().number("minimum_score", on=assessment.law_on)
    kept = Fraction(assessment.score)
    if not assessment.reached:
        kept = min(kept, minimum - Fraction(1, 10**WIRE_PLACES))
    return _with_noun(shown(kept, minimum))


def _with_noun(text: str) -> str:
    """Return a number written in French with its noun: « 1,9 point », « 2,0 points »."""
    number = Fraction(text.replace(THIN, "").replace(",", "."))
    return f"{text}{NO_BREAK}{'points' if abs(number) >= PLURAL else 'point'}"


def figure(value: Figure) -> str:
    """Return a figure of the trace: at most six decimals, or the words it holds."""
    if isinstance(value, bool):
        return "oui" if value else "non"
    if isinstance(value, int):
        return french(Fraction(value), 0)
    return french(value, PLACES) if isinstance(value, Fraction) else value


def exact_fraction(value: Figure) -> str:
    """Return the fraction behind a figure that six decimals do not hold; otherwise nothing."""
    if not isinstance(value, Fraction) or value == Fraction(nearest(value, PLACES)):
        return ""
    return exactly(value).replace("/", " / ").replace(".", ",")


def share(part: Fraction, whole: Fraction) -> Fraction:
    """Return *part* as a percentage of *whole*; nothing of nothing is zero."""
    return 100 * part / whole if whole else Fraction(0)


def grade(step: Step) -> str:
    """Return how sure the value of a step is; nothing for a figure that is computed."""
    return step.grade or (step.edition.grade if step.edition else "")


def unsure(step: Step) -> bool:
    """Tell whether a step rests on a value still to confirm (reading S-11)."""
    return grade(step) in UNSURE or any(TO_CONFIRM in note for note in step.notes)


def unsure_steps(step: Step) -> list[Step]:
    """Return the steps still to confirm in a trace, each once, in the order they are met."""
    return list({(one.label, one.result): one for one in _unsure(step)}.values())


def _unsure(step: Step) -> Iterator[Step]:
    if unsure(step):
        yield step
    for child in step.children:
        yield from _unsure(child)
