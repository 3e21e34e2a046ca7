"""The evidence of a dossier, site by site: attach, remove, download."""

from http import HTTPStatus
from typing import Any, Final

from flask import Response, abort, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from app.context import current_actor, current_clock
from app.domain.actor import Role
from app.domain.completeness import Site, sites_of
from app.domain.errors import DomainError, UnknownThingError
from app.domain.procedure import Action, State
from app.queries.dossiers import declared_content, get_dossier
from app.queries.filed import supports_of
from app.services.documents import (
    OTHER,
    add_document,
    check_receivable,
    detach_document,
)
from app.web.documents import send_document
from app.web.dossier_page import Cell, evidence
from app.web.fields import EvidenceFilesField, PortalForm
from app.web.manufacturer.blueprint import blueprint
from app.web.manufacturer.frame import draft_of, show_step
from app.web.manufacturer.uploads import keep_all
from app.web.refusals import refuse_in

NO_FILE: Final = "Choisissez un fichier au moins."


class DocumentsForm(PortalForm):
    """Files for one required document of one site."""

    files = EvidenceFilesField(
        "Fichiers",
        description="PDF, XLSX, ODS, CSV, PNG ou JPEG. Vous pouvez en choisir plusieurs à la fois.",
    )


@blueprint.get("/dossiers/<reference:reference>/pieces")
def list_documents(reference: str) -> ResponseReturnValue:
    """Show the documents that each site requires, present and missing."""
    dossier = draft_of(reference)
    return show_step(
        "documents.html",
        dossier,
        "documents",
        sites=_matrix(dossier),
        other=OTHER,
    )


@blueprint.route("/dossiers/<reference:reference>/pieces/ajouter", methods=["GET", "POST"])
def add_documents(reference: str) -> ResponseReturnValue:
    """Attach files to one required document of one site, or beside them."""
    dossier = get_dossier(reference, seen_by=current_actor())
    requirement, site_key = request.args.get("piece", OTHER), request.args.get("site", "")
    site, cell = _place(dossier, requirement, site_key)
    form = DocumentsForm()
    status = HTTPStatus.OK
    if form.is_submitted():
        status = HTTPStatus.UNPROCESSABLE_ENTITY
        if form.validate():
            status = _attach(form, reference, requirement, site_key)
            if not form.errors:
                return redirect(_after(dossier, site))
    # Read again: what was kept although another file was refused is shown at once.
    _, cell = _place(dossier, requirement, site_key)
    page = render_template(
        "manufacturer/add_documents.html",
        dossier=dossier,
        form=form,
        site=site,
        cell=cell,
        requirement=requirement,
        open_to_add=_may_add(dossier),
        back=_after(dossier, site),
    )
    return page, status


@blueprint.post("/dossiers/<reference:reference>/pieces/retirer")
def remove_document(reference: str) -> ResponseReturnValue:
    """Take a document off a draft."""
    dossier = get_dossier(reference, seen_by=current_actor())
    named = (request.form.get("document"), request.form.get("piece"), request.form.get("site"))
    for support in supports_of(dossier):
        if (support.document.reference, support.requirement, support.site) == named:
            filename = support.document.filename
            detach_document(reference, support.id, by=current_actor())
            flash(f"La pièce « {filename} » est retirée du brouillon.")
            return redirect(url_for(".list_documents", reference=reference))
    raise UnknownThingError("Cette pièce")


@blueprint.get("/pieces/<reference:reference>")
def download(reference: str) -> Response:
    """Give a document of the company back."""
    return send_document(reference)


def _attach(form: DocumentsForm, reference: str, requirement: str, site_key: str) -> HTTPStatus:
    """Attach what was sent, file by file; the field says which ones were refused and why."""
    try:
        check_receivable(
            reference,
            requirement=requirement,
            site=site_key,
            by=current_actor(),
            clock=current_clock(),
        )
    except DomainError as error:
        return refuse_in(form, error)
    kept, refused = keep_all(form.files.value)
    if not kept and not refused:
        refused = [NO_FILE]
    form.files.errors = refused
    added = []
    for file in kept:
        try:
            add_document(
                reference,
                file,
                requirement=requirement,
                site=site_key,
                by=current_actor(),
                clock=current_clock(),
            )
        except DomainError as error:
            return refuse_in(form, error)
        added.append(f"« {file.filename} »")
    if added:
        one = len(added) == 1
        flash(f"{', '.join(added)} : {'pièce jointe' if one else 'pièces jointes'}.")
    return HTTPStatus.UNPROCESSABLE_ENTITY if refused else HTTPStatus.OK


def _matrix(dossier: Any) -> list[Any]:  # noqa: ANN401 - a row, read only
    on = dossier.received_on or current_clock().today()
    return evidence(dossier, declared_content(dossier), on=on)


def _place(dossier: Any, requirement: str, site_key: str) -> tuple[Site, Cell | None]:  # noqa: ANN401 - a row
    """Return the site, and the cell of the matrix unless it is beside it; 404 if there is none."""
    sites = {site.key: site for site in sites_of(declared_content(dossier))}
    if site_key not in sites:
        abort(HTTPStatus.NOT_FOUND)
    if requirement == OTHER:
        return sites[site_key], None
    cells = [cell for one in _matrix(dossier) for cell in one.cells]
    named = (requirement, site_key)
    found = [one for one in cells if (one.required.requirement, one.required.site.key) == named]
    if not found:
        abort(HTTPStatus.NOT_FOUND)
    return sites[site_key], found[0]


def _may_add(dossier: Any) -> bool:  # noqa: ANN401 - a row, read only
    """Tell whether documents may still be attached to a dossier."""
    return dossier.state == State.DRAFT or (
        Action.ADD_DOCUMENT in dossier.acts_open_to(Role.MANUFACTURER)
    )


def _after(dossier: Any, site: Site) -> str:  # noqa: ANN401 - a row, read only
    """Return where to go on: the matrix of a draft, the page of a filed dossier."""
    draft = dossier.state == State.DRAFT
    page = ".list_documents" if draft else ".show_dossier"
    anchor = f"site-{site.key}" if draft else "pieces"
    return url_for(page, reference=dossier.reference, _anchor=anchor)
