"""The pages of the portal: one package an audience, and what all pages share."""

from collections.abc import Collection
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
    Role.REVIEWER: (
        ("Dossiers à instruire", "review.show_worklist"),
        ("Versions", "review.list_versions"),
        ("Signalements", "review.list_reports"),
    ),
    Role.AUTHORITY: (
        ("Propositions", "authority.list_proposals"),
        ("Arrêtés", "authority.list_orders"),
        ("Versions", "authority.list_versions"),
        ("Signalements", "authority.list_reports"),
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
        "navigation": _navigation(entries),
    }


def _navigation(entries: Collection[tuple[str, str]]) -> list[dict[str, str]]:
    """Return the entries of the menu.

    ``current`` is ``page`` for the entry of this page, ``true`` for that of its section: the one
    whose address is the longest that this one begins with.
    """
    links = {endpoint: url_for(endpoint) for _, endpoint in entries}
    sections = [one for one, href in links.items() if href != "/" and _within(href)]
    if request.endpoint in links:
        marks = {request.endpoint: "page"}
    else:
        marks = dict.fromkeys(sorted(sections, key=lambda one: len(links[one]))[-1:], "true")
    return [
        {"label": label, "href": links[endpoint], "current": marks.get(endpoint, "")}
        for label, endpoint in entries
    ]


def _within(href: str) -> bool:
    return request.path.startswith(href.rstrip("/") + "/")
