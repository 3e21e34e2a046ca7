"""Describe the manufacturing lines and the battery sites of a draft, one at a time."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Any, Final

from flask import flash, request, url_for
from flask.typing import ResponseReturnValue

from app.context import current_actor, current_clock
from app.domain.drafts import BATTERY_SITES, LINES
from app.domain.specific import values_moved
from app.services.drafting import record_site, remove_site
from app.web.manufacturer.blueprint import blueprint
from app.web.manufacturer.declared import DraftForm, current_method
from app.web.manufacturer.frame import editable_of, save_or_show, show_step, site_at
from app.web.manufacturer.site_forms import (
    BatterySiteForm,
    LineForm,
    battery_site_for_form,
    line_for_form,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A list of the declaration: what differs between lines and battery sites.

    Attributes:
        key: its name in the declaration.
        form: the form of one item.
        for_form: gives an item as the form wants it.
        list_page: the endpoint of the list.
        template: the page of one item.
        saved: the sentence once an item is kept.
        removed: the sentence once an item is removed.
    """

    key: str
    form: type[LineForm] | type[BatterySiteForm]
    for_form: Callable[[Mapping[str, Any]], dict[str, Any]]
    list_page: str
    template: str
    saved: str
    removed: str


LINE_PART: Final = Part(
    key=LINES,
    form=LineForm,
    for_form=line_for_form,
    list_page="manufacturer.list_lines",
    template="line.html",
    saved="La ligne de fabrication est enregistrée.",
    removed="La ligne de fabrication est retirée.",
)
BATTERY_PART: Final = Part(
    key=BATTERY_SITES,
    form=BatterySiteForm,
    for_form=battery_site_for_form,
    list_page="manufacturer.list_batteries",
    template="battery.html",
    saved="Le site de batterie est enregistré.",
    removed="Le site de batterie est retiré.",
)


@blueprint.get("/dossiers/<reference:reference>/lignes")
def list_lines(reference: str) -> ResponseReturnValue:
    """Show the manufacturing lines."""
    return show_step("lines.html", editable_of(reference), LINES, countries=_countries())


@blueprint.route("/dossiers/<reference:reference>/lignes/ajouter", methods=["GET", "POST"])
def add_line(reference: str) -> ResponseReturnValue:
    """Describe one more manufacturing line."""
    return _edit(LINE_PART, reference, None)


@blueprint.route("/dossiers/<reference:reference>/lignes/<int:number>", methods=["GET", "POST"])
def edit_line(reference: str, number: int) -> ResponseReturnValue:
    """Describe again the manufacturing line of a rank."""
    return _edit(LINE_PART, reference, number)


@blueprint.route(
    "/dossiers/<reference:reference>/lignes/<int:number>/retirer", methods=["GET", "POST"]
)
def remove_line(reference: str, number: int) -> ResponseReturnValue:
    """Remove a manufacturing line, after a confirmation."""
    return _remove(LINE_PART, reference, number)


@blueprint.get("/dossiers/<reference:reference>/batteries")
def list_batteries(reference: str) -> ResponseReturnValue:
    """Show the battery sites."""
    return show_step(
        "batteries.html", editable_of(reference), BATTERY_SITES, countries=_countries()
    )


@blueprint.route("/dossiers/<reference:reference>/batteries/ajouter", methods=["GET", "POST"])
def add_battery(reference: str) -> ResponseReturnValue:
    """Describe one more battery site."""
    return _edit(BATTERY_PART, reference, None)


@blueprint.route("/dossiers/<reference:reference>/batteries/<int:number>", methods=["GET", "POST"])
def edit_battery(reference: str, number: int) -> ResponseReturnValue:
    """Describe again the battery site of a rank."""
    return _edit(BATTERY_PART, reference, number)


@blueprint.route(
    "/dossiers/<reference:reference>/batteries/<int:number>/retirer", methods=["GET", "POST"]
)
def remove_battery(reference: str, number: int) -> ResponseReturnValue:
    """Remove a battery site, after a confirmation."""
    return _remove(BATTERY_PART, reference, number)


def _edit(part: Part, reference: str, number: int | None) -> ResponseReturnValue:
    """Show or keep one item; the name it bears, not its rank, says which one is kept."""
    dossier = editable_of(reference)
    shown: dict[str, Any] = {}
    if number is not None and request.method == "GET":
        shown = part.for_form(site_at(dossier.content, part.key, number))
    form = part.form(data=shown)

    def show() -> str:
        return show_step(part.template, dossier, part.key, form=form, number=number)

    if form.is_submitted() and form.rearrange(request.form):
        return show(), HTTPStatus.OK
    return save_or_show(
        form,
        reference=reference,
        save=lambda: _telling(
            dossier,
            lambda: record_site(
                reference,
                part.key,
                form.part(),
                revision=form.seen.number,
                by=current_actor(),
                clock=current_clock(),
            ),
        ),
        saved=part.saved,
        to=lambda: url_for(part.list_page, reference=reference),
        show=show,
    )


def _remove(part: Part, reference: str, number: int) -> ResponseReturnValue:
    """Ask for a confirmation, then remove one item and what its documents supported."""
    dossier = editable_of(reference)
    site = site_at(dossier.content, part.key, number)
    form = DraftForm()
    return save_or_show(
        form,
        reference=reference,
        save=lambda: _telling(
            dossier,
            lambda: remove_site(
                reference,
                part.key,
                str(site["id"]),
                revision=form.seen.number,
                by=current_actor(),
                clock=current_clock(),
            ),
        ),
        saved=part.removed,
        to=lambda: url_for(part.list_page, reference=reference),
        show=lambda: show_step(
            "remove_site.html", dossier, part.key, form=form, site=site, part=part
        ),
    )


def _telling(dossier: Any, save: Callable[[], Any]) -> None:  # noqa: ANN401 - a row
    """Save, and say which specific values went with the leg or the site they were for."""
    before = dossier.content
    for target, now in values_moved(before, save().content).items():
        if now is None:
            flash(
                f"La valeur spécifique « {target.label} » est retirée avec ses pièces :"
                " ce qu’elle remplaçait a changé.",
                "error",
            )


def _countries() -> dict[str, str]:
    """Return the French names of the countries, by code."""
    return {iso: country.name for iso, country in current_method().countries.items()}
