"""The page of the API for re-users: what it offers to everybody, with examples that are run."""

from typing import Final

from flask import Blueprint, render_template
from flask.typing import ResponseReturnValue

from app.api.docs import public_operations
from app.api.examples import EXAMPLES, written
from app.context import current_settings
from app.domain.rates import BYTES_A_UNIT, PERIOD

blueprint: Final = Blueprint("api_guide", __name__)


@blueprint.get("/api")
def show() -> ResponseReturnValue:
    """Show the questions, how they are asked, and the rules of use."""
    settings = current_settings()
    return render_template(
        "public/api_guide.html",
        base_url=settings.base_url,
        operations=public_operations(),
        examples=[
            (one, written(one.curl, settings.base_url), written(one.python, settings.base_url))
            for one in EXAMPLES
        ],
        quota=settings.requests_a_minute,
        seconds=PERIOD,
        unit_kilobytes=BYTES_A_UNIT // 1000,
    )
