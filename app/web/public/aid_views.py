"""The aids a purchase opens: one address, which holds the answers; nothing is stored."""

from http import HTTPStatus
from typing import Final

from flask import Response, make_response, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from app.context import current_clock
from app.queries.register import Wanted, count_listed, ever_listed, listed
from app.queries.status import Status, status
from app.web.public.aids.asked import CHANGING, VERSION, Asked, asked_from_args
from app.web.public.aids.catalogue import catalogue
from app.web.public.aids.changes import changes
from app.web.public.aids.shown import (
    cards,
    choices,
    covered,
    name_of,
    sums,
    to_give_back,
)
from app.web.public.aids.summary import answered, taken_for_granted
from app.web.public.aids.walk import Step, next_step, previous
from app.web.public.aids.words import exact_sum, money
from app.web.public.blueprint import blueprint
from scoring.aids.book import load
from scoring.aids.registry import REGIMES

# Of the versions that a search finds.
MOST_FOUND: Final = 20


blueprint.add_app_template_filter(exact_sum, "somme")


@blueprint.get("/aides")
def aids() -> ResponseReturnValue:
    """Ask what still matters, then show every aid of the day with its reasons."""
    asked = asked_from_args(request.args)
    wrong = bool(asked.errors or asked.answers.errors)
    if asked.sent and not wrong:
        return _alone(make_response(redirect(f"{url_for('public.aids')}?{asked.query()}")), asked)
    step = next_step(asked)
    shown = _result(asked, step) if step.done or (asked.so_far and step.total) else {}
    page = render_template(
        "public/aids.html",
        asked=asked,
        step=step,
        catalogue=catalogue(),
        errors={**asked.errors, **asked.answers.errors},
        answered=answered(asked),
        granted=taken_for_granted(asked),
        back=previous(asked),
        version=_version(asked),
        found=_found(asked) if _asks_version(step) else None,
        so_far=sums(step.total) if step.total else None,
        reasons=_reasons(step),
        covered=[(catalogue().words["regime"][one], covered(one)) for one in _own(asked)],
        **shown,
    )
    answer = make_response(page, HTTPStatus.UNPROCESSABLE_ENTITY if wrong else HTTPStatus.OK)
    return _alone(answer, asked)


def _alone(answer: Response, asked: Asked) -> Response:
    """Keep the answers of an address out of every cache, index and referrer."""
    answer.headers["Referrer-Policy"] = "no-referrer"
    if asked.given:
        answer.headers["Cache-Control"] = "private, no-store"
        answer.headers["X-Robots-Tag"] = "noindex"
    return answer


def _result(asked: Asked, step: Step) -> dict[str, object]:
    if step.total is None or step.facts is None:
        return {}
    return {
        "cards": cards(step.total),
        "sums": sums(step.total),
        "give_back": to_give_back(asked, step.facts, step.total),
        "choices": choices(asked, step.facts, step.total),
        "changes": changes(asked, step.facts, step.total),
        "after": [
            (catalogue().questions[name], asked.query(**{CHANGING: name}))
            for name in (asked.situation.after if asked.situation else ())
        ],
        "digest": load().digest[:12],
        "address": request.url,
        "money": money,
    }


def _own(asked: Asked) -> list[str]:
    """Return the aids of the situation, those of its ancillary questions too."""
    if asked.situation is None:
        return []
    opened = (one for some in asked.situation.gates.values() for one in some)
    return list(dict.fromkeys((*asked.situation.regimes, *opened)))


def _reasons(step: Step) -> dict[str, list[str]]:
    """Return, for each fact asked, the aids that it can still change."""
    if step.total is None:
        return {}
    return {
        question.name: [
            name_of(one)
            for one in step.total.outcomes
            if one.eligible is not False
            and question.name in one.missing
            and not REGIMES[one.regime].caps
        ]
        for question in step.questions
    }


def _asks_version(step: Step) -> bool:
    return any(one.name == VERSION for one in step.questions)


def _version(asked: Asked) -> Status | None:
    """Return what the list says, on the reference day, of the version chosen."""
    code = asked.answers.values.get("tvv")
    if not isinstance(code, str):
        return None
    clock = current_clock()
    return status(code, on=asked.day or clock.today(), now=clock.now())


def _found(asked: Asked) -> dict[str, object] | None:
    """Return the versions on the list, on the reference day, that a search names."""
    if not asked.searched or asked.day is None:
        return None
    wanted = Wanted(on=asked.day, containing=asked.searched)
    shown = listed(wanted, skip=0, most=MOST_FOUND)
    return {
        "shown": shown,
        "count": count_listed(wanted),
        "known": bool(ever_listed(asked.searched)),
        "exact": any(one.tvv == asked.searched for one in shown),
    }
