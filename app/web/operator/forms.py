"""The form that opens an account."""

from collections.abc import Iterable

from wtforms import Field, RadioField, SelectField
from wtforms.fields.choices import SelectChoice
from wtforms.validators import InputRequired, Length, ValidationError

from app.context import current_clock
from app.domain.actor import Role
from app.domain.ministries import Ministry
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

    ministry = SelectField("Ministère", choices=list)

    def __init__(self) -> None:
        super().__init__()
        self.ministry.choices = ministry_choices()
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

    def validate_ministry(self, field: Field) -> None:
        """An agent of an authority alone speaks for a minister."""
        if field.data and self.role.data != Role.AUTHORITY.value:
            raise ValidationError(
                "Seul un agent des ministères est rattaché à l’un d’eux : choisissez « Aucun »."
            )

    def person(self) -> Person:
        """Return what was typed, as the service says it."""
        new = self.new_company.data
        return Person(
            email=self.email.value,
            name=self.name.value,
            role=Role(self.role.data),
            company=new or self.company.data or None,
            country=self.country.value if new else None,
            ministry=Ministry(self.ministry.data) if self.ministry.data else None,
        )


class MinistryForm(PortalForm):
    """For which minister an agent of an authority speaks."""

    ministry = SelectField("Ministère", choices=list)

    def __init__(self, ministry: Ministry | None = None) -> None:
        super().__init__(ministry=ministry.value if ministry else "")
        self.ministry.choices = ministry_choices()

    def chosen(self) -> Ministry | None:
        """Return the ministry chosen; none for none."""
        return Ministry(self.ministry.data) if self.ministry.data else None


class BrandForm(PortalForm):
    """A brand that a company answers for."""

    brand = StrippedStringField(
        "Marque",
        [
            InputRequired("Indiquez la marque."),
            Length(max=120, message="Ce nom dépasse 120 caractères."),
        ],
        description="L’entreprise pourra signaler une modification des versions de cette marque,"
        " même inscrites sans dossier déposé ici.",
        render_kw={"autocomplete": "off"},
    )


def ministry_choices() -> list[SelectChoice]:
    """Return the four ministries, and none of them."""
    return [
        SelectChoice("", "Aucun"),
        *(SelectChoice(ministry.value, words(ministry)) for ministry in Ministry),
    ]
