"""The form of what is declared beside the footprint: repair of the battery, materials."""

from typing import Any, ClassVar, Final

from wtforms import RadioField
from wtforms.fields.choices import SelectChoice
from wtforms.validators import Optional

from app.web.fields import FrenchDecimalField
from app.web.manufacturer.declared import DeclaredForm
from scoring.wire import OTHER_ELEMENTS

ANSWERS: Final[dict[object, bool | None]] = {"yes": True, "no": False, "": None}


class YesNoField(RadioField):
    """Yes, no, or not declared, which is neither."""

    choices_offered: ClassVar = (
        SelectChoice("yes", "Oui"),
        SelectChoice("no", "Non"),
        SelectChoice("", "Non déclaré"),
    )

    def __init__(self, label: str, **kwargs: Any) -> None:
        choices = list(self.choices_offered)
        super().__init__(label, [Optional()], choices=choices, coerce=answer, **kwargs)


def answer(value: object) -> bool | None:
    """Return what a choice, or a declaration, answers.

    Raises:
        ValueError: it is no answer.
    """
    if isinstance(value, bool):
        return value
    if value not in ANSWERS:
        raise ValueError(value)
    return ANSWERS[value]


class OtherElementsForm(DeclaredForm):
    """What article 12 asks, answer by answer: any of them may be left out."""

    record = OTHER_ELEMENTS

    battery_modules_replaceable = YesNoField(
        "Un ou plusieurs modules de la batterie peuvent-ils être remplacés s’ils sont défectueux ?"
    )
    battery_cells_replaceable = YesNoField(
        "Une ou plusieurs cellules de la batterie peuvent-elles être remplacées si elles sont"
        " défectueuses ?"
    )
    battery_repair_offered = YesNoField(
        "Le service après-vente propose-t-il la réparation de la batterie de cette version ?"
    )
    plastics_mass_kg = FrenchDecimalField(
        "Plastiques, hors batterie (kg)",
        [Optional()],
        description="Recyclés ou non : la part de plastiques recyclés se compte sur cette masse.",
    )
    recycled_plastics_mass_kg = FrenchDecimalField("Dont plastiques recyclés (kg)", [Optional()])
    bio_based_materials_mass_kg = FrenchDecimalField(
        "Matériaux biosourcés, hors batterie (kg)", [Optional()]
    )
