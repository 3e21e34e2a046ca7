"""The list, for whoever buys, sells, leases or pays: search, versions and orders."""

from datetime import date
from http import HTTPStatus

from flask import render_template, request
from flask.typing import ResponseReturnValue

from app.context import current_clock
from app.domain.errors import InvalidValueError, UnknownThingError
from app.domain.identifiers import tvv as checked_tvv
from app.queries.public_orders import public_order, public_orders
from app.queries.register import Wanted
from app.queries.search import applied_aliases
from app.queries.status import Status, status
from app.queries.suggestions import suggestions
from app.web.public import (
    aid_views,
    information_views,
    list_views,
    statistics_views,
    subscription_views,
    version_views,
)
from app.web.public.blueprint import blueprint
from app.web.public.forms import SearchForm, sent
from app.web.public.paging import page_of

__all__ = [
    "aid_views",
    "blueprint",
    "information_views",
    "list_views",
    "statistics_views",
    "subscription_views",
    "version_views",
]


@blueprint.get("/")
def search() -> ResponseReturnValue:
    """Search the list of today by brand, model or code; without a question, show it all."""
    form = SearchForm(request.args)
    wanted, answer = form.q.data or "", HTTPStatus.OK
    if sent(form, request.args) and not form.validate():
        return render_template("public/search.html", form=form, count=None, wanted=wanted), (
            HTTPStatus.UNPROCESSABLE_ENTITY
        )
    today = current_clock().today()
    found = page_of(Wanted(on=today, containing=wanted))
    return (
        render_template(
            "public/search.html",
            form=form,
            wanted=wanted,
            today=today,
            **found,
            aliases=applied_aliases(wanted),
            elsewhere=None if found["count"] else _elsewhere(wanted, today),
            similar=[] if found["count"] else suggestions(wanted),
        ),
        answer,
    )


def _elsewhere(code: str, today: date) -> Status | None:
    """Return what the orders say of a code that is not on the list today; none for nothing."""
    try:
        found = status(checked_tvv(code), on=today, now=current_clock().now())
    except InvalidValueError:
        return None
    told = found.listings or found.corrections or found.under_review
    return found if told else None


@blueprint.get("/arretes")
def list_orders() -> ResponseReturnValue:
    """Show the published orders that list, remove or correct."""
    return render_template("public/orders.html", orders=public_orders())


@blueprint.get("/arretes/<reference:reference>")
def show_order(reference: str) -> ResponseReturnValue:
    """Show a published order and what it says of the list."""
    try:
        shown, lines = public_order(reference)
    except UnknownThingError:
        return render_template("errors/not_found.html"), HTTPStatus.NOT_FOUND
    today = current_clock().today()
    return render_template("public/order.html", shown=shown, lines=lines, today=today)
