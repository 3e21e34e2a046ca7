"""What an agent of the ministries types."""

from collections.abc import Iterable
from typing import Final

from wtforms import RadioField, SelectField
from wtforms.fields.choices import SelectChoice
from wtforms.validators import InputRequired, Optional

from app.domain.identifiers import TVV_LENGTH
from app.domain.ministries import Stance
from app.domain.orders import LineEffect
from app.domain.procedure import Route, State
from app.labels import words
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
LONGEST_NAME: Final = 120


class OrderForm(PortalForm):
    """An order to prepare."""

    title = StrippedStringField(
        "Intitulé de l’arrêté",
        [at_most(LONGEST_TITLE)],
        description="Par exemple : arrêté modifiant la liste des versions.",
    )


class LineForm(SeenForm):
    """A dossier to put in an order, and what the order says of its version."""

    version = SelectField("Version", [InputRequired("Choisissez une version.")])
    effect = RadioField(
        "Ce que dit l’arrêté",
        [InputRequired("Choisissez ce que dit l’arrêté.")],
        choices=[
            SelectChoice(LineEffect.LIST.value, "Il inscrit la version sur la liste"),
            SelectChoice(LineEffect.REFUSE.value, "Il refuse expressément la version"),
            SelectChoice(
                LineEffect.KEEP.value,
                "Il maintient expressément sur la liste une version dont une modification est"
                " signalée",
            ),
        ],
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


class TakeOutForm(SeenForm):
    """A line to take out of an order in preparation."""


class RemovalForm(SeenForm):
    """A version of the list that an order removes."""

    tvv = StrippedStringField(
        "Code type-variante-version",
        [InputRequired("Indiquez le code de la version."), at_most(TVV_LENGTH)],
        description="Exactement comme l’arrêté qui l’inscrit.",
        render_kw={"autocomplete": "off", "spellcheck": "false"},
    )
    brand = StrippedStringField(
        "Marque",
        [at_most(LONGEST_NAME)],
        description="Seulement si la liste porte ce code pour plusieurs marques.",
    )
    reasons = StrippedTextField(
        "Motifs du retrait de la liste",
        [InputRequired("Indiquez les motifs."), at_most(LONGEST_TEXT)],
        description="Le constructeur les recevra.",
        render_kw={"rows": 4},
    )


class RowSearchForm(PortalForm):
    """The code of a row to correct; sent by its address, so that nothing is forged."""

    class Meta(PortalForm.Meta):
        """Settings that WTForms reads: the session is left alone."""

        csrf = False

    code = StrippedStringField(
        "Code de la ligne à rectifier",
        [at_most(TVV_LENGTH)],
        description="Tel que l’arrêté publié l’écrit.",
    )


class CorrectionForm(SeenForm):
    """What a corrected row says."""

    brand = StrippedStringField(
        "Marque", [InputRequired("Indiquez la marque."), at_most(LONGEST_NAME)]
    )
    commercial_name = StrippedStringField(
        "Modèle", [InputRequired("Indiquez le modèle."), at_most(LONGEST_NAME)]
    )
    tvv = StrippedStringField(
        "Code type-variante-version",
        [InputRequired("Indiquez le code."), at_most(TVV_LENGTH)],
        render_kw={"autocomplete": "off", "spellcheck": "false"},
    )
    listed_from = FrenchDateField(
        "Premier jour où la ligne vaut",
        [InputRequired("Indiquez le jour.")],
        description="Celui de la ligne d’origine, sauf si c’est lui que l’arrêté rectifie.",
    )


class PositionForm(SeenForm):
    """What the minister of an agent thinks of a dossier."""

    stance = RadioField(
        "Position du ministre",
        [InputRequired("Choisissez une position.")],
        choices=[SelectChoice(stance.value, words(stance)) for stance in Stance],
    )
    comment = StrippedTextField(
        "Observations",
        [at_most(LONGEST_TEXT)],
        description="Facultatives. Les autres ministères et l’agence les lisent, jamais le"
        " constructeur.",
        render_kw={"rows": 4},
    )


class PublicationForm(SeenForm):
    """The publication of an order in the Journal officiel."""

    nor = StrippedStringField(
        "Numéro NOR",
        [InputRequired("Indiquez le numéro NOR.")],
        description="Quatre lettres, sept chiffres et une lettre.",
        render_kw={"autocomplete": "off", "spellcheck": "false"},
    )
    title = StrippedStringField(
        "Intitulé",
        [InputRequired("Indiquez l’intitulé."), at_most(LONGEST_TITLE)],
        description="Tel que le Journal officiel l’imprime : le public lira celui-ci.",
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
    change = dossier.route == Route.MODIFICATION
    if one.proposal is None:
        opinion = "modification, sans avis" if change else "sans proposition qui tienne aujourd’hui"
    else:
        opinion = "favorable" if one.proposal.favourable else "défavorable"
        opinion = f"modification, avis {opinion}" if change else opinion
    overtaken = "seulement si l’arrêté a paru auparavant"
    late = {
        State.REFUSED_BY_SILENCE: ", rejet implicite",
        State.SILENT: ", silence",
        State.WITHDRAWN: f", dossier retiré depuis : {overtaken}",
        State.AWAITING_DOCUMENTS: f", pièces redemandées depuis : {overtaken}",
    }
    return (
        f"{dossier.brand} {dossier.commercial_name}, {dossier.tvv}"
        f" ({opinion}{late.get(dossier.state, '')})"
    )
