"""The shapes of the list: what is asked of it, and what it answers."""

from typing import Final

from marshmallow import Schema, fields
from marshmallow.validate import Length

from app.api.schemas import PageParameters, Parameters, day, list_of, said, text, word, written_day
from app.domain.identifiers import TVV_LENGTH
from app.queries.register import Verdict

LONGEST: Final = 200


class VersionsParameters(PageParameters):
    """What part of the list is asked for."""

    q = fields.String(
        load_default="",
        validate=Length(max=LONGEST, error="Cette recherche est trop longue."),
        **said("Mots de la marque ou du modèle, sans accents ni casse ; ou le code, exactement."),
    )
    brand = fields.String(
        load_default="",
        validate=Length(max=LONGEST, error="Cette marque est trop longue."),
        **said("Marque entière, sans accents ni casse."),
    )
    on = fields.Date(**said("Jour de la liste ; aujourd’hui par défaut."))


class StatusParameters(Parameters):
    """Which code, and on which day."""

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
    on = fields.Date(**said("Le jour ; aujourd’hui par défaut."))


class ListingSchema(Schema):
    """A version on the list, and the order that put it there."""

    brand = text("Marque, comme l’arrêté l’écrit.")
    commercial_name = text("Modèle, comme l’arrêté l’écrit.")
    tvv = text("Code type-variante-version.")
    listed_from = written_day("Premier jour sur la liste.")
    order_nor = text("Numéro NOR de l’arrêté.", nullable=True)
    order_reference = text("Référence de l’arrêté dans ce portail.")
    order_title = text("Intitulé de l’arrêté.")
    published_on = written_day("Jour de publication au Journal officiel.")
    url = fields.String(required=True, metadata={"description": "Page de la version."})


class VersionsSchema(Schema):
    """A page of the list."""

    on = day("Jour de la liste.")
    basis = text("Fondement.")
    notice = text("Atteindre le score et obtenir une aide sont deux choses.")
    count = fields.Integer(required=True, metadata={"description": "Versions, toutes pages."})
    versions = list_of(ListingSchema)
    next_cursor = text("Curseur de la page suivante ; nul à la dernière.", nullable=True)


class SuggestionSchema(Schema):
    """A code that looks like the one asked for; never an answer."""

    brand = text()
    commercial_name = text()
    tvv = text()
    url = text()


class StatusSchema(Schema):
    """What the list says of a code on a day."""

    tvv = text("Le code demandé, sans ses espaces extérieures.")
    on = day("Le jour demandé.")
    verdict = word(Verdict, meaning="Inscrite, non inscrite ce jour-là, ou code inconnu.")
    sentence = text("Le verdict en une phrase.")
    basis = text("Fondement.")
    notice = text("Atteindre le score et obtenir une aide sont deux choses.")
    listings = list_of(ListingSchema, "Toutes les inscriptions du code, même à venir.")
    suggestions = list_of(SuggestionSchema, "Codes qui ressemblent à un code inconnu.")
