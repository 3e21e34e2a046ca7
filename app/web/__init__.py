"""The pages of the portal: one package an audience, and what all pages share."""

from typing import Any

from flask import Flask, request, url_for

from app.context import current_settings
from app.domain.actor import Role
from app.labels import words
from app.web import figures, filters, headers
from app.web.access import signed_in
from app.web.account.views import blueprint as account
from app.web.authority.views import blueprint as authority
from app.web.converters import ReferenceConverter
from app.web.manufacturer.views import blueprint as manufacturer
from app.web.operator.views import blueprint as operator
from app.web.public.files import blueprint as files
from app.web.public.views import blueprint as public
from app.web.review.views import blueprint as review

# What the menu offers, by role; the public pages come first for everybody.
MENU: dict[Role | None, tuple[tuple[str, str], ...]] = {
    None: (),
    Role.MANUFACTURER: (("Mes dossiers", "manufacturer.list_dossiers"),),
    Role.REVIEWER: (("Dossiers à instruire", "review.show_worklist"),),
    Role.AUTHORITY: (
        ("Propositions", "authority.list_proposals"),
        ("Arrêtés", "authority.list_orders"),
    ),
    Role.OPERATOR: (
        ("Comptes", "operator.list_accounts"),
        ("Échéances", "operator.list_runs"),
        ("Messages", "operator.list_messages"),
        ("Réglages", "operator.show_settings"),
    ),
}
PUBLIC_MENU = (
    ("La liste", "public.search"),
    ("Arrêtés publiés", "public.list_orders"),
    ("Données ouvertes", "public.open_data"),
)


NEVER_SHOWN = frozenset({"csrf_token", "seen", "password", "current", "again", "code", "kept"})


def install(app: Flask) -> None:
    """Register the blueprints, the filters, the headers and what every template reads."""
    app.url_map.converters["reference"] = ReferenceConverter
    filters.register(app)
    figures.register(app)
    headers.install(app)
    app.add_template_filter(words)
    for blueprint in (public, files, account, manufacturer, review, authority, operator):
        app.register_blueprint(blueprint)
    app.context_processor(frame)


def frame() -> dict[str, Any]:
    """Return what the frame of a page shows: who is signed in, and the menu of that person.

    ``never_shown`` names what a page never repeats to the person who sent it.
    """
    actor = signed_in()
    entries = PUBLIC_MENU + MENU.get(actor.role if actor else None, ())
    return {
        "current_actor": actor,
        "never_shown": NEVER_SHOWN,
        "upload_limit": current_settings().upload_limit,
        "demonstration": current_settings().demonstration,
        "navigation": [
            {"label": label, "href": url_for(endpoint), "current": _current(endpoint)}
            for label, endpoint in entries
        ],
    }


def _current(endpoint: str) -> str:
    """Return ``page`` for the entry of this page, ``true`` for that of its section, or nothing."""
    if request.endpoint == endpoint:
        return "page"
    path = url_for(endpoint)
    return "true" if path != "/" and request.path.startswith(path.rstrip("/") + "/") else ""
