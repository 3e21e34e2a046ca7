"""The form that opens an account."""

from collections.abc import Iterable

from wtforms import Field, RadioField, SelectField
from wtforms.fields.choices import SelectChoice
from wtforms.validators import InputRequired, Length, ValidationError

from app.context import current_clock
from app.domain.actor import Role
from app.labels import words
from app.queries.accounts import company_names
from app.services.operation import Person
from app.web.fields import CountryField, PortalForm, StrippedStringField
from scoring.law import load, method_on

ROLES = (Role.MANUFACTURER, Role.REVIEWER, Role.AUTHORITY, Role.OPERATOR)


def known_countries() -> Iterable[str]:
    """Return the countries that the method of the day knows."""
    return method_on(load(), current_clock().today()).countries


class AccountForm(PortalForm):
    """Who is to have an account, and for which company."""

    email = StrippedStringField(
        "Adresse électronique",
        [
            InputRequired("Indiquez l’adresse électronique."),
            Length(max=254, message="Cette adresse dépasse 254 caractères."),
        ],
        description="Elle sert d’identifiant et reçoit les messages.",
        render_kw={"type": "email", "autocomplete": "off", "spellcheck": "false"},
    )
    name = StrippedStringField(
        "Prénom et nom",
        [
            InputRequired("Indiquez le prénom et le nom."),
            Length(max=120, message="Ce nom dépasse 120 caractères."),
        ],
        description="L’historique des dossiers le montre.",
        render_kw={"autocomplete": "off"},
    )
    role = RadioField(
        "Rôle",
        [InputRequired("Choisissez un rôle.")],
        choices=[SelectChoice(role.value, words(role)) for role in ROLES],
    )
    company = SelectField("Entreprise du constructeur", choices=list)
    new_company = StrippedStringField(
        "Nouvelle entreprise",
        [Length(max=120, message="Ce nom dépasse 120 caractères.")],
        description="Si elle n’est pas dans la liste : sa raison sociale exacte.",
        render_kw={"autocomplete": "off"},
    )
    country = CountryField(
        "Pays de la nouvelle entreprise",
        codes=known_countries,
        description="Celui de son siège : le délai de recours en dépend.",
    )

    def __init__(self) -> None:
        super().__init__()
        self.company.choices = [
            SelectChoice("", "Aucune"),
            *(SelectChoice(name, name) for name in company_names()),
        ]

    def validate_company(self, field: Field) -> None:
        """A manufacturer has one company, known or new; the others have none."""
        named = [name for name in (field.data, self.new_company.data) if name]
        if self.role.data == Role.MANUFACTURER.value and len(named) != 1:
            raise ValidationError(
                "Choisissez une entreprise connue ou inscrivez-en une nouvelle, l’une des deux."
            )
        if self.role.data and self.role.data != Role.MANUFACTURER.value and named:
            raise ValidationError("Seul un constructeur a une entreprise : choisissez « Aucune ».")

    def validate_country(self, field: Field) -> None:
        """A new company is established somewhere."""
        if self.new_company.data and not field.data:
            raise ValidationError("Choisissez le pays de la nouvelle entreprise.")

    def person(self) -> Person:
        """Return what was typed, as the service says it."""
        new = self.new_company.data
        return Person(
            email=self.email.value,
            name=self.name.value,
            role=Role(self.role.data),
            company=new or self.company.data or None,
            country=self.country.value if new else None,
        )
