"""The aids: one case or many evaluated, what is covered, and the whole rule base."""

import json
from collections.abc import Mapping
from functools import cache
from http import HTTPStatus
from typing import Any, Final, NoReturn

from flask import Response, abort, request
from flask.views import MethodView
from flask_smorest import Blueprint

from app.api.aid_schemas import (
    ANSWERED,
    CASES,
    COVERAGE,
    EXPLAIN,
    OPENED,
    REFUSALS,
    RULES,
    UNCHANGED,
    VEHICLES,
)
from app.api.body import received_json
from app.api.shared import share
from app.errors import problem
from app.queries.aid_facts import completed
from scoring.aids.book import load
from scoring.aids.reading import FactsError
from scoring.aids.rules import coverage, rule_base
from scoring.aids.wire import MOST_CASES, Case, answer, answer_opened, read_case, read_vehicles
from scoring.problems import Problem, quoted

blueprint = Blueprint("api_aids", __name__, url_prefix="/aids", description="Les aides")
blueprint.after_request(share)

WORDS: Final = {"true": True, "false": False}
ENCODER: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))
REFUSED: Final = "Des faits sont à corriger : chaque point dit où et pourquoi."


@blueprint.route("/evaluate")
class AidsEvaluation(MethodView):
    """The aids of a case, or of many."""

    @blueprint.doc(
        summary="Évaluer les aides d’un cas, ou de 1 000 cas au plus",
        description="Le corps est un cas, ou une liste de cas. Un fait absent est inconnu : la"
        " réponse dit alors ce qui la fait encore changer, et entre quels montants. Sans régimes,"
        " chaque régime du jour est évalué seul. Le code de version est cherché dans la liste au"
        " jour de référence. Rien n’est conservé.",
        parameters=[EXPLAIN],
        requestBody=CASES,
        responses={"200": ANSWERED, **REFUSALS},
    )
    def post(self) -> Response:
        """Answer each case; the first refusal stops them all."""
        explain = _explain()
        given = received_json()
        many = isinstance(given, list)
        cases = _cases(given if isinstance(given, list) else [given], many=many)
        book = load()
        facts = completed([one.facts for one in cases])
        found = [
            answer(Case(id=one.id, regimes=one.regimes, facts=known), book, explain=explain)
            for one, known in zip(cases, facts, strict=True)
        ]
        return _json(found if many else found[0])


@blueprint.route("/vehicles")
class AidsOfVehicles(MethodView):
    """The aids that each of many vehicles opens to one buyer."""

    @blueprint.doc(
        summary="Savoir quels véhicules ouvrent quelles aides à un acheteur",
        description="Les faits de l’acheteur, et jusqu’à 5 000 véhicules qui les complètent. La"
        " réponse ne donne, pour chacun, que les aides dues ou qui peuvent l’être.",
        requestBody=VEHICLES,
        responses={"200": OPENED, **REFUSALS},
    )
    def post(self) -> Response:
        """Answer for each vehicle."""
        try:
            asked = read_vehicles(received_json())
        except FactsError as error:
            _refuse(list(error.problems))
        book = load()
        return _json(
            {
                "vehicles": [
                    {"tvv": one.tvv, "aids": answer_opened(one, book)} for one in completed(asked)
                ]
            }
        )


@blueprint.route("/regimes")
class AidsCoverage(MethodView):
    """What is covered."""

    @blueprint.doc(
        summary="Lire les régimes d’aide couverts",
        description="Pour chaque régime et chaque rédaction : les jours, l’article, les conditions"
        " et ce qui n’est pas modélisé.",
        responses={"200": COVERAGE, **UNCHANGED},
    )
    def get(self) -> Response:
        """Return the regimes with their days and conditions."""
        return _ready(_coverage())


@blueprint.route("/rules")
class AidsRules(MethodView):
    """The rule base."""

    @blueprint.doc(
        summary="Lire toutes les règles d’aide",
        description="Chaque rédaction avec ses conditions, ses nombres et ses phrases, les"
        " dispositions transitoires, et le schéma des faits.",
        responses={"200": RULES, **UNCHANGED},
    )
    def get(self) -> Response:
        """Return the rule base as one document."""
        return _ready(_rules())


def _explain() -> bool:
    """Return whether the conditions are asked for, or stop here at another word.

    Read by hand: with the schema of a parameter, a request would take a third more time.
    """
    if not request.args:
        return False
    named = request.args.to_dict()
    word = named.pop("explain", "false")
    if named:
        _refuse([Problem("unknown_key", f"Paramètre inconnu : {quoted(min(named))}.", "")])
    if word not in WORDS:
        _refuse([Problem("wrong_type", "« explain » vaut true ou false.", "/explain")])
    return WORDS[word]


def _cases(given: list[Any], *, many: bool) -> list[Case]:
    """Return the cases, or stop here with all that is wrong in them."""
    if not 1 <= len(given) <= MOST_CASES:
        _refuse([Problem("out_of_range", f"De 1 à {MOST_CASES} cas.", "")])
    cases: list[Case] = []
    problems: list[Problem] = []
    for n, one in enumerate(given):
        try:
            cases.append(read_case(one))
        except FactsError as error:
            where = f"/{n}" if many else ""
            problems += [
                Problem(each.code, each.message, f"{where}{each.field}") for each in error.problems
            ]
    if problems:
        _refuse(problems)
    return cases


def _refuse(problems: list[Problem]) -> NoReturn:
    points = [{"code": one.code, "detail": one.message, "pointer": one.field} for one in problems]
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    abort(problem("invalid_facts", REFUSED, status, errors=points))


def _json(content: object) -> Response:
    return Response(ENCODER.encode(content), mimetype="application/json")


def _ready(text: bytes) -> Response:
    return Response(text, mimetype="application/json")


@cache
def _coverage() -> bytes:
    book = load()
    return _encoded({"digest": book.digest, "regimes": coverage(book)})


@cache
def _rules() -> bytes:
    return _encoded(rule_base(load()))


def _encoded(content: Mapping[str, object]) -> bytes:
    return ENCODER.encode(content).encode()
