"""The page of a version: what the list says of a code, on a day, as it is or was known."""

from collections.abc import Sequence
from datetime import date, datetime, timedelta
from http import HTTPStatus
from typing import Final

from flask import current_app, render_template, request, url_for
from flask.typing import ResponseReturnValue

from app.context import current_clock
from app.domain.deadlines import effect_at
from app.domain.errors import InvalidValueError
from app.domain.french import day_in_words
from app.domain.identifiers import tvv as checked_tvv
from app.queries.register import ever_listed
from app.queries.status import Correction, Verdict, status
from app.queries.suggestions import suggestions
from app.web.public.blueprint import blueprint
from app.web.public.forms import CodeForm, DayForm, SearchForm, sent
from app.web.public.listing_line import earlier_answers, listing_line

INSTANT: Final = timedelta(microseconds=1)
AIDS: Final = "public.aids"


@blueprint.get("/versions/<path:tvv>")
def show_version(tvv: str) -> ResponseReturnValue:
    """Show what the list says of a code, today or on a day of one's choice."""
    return _version(tvv)


@blueprint.get("/version")
def show_version_of_code() -> ResponseReturnValue:
    """Show the same for a code that no path can hold."""
    return _version(CodeForm(request.args).code.data or "")


def aids_address(tvv: str) -> str | None:
    """Return the address of the aids for a version; none in a portal without that page."""
    return url_for(AIDS, tvv=tvv) if AIDS in current_app.view_functions else None


def _version(typed: str) -> ResponseReturnValue:
    clock = current_clock()
    today = clock.today()
    try:
        code = checked_tvv(typed)
    except InvalidValueError as error:
        return _unknown(typed, str(error))
    form = DayForm(request.args)
    refused = sent(form, request.args) and not form.validate()
    known_at = None if refused else _known_at(form, today)
    found = status(code, on=form.day(today), known_at=known_at, now=clock.now())
    answer = HTTPStatus.UNPROCESSABLE_ENTITY if refused else HTTPStatus.OK
    if found.verdict == Verdict.UNKNOWN:
        return _unknown(code, _not_yet(form, known_at), corrections=found.corrections)
    if found.verdict == Verdict.UNDER_REVIEW:
        return render_template("public/under_review.html", found=found, form=form), answer
    page = render_template(
        "public/version.html",
        form=form,
        found=found,
        today=today,
        as_of=form.su.data if known_at else None,
        line=listing_line(found, today=today),
        earlier=earlier_answers(ever_listed(code), known_at),
        aids=aids_address(code),
    )
    return page, answer


def _known_at(form: DayForm, today: date) -> datetime | None:
    """Return the end of the day whose knowledge is asked for; none for a day that goes on."""
    day = form.su.data
    return None if day is None or day >= today else effect_at(day) - INSTANT


def _not_yet(form: DayForm, known_at: datetime | None) -> str | None:
    if known_at is None:
        return None
    return (
        f"À la fin du {day_in_words(form.su.value)}, le portail ne connaissait aucun arrêté qui"
        " inscrive ce code, tel que vous l’avez écrit."
    )


def _unknown(
    code: str, sentence: str | None = None, corrections: Sequence[Correction] = ()
) -> ResponseReturnValue:
    page = render_template(
        "public/unknown_version.html",
        code=code,
        sentence=sentence,
        corrections=corrections,
        similar=suggestions(code),
        form=SearchForm(),
    )
    return page, HTTPStatus.NOT_FOUND
