"""The certificate of a silent refusal, as the agency reads it."""

from flask.typing import ResponseReturnValue

from app.web.review.blueprint import blueprint
from app.web.silence_page import show_certificate


@blueprint.get("/dossiers/<reference:reference>/rejet-implicite")
def show_silence(reference: str) -> ResponseReturnValue:
    """Show the certificate of the silent refusal, to be printed."""
    return show_certificate(reference)
