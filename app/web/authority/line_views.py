"""What is put in an order: a dossier, the removal of a version, the correction of a row."""

from http import HTTPStatus

from flask import flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from app.context import current_actor, current_clock
from app.domain.errors import DomainError, UnknownThingError
from app.domain.orders import LineEffect
from app.queries.orders import get_order
from app.queries.published import correctable_row, correctable_rows
from app.queries.versions import versions_of
from app.services.orders import NewWords, put_correction, put_in_order, put_removal
from app.web.authority.blueprint import blueprint
from app.web.authority.forms import CorrectionForm, LineForm, RemovalForm, RowSearchForm
from app.web.authority.order_page import order_page, refuse_order


@blueprint.route("/arretes/<reference:reference>/ajout", methods=["GET", "POST"])
def add_version(reference: str) -> ResponseReturnValue:
    """Put a dossier in an order: listed, expressly refused, or kept after a change."""
    order = get_order(reference, seen_by=current_actor())
    page = order_page(order, today=current_clock().today())
    form = LineForm(seen=order.revision)
    form.offer(page["versions"])
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.is_submitted() else HTTPStatus.OK
    if form.validate_on_submit():
        try:
            put_in_order(
                reference,
                form.version.data,
                effect=LineEffect(form.effect.data),
                reasons=form.reasons.data or "",
                by=current_actor(),
                clock=current_clock(),
                revision=form.seen.number,
            )
        except DomainError as error:
            status = refuse_order(form, error, reference)
        else:
            flash("La version est ajoutée à l’arrêté.")
            return redirect(url_for("authority.show_order", reference=reference))
    return render_template("authority/add.html", form=form, **page), status


@blueprint.route("/arretes/<reference:reference>/retrait-de-la-liste", methods=["GET", "POST"])
def remove_version(reference: str) -> ResponseReturnValue:
    """Put the removal of a listed version in an order."""
    order = get_order(reference, seen_by=current_actor())
    form = RemovalForm(seen=order.revision, tvv=request.args.get("code", ""))
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.is_submitted() else HTTPStatus.OK
    if form.validate_on_submit():
        try:
            put_removal(
                reference,
                form.tvv.value,
                _brand(form),
                reasons=form.reasons.data or "",
                by=current_actor(),
                clock=current_clock(),
                revision=form.seen.number,
            )
        except DomainError as error:
            status = refuse_order(form, error, reference)
        else:
            flash("Le retrait de la liste est ajouté à l’arrêté.")
            return redirect(url_for("authority.show_order", reference=reference))
    return render_template("authority/removal.html", form=form, order=order), status


def _brand(form: RemovalForm) -> str:
    """Return the brand typed, or the only one for which the list knows the code."""
    known = versions_of(form.tvv.value, on=current_clock().today())
    return form.brand.data or (known[0].brand if len(known) == 1 else "")


@blueprint.get("/arretes/<reference:reference>/rectification")
def choose_row(reference: str) -> ResponseReturnValue:
    """Find, by its code, the row of a published order that an order is to correct."""
    order = get_order(reference, seen_by=current_actor())
    form = RowSearchForm(request.args)
    wanted = form.code.data or ""
    rows = correctable_rows(wanted.strip()) if wanted.strip() else None
    return render_template("authority/choose_row.html", form=form, order=order, rows=rows)


@blueprint.route(
    "/arretes/<reference:reference>/rectification/<reference:corrected>/<int:position>",
    methods=["GET", "POST"],
)
def correct_row(reference: str, corrected: str, position: int) -> ResponseReturnValue:
    """Put in an order what a row of a published order is to say."""
    order = get_order(reference, seen_by=current_actor())
    try:
        row = correctable_row(corrected, position)
    except UnknownThingError:
        raise
    except DomainError as error:
        flash(str(error))
        return redirect(url_for("authority.choose_row", reference=reference))
    form = CorrectionForm(
        seen=order.revision,
        brand=row.brand,
        commercial_name=row.commercial_name,
        tvv=row.tvv,
        listed_from=row.day,
    )
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.is_submitted() else HTTPStatus.OK
    if form.validate_on_submit():
        try:
            put_correction(
                reference,
                corrected,
                position,
                _new_words(form),
                by=current_actor(),
                clock=current_clock(),
                revision=form.seen.number,
            )
        except DomainError as error:
            status = refuse_order(form, error, reference)
        else:
            flash("La rectification est ajoutée à l’arrêté.")
            return redirect(url_for("authority.show_order", reference=reference))
    return render_template("authority/correction.html", form=form, order=order, row=row), status


def _new_words(form: CorrectionForm) -> NewWords:
    return NewWords(
        brand=form.brand.value,
        commercial_name=form.commercial_name.value,
        tvv=form.tvv.value,
        listed_from=form.listed_from.value,
    )
