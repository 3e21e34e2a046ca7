"""The shapes of the further questions to the list."""

from typing import Final

from marshmallow import Schema, fields
from marshmallow.validate import Length, Range

from app.api.register_schemas import ListingSchema, OrderSchema, WordsSchema
from app.api.schemas import (
    DEFAULT,
    MOST,
    Parameters,
    day,
    instant,
    list_of,
    said,
    text,
    word,
)
from app.domain.identifiers import TVV_LENGTH
from app.domain.list_changes import ChangeKind
from app.queries.status import MOST_CODES, Verdict

MOST_CHANGES: Final = 1_000
# What a number of a change can be on every database.
LARGEST: Final = 2_147_483_647


class KnownListingSchema(ListingSchema):
    """Days of a version on the list, and the instants between which the portal knew them."""

    known_from = instant("Instant à partir duquel le portail le savait.")
    known_until = fields.AwareDateTime(
        required=True,
        allow_none=True,
        metadata={"description": "Instant où il a su autre chose ; nul si cela vaut encore."},
    )


class HistorySchema(Schema):
    """The history of a code."""

    tvv = text("Le code demandé, sans ses espaces extérieures.")
    basis = text("Fondement.")
    notice = text("Atteindre le score et obtenir une aide sont deux choses.")
    history = list_of(KnownListingSchema, "Vide pour un code qu’aucun arrêté n’a inscrit.")


class CheckSchema(Parameters):
    """Codes to check on a day."""

    codes = fields.List(
        fields.String(
            validate=Length(max=TVV_LENGTH, error=f"Un code a {TVV_LENGTH} caractères au plus."),
            error_messages={"invalid": "Un code est un texte.", "null": "Un code est un texte."},
        ),
        required=True,
        validate=Length(min=1, max=MOST_CODES, error=f"De 1 à {MOST_CODES} codes."),
        **said("Les codes, exactement.", example=["005Y7CRBVb3s5T3X", "005Y7CRPZb3s5T3X"]),
    )
    on = fields.Date(**said("Le jour ; aujourd’hui par défaut."))
    known_at = fields.AwareDateTime(**said("Ce que le portail savait à cet instant."))


class VerdictSchema(Schema):
    """What the list says of one code."""

    tvv = text("Le code, comme il a été donné.")
    verdict = word(Verdict, meaning="Ce que dit la liste.")
    brand = text("Marque ; nulle pour un code inconnu.", nullable=True)
    commercial_name = text("Modèle ; nul pour un code inconnu.", nullable=True)
    listed_from = day("Premier jour sur la liste.", nullable=True)
    listed_until = day("Premier jour hors de la liste.", nullable=True)


class CheckedSchema(Schema):
    """One verdict a code."""

    on = day("Le jour.")
    notice = text("Atteindre le score et obtenir une aide sont deux choses.")
    verdicts = list_of(VerdictSchema, "Dans l’ordre des codes.")


class DifferenceParameters(Parameters):
    """Two days."""

    from_day = fields.Date(required=True, data_key="from", **said("Le premier jour."))
    to_day = fields.Date(required=True, data_key="to", **said("L’autre jour."))
    limit = fields.Integer(
        load_default=DEFAULT,
        validate=Range(min=1, max=MOST, error=f"De 1 à {MOST} de chaque."),
        **said("Combien de chaque."),
    )


class DifferenceSchema(Schema):
    """What differs between two days."""

    first = fields.Date(
        required=True, data_key="from", metadata={"description": "Le premier jour."}
    )
    last = fields.Date(required=True, data_key="to", metadata={"description": "L’autre jour."})
    basis = text("Fondement.")
    notice = text("Atteindre le score et obtenir une aide sont deux choses.")
    added_count = fields.Integer(required=True, metadata={"description": "Versions venues."})
    removed_count = fields.Integer(required=True, metadata={"description": "Versions parties."})
    added = list_of(ListingSchema, "Versions venues.")
    removed = list_of(ListingSchema, "Versions parties.")


class ChangesParameters(Parameters):
    """Which changes."""

    since = fields.Integer(
        load_default=0,
        validate=Range(min=0, max=LARGEST, error="Un numéro de changement, 0 pour le début."),
        **said("Le dernier numéro connu ; 0 pour tous."),
    )
    limit = fields.Integer(
        load_default=DEFAULT,
        validate=Range(min=1, max=MOST_CHANGES, error=f"De 1 à {MOST_CHANGES} à la fois."),
        **said("Combien à la fois."),
    )


class ChangeSchema(WordsSchema):
    """A numbered change."""

    sequence = fields.Integer(required=True, metadata={"description": "Son numéro, sans trou."})
    kind = word(ChangeKind, meaning="Inscription, retrait de la liste ou rectification.")
    before = fields.Nested(
        WordsSchema,
        required=True,
        allow_none=True,
        metadata={"description": "La ligne rectifiée ; nulle pour les autres."},
    )
    order = fields.Nested(OrderSchema, required=True)
    known_at = fields.String(
        required=True,
        metadata={"description": "Instant où le portail l’a connu.", "format": "date-time"},
    )
    sentence = text("Le changement en une phrase.")
    url = text("Page de la version.")


class ChangesSchema(Schema):
    """The changes after a number."""

    since = fields.Integer(required=True, metadata={"description": "Le numéro demandé."})
    last = fields.Integer(required=True, metadata={"description": "Le dernier donné ici."})
    latest = fields.Integer(required=True, metadata={"description": "Le dernier de tous."})
    notice = text("Atteindre le score et obtenir une aide sont deux choses.")
    changes = list_of(ChangeSchema, "Par numéro.")
