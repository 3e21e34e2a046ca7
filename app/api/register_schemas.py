"""The shapes of the list: what is asked of it, and what it answers."""

from typing import Final

from marshmallow import Schema, fields
from marshmallow.validate import Length, OneOf

from app.api.schemas import (
    PageParameters,
    Parameters,
    day,
    flag,
    list_of,
    said,
    text,
    word,
    written_day,
)
from app.domain.identifiers import TVV_LENGTH
from app.queries.register import Sort
from app.queries.status import Verdict

LONGEST: Final = 200


class VersionsParameters(PageParameters):
    """What part of the list is asked for."""

    q = fields.String(
        load_default="",
        validate=Length(max=LONGEST, error="Cette recherche est trop longue."),
        **said(
            "Mots de la marque ou du modèle, sans accents ni casse, noms d’usage compris ; ou le"
            " code, exactement."
        ),
    )
    brand = fields.String(
        load_default="",
        validate=Length(max=LONGEST, error="Cette marque est trop longue."),
        **said("Marque entière ou son nom d’usage (« VW »), sans accents ni casse."),
    )
    on = fields.Date(**said("Jour de la liste ; aujourd’hui par défaut."))
    absent_on = fields.Date(
        **said("Un autre jour : seules restent les versions qui n’y étaient pas.")
    )
    known_at = fields.AwareDateTime(**said("Ce que le portail savait à cet instant."))
    sort = fields.String(
        load_default=Sort.NAME.value,
        validate=OneOf([one.value for one in Sort], error="« name » ou « newest »."),
        **said("« name » : par marque, modèle et code ; « newest » : les dernières d’abord."),
    )


class CodeParameters(Parameters):
    """Which code."""

    tvv = fields.String(
        required=True,
        validate=Length(
            min=1, max=TVV_LENGTH, error=f"Le code compte de 1 à {TVV_LENGTH} caractères."
        ),
        **said(
            "Code type-variante-version, exactement : majuscules et minuscules comptent.",
            example="005Y7CRBVb3s5T3X",
        ),
    )


class StatusParameters(CodeParameters):
    """Which code, and on which day."""

    on = fields.Date(**said("Le jour ; aujourd’hui par défaut."))
    known_at = fields.AwareDateTime(**said("Ce que le portail savait à cet instant."))


class OrderSchema(Schema):
    """A published order."""

    nor = text("Numéro NOR.", nullable=True)
    reference = text("Référence dans ce portail.")
    title = text("Intitulé.")
    published_on = written_day("Jour de publication au Journal officiel.")


def order(meaning: str, *, nullable: bool = True) -> fields.Nested:
    """Return a field that names an order, or none."""
    return fields.Nested(
        OrderSchema, required=True, allow_none=nullable, metadata={"description": meaning}
    )


class ListingSchema(Schema):
    """Days of a version on the list, and the orders that opened and closed them."""

    brand = text("Marque, comme l’arrêté l’écrit.")
    commercial_name = text("Modèle, comme l’arrêté l’écrit.")
    tvv = text("Code type-variante-version.")
    listed_from = written_day("Premier jour sur la liste.")
    listed_until = fields.String(
        required=True,
        allow_none=True,
        metadata={
            "description": "Premier jour hors de la liste ; nul tant qu’aucun arrêté n’en retire"
            " la version.",
            "format": "date",
        },
    )
    order_nor = text("Numéro NOR de l’arrêté.", nullable=True)
    order_reference = text("Référence de l’arrêté dans ce portail.")
    order_title = text("Intitulé de l’arrêté.")
    published_on = written_day("Jour de publication au Journal officiel.")
    removed_by = order("Arrêté qui retire la version de la liste ; nul tant qu’aucun ne le fait.")
    corrected_by = order("Dernier arrêté qui rectifie la ligne ; nul sans rectification.")
    url = fields.String(required=True, metadata={"description": "Page de la version."})


class WordsSchema(Schema):
    """A row of an order, as it was written."""

    brand = text("Marque.")
    commercial_name = text("Modèle.")
    tvv = text("Code type-variante-version.")
    day = written_day("Premier jour où la ligne vaut.")


class CorrectionSchema(Schema):
    """A row of an order that a later order corrects; both are kept."""

    before = fields.Nested(WordsSchema, required=True)
    after = fields.Nested(WordsSchema, required=True)
    order = order("Arrêté qui rectifie.", nullable=False)


class AliasSchema(Schema):
    """A name that people type, and the name of the list that was searched too."""

    typed = text("Le nom d’usage.")
    named = text("Le nom de la liste.")
    source = text("Pourquoi l’un vaut pour l’autre.")


class VersionsSchema(Schema):
    """A page of the list."""

    on = day("Jour de la liste.")
    basis = text("Fondement.")
    notice = text("Atteindre le score et obtenir une aide sont deux choses.")
    aliases = list_of(AliasSchema, "Noms d’usage de « q » qui ajoutent à la recherche.")
    count = fields.Integer(required=True, metadata={"description": "Versions, toutes pages."})
    versions = list_of(ListingSchema)
    next_cursor = text("Curseur de la page suivante ; nul à la dernière.", nullable=True)


class SuggestionSchema(Schema):
    """A code that looks like the one asked for; never an answer."""

    brand = text()
    commercial_name = text()
    tvv = text()
    url = text()


class UnderReviewSchema(Schema):
    """All that is shown of a dossier under review: no date, no company, no score."""

    tvv = text("Code type-variante-version.")
    brand = text("Marque, comme le constructeur la déclare.")
    commercial_name = text("Modèle, comme le constructeur le déclare.")


class StatusSchema(Schema):
    """What the list says of a code on a day."""

    tvv = text("Le code demandé, sans ses espaces extérieures.")
    on = day("Le jour demandé.")
    known_at = fields.AwareDateTime(
        required=True,
        allow_none=True,
        metadata={"description": "L’instant demandé ; nul pour ce qui est su à présent."},
    )
    verdict = word(
        Verdict,
        meaning="Inscrite, pas encore inscrite, retirée de la liste, en cours d’examen si le"
        " constructeur accepte que cela se sache, ou code inconnu. « en cours d’examen » ne vaut"
        " que pour le jour présent d’un code qu’aucun arrêté n’inscrit.",
    )
    sentence = text("Le verdict en une phrase.")
    basis = text("Fondement.")
    notice = text("Atteindre le score et obtenir une aide sont deux choses.")
    change_reported = flag(
        "Une modification de la version a été signalée ; elle reste inscrite tant qu’un arrêté ne"
        " l’en retire pas."
    )
    under_review = fields.Nested(
        UnderReviewSchema,
        required=True,
        allow_none=True,
        metadata={
            "description": "Le dossier en cours d’examen d’une version qui n’est pas sur la liste,"
            " le jour présent, si son constructeur accepte que cela se sache ; nul sinon."
        },
    )
    listings = list_of(ListingSchema, "Toutes les inscriptions du code, passées ou à venir.")
    corrections = list_of(CorrectionSchema, "Rectifications d’une ligne qui porte ce code.")
    suggestions = list_of(SuggestionSchema, "Codes qui ressemblent à un code inconnu.")
