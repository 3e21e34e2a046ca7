"""The shapes of a dossier, of its documents and of its receipt."""

from marshmallow import Schema, fields
from marshmallow.validate import OneOf, Range

from app.api.schemas import (
    Parameters,
    PointSchema,
    day,
    flag,
    instant,
    list_of,
    said,
    text,
    word,
)
from app.domain.deadlines import PeriodKind, PeriodOutcome
from app.domain.procedure import Route, State


class RevisionParameters(Parameters):
    """The revision that the caller had read."""

    revision = fields.Integer(
        validate=Range(min=1, max=2**31 - 1, error="Cette révision n’existe pas."),
        **said("Révision lue par l’appelant : refus si le brouillon a changé depuis."),
    )


class RouteParameters(Parameters):
    """Why a dossier is opened."""

    route = fields.String(
        load_default=Route.REFERENCE.value,
        validate=OneOf(
            [Route.REFERENCE.value, Route.DEROGATION.value], error="Cette voie n’existe pas."
        ),
        **said(
            "« reference » (D. 251-1-A, I), ou « derogation » (II) : la déclaration peut alors"
            " porter des valeurs spécifiques, sans « accepted », que l’agence décide."
        ),
    )


class VersionSchema(Schema):
    """The version a dossier is about."""

    brand = text()
    commercial_name = text()
    tvv = text()


class PeriodSchema(Schema):
    """A period of a dossier, and where its days come from."""

    kind = word(PeriodKind)
    outcome = word(PeriodOutcome)
    origin_on = day("Jour dont elle court ; il n’est pas compté.")
    last_day = day("Dernier jour, compté entier.")
    effect_at = instant("Instant de l’effet.")
    source = text("L’article.")


class RemediesSchema(Schema):
    """The remedies against a refusal; the receipt sent by mail says them in sentences."""

    court_months = fields.Integer(
        required=True,
        metadata={
            "description": "Mois pour saisir le tribunal administratif à compter du rejet, ceux que"
            " la distance ajoute compris."
        },
    )
    reasons_months = fields.Integer(
        required=True,
        metadata={
            "description": "Mois qu’a l’administration pour donner les motifs d’un rejet implicite,"
            " s’ils sont demandés dans le délai du recours."
        },
    )
    sources = fields.List(fields.String(), required=True, metadata={"description": "Les articles."})


class ReceiptSchema(Schema):
    """The days that count once a dossier is received."""

    received_on = day("Jour de réception.")
    completeness_last_day = day("L’agence peut demander des pièces jusqu’à ce jour inclus.")
    review_if_confirmed = day("Fin de l’instruction si l’agence confirme la complétude.")
    review_if_deemed = day("Fin de l’instruction si le dossier est réputé complet.")
    silence_if_confirmed = day("Le silence vaut rejet après ce jour, complétude confirmée.")
    silence_if_deemed = day("Le silence vaut rejet après ce jour, dossier réputé complet.")
    completeness_source = text("L’article.")
    silence_source = text("L’article.")
    remedies = fields.Nested(
        RemediesSchema, required=True, metadata={"description": "Recours contre un rejet."}
    )


class RequestedItemSchema(Schema):
    """A document that the agency asked for."""

    reference = text()
    label = text("Ce qui est demandé.")
    requirement = text(nullable=True)
    site = text(nullable=True)
    asked_on = day()
    answer_by = day("Jour demandé pour la réponse ; il ne fait courir aucun délai.")
    supplied_on = day(nullable=True)


class DocumentSchema(Schema):
    """A document, and what it supports."""

    reference = text()
    filename = text()
    media_type = text()
    digest = text("SHA-256, en hexadécimal.")
    size = fields.Integer(required=True, metadata={"description": "En octets."})
    requirement = text("La pièce attendue, ou « other ».")
    site = text("« version », « line:<id> », « battery:<id> » ou « specific:<cible> ».")
    added_on = day()


class RequirementSchema(Schema):
    """A document that the declaration calls for, at one site."""

    requirement = text()
    site = text()
    label = text()
    source = text("L’article.")
    supplied = flag("Une pièce est jointe ; elle n’est pas jugée.")


class DossierSummarySchema(Schema):
    """A dossier, in a list."""

    reference = text()
    route = word(Route)
    state = word(State)
    version = fields.Nested(VersionSchema, required=True)
    received_on = day(nullable=True)
    complete_on = day(nullable=True)
    proposed_on = day(nullable=True)
    decided_on = day(nullable=True)


class DossierSchema(DossierSummarySchema):
    """A dossier: where it stands, what runs, what is asked and what is wrong."""

    revision = fields.Integer(required=True, metadata={"description": "Révision du brouillon."})
    receipt = fields.Nested(ReceiptSchema, required=True, allow_none=True)
    periods = list_of(PeriodSchema)
    requested_items = list_of(RequestedItemSchema)
    required_documents = list_of(RequirementSchema)
    documents = list_of(DocumentSchema)
    problems = list_of(PointSchema, "Ce qui empêche le dépôt d’un brouillon.")


class DossiersSchema(Schema):
    """A page of the dossiers of the company, the last changed first."""

    dossiers = list_of(DossierSummarySchema)
    next_cursor = text("Curseur de la page suivante ; nul à la dernière.", nullable=True)
