"""The specific values of a derogation, or of a change, in draft: list, add, change, remove."""

from collections.abc import Callable
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any

from flask import abort, url_for
from flask.typing import ResponseReturnValue

from app.context import current_actor, current_clock
from app.domain.plausibility import value_doubt
from app.domain.specific import (
    SPECIFIC_VALUES,
    Target,
    reference_values,
    targets_of,
    values_by_target,
)
from app.queries.decided_values import takes_values
from app.services.specific_values import record_specific_value, remove_specific_value
from app.web.manufacturer.blueprint import blueprint
from app.web.manufacturer.declared import DraftForm, current_method
from app.web.manufacturer.frame import editable_of, save_or_show, show_step
from app.web.manufacturer.value_forms import SpecificValueForm
from app.web.manufacturer.wire import for_form
from scoring.trace import Step
from scoring.wire import SPECIFIC_VALUE


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownValue:
    """A specific value beside what it replaces.

    Attributes:
        target: what it replaces.
        value: the value, in the wire format.
        references: the reference value, one for each country that the line may count at.
        doubt: why it is to be read again; empty when it is not.
    """

    target: Target
    value: Any
    references: tuple[Step, ...]
    doubt: str


@blueprint.get("/dossiers/<reference:reference>/valeurs")
def list_values(reference: str) -> ResponseReturnValue:
    """Show the specific values, each beside the reference value it replaces."""
    dossier = editable_of(reference)
    values, taken = _shown(dossier), takes_values(dossier)
    if not taken and not values:
        abort(HTTPStatus.NOT_FOUND)
    return show_step(
        "values.html", dossier, SPECIFIC_VALUES, values=values, free=_free(dossier), taken=taken
    )


@blueprint.route("/dossiers/<reference:reference>/valeurs/ajouter", methods=["GET", "POST"])
def add_value(reference: str) -> ResponseReturnValue:
    """Put a value in place of a reference value."""
    dossier = _taking(reference)
    form = SpecificValueForm()
    taken = list(values_by_target(dossier.content))
    form.offer(dossier.content, _free(dossier), taken)
    rank = taken.index(form.replaced) + 1 if form.replaced else None
    return _save(
        dossier,
        form,
        lambda: show_step("value.html", dossier, SPECIFIC_VALUES, form=form, replaced=rank),
    )


@blueprint.route("/dossiers/<reference:reference>/valeurs/<int:number>", methods=["GET", "POST"])
def edit_value(reference: str, number: int) -> ResponseReturnValue:
    """Change the value of a rank; what it replaces stays."""
    dossier = _taking(reference)
    shown = _value_at(dossier, number)
    held = for_form(SPECIFIC_VALUE, {"value": shown.value})
    form = SpecificValueForm(data=held)
    form.keep(shown.target, shown.references)
    return _save(
        dossier,
        form,
        lambda: show_step(
            "value.html", dossier, SPECIFIC_VALUES, form=form, shown=shown, number=number
        ),
    )


@blueprint.route(
    "/dossiers/<reference:reference>/valeurs/<int:number>/retirer", methods=["GET", "POST"]
)
def remove_value(reference: str, number: int) -> ResponseReturnValue:
    """Go back to the reference value, after a confirmation."""
    dossier = editable_of(reference)
    shown = _value_at(dossier, number)
    form = DraftForm()
    return save_or_show(
        form,
        reference=reference,
        save=lambda: remove_specific_value(
            reference,
            shown.target,
            revision=form.seen.number,
            by=current_actor(),
            clock=current_clock(),
        ),
        saved="La valeur spécifique est retirée : la valeur de référence compte de nouveau.",
        to=lambda: url_for(
            ".show_dossier" if _last(dossier) else ".list_values", reference=reference
        ),
        show=lambda: show_step(
            "remove_value.html", dossier, SPECIFIC_VALUES, form=form, shown=shown, number=number
        ),
    )


def _save(dossier: Any, form: SpecificValueForm, show: Callable[[], str]) -> ResponseReturnValue:  # noqa: ANN401 - a row, read only
    def save() -> None:
        target = form.chosen()
        assert target is not None  # noqa: S101 - the form is valid
        record_specific_value(
            dossier.reference,
            target,
            str(form.part()["value"]),
            revision=form.seen.number,
            by=current_actor(),
            clock=current_clock(),
        )

    return save_or_show(
        form,
        reference=dossier.reference,
        save=save,
        saved="La valeur spécifique est enregistrée : joignez ses justificatifs avec les pièces.",
        to=lambda: url_for(".list_values", reference=dossier.reference),
        show=show,
    )


def _taking(reference: str) -> Any:  # noqa: ANN401 - a row, read only
    """Return a draft that takes specific values; 404 for another one."""
    dossier = editable_of(reference)
    if not takes_values(dossier):
        abort(HTTPStatus.NOT_FOUND)
    return dossier


def _shown(dossier: Any) -> list[ShownValue]:  # noqa: ANN401 - a row, read only
    return [
        ShownValue(
            target=target,
            value=value.get("value"),
            references=reference_values(dossier.content, target, method=current_method()),
            doubt=value_doubt(dossier.content, target, value.get("value"), method=current_method()),
        )
        for target, value in values_by_target(dossier.content).items()
    ]


def _value_at(dossier: Any, number: int) -> ShownValue:  # noqa: ANN401 - a row, read only
    values = _shown(dossier)
    if not 1 <= number <= len(values):
        abort(HTTPStatus.NOT_FOUND)
    return values[number - 1]


def _free(dossier: Any) -> list[Target]:  # noqa: ANN401 - a row, read only
    """Return what no value replaces yet."""
    taken = values_by_target(dossier.content)
    return [target for target in targets_of(dossier.content) if target not in taken]


def _last(dossier: Any) -> bool:  # noqa: ANN401 - a row, read only
    """Tell whether a draft that takes no specific value has lost its last one."""
    return not takes_values(dossier) and not values_by_target(dossier.content)
