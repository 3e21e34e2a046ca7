"""The list on a day, what differs between two days, and many codes at once."""

import csv
import io
from http import HTTPStatus

from flask import Response, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import CombinedMultiDict

from app.context import current_clock
from app.domain.errors import InvalidValueError
from app.labels import words
from app.queries.list_changes import difference
from app.queries.register import Wanted
from app.queries.status import Answer, answers
from app.web.public.blueprint import blueprint
from app.web.public.forms import CodesForm, ListDayForm, TwoDaysForm, sent
from app.web.public.paging import page_of

COLUMNS = ("tvv", "verdict", "marque", "modele", "inscrite_depuis", "hors_de_la_liste_le")
# Of each, on the page that compares; the API gives the rest.
MOST_COMPARED = 200


@blueprint.get("/liste")
def show_list() -> ResponseReturnValue:
    """Show the list of a day, that of today by default."""
    form = ListDayForm(request.args)
    refused = sent(form, request.args) and not form.validate()
    today = current_clock().today()
    on = form.day(today)
    page = render_template(
        "public/list.html",
        form=form,
        on=on,
        asked=request.args.get("le"),
        today=today,
        **({} if refused else page_of(Wanted(on=on))),
    )
    return page, HTTPStatus.UNPROCESSABLE_ENTITY if refused else HTTPStatus.OK


@blueprint.get("/comparer")
def compare() -> ResponseReturnValue:
    """Show the versions that came and went between two days."""
    form = TwoDaysForm(request.args)
    found, answer = None, HTTPStatus.OK
    if sent(form, request.args):
        if form.validate():
            found = difference(form.du.value, form.au.value, most=MOST_COMPARED)
        else:
            answer = HTTPStatus.UNPROCESSABLE_ENTITY
    page = render_template("public/compare.html", form=form, found=found, most=MOST_COMPARED)
    return page, answer


@blueprint.get("/verifier")
def ask_codes() -> ResponseReturnValue:
    """Show the form that takes many codes."""
    return render_template("public/check.html", form=CodesForm())


@blueprint.post("/verifier")
def check_codes() -> ResponseReturnValue:
    """Give one verdict a code, as a table to download."""
    form = CodesForm(CombinedMultiDict([request.form, request.files]))
    try:
        codes = form.given() if form.validate() else []
    except InvalidValueError as error:
        form[error.field].errors = [str(error)]
        codes = []
    if not codes:
        page = render_template("public/check.html", form=form)
        return page, HTTPStatus.UNPROCESSABLE_ENTITY
    on = form.le.data or current_clock().today()
    found = answers(codes, on=on, now=current_clock().now())
    answer = Response(verdicts_as_csv(found), content_type="text/csv; charset=utf-8")
    answer.headers.set("Content-Disposition", "attachment", filename=f"verdicts-{on}.csv")
    return answer


def verdicts_as_csv(found: list[Answer]) -> str:
    """Return one line a code, in the order given; the codes are written as they were."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    for one in found:
        row = one.listing
        named = row or one.under_review
        until = row.listed_until if row else None
        writer.writerow(
            (
                one.tvv,
                words(one.verdict),
                named.brand if named else "",
                named.commercial_name if named else "",
                row.listed_from.isoformat() if row else "",
                until.isoformat() if until else "",
            )
        )
    return text.getvalue()
