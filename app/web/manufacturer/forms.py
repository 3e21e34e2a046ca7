"""The forms of a draft: version, reference vehicle, import."""

from typing import Any, ClassVar, Final

from wtforms import FileField, FormField, SelectField
from wtforms.fields.choices import SelectChoice
from wtforms.validators import InputRequired, Optional

from app.web.fields import (
    FrenchDecimalField,
    FrenchIntegerField,
    StrippedStringField,
    StrippedTextField,
)
from app.web.manufacturer.declared import DeclaredForm, DraftForm, PartForm
from scoring.wire import REFERENCE_VEHICLE, VERSION

CLASSES: Final = (SelectChoice("M1", "M1 (voiture particulière)"),)


class VersionForm(DeclaredForm):
    """Which version the dossier is about."""

    record = VERSION
    brand = StrippedStringField("Marque", [InputRequired("Indiquez la marque.")])
    commercial_name = StrippedStringField(
        "Nom commercial", [InputRequired("Indiquez le nom commercial.")]
    )
    tvv = StrippedStringField(
        "Code type-variante-version",
        [InputRequired("Indiquez le code type-variante-version.")],
        description="Tel qu’il figure au certificat de conformité : majuscules et minuscules"
        " comptent. Exemple : 005Y7CRBVb3s5T3X.",
    )
    vehicle_class = SelectField("Catégorie du véhicule", choices=CLASSES)
    type = StrippedStringField("Type", [Optional()])
    variant = StrippedStringField("Variante", [Optional()])
    version = StrippedStringField("Version", [Optional()])
    type_approval_number = StrippedStringField(
        "Numéro de réception par type", [Optional()], description="Exemple : e2*2018/858*12345*00."
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        declared = (kwargs.get("data") or {}).get("vehicle_class")
        if declared and declared not in {choice.value for choice in CLASSES}:
            # Imported: shown as it is, and not changed in silence.
            self.vehicle_class.choices = [SelectChoice(declared, declared), *CLASSES]


class BatteryForm(PartForm):
    """The largest battery of the version."""

    mass_kg = FrenchDecimalField(
        "Masse de la batterie (kg)",
        [InputRequired("Indiquez la masse de la batterie, en kg.")],
        description="Cellules ou modules et enveloppe extérieure.",
    )
    capacity_kwh = FrenchDecimalField(
        "Capacité totale de la batterie (kWh)",
        [InputRequired("Indiquez la capacité de la batterie, en kWh.")],
    )


class VehicleForm(DeclaredForm):
    """The reference vehicle, in the units of its type-approval sheets."""

    record = REFERENCE_VEHICLE
    shown_at: ClassVar[dict[str, str]] = {"": "running_mass_kg"}

    seats = FrenchIntegerField("Nombre de places", [InputRequired("Indiquez le nombre de places.")])
    boot_litres = FrenchDecimalField(
        "Volume du coffre (litres)", [InputRequired("Indiquez le volume du coffre, en litres.")]
    )
    electric_range_km = FrenchDecimalField(
        "Autonomie électrique (km)", [InputRequired("Indiquez l’autonomie électrique, en km.")]
    )
    running_mass_kg = FrenchDecimalField(
        "Masse en ordre de marche (kg)",
        [InputRequired("Indiquez la masse en ordre de marche, en kg.")],
        description="Conducteur compris.",
    )
    ferrous_mass_kg = FrenchDecimalField(
        "Métaux ferreux, hors batterie (kg)",
        [InputRequired("Indiquez la masse de métaux ferreux, en kg.")],
    )
    aluminium_mass_kg = FrenchDecimalField(
        "Aluminium, hors batterie (kg)", [InputRequired("Indiquez la masse d’aluminium, en kg.")]
    )
    other_materials_mass_kg = FrenchDecimalField(
        "Autres matériaux, hors batterie (kg)",
        [InputRequired("Indiquez la masse des autres matériaux, en kg.")],
    )
    battery = FormField(BatteryForm, "Batterie")


class ImportForm(DraftForm):
    """A declaration, from a file or pasted."""

    file = FileField(
        "Classeur XLSX ou fichier JSON",
        render_kw={"accept": ".xlsx,.json,.jsonl,application/json"},
    )
    text = StrippedTextField(
        "Ou texte de la déclaration en JSON", render_kw={"rows": 14, "spellcheck": "false"}
    )
