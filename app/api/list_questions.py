"""More questions to the list: the history of a code, many codes at once, two days, the changes."""

from http import HTTPStatus
from typing import Any, Final

from flask.views import MethodView
from flask_smorest import Blueprint

from app.api.problems import answers, point_refusals
from app.api.question_schemas import (
    ChangesParameters,
    ChangesSchema,
    CheckedSchema,
    CheckSchema,
    DifferenceParameters,
    DifferenceSchema,
    HistorySchema,
)
from app.api.register import blueprint, in_utc, public_listing
from app.api.register_schemas import CodeParameters
from app.api.shared import share
from app.context import current_clock, current_settings
from app.domain.identifiers import tvv as checked_tvv
from app.queries.list_changes import changes, difference, last_change
from app.queries.listing_rows import Listing
from app.queries.register import ever_listed
from app.queries.status import Answer
from app.queries.status import answers as answers_of
from app.services.public_contents import BASIS, NOTICE, public_change

changes_blueprint: Final = Blueprint(
    "api_changes", __name__, url_prefix="/changes", description="Les changements de la liste"
)
changes_blueprint.after_request(share)


@blueprint.route("/history")
class VersionHistory(MethodView):
    """All that the list said of a code, and when the portal knew it."""

    @blueprint.doc(
        summary="Lire l’histoire d’un code",
        description="Ses jours sur la liste, avec les instants entre lesquels le portail les tenait"
        " pour vrais : ce qu’une rectification ou un arrêté tardif a changé reste lisible.",
    )
    @blueprint.arguments(CodeParameters, location="query", unknown=None)
    @blueprint.response(200, HistorySchema, description="L’histoire du code.")
    @answers(blueprint, HTTPStatus.NOT_MODIFIED)
    def get(self, asked: dict[str, Any]) -> dict[str, Any]:
        """Return the history of a code, what no longer holds included."""
        code = checked_tvv(asked["tvv"])
        return {
            "tvv": code,
            "basis": BASIS,
            "notice": NOTICE,
            "history": [_known(one) for one in ever_listed(code)],
        }


@blueprint.route("/check")
class VersionsCheck(MethodView):
    """Many codes at once."""

    @blueprint.doc(
        summary="Vérifier jusqu’à 10 000 codes d’un coup",
        description="Un verdict par code, dans l’ordre ; chaque code est comparé exactement.",
    )
    @blueprint.arguments(CheckSchema)
    @blueprint.response(200, CheckedSchema, description="Un verdict par code.")
    @answers(blueprint, HTTPStatus.BAD_REQUEST, HTTPStatus.REQUEST_ENTITY_TOO_LARGE)
    def post(self, asked: dict[str, Any]) -> dict[str, Any]:
        """Return one verdict a code; nothing is kept."""
        on = asked.get("on") or current_clock().today()
        found = answers_of(
            asked["codes"],
            on=on,
            known_at=in_utc(asked.get("known_at")),
            now=current_clock().now(),
        )
        return {
            "on": on,
            "notice": NOTICE,
            "verdicts": [_verdict(one) for one in found],
        }


@blueprint.route("/difference")
class VersionsDifference(MethodView):
    """What differs between two days of the list."""

    @blueprint.doc(
        summary="Comparer la liste de deux jours",
        description="Les versions venues et parties entre deux jours, les premières de chaque. La"
        " recherche les donne toutes, page par page, quand elle nomme l’autre jour.",
    )
    @blueprint.arguments(DifferenceParameters, location="query", unknown=None)
    @blueprint.response(200, DifferenceSchema, description="Ce qui diffère.")
    @answers(blueprint, HTTPStatus.NOT_MODIFIED)
    def get(self, asked: dict[str, Any]) -> dict[str, Any]:
        """Return the versions that came and those that went."""
        found = difference(asked["from_day"], asked["to_day"], most=asked["limit"])
        return {
            "first": found.first,
            "last": found.last,
            "basis": BASIS,
            "notice": NOTICE,
            "added_count": found.added_count,
            "removed_count": found.removed_count,
            "added": [public_listing(one) for one in found.added],
            "removed": [public_listing(one) for one in found.removed],
        }


@changes_blueprint.route("")
class Changes(MethodView):
    """The numbered changes of the list."""

    @changes_blueprint.doc(
        summary="Suivre les changements de la liste",
        description="Numérotés sans trou, dans l’ordre où le portail les a connus. Gardez le"
        " dernier numéro et rappelez-le ; ce qui est retiré de la liste reste lisible.",
    )
    @changes_blueprint.arguments(ChangesParameters, location="query", unknown=None)
    @changes_blueprint.response(200, ChangesSchema, description="Les changements suivants.")
    @answers(changes_blueprint, HTTPStatus.NOT_MODIFIED)
    def get(self, asked: dict[str, Any]) -> dict[str, Any]:
        """Return the changes after a number."""
        found = changes(since=asked["since"], most=asked["limit"])
        base_url = current_settings().base_url
        return {
            "since": asked["since"],
            "last": found[-1].sequence if found else asked["since"],
            "latest": last_change(),
            "notice": NOTICE,
            "changes": [public_change(one, base_url) for one in found],
        }


def _verdict(one: Answer) -> dict[str, Any]:
    named = one.listing or one.under_review
    return {
        "tvv": one.tvv,
        "verdict": one.verdict,
        "brand": named.brand if named else None,
        "commercial_name": named.commercial_name if named else None,
        "listed_from": one.listing.listed_from if one.listing else None,
        "listed_until": one.listing.listed_until if one.listing else None,
    }


def _known(listing: Listing) -> dict[str, Any]:
    return {
        **public_listing(listing),
        "known_from": listing.known_from,
        "known_until": listing.known_until,
    }


point_refusals(changes_blueprint)
