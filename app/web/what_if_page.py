"""The what-if of a dossier, for its company and for the agency: the same page.

What is typed is sent by POST and answered, where it is short enough, by the address of its
changes alone: the result can be shared, gone back from and printed. A form sends all its fields,
so their own GET would be longer than a server accepts. Nothing is stored either way.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from http import HTTPStatus
from typing import Any, Final

from flask import redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from app.domain.specific import LABELS
from app.services.assessment import problems
from app.services.what_if import MOST_LEGS, Simulation, simulate
from app.web.comparison import computed_side
from app.web.components import components
from app.web.filters import nombre
from app.web.told_levers import told_levers
from app.web.what_if_form import ChangesForm, sections_of
from scoring import law
from scoring.law import method_on
from scoring.problems import DeclarationError
from scoring.rounding import WIRE_PLACES, nearest

# Characters that every browser, server and letter passes on whole.
MOST_ADDRESS: Final = 2000
ANSWER: Final = "resultat"


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A component, or the whole footprint, before and after changes; in kg CO2e, in words."""

    label: str
    before: str
    after: str
    difference: str


def what_if_page(
    dossier: Any,  # noqa: ANN401 - a row, read only
    content: Mapping[str, Any],
    *,
    on: date,
    trail: Sequence[tuple[str, str]],
) -> ResponseReturnValue:
    """Answer what the score of a dossier would be with other figures.

    Args:
        dossier: the dossier.
        content: the declaration that counts, with the decisions on its specific values.
        on: the day of the method.
        trail: the pages above this one.
    """
    unreadable = problems(content, on=on)
    page: dict[str, Any] = {"dossier": dossier, "trail": trail, "problems": unreadable}
    if unreadable:
        return render_template("what_if/page.html", **page)
    method = method_on(law.load(), on)
    sent = request.form if request.method == "POST" else request.args
    form = ChangesForm(sections_of(content, method=method), sent or None)
    told, status = None, HTTPStatus.OK
    if form.validate():
        address = _address(form, dossier.reference)
        if request.method == "POST" and len(address) <= MOST_ADDRESS:
            return redirect(address)
        try:
            told = simulate(content, form.changes(), on=on)
        except DeclarationError as error:
            form.show(error.problems)
    if form.errors:
        status = HTTPStatus.UNPROCESSABLE_ENTITY
    page |= {
        "form": form,
        "action": url_for(request.endpoint or "", reference=dossier.reference),
        "unknown": request.method == "GET" and not set(request.args) <= set(form.entries),
    }
    return render_template("what_if/page.html", **page, **_answer(told, form)), status


def _address(form: ChangesForm, reference: str) -> str:
    """Return the address that names what differs from the declaration, and nothing else."""
    changed = {name: request.values.get(name, "") for name in form.changed()}
    return url_for(
        request.endpoint or "",
        reference=reference,
        _anchor=ANSWER if changed else None,
        **changed,  # type: ignore[arg-type]  # the names of fields, none of which begins with _
    )


def _answer(told: Simulation | None, form: ChangesForm) -> dict[str, Any]:
    """Return what the page says of a simulation; nothing while a field is wrong."""
    if told is None:
        return {"told": None}
    after = told.after
    return {
        "told": told,
        "tried": form.tried(),
        "sides": [
            computed_side("Déclaration", told.before),
            computed_side("Simulation", after) if after else None,
        ],
        "rows": list(_rows(told)),
        "distance": components(told.last).distance,
        "levers": told.levers
        and told_levers(told.levers, method=method_on(law.load(), told.last.on)),
        "most_legs": MOST_LEGS,
    }


def _rows(told: Simulation) -> Iterator[Row]:
    """Yield the components and their sum before and after; nothing without a change."""
    difference = told.difference
    if told.after is None or difference is None:
        return
    before, after = components(told.before), components(told.after)
    for one, other in zip(before.rows, after.rows, strict=True):
        yield Row(
            label=LABELS[one.component],
            before=one.kg,
            after=other.kg,
            difference=signed(difference.components[one.component]),
        )
    yield Row(
        label="Empreinte de la version",
        before=before.total,
        after=after.total,
        difference=signed(difference.footprint_kg),
    )


def signed(kg: Fraction) -> str:
    """Return a difference with its sign: what is not nothing never reads as nothing."""
    enough = (places for places in range(WIRE_PLACES) if not kg or Fraction(nearest(kg, places)))
    written = nombre(kg, next(enough, WIRE_PLACES))
    return f"+{written}" if kg > 0 else written
