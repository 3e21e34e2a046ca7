"""Subscribe a program to the changes of the list: its address, proved; its key, its messages."""

from http import HTTPStatus
from typing import Any

from flask import Response
from flask.views import MethodView
from flask_smorest import Blueprint

from app.api.problems import answers, point_refusals
from app.api.subscription_schemas import (
    AskedSchema,
    KeyParameters,
    OpenedSchema,
    ReplaySchema,
    SubscriptionSchema,
)
from app.context import current_clock, current_webhooks
from app.services.subscriptions import prove, replay, subscribe, subscription_of, unsubscribe

blueprint = Blueprint(
    "api_subscriptions", __name__, url_prefix="/subscriptions", description="Les abonnements"
)
SHOWN = (
    "reference",
    "address",
    "brand_key",
    "state",
    "position",
    "failures",
    "last_result",
    "sent_at",
    "next_try_at",
)


@blueprint.route("")
class Subscriptions(MethodView):
    """A subscription."""

    @blueprint.doc(
        summary="Abonner une adresse aux changements de la liste",
        description="Rien n’est envoyé avant que l’adresse soit prouvée. La clé et le secret ne"
        " sont montrés que dans cette réponse.",
    )
    @blueprint.arguments(AskedSchema)
    @blueprint.response(201, OpenedSchema, description="L’abonnement, sa clé et son secret.")
    @answers(blueprint, HTTPStatus.BAD_REQUEST, HTTPStatus.CONFLICT)
    def post(self, asked: dict[str, Any]) -> dict[str, Any]:
        """Open a subscription."""
        opened = subscribe(**asked, clock=current_clock())
        return _shown(opened.subscription) | {"key": opened.key, "secret": opened.secret}

    @blueprint.doc(summary="Lire son abonnement")
    @blueprint.arguments(KeyParameters, location="headers", unknown="exclude")
    @blueprint.response(200, SubscriptionSchema, description="L’abonnement.")
    @answers(blueprint, HTTPStatus.NOT_FOUND)
    def get(self, asked: dict[str, Any]) -> dict[str, Any]:
        """Return a subscription."""
        return _shown(subscription_of(asked["key"]))

    @blueprint.doc(summary="Mettre fin à son abonnement et tout oublier de lui")
    @blueprint.arguments(KeyParameters, location="headers", unknown="exclude")
    @blueprint.response(204, description="Il n’en reste rien.")
    @answers(blueprint, HTTPStatus.NOT_FOUND)
    def delete(self, asked: dict[str, Any]) -> None:
        """Forget a subscription."""
        unsubscribe(asked["key"])


@blueprint.route("/proof")
class SubscriptionProof(MethodView):
    """That the address is that of whoever asks."""

    @blueprint.doc(
        summary="Prouver son adresse",
        description="Un mot tiré au sort lui est envoyé : elle répond 200 et le répète, en JSON,"
        " sous « challenge ». Les messages commencent alors.",
    )
    @blueprint.arguments(KeyParameters, location="headers", unknown="exclude")
    @blueprint.response(200, SubscriptionSchema, description="L’abonnement, en cours.")
    @answers(blueprint, HTTPStatus.NOT_FOUND, HTTPStatus.CONFLICT)
    def post(self, asked: dict[str, Any]) -> dict[str, Any]:
        """Prove an address."""
        return _shown(prove(asked["key"], webhooks=current_webhooks(), clock=current_clock()))


@blueprint.route("/replay")
class SubscriptionReplay(MethodView):
    """What was sent, again."""

    @blueprint.doc(
        summary="Recevoir de nouveau ce qui suit un changement",
        description="Sert aussi à reprendre après un arrêt.",
    )
    @blueprint.arguments(KeyParameters, location="headers", unknown="exclude")
    @blueprint.arguments(ReplaySchema)
    @blueprint.response(200, SubscriptionSchema, description="L’abonnement, en cours.")
    @answers(blueprint, HTTPStatus.BAD_REQUEST, HTTPStatus.NOT_FOUND, HTTPStatus.CONFLICT)
    def post(self, asked: dict[str, Any], told: dict[str, Any]) -> dict[str, Any]:
        """Send again what follows a change."""
        return _shown(replay(asked["key"], told["since"], clock=current_clock()))


def _shown(subscription: Any) -> dict[str, Any]:  # noqa: ANN401 - tables stay behind services
    return {name: getattr(subscription, name) for name in SHOWN}


@blueprint.after_request
def keep_nothing(response: Response) -> Response:
    """Keep keys and secrets out of every cache."""
    response.headers["Cache-Control"] = "no-store"
    return response


point_refusals(blueprint)
