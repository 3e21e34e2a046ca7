"""The list on a day, what differs between two days, and how it grew."""

from http import HTTPStatus

from flask import render_template, request
from flask.typing import ResponseReturnValue

from app.context import current_clock
from app.queries.list_statistics import by_brand, by_month
from app.queries.register import PAGE, Wanted, count_listed, listed
from app.web.public.bars import drawn
from app.web.public.blueprint import blueprint
from app.web.public.forms import ListDayForm, TwoDaysForm, sent
from app.web.public.paging import page_asked

# Of each, on the page that compares; the API gives the rest.
MOST_COMPARED = 200


@blueprint.get("/liste")
def show_list() -> ResponseReturnValue:
    """Show the list of a day, that of today by default."""
    form = ListDayForm(request.args)
    refused = sent(form, request.args) and not form.validate()
    on = form.day(current_clock().today())
    wanted = Wanted(on=on)
    count = count_listed(wanted)
    pages = max(1, -(-count // PAGE))
    page = min(page_asked(), pages)
    shown = [] if refused else listed(wanted, skip=(page - 1) * PAGE, most=PAGE)
    return render_template(
        "public/list.html",
        form=form,
        on=on,
        asked=request.args.get("le"),
        refused=refused,
        count=count,
        shown=shown,
        page=page,
        pages=pages,
        today=current_clock().today(),
    ), (HTTPStatus.UNPROCESSABLE_ENTITY if refused else HTTPStatus.OK)


@blueprint.get("/comparer")
def compare() -> ResponseReturnValue:
    """Show the versions that came and went between two days."""
    form = TwoDaysForm(request.args)
    found, answer = None, HTTPStatus.OK
    if sent(form, request.args):
        if form.validate():
            found = _difference(form)
        else:
            answer = HTTPStatus.UNPROCESSABLE_ENTITY
    page = render_template("public/compare.html", form=form, found=found, most=MOST_COMPARED)
    return page, answer


def _difference(form: TwoDaysForm) -> dict[str, object]:
    first, last = form.du.value, form.au.value
    came, went = Wanted(on=last, absent_on=first), Wanted(on=first, absent_on=last)
    return {
        "first": first,
        "last": last,
        "added": listed(came, most=MOST_COMPARED),
        "added_count": count_listed(came),
        "removed": listed(went, most=MOST_COMPARED),
        "removed_count": count_listed(went),
    }


@blueprint.get("/statistiques")
def show_statistics() -> ResponseReturnValue:
    """Show how many versions the list has, brand by brand and month after month."""
    today = current_clock().today()
    brands, months = by_brand(on=today), by_month(until=today)
    return render_template(
        "public/statistics.html",
        today=today,
        brands=brands,
        months=months,
        count=sum(one.versions for one in brands),
        drawn_brands=drawn([(one.brand, one.versions) for one in brands]),
        drawn_months=drawn([(f"{one.month:%m/%Y}", one.versions) for one in months]),
    )
