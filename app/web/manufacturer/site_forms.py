"""The forms of a manufacturing line and of a battery site, with rows added one at a time."""

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from wtforms import BooleanField, FieldList, FormField, HiddenField, SelectField
from wtforms.fields.choices import SelectChoice
from wtforms.validators import InputRequired, Optional, StopValidation

from app.web.fields import (
    CountryField,
    FrenchDecimalField,
    FrenchIntegerField,
    StrippedStringField,
)
from app.web.manufacturer.declared import DeclaredForm, PartForm, country_codes, current_method
from app.web.manufacturer.wire import for_form
from scoring.wire import BATTERY_SITE, LINE

MOST_ROWS: Final = 100
BETWEEN: Final = "|"
ADDRESS_HINT: Final = "Voie, code postal ou équivalent, commune."
VOLUME_HINT: Final = "Nombre de véhicules de la version produits sur la ligne en six mois."
BATTERIES_HINT: Final = "Nombre de batteries fournies pour la version les six derniers mois."


class JourneyField(SelectField):
    """A mode and a zone chosen together, so that they always go with each other."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, choices=journeys, **kwargs)

    def pre_validate(self, form: Any) -> None:  # noqa: ANN401, ARG002 - as WTForms
        """Refuse a pair that has no factor in the tables of the day."""
        if self.data not in {choice.value for choice in journeys()}:
            raise StopValidation("Choisissez un mode et une zone de la liste.")


def journeys() -> list[SelectChoice]:
    """Return the modes and zones that have a factor today, after an empty choice."""
    known = current_method().transport.items()
    pairs = [SelectChoice(f"{mode}{BETWEEN}{zone}", one.label) for (mode, zone), one in known]
    return [SelectChoice("", "Choisissez un mode et une zone"), *pairs]


class SiteForm(PartForm):
    """A production site."""

    name = StrippedStringField("Nom du site", [InputRequired("Indiquez le nom du site.")])
    country = CountryField(
        "Pays", [InputRequired("Choisissez le pays du site.")], codes=country_codes
    )
    address = StrippedStringField("Adresse exacte", [Optional()], description=ADDRESS_HINT)


class StampingForm(SiteForm):
    """A stamping site."""

    stamped_mass_kg = FrenchDecimalField(
        "Masse emboutie sur ce site (kg)",
        [Optional()],
        description="À indiquer quand l’emboutissage est réparti sur plusieurs sites.",
    )


class LegForm(PartForm):
    """One leg of the delivery."""

    journey = JourneyField(
        "Mode et zone de transport", [InputRequired("Choisissez un mode et une zone de transport.")]
    )
    distance_km = FrenchDecimalField(
        "Distance (km)", [InputRequired("Indiquez la distance, en km.")]
    )

    @property
    def data(self) -> dict[str, Any]:
        """What was read, mode and zone apart as in the declaration."""
        found = dict(super().data)
        mode, _, zone = str(found.pop("journey") or "").partition(BETWEEN)
        return found | {"mode": mode, "zone": zone}


class LineForm(DeclaredForm):
    """One way the version is made, from stamping to the distribution site in France."""

    record = LINE
    shown_at: ClassVar[dict[str, str]] = {"mode": "journey", "zone": "journey"}

    id = HiddenField()
    assembly = FormField(SiteForm, "Site d’assemblage final")
    stamping = FieldList(
        FormField(StampingForm, "Site d’emboutissage"),
        "Emboutissage",
        min_entries=1,
        max_entries=MOST_ROWS,
    )
    body_in_white = FormField(SiteForm, "Site de la caisse en blanc")
    painting = FormField(SiteForm, "Site de peinture")
    volume_six_months = FrenchIntegerField(
        "Volume des six derniers mois", [Optional()], description=VOLUME_HINT
    )
    volume_proven = BooleanField("Un document joint au dossier prouve ce volume")
    delivery = FieldList(
        FormField(LegForm, "Trajet"), "Acheminement", min_entries=1, max_entries=MOST_ROWS
    )

    def rearrange(self, pressed: Mapping[str, str]) -> bool:
        """Add or remove a row, or copy the assembly site, if one of these buttons was pressed.

        Nothing is checked and nothing is kept: the page comes back with all that was typed.
        """
        if pressed.get("add") in {"stamping", "delivery"}:
            rows = self[pressed["add"]]
            if len(rows.entries) < MOST_ROWS:
                rows.append_entry()
        elif "remove" in pressed:
            for rows in (self.stamping, self.delivery):
                left = [row for row in rows.entries if row.name != pressed["remove"]]
                rows.entries = left or rows.entries
        elif "same_site" in pressed:
            self._copy_assembly()
        else:
            return False
        return True

    def _copy_assembly(self) -> None:
        del self.stamping.entries[1:]
        for target in (self.stamping[0], self.body_in_white, self.painting):
            for name in ("name", "country", "address"):
                target.form[name].data = self.assembly.form[name].data


class BatterySiteForm(DeclaredForm):
    """A production site of the battery."""

    record = BATTERY_SITE

    id = HiddenField()
    name = StrippedStringField(
        "Nom du site de production de la batterie", [InputRequired("Indiquez le nom du site.")]
    )
    cell_country = CountryField(
        "Pays de fabrication des cellules",
        [InputRequired("Choisissez le pays de fabrication des cellules.")],
        codes=country_codes,
    )
    address = StrippedStringField("Adresse exacte", [Optional()], description=ADDRESS_HINT)
    volume_six_months = FrenchIntegerField(
        "Volume des six derniers mois", [Optional()], description=BATTERIES_HINT
    )
    volume_proven = BooleanField("Un document joint au dossier prouve ce volume")

    def rearrange(self, pressed: Mapping[str, str]) -> bool:  # noqa: ARG002 - it has no rows
        """A battery site has no rows."""
        return False


def line_for_form(line: Mapping[str, Any]) -> dict[str, Any]:
    """Return a manufacturing line as its form wants it: mode and zone are one choice."""
    found: dict[str, Any] = for_form(LINE, line)
    for leg in found.get("delivery", []):
        leg["journey"] = f"{leg.pop('mode', '')}{BETWEEN}{leg.pop('zone', '')}".strip(BETWEEN)
    return found


def battery_site_for_form(site: Mapping[str, Any]) -> dict[str, Any]:
    """Return a battery site as its form wants it."""
    found: dict[str, Any] = for_form(BATTERY_SITE, site)
    return found
