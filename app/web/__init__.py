"""The pages of the portal: one package an audience, and what all pages share."""

from collections.abc import Collection
from typing import Any

from flask import Flask, request, url_for

from app.context import current_settings
from app.domain.actor import Role
from app.labels import words
from app.web import components, figures, filters, headers
from app.web.access import page_again, signed_in
from app.web.account.views import blueprint as account
from app.web.authority.views import blueprint as authority
from app.web.converters import ReferenceConverter
from app.web.manufacturer.views import blueprint as manufacturer
from app.web.operator.views import blueprint as operator
from app.web.public.files import blueprint as files
from app.web.public.views import blueprint as public
from app.web.refusals import told
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
    ("Les aides", "public.aids"),
    ("Arrêtés publiés", "public.list_orders"),
    ("Données ouvertes", "public.open_data"),
)


# What a page never repeats: secrets, and what nobody typed.
NEVER_SHOWN = frozenset(
    {"csrf_token", "seen", "event", "password", "current", "again", "code", "kept"}
)


def install(app: Flask) -> None:
    """Register the blueprints, the filters, the headers and what every template reads."""
    app.url_map.converters["reference"] = ReferenceConverter
    filters.register(app)
    figures.register(app)
    components.register(app)
    headers.install(app)
    app.add_template_filter(words)
    app.add_template_filter(told)
    for blueprint in (public, files, account, manufacturer, review, authority, operator):
        app.register_blueprint(blueprint)
    app.context_processor(frame)


def frame() -> dict[str, Any]:
    """Return what the frame of a page shows: who is signed in, and the menu of that person.

    ``typed_again`` gives back what a form held, and ``page_again`` the page to open again.
    """
    actor = signed_in()
    entries = PUBLIC_MENU + MENU.get(actor.role if actor else None, ())
    return {
        "current_actor": actor,
        "typed_again": typed_again,
        "page_again": page_again,
        "upload_limit": current_settings().upload_limit,
        "demonstration": current_settings().demonstration,
        "navigation": _navigation(entries),
    }


def typed_again() -> list[str]:
    """Return what the form that was sent holds, for the person who typed it."""
    return [
        value
        for name, value in request.form.items(multi=True)
        # « kept-… » notes the files of one field.
        if value and name.partition("-")[0] not in NEVER_SHOWN
    ]


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
