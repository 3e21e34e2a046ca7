"""Orders in preparation: opened, shown, emptied."""

from http import HTTPStatus

from flask import flash, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from app.context import current_actor, current_clock
from app.domain.errors import DomainError
from app.queries.orders import get_order, orders_in_preparation, published_orders
from app.services.orders import discard_order, prepare_order, take_out_line
from app.web.authority.blueprint import blueprint
from app.web.authority.forms import OrderForm, TakeOutForm
from app.web.authority.order_page import order_page, refuse_order
from app.web.refusals import refuse_in


@blueprint.route("/arretes", methods=["GET", "POST"])
def list_orders() -> ResponseReturnValue:
    """Show the orders, and prepare another."""
    form = OrderForm()
    status = HTTPStatus.OK
    if form.validate_on_submit():
        try:
            order = prepare_order(form.title.data or "", by=current_actor(), clock=current_clock())
        except DomainError as error:
            status = refuse_in(form, error)
        else:
            flash("L’arrêté est en préparation. Ajoutez-y des versions.")
            return redirect(url_for("authority.show_order", reference=order.reference))
    elif form.is_submitted():
        status = HTTPStatus.UNPROCESSABLE_ENTITY
    return render_template(
        "authority/orders.html",
        form=form,
        prepared=orders_in_preparation(current_actor()),
        published=published_orders(),
    ), status


@blueprint.get("/arretes/<reference:reference>")
def show_order(reference: str) -> ResponseReturnValue:
    """Show an order: its versions, its annex, and what its publication did."""
    order = get_order(reference, seen_by=current_actor())
    return _show(reference, TakeOutForm(seen=order.revision), HTTPStatus.OK)


@blueprint.post("/arretes/<reference:reference>/retrait/<int:position>")
def take_out(reference: str, position: int) -> ResponseReturnValue:
    """Take a line out of an order in preparation."""
    form = TakeOutForm()
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    if form.validate_on_submit():
        try:
            take_out_line(reference, position, by=current_actor(), revision=form.seen.number)
        except DomainError as error:
            status = refuse_order(form, error, reference)
        else:
            flash("La version est ôtée de l’arrêté.")
            return redirect(url_for("authority.show_order", reference=reference))
    return _show(reference, form, status)


@blueprint.post("/arretes/<reference:reference>/suppression")
def discard(reference: str) -> ResponseReturnValue:
    """Throw away an empty order in preparation."""
    form = TakeOutForm()
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    if form.validate_on_submit():
        try:
            discard_order(reference, by=current_actor(), revision=form.seen.number)
        except DomainError as error:
            status = refuse_order(form, error, reference)
        else:
            flash("L’arrêté vide est supprimé.")
            return redirect(url_for("authority.list_orders"))
    return _show(reference, form, status)


def _show(reference: str, form: TakeOutForm, status: HTTPStatus) -> ResponseReturnValue:
    order = get_order(reference, seen_by=current_actor())
    page = order_page(order, today=current_clock().today())
    return render_template("authority/order.html", form=form, **page), status
