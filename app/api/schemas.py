"""The shapes of what the API receives apart from declarations, and of all that it answers."""

from typing import Any, Final

from marshmallow import RAISE, Schema, fields
from marshmallow.validate import Length, OneOf, Range

from app.domain.deadlines import PeriodKind, PeriodOutcome
from app.domain.identifiers import TVV_LENGTH
from app.domain.procedure import Route, State
from app.queries.register import Verdict
from scoring.inputs import Component

MOST: Final = 200
DEFAULT: Final = 50
LONGEST: Final = 200
FRENCH: Final = {
    "required": "Ce paramètre est obligatoire.",
    "null": "Ce paramètre ne peut pas être vide.",
    "invalid": "Cette valeur n’est pas valable.",
    "invalid_utf8": "Ce texte n’est pas en UTF-8.",
    "too_large": "Ce nombre est trop grand.",
}


def _said(meaning: str, **named: Any) -> dict[str, Any]:
    """Return the options of a parameter: its meaning, and its refusals in French."""
    return {"metadata": {"description": meaning, **named}, "error_messages": FRENCH}


def _word(words: type[Any], *, meaning: str = "", nullable: bool = False) -> fields.String:
    """Return a field that holds one of the words of an enumeration."""
    return fields.String(
        required=True,
        allow_none=nullable,
        validate=OneOf([word.value for word in words]),
        metadata={"description": meaning},
    )


def _text(meaning: str = "", *, nullable: bool = False) -> fields.String:
    return fields.String(required=True, allow_none=nullable, metadata={"description": meaning})


def _day(meaning: str = "", *, nullable: bool = False) -> fields.Date:
    return fields.Date(required=True, allow_none=nullable, metadata={"description": meaning})


def _written_day(meaning: str) -> fields.String:
    """Return the field of a day that is already written, as in the public files."""
    return fields.String(required=True, metadata={"description": meaning, "format": "date"})


def _instant(meaning: str = "") -> fields.AwareDateTime:
    return fields.AwareDateTime(required=True, metadata={"description": meaning})


def _flag(meaning: str = "") -> fields.Boolean:
    return fields.Boolean(required=True, metadata={"description": meaning})


def _list(schema: type[Schema], meaning: str = "") -> fields.List[Any]:
    return fields.List(fields.Nested(schema), required=True, metadata={"description": meaning})


class Parameters(Schema):
    """Parameters of an address: one that is unknown is refused, since it would be ignored."""

    class Meta:
        """Settings that marshmallow reads."""

        unknown = RAISE

    error_messages = {"unknown": "Ce paramètre n’existe pas ici."}  # noqa: RUF012 - as marshmallow


class VersionsParameters(Parameters):
    """What part of the list is asked for."""

    q = fields.String(
        load_default="",
        validate=Length(max=LONGEST, error="Cette recherche est trop longue."),
        **_said("Mots de la marque ou du modèle, sans accents ni casse ; ou le code, exactement."),
    )
    brand = fields.String(
        load_default="",
        validate=Length(max=LONGEST, error="Cette marque est trop longue."),
        **_said("Marque entière, sans accents ni casse."),
    )
    on = fields.Date(**_said("Jour de la liste ; aujourd’hui par défaut."))
    limit = fields.Integer(
        load_default=DEFAULT,
        strict=False,
        validate=Range(min=1, max=MOST, error=f"De 1 à {MOST} versions par page."),
        **_said("Versions par page."),
    )
    cursor = fields.String(
        load_default="",
        validate=Length(max=2000, error="Ce curseur n’est pas valable."),
        **_said("Le curseur que donne la page précédente."),
    )


class StatusParameters(Parameters):
    """Which code, and on which day."""

    tvv = fields.String(
        required=True,
        validate=Length(
            min=1, max=TVV_LENGTH, error=f"Le code compte de 1 à {TVV_LENGTH} caractères."
        ),
        **_said(
            "Code type-variante-version, exactement : majuscules et minuscules comptent.",
            example="005Y7CRBVb3s5T3X",
        ),
    )
    on = fields.Date(**_said("Le jour ; aujourd’hui par défaut."))


class RevisionParameters(Parameters):
    """The revision that the caller had read."""

    revision = fields.Integer(
        validate=Range(min=1, max=2**31 - 1, error="Cette révision n’existe pas."),
        **_said("Révision lue par l’appelant : refus si le brouillon a changé depuis."),
    )


class ScoreParameters(Parameters):
    """Which method, and whether to explain."""

    on = fields.Date(**_said("Jour dont la méthode est appliquée ; aujourd’hui par défaut."))
    explain = fields.Boolean(
        load_default=False, **_said("Donner chaque chiffre avec sa formule et son article.")
    )


class PointSchema(Schema):
    """One point to correct."""

    code = _text("Nom stable.")
    detail = _text("Ce qu’il faut corriger.")
    pointer = _text("Où, en pointeur JSON dans ce qui a été envoyé.")


class ProblemSchema(Schema):
    """A refusal (RFC 9457)."""

    type = _text("Adresse du code.")
    title = _text("Le refus, en une phrase.")
    status = fields.Integer(required=True)
    code = _text("Nom stable.")
    pointer = fields.String(metadata={"description": "Où, s’il n’y a qu’un point."})
    errors = fields.List(fields.Nested(PointSchema))


class ListingSchema(Schema):
    """A version on the list, and the order that put it there."""

    brand = _text("Marque, comme l’arrêté l’écrit.")
    commercial_name = _text("Modèle, comme l’arrêté l’écrit.")
    tvv = _text("Code type-variante-version.")
    listed_from = _written_day("Premier jour sur la liste.")
    order_nor = _text("Numéro NOR de l’arrêté.", nullable=True)
    order_reference = _text("Référence de l’arrêté dans ce portail.")
    order_title = _text("Intitulé de l’arrêté.")
    published_on = _written_day("Jour de publication au Journal officiel.")
    url = fields.String(required=True, metadata={"description": "Page de la version."})


class VersionsSchema(Schema):
    """A page of the list."""

    on = _day("Jour de la liste.")
    basis = _text("Fondement.")
    notice = _text("Atteindre le score et obtenir une aide sont deux choses.")
    count = fields.Integer(required=True, metadata={"description": "Versions, toutes pages."})
    versions = _list(ListingSchema)
    next_cursor = _text("Curseur de la page suivante ; nul à la dernière.", nullable=True)


class SuggestionSchema(Schema):
    """A code that looks like the one asked for; never an answer."""

    brand = _text()
    commercial_name = _text()
    tvv = _text()
    url = _text()


class StatusSchema(Schema):
    """What the list says of a code on a day."""

    tvv = _text("Le code demandé, sans ses espaces extérieures.")
    on = _day("Le jour demandé.")
    verdict = _word(Verdict, meaning="Inscrite, non inscrite ce jour-là, ou code inconnu.")
    sentence = _text("Le verdict en une phrase.")
    basis = _text("Fondement.")
    notice = _text("Atteindre le score et obtenir une aide sont deux choses.")
    listings = _list(ListingSchema, "Toutes les inscriptions du code, même à venir.")
    suggestions = _list(SuggestionSchema, "Codes qui ressemblent à un code inconnu.")


class ComponentsSchema(Schema):
    """The six terms of the footprint, in kg CO2e, nine decimals."""

    ferrous = _text()
    aluminium = _text()
    other_materials = _text()
    battery = _text()
    processing = _text()
    delivery = _text()


assert set(ComponentsSchema().fields) == {one.value for one in Component}  # noqa: S101 - read at import


class ScoreSchema(Schema):
    """The score of a declaration."""

    on = _day("Jour dont la méthode est appliquée.")
    category = fields.Integer(required=True)
    components_kg = fields.Nested(ComponentsSchema, required=True)
    footprint_kg = _text("Somme des composantes, en kg CO2e.")
    score = _text("En points, neuf décimales ; le verdict est rendu sur la valeur exacte.")
    reached = _flag("Le score minimal est atteint.")
    notice = _text("Atteindre le score et obtenir une aide sont deux choses.")
    trace = fields.Dict(metadata={"description": "Chaque chiffre, sa formule et son article."})


class VersionSchema(Schema):
    """The version a dossier is about."""

    brand = _text()
    commercial_name = _text()
    tvv = _text()


class PeriodSchema(Schema):
    """A period of a dossier, and where its days come from."""

    kind = _word(PeriodKind)
    outcome = _word(PeriodOutcome)
    origin_on = _day("Jour dont elle court ; il n’est pas compté.")
    last_day = _day("Dernier jour, compté entier.")
    effect_at = _instant("Instant de l’effet.")
    source = _text("L’article.")


class ReceiptSchema(Schema):
    """The days that count once a dossier is received."""

    received_on = _day("Jour de réception.")
    completeness_last_day = _day("L’agence peut demander des pièces jusqu’à ce jour inclus.")
    review_if_confirmed = _day("Fin de l’instruction si l’agence confirme la complétude.")
    review_if_deemed = _day("Fin de l’instruction si le dossier est réputé complet.")
    silence_if_confirmed = _day("Le silence vaut rejet après ce jour, complétude confirmée.")
    silence_if_deemed = _day("Le silence vaut rejet après ce jour, dossier réputé complet.")
    completeness_source = _text("L’article.")
    silence_source = _text("L’article.")
    remedies = fields.List(
        fields.String(), required=True, metadata={"description": "Recours contre un rejet."}
    )


class RequestedItemSchema(Schema):
    """A document that the agency asked for."""

    reference = _text()
    label = _text("Ce qui est demandé.")
    requirement = _text(nullable=True)
    site = _text(nullable=True)
    asked_on = _day()
    answer_by = _day("Jour demandé pour la réponse ; il ne fait courir aucun délai.")
    supplied_on = _day(nullable=True)


class DocumentSchema(Schema):
    """A document, and what it supports."""

    reference = _text()
    filename = _text()
    media_type = _text()
    digest = _text("SHA-256, en hexadécimal.")
    size = fields.Integer(required=True, metadata={"description": "En octets."})
    requirement = _text("La pièce attendue, ou « other ».")
    site = _text("« version », « line:<id> » ou « battery:<id> ».")
    added_on = _day()


class RequirementSchema(Schema):
    """A document that the declaration calls for, at one site."""

    requirement = _text()
    site = _text()
    label = _text()
    source = _text("L’article.")
    supplied = _flag("Une pièce est jointe ; elle n’est pas jugée.")


class DossierSummarySchema(Schema):
    """A dossier, in a list."""

    reference = _text()
    route = _word(Route)
    state = _word(State)
    version = fields.Nested(VersionSchema, required=True)
    received_on = _day(nullable=True)
    complete_on = _day(nullable=True)
    proposed_on = _day(nullable=True)
    decided_on = _day(nullable=True)


class DossierSchema(DossierSummarySchema):
    """A dossier: where it stands, what runs, what is asked and what is wrong."""

    revision = fields.Integer(required=True, metadata={"description": "Révision du brouillon."})
    receipt = fields.Nested(ReceiptSchema, required=True, allow_none=True)
    periods = _list(PeriodSchema)
    requested_items = _list(RequestedItemSchema)
    required_documents = _list(RequirementSchema)
    documents = _list(DocumentSchema)
    problems = _list(PointSchema, "Ce qui empêche le dépôt d’un brouillon.")


class DossiersSchema(Schema):
    """The dossiers of the company, the last changed first."""

    dossiers = _list(DossierSummarySchema)
