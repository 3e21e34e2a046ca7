"""The calculator: the score of a declaration, of which nothing is kept."""

from collections.abc import Mapping
from datetime import date
from http import HTTPStatus
from typing import Any

from flask.views import MethodView
from flask_smorest import Blueprint

from app.api.body import DECLARATION_BODY, received_json
from app.api.problems import answers, point_refusals
from app.api.schemas import ScoreParameters, ScoreSchema
from app.context import current_clock
from app.domain.errors import DeclarationRefusedError
from app.services.assessment import preview, problems
from app.services.publication import NOTICE

blueprint = Blueprint("api_scores", __name__, url_prefix="/score", description="Le calcul")
point_refusals(blueprint)


def score_document(
    content: Mapping[str, Any], *, on: date, explain: bool = False
) -> dict[str, Any]:
    """Return the score of a declaration that has no problem on that day."""
    return {
        "on": on,
        "notice": NOTICE,
        **preview(content, on=on).to_wire(explain=explain),
    }


@blueprint.route("")
class DeclarationScore(MethodView):
    """The score of a declaration."""

    @blueprint.doc(
        summary="Calculer le score d’une déclaration",
        description="Rien n’est conservé.",
        requestBody=DECLARATION_BODY,
        security=[{"token": []}],
    )
    @blueprint.arguments(ScoreParameters, location="query", unknown=None)
    @blueprint.response(200, ScoreSchema, description="Le score et ses composantes.")
    @answers(
        blueprint,
        HTTPStatus.BAD_REQUEST,
        HTTPStatus.UNAUTHORIZED,
        HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
        HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
        HTTPStatus.UNPROCESSABLE_ENTITY,
    )
    def post(self, asked: dict[str, Any]) -> dict[str, Any]:
        """Compute the score."""
        on: date = asked.get("on") or current_clock().today()
        content = received_json()
        found = problems(content, on=on)
        if found:
            raise DeclarationRefusedError(found)
        return score_document(content, on=on, explain=asked["explain"])
