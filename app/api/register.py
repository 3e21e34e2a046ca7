"""The list: pages of versions, and what it says of a code on a day."""

from datetime import UTC, date, datetime
from http import HTTPStatus
from typing import Any, Final

from flask.views import MethodView
from flask_smorest import Blueprint

from app.api.pages import cursor_at, wrong_cursor
from app.api.pages import place_of as cursor_place
from app.api.problems import answers, point_refusals
from app.api.register_schemas import (
    StatusParameters,
    StatusSchema,
    VersionsParameters,
    VersionsSchema,
)
from app.api.shared import share
from app.context import current_clock, current_settings
from app.domain.french import day_in_words
from app.domain.identifiers import tvv as checked_tvv
from app.queries.listing_rows import Listing
from app.queries.register import Place, Sort, Wanted, count_listed, listed, place_of
from app.queries.search import applied_aliases
from app.queries.status import Status, Verdict, status
from app.queries.suggestions import suggestions
from app.services.public_contents import BASIS, NOTICE, public_name, public_row, public_words

blueprint = Blueprint("api_register", __name__, url_prefix="/versions", description="La liste")

CHANGE_REPORTED: Final = (
    "Une modification de cette version a été signalée ; elle reste inscrite tant qu’un arrêté ne"
    " l’en retire pas."
)
# What is said of a code that no order lists.
NO_ORDER: Final = {
    Verdict.UNKNOWN: "Aucun arrêté publié n’inscrit ce code, tel qu’il est écrit.",
    Verdict.UNDER_REVIEW: (
        "Cette version est en cours d’examen, son constructeur accepte que cela se sache ; aucun"
        " arrêté publié ne l’inscrit."
    ),
}

# A version that no order lists, whose company lets its dossier be shown; brand and model invented.
UNDER_REVIEW_EXAMPLE: Final[dict[str, Any]] = {
    "tvv": "EXEMPLE001",
    "on": "2026-03-02",
    "known_at": None,
    "verdict": Verdict.UNDER_REVIEW.value,
    "sentence": NO_ORDER[Verdict.UNDER_REVIEW],
    "basis": BASIS,
    "notice": NOTICE,
    "change_reported": False,
    "under_review": {"tvv": "EXEMPLE001", "brand": "Exemple", "commercial_name": "Modèle E"},
    "listings": [],
    "corrections": [],
    "suggestions": [],
}

blueprint.after_request(share)


@blueprint.route("")
class Versions(MethodView):
    """The list."""

    @blueprint.doc(
        summary="Chercher dans la liste",
        description="La liste d’un jour, par marque, modèle puis code, page par page.",
    )
    @blueprint.arguments(VersionsParameters, location="query", unknown=None)
    @blueprint.response(200, VersionsSchema, description="Une page de la liste.")
    @answers(blueprint, HTTPStatus.NOT_MODIFIED)
    def get(self, asked: dict[str, Any]) -> dict[str, Any]:
        """Return a page of the list of a day."""
        on = asked.get("on") or current_clock().today()
        wanted = Wanted(
            on=on,
            containing=asked["q"],
            brand=asked["brand"],
            absent_on=asked.get("absent_on"),
            known_at=in_utc(asked.get("known_at")),
        )
        after, limit = _after(asked["cursor"]), asked["limit"]
        found = listed(wanted, sort=Sort(asked["sort"]), after=after, most=limit + 1)
        shown = found[:limit]
        return {
            "on": on,
            "basis": BASIS,
            "notice": NOTICE,
            "aliases": applied_aliases(wanted.containing),
            "count": count_listed(wanted),
            "versions": [public_listing(one) for one in shown],
            "next_cursor": _cursor(shown[-1]) if len(found) > limit else None,
        }


@blueprint.route("/status")
class VersionStatus(MethodView):
    """The answer to: was this code on the list that day?"""

    @blueprint.doc(
        summary="Savoir si un code figure sur la liste un jour donné",
        description="Le code est comparé exactement. Une ressemblance n’est qu’une suggestion.",
    )
    @blueprint.arguments(StatusParameters, location="query", unknown=None)
    @blueprint.response(
        200,
        StatusSchema,
        description="Ce que dit la liste.",
        examples={
            "under_review": {
                "summary": "Une version en cours d’examen, que son constructeur laisse montrer",
                "value": UNDER_REVIEW_EXAMPLE,
            }
        },
    )
    @answers(blueprint, HTTPStatus.NOT_MODIFIED)
    def get(self, asked: dict[str, Any]) -> dict[str, Any]:
        """Return what the list says of a code on a day."""
        found = status(
            checked_tvv(asked["tvv"]),
            on=asked.get("on") or current_clock().today(),
            known_at=in_utc(asked.get("known_at")),
            now=current_clock().now(),
        )
        similar = suggestions(found.tvv) if found.verdict == Verdict.UNKNOWN else []
        return {
            "tvv": found.tvv,
            "on": found.on,
            "known_at": found.known_at,
            "verdict": found.verdict,
            "sentence": _sentence(found),
            "basis": BASIS,
            "notice": NOTICE,
            "change_reported": found.change_reported,
            "under_review": found.under_review,
            "listings": [public_listing(one) for one in found.listings],
            "corrections": [
                {
                    "before": public_words(one.before),
                    "after": public_words(one.after),
                    "order": public_name(one.after.order),
                }
                for one in found.corrections
            ],
            "suggestions": [public_listing(one) for one in similar],
        }


def _sentence(found: Status) -> str:
    if found.verdict in NO_ORDER:
        return NO_ORDER[found.verdict]
    day = day_in_words(found.on)
    if found.verdict == Verdict.LISTED:
        said = f"Cette version atteint le score minimal : elle figure sur la liste le {day}."
        return f"{said} {CHANGE_REPORTED}" if found.change_reported else said
    coming = found.coming
    if found.verdict == Verdict.NOT_LISTED:
        first = day_in_words(found.shown.listed_from)
        return (
            f"Cette version ne figure pas sur la liste le {day} ; elle y est inscrite le {first}."
        )
    until = found.shown.listed_until
    assert until is not None  # noqa: S101 - what is removed has an end
    again = (
        f" Elle y est de nouveau inscrite le {day_in_words(coming.listed_from)}." if coming else ""
    )
    return (
        f"Cette version ne figure pas sur la liste le {day} : un arrêté l’en a retirée à compter du"
        f" {day_in_words(until)}.{again}"
    )


def in_utc(instant: datetime | None) -> datetime | None:
    """Return an instant as the tables keep it; none for none."""
    return None if instant is None else instant.astimezone(UTC)


def public_listing(listing: Listing) -> dict[str, Any]:
    """Return a version of the list as this portal gives it."""
    return public_row(listing, current_settings().base_url)


def _cursor(last: Listing) -> str:
    place = place_of(last)
    return cursor_at([place.name, place.tvv, place.brand_key, place.listed_from.isoformat()])


def _after(cursor: str) -> Place | None:
    """Return the place that a cursor names.

    Raises:
        InvalidValueError: it is no cursor of this list.
    """
    named = cursor_place(cursor)
    if named is None:
        return None
    try:
        name, tvv, brand_key, day = named
        return Place(name=name, tvv=tvv, brand_key=brand_key, listed_from=date.fromisoformat(day))
    except ValueError as error:
        raise wrong_cursor() from error


point_refusals(blueprint)
