"""The calculator: the score of a declaration, of which nothing is kept."""

from collections.abc import Mapping
from datetime import date
from http import HTTPStatus
from typing import Any

from flask.views import MethodView
from flask_smorest import Blueprint

from app.api.body import DECLARATION_BODY, received_declaration
from app.api.problems import answers, point_refusals
from app.api.score_example import EXAMPLE
from app.api.score_schemas import ScoreParameters, ScoreSchema
from app.context import current_clock
from app.domain.value_decisions import with_decisions
from app.services.assessment import preview
from app.services.public_contents import NOTICE
from scoring.problems import DeclarationError

blueprint = Blueprint("api_scores", __name__, url_prefix="/score", description="Le calcul")
point_refusals(blueprint)


def computed_score(
    content: Mapping[str, Any], *, on: date, explain: bool = False
) -> dict[str, Any]:
    """Return the score of a declaration that can be scored on that day; nothing is kept."""
    return {
        "on": on,
        "notice": NOTICE,
        "computed_at": None,
        **preview(content, on=on).to_wire(explain=explain),
    }


def kept_score(
    assessment: Any,  # noqa: ANN401 - tables stay behind queries
    *,
    explain: bool = False,
) -> dict[str, Any]:
    """Return a score as it was computed and kept."""
    kept = {
        "on": assessment.law_on,
        "notice": NOTICE,
        "computed_at": assessment.computed_at,
        **assessment.result,
    }
    return kept | {"trace": _trace_of(assessment)} if explain else kept


def _trace_of(assessment: Any) -> dict[str, object] | None:  # noqa: ANN401 - a row, read only
    """Return how a kept score was obtained; none when the tables of today no longer give it."""
    content = with_decisions(assessment.declaration.content, assessment.decisions)
    try:
        again = preview(content, on=assessment.law_on)
    except DeclarationError:
        return None
    return again.trace.to_wire() if again.to_wire() == assessment.result else None


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
    @blueprint.response(
        200, ScoreSchema, description="Le score et ses composantes.", example=EXAMPLE
    )
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
        return computed_score(received_declaration(on=on), on=on, explain=asked["explain"])
