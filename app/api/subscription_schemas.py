"""The shapes of a subscription to the changes of the list."""

from marshmallow import Schema, fields
from marshmallow.validate import Length, Range

from app.api.question_schemas import LARGEST
from app.api.schemas import Parameters, instant, said, text, word
from app.domain.subscriptions import ADDRESS_LENGTH, EMAIL_LENGTH, SubscriptionState

CHANGE = Range(0, LARGEST, error="Ce numéro n’est pas celui d’un changement.")


class AskedSchema(Parameters):
    """What is subscribed to, and where."""

    address = fields.String(
        required=True,
        validate=Length(max=ADDRESS_LENGTH, error="Cette adresse est trop longue."),
        **said("Adresse https qui recevra les messages.", example="https://exemple.fr/liste"),
    )
    brand = fields.String(
        load_default="",
        validate=Length(max=EMAIL_LENGTH, error="Ce nom est trop long."),
        **said("Les changements de cette marque seulement."),
    )
    email = fields.String(
        load_default="",
        validate=Length(max=EMAIL_LENGTH, error="Cette adresse est trop longue."),
        **said("Qui prévenir si les messages n’arrivent plus ; oublié avec l’abonnement."),
    )
    since = fields.Integer(
        load_default=None,
        allow_none=True,
        strict=True,
        validate=CHANGE,
        **said("Dernier changement déjà connu ; celui d’aujourd’hui par défaut."),
    )


class ReplaySchema(Parameters):
    """From where to send again."""

    since = fields.Integer(
        required=True,
        strict=True,
        validate=CHANGE,
        **said("Dernier changement reçu : la suite est envoyée de nouveau.", example=0),
    )


class KeyParameters(Parameters):
    """The key of a subscription, in a header: it is not written in the logs of servers."""

    key = fields.String(
        required=True,
        data_key="Score-Key",
        validate=Length(max=ADDRESS_LENGTH, error="Cette clé est trop longue."),
        **said("La clé de l’abonnement."),
    )


class SubscriptionSchema(Schema):
    """A subscription, as its owner sees it."""

    reference = text("Nom de l’abonnement.")
    address = text("Adresse qui reçoit les messages.")
    brand = fields.String(
        attribute="brand_key", required=True, allow_none=True, metadata={"description": "Marque."}
    )
    state = word(SubscriptionState, meaning="Où il en est.")
    position = fields.Integer(required=True, metadata={"description": "Dernier changement reçu."})
    failures = fields.Integer(required=True, metadata={"description": "Échecs à la suite."})
    last_result = text("Pourquoi le dernier message n’est pas arrivé ; nul sinon.", nullable=True)
    sent_at = fields.AwareDateTime(
        required=True, allow_none=True, metadata={"description": "Dernier message reçu."}
    )
    next_try_at = instant("Prochain envoi, s’il y a quelque chose à envoyer.")


class OpenedSchema(SubscriptionSchema):
    """A new subscription, with what is shown once."""

    key = text("Ouvre l’abonnement : montrée une fois.")
    secret = text("Signe les messages (HMAC-SHA256) : montré une fois.")
