"""What a request carries: who acts, the clock, the gateways."""

from typing import Final

from flask import current_app, g, has_request_context

from app.clock import Clock
from app.domain.actor import Actor
from app.domain.errors import NotAllowedError
from app.gateways.files import Files
from app.gateways.mail import Mail
from app.gateways.paper.printer import Printer
from app.gateways.webhooks import Webhooks
from app.settings import Settings

CLOCK: Final = "score_env.clock"
FILES: Final = "score_env.files"
MAIL: Final = "score_env.mail"
PRINTER: Final = "score_env.printer"
SETTINGS: Final = "score_env.settings"
WEBHOOKS: Final = "score_env.webhooks"


def current_clock() -> Clock:
    """Return the clock the application was given."""
    clock: Clock = current_app.extensions[CLOCK]
    return clock


def current_files() -> Files:
    """Return the store of documents."""
    files: Files = current_app.extensions[FILES]
    return files


def current_mail() -> Mail:
    """Return the way out for mail."""
    mail: Mail = current_app.extensions[MAIL]
    return mail


def current_printer() -> Printer:
    """Return what makes a PDF of a page."""
    printer: Printer = current_app.extensions[PRINTER]
    return printer


def current_settings() -> Settings:
    """Return the settings of the deployment."""
    settings: Settings = current_app.extensions[SETTINGS]
    return settings


def current_webhooks() -> Webhooks:
    """Return the way out for the messages of re-users."""
    webhooks: Webhooks = current_app.extensions[WEBHOOKS]
    return webhooks


def identify(actor: Actor | None) -> None:
    """Say who acts for the rest of the request."""
    g.actor = actor


def visitor() -> Actor | None:
    """Return who is signed in, or none."""
    if not has_request_context():
        return None
    actor: Actor | None = g.get("actor")
    return actor


def current_actor() -> Actor:
    """Return who acts.

    Raises:
        NotAllowedError: nobody is signed in.
    """
    actor = visitor()
    if actor is None:
        raise NotAllowedError("Connectez-vous pour continuer.")
    return actor
