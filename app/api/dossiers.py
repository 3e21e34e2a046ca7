"""The dossiers of a company, filed and followed by its programs."""

from http import HTTPStatus
from typing import Any, BinaryIO, Final, cast

from flask import url_for
from flask.views import MethodView
from flask_smorest import Blueprint

from app.api.body import DECLARATION_BODY, received_declaration
from app.api.dossier_schemas import (
    DocumentSchema,
    DossierSchema,
    DossiersSchema,
    RevisionParameters,
    RouteParameters,
)
from app.api.problems import IN_DECLARATION, answers, point_refusals
from app.api.representations import dossier_document, dossier_page, support_document
from app.api.schemas import PageParameters
from app.api.score_example import EXAMPLE
from app.api.score_schemas import ExplainParameters, ScoreSchema
from app.api.scores import computed_score, kept_score
from app.api.uploads import DOCUMENT_BODY, received_document
from app.context import current_actor, current_clock, current_files, current_settings
from app.domain.procedure import Route
from app.queries.decided_values import counted_content
from app.queries.dossiers import deposit_assessment, get_dossier
from app.services.assessment import check_readable
from app.services.documents import Upload, add_document, check_receivable, keep_upload
from app.services.drafting import create_draft, replace_declaration
from app.services.drafts import check_draft
from app.services.submission import submit_dossier

blueprint = Blueprint(
    "api_dossiers", __name__, url_prefix="/dossiers", description="Les dossiers d’un constructeur"
)
point_refusals(blueprint, IN_DECLARATION)

TOKEN: Final[list[dict[str, list[str]]]] = [{"token": []}]
REFUSED_DECLARATION: Final = (
    HTTPStatus.BAD_REQUEST,
    HTTPStatus.CONFLICT,
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
    HTTPStatus.UNPROCESSABLE_ENTITY,
)


@blueprint.route("")
class Dossiers(MethodView):
    """The dossiers of the company."""

    @blueprint.doc(
        summary="Lister ses dossiers",
        description="Du plus récemment changé au plus ancien, page par page. Un dossier qui change"
        " pendant la lecture passe en tête : il est dans la première page de la lecture suivante.",
        security=TOKEN,
    )
    @blueprint.arguments(PageParameters, location="query", unknown=None)
    @blueprint.response(200, DossiersSchema, description="Une page des dossiers.")
    @answers(blueprint, HTTPStatus.UNAUTHORIZED)
    def get(self, asked: dict[str, Any]) -> dict[str, Any]:
        """Return a page of the dossiers of the company."""
        return dossier_page(current_actor(), **asked)

    @blueprint.doc(
        summary="Ouvrir un dossier avec sa déclaration",
        description="Rien n’est déposé : le dossier est un brouillon jusqu’à son dépôt. Une"
        " dérogation déposée sans refus antérieur de la version est irrecevable : aucun délai ne"
        " court.",
        requestBody=DECLARATION_BODY,
        security=TOKEN,
    )
    @blueprint.arguments(RouteParameters, location="query", unknown=None)
    @blueprint.response(201, DossierSchema, description="Le brouillon.")
    @answers(blueprint, HTTPStatus.UNAUTHORIZED, *REFUSED_DECLARATION)
    def post(self, asked: dict[str, Any]) -> tuple[dict[str, Any], int, dict[str, str]]:
        """Open a dossier."""
        actor, clock = current_actor(), current_clock()
        content = received_declaration(on=clock.today())
        route = Route(asked["route"])
        reference = create_draft(content, route=route, by=actor, clock=clock).reference
        where = url_for(f"{blueprint.name}.OneDossier", reference=reference)
        found = dossier_document(reference, seen_by=actor, clock=clock)
        return found, HTTPStatus.CREATED, {"Location": where}


@blueprint.route("/<reference:reference>")
class OneDossier(MethodView):
    """One dossier of the company."""

    @blueprint.doc(
        summary="Lire un dossier",
        description="Son état, ses délais, les jours de son accusé de réception, ce que l’agence"
        " demande et ce qui reste à corriger.",
        security=TOKEN,
    )
    @blueprint.response(200, DossierSchema, description="Le dossier.")
    @answers(blueprint, HTTPStatus.UNAUTHORIZED, HTTPStatus.NOT_FOUND)
    def get(self, reference: str) -> dict[str, Any]:
        """Return the dossier."""
        return _shown(reference)


@blueprint.route("/<reference:reference>/declaration")
class DossierDeclaration(MethodView):
    """The declaration of a draft."""

    @blueprint.doc(
        summary="Remplacer la déclaration d’un brouillon",
        requestBody=DECLARATION_BODY,
        security=TOKEN,
    )
    @blueprint.arguments(RevisionParameters, location="query", unknown=None)
    @blueprint.response(200, DossierSchema, description="Le brouillon.")
    @answers(
        blueprint,
        HTTPStatus.UNAUTHORIZED,
        HTTPStatus.FORBIDDEN,
        HTTPStatus.NOT_FOUND,
        *REFUSED_DECLARATION,
    )
    def put(self, asked: dict[str, Any], reference: str) -> dict[str, Any]:
        """Replace the declaration."""
        # A filed declaration is corrected on the portal, where what differs is shown first.
        check_draft(get_dossier(reference, seen_by=current_actor()), current_actor())
        replace_declaration(
            reference,
            received_declaration(on=current_clock().today()),
            revision=asked.get("revision"),
            by=current_actor(),
            clock=current_clock(),
        )
        return _shown(reference)


@blueprint.route("/<reference:reference>/documents")
class DossierDocuments(MethodView):
    """The evidence of a dossier."""

    @blueprint.doc(
        summary="Joindre une pièce",
        description="Pour une pièce attendue d’un site. PDF, XLSX, ODS, CSV, PNG ou JPEG.",
        requestBody=DOCUMENT_BODY,
        security=TOKEN,
    )
    @blueprint.response(201, DocumentSchema, description="La pièce est conservée.")
    @answers(
        blueprint,
        HTTPStatus.UNAUTHORIZED,
        HTTPStatus.FORBIDDEN,
        HTTPStatus.NOT_FOUND,
        *REFUSED_DECLARATION,
    )
    def post(self, reference: str) -> dict[str, Any]:
        """Attach a document."""
        actor = current_actor()
        get_dossier(reference, seen_by=actor)  # who may not see it learns nothing of its body
        file, named = received_document()
        check_receivable(
            reference,
            requirement=named["requirement"],
            site=named["site"],
            by=actor,
            clock=current_clock(),
        )
        kept = keep_upload(
            Upload(filename=file.filename or "", stream=cast("BinaryIO", file.stream)),
            files=current_files(),
            limit_bytes=current_settings().upload_limit,
        )
        return support_document(
            add_document(
                reference,
                kept,
                requirement=named["requirement"],
                site=named["site"],
                by=actor,
                clock=current_clock(),
            )
        )


@blueprint.route("/<reference:reference>/submission")
class DossierSubmission(MethodView):
    """The deposit of a dossier."""

    @blueprint.doc(
        summary="Déposer un dossier",
        description="La réponse vaut accusé de réception. Une pièce qui manque n’empêche pas le"
        " dépôt : l’agence peut la demander. Une dérogation qui ne déclare aucune autre valeur que"
        " les valeurs de référence est refusée.",
        security=TOKEN,
    )
    @blueprint.response(201, DossierSchema, description="Le dossier est reçu.")
    @answers(
        blueprint,
        HTTPStatus.UNAUTHORIZED,
        HTTPStatus.FORBIDDEN,
        HTTPStatus.NOT_FOUND,
        HTTPStatus.CONFLICT,
        HTTPStatus.UNPROCESSABLE_ENTITY,
    )
    def post(self, reference: str) -> dict[str, Any]:
        """Deposit the dossier."""
        submit_dossier(reference, by=current_actor(), clock=current_clock())
        return _shown(reference)


@blueprint.route("/<reference:reference>/score")
class DossierScore(MethodView):
    """The score of a dossier."""

    @blueprint.doc(
        summary="Lire le score d’un dossier",
        description="Celui d’un dossier déposé a été calculé et conservé au dépôt ; celui d’un"
        " brouillon est calculé avec la méthode d’aujourd’hui. Aucun score n’est publié.",
        security=TOKEN,
    )
    @blueprint.arguments(ExplainParameters, location="query", unknown=None)
    @blueprint.response(
        200, ScoreSchema, description="Le score et ses composantes.", example=EXAMPLE
    )
    @answers(
        blueprint, HTTPStatus.UNAUTHORIZED, HTTPStatus.NOT_FOUND, HTTPStatus.UNPROCESSABLE_ENTITY
    )
    def get(self, asked: dict[str, Any], reference: str) -> dict[str, Any]:
        """Return the score that was kept at the deposit, or the one the draft would get today."""
        dossier = get_dossier(reference, seen_by=current_actor())
        kept = deposit_assessment(dossier)
        if kept is not None:
            return kept_score(kept, explain=asked["explain"])
        on = current_clock().today()
        check_readable(dossier.content, on=on)
        return computed_score(counted_content(dossier), on=on, explain=asked["explain"])


def _shown(reference: str) -> dict[str, Any]:
    return dossier_document(reference, seen_by=current_actor(), clock=current_clock())
