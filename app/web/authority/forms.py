"""What an agent of the ministries types."""

from collections.abc import Iterable
from typing import Final

from wtforms import RadioField, SelectField
from wtforms.fields.choices import SelectChoice
from wtforms.validators import InputRequired, Optional

from app.domain.orders import LineEffect
from app.domain.procedure import State
from app.queries.decidable import Decidable
from app.web.fields import (
    LONGEST_TEXT,
    FrenchDateField,
    PortalForm,
    StrippedStringField,
    StrippedTextField,
    at_most,
)
from app.web.seen import SeenForm

LONGEST_TITLE: Final = 300


class OrderForm(PortalForm):
    """An order to prepare."""

    title = StrippedStringField(
        "Intitulé de l’arrêté",
        [at_most(LONGEST_TITLE)],
        description="Par exemple : arrêté modifiant la liste des versions.",
    )


class LineForm(SeenForm):
    """A version to put in an order, and what the order says of it."""

    version = SelectField("Version", [InputRequired("Choisissez une version.")])
    effect = RadioField(
        "Ce que dit l’arrêté",
        [InputRequired("Choisissez ce que dit l’arrêté.")],
        choices=[
            SelectChoice(LineEffect.LIST.value, "Il inscrit la version sur la liste"),
            SelectChoice(LineEffect.REFUSE.value, "Il refuse expressément la version"),
        ],
        default=LineEffect.LIST.value,
    )
    reasons = StrippedTextField(
        "Motifs du refus",
        [at_most(LONGEST_TEXT)],
        description="Obligatoires pour un refus ; le constructeur les recevra.",
        render_kw={"rows": 4},
    )

    def offer(self, versions: Iterable[Decidable]) -> None:
        """Offer the versions that an order may decide and that none in preparation holds."""
        self.version.choices = [
            SelectChoice("", "Choisissez une version"),
            *(
                SelectChoice(one.dossier.reference, _in_words(one))
                for one in versions
                if one.order is None
            ),
        ]


class RemovalForm(SeenForm):
    """A version to take out of an order in preparation."""


class PublicationForm(SeenForm):
    """The publication of an order in the Journal officiel."""

    nor = StrippedStringField(
        "Numéro NOR",
        [InputRequired("Indiquez le numéro NOR.")],
        description="Quatre lettres, sept chiffres et une lettre.",
        render_kw={"autocomplete": "off", "spellcheck": "false"},
    )
    published_on = FrenchDateField(
        "Jour du Journal officiel", [InputRequired("Indiquez le jour de publication.")]
    )
    effective_on = FrenchDateField(
        "Jour d’effet",
        [Optional()],
        description="Seulement si l’arrêté en fixe un ; sinon, le lendemain de la publication.",
    )


def _in_words(one: Decidable) -> str:
    dossier = one.dossier
    if one.proposal is None:
        opinion = "sans proposition : refus seulement"
    else:
        opinion = "favorable" if one.proposal.favourable else "défavorable"
    late = ", rejet implicite" if dossier.state == State.REFUSED_BY_SILENCE else ""
    return f"{dossier.brand} {dossier.commercial_name}, {dossier.tvv} ({opinion}{late})"
