"""The form of a specific value: what it replaces, chosen among what the dossier declares."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any, ClassVar, Final

from wtforms import Field, SelectField
from wtforms.fields.choices import SelectChoice
from wtforms.validators import InputRequired, ValidationError

from app.domain.specific import Target, reference_values
from app.web.fields import FrenchDecimalField
from app.web.figures import figure
from app.web.filters import NO_BREAK
from app.web.manufacturer.declared import DeclaredForm, current_method
from scoring.trace import Step
from scoring.wire import SPECIFIC_VALUE

EMPTY: Final = SelectChoice("", "Choisissez la valeur de référence à remplacer")
UNKNOWN: Final = "valeur de référence à compléter"


class SpecificValueForm(DeclaredForm):
    """A value in place of a reference value.

    Attributes:
        only: what it replaces, when the page already says it.
        replaced: what a value replaces already, although it was sent again.
    """

    record = SPECIFIC_VALUE
    shown_at: ClassVar[dict[str, str]] = {"component": "target"}
    only: Target | None = None
    replaced: Target | None = None

    target = SelectField(
        "Valeur de référence remplacée",
        [InputRequired("Choisissez la valeur de référence à remplacer.")],
        choices=[EMPTY],
        validate_choice=False,
    )
    value = FrenchDecimalField(
        "Valeur spécifique",
        [InputRequired("Indiquez la valeur spécifique.")],
        description="Dans l’unité de la valeur de référence remplacée.",
    )

    def offer(
        self, content: Mapping[str, Any], targets: Sequence[Target], taken: Collection[Target] = ()
    ) -> None:
        """Offer what may be replaced, each with its reference value of the day.

        Args:
            content: the declaration.
            targets: what no value replaces yet.
            taken: what one does; still shown to whoever sent it.
        """
        self.replaced = next((one for one in taken if one.key == self.target.data), None)
        shown = [*targets, *([self.replaced] if self.replaced else ())]
        self.target.choices = [EMPTY, *(_choice(content, target) for target in shown)]
        self._known = {target.key: target for target in targets}

    def keep(self, target: Target, references: Sequence[Step]) -> None:
        """Speak of one target only: the value changes, what it replaces does not."""
        del self.target
        self.only = target
        if references:
            self.value.label.text = f"Valeur spécifique ({references[0].unit})"
            self.value.description = ""

    def validate_target(self, field: Field) -> None:  # noqa: ARG002 - as WTForms
        """Refuse a target that the dossier does not declare, or no longer, or has replaced."""
        if self.replaced is not None:
            raise ValidationError(
                "Une valeur spécifique remplace déjà cette valeur de référence. Modifiez-la, ou"
                " choisissez une autre valeur de référence."
            )
        if self.chosen() is None:
            raise ValidationError("Choisissez la valeur de référence dans la liste.")

    def chosen(self) -> Target | None:
        """Return what the value replaces; nothing while it is not chosen."""
        return self.only or self._known.get(self.target.data or "")

    def part(self) -> dict[str, Any]:
        """Return what was typed, in the wire format; the decision is not the company's."""
        target = self.chosen()
        typed = {} if self.value.data is None else {"value": format(self.value.data, "f")}
        return (target.to_wire() if target else {}) | typed | {"accepted": None}


def _choice(content: Mapping[str, Any], target: Target) -> SelectChoice:
    found = reference_values(content, target, method=current_method())
    told = " ou ".join(f"{figure(step.result)}{NO_BREAK}{step.unit}" for step in found)
    return SelectChoice(target.key, f"{target.label} ({told or UNKNOWN})")
