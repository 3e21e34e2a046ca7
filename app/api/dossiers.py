"""The dossiers of a company, filed and followed by its programs."""

from http import HTTPStatus
from typing import Any, BinaryIO, Final, cast

from flask import request, url_for
from flask.views import MethodView
from flask_smorest import Blueprint
from werkzeug.datastructures import FileStorage

from app.api.body import DECLARATION_BODY, received_declaration
from app.api.problems import IN_DECLARATION, answers, point_refusals, refuse_body
from app.api.representations import dossier_document, dossier_list, support_document
from app.api.schemas import (
    DocumentSchema,
    DossierSchema,
    DossiersSchema,
    RevisionParameters,
    ScoreSchema,
)
from app.api.scores import score_document
from app.context import current_actor, current_clock, current_files, current_settings
from app.domain.errors import DeclarationRefusedError, InvalidValueError
from app.queries.dossiers import get_dossier
from app.services.assessment import problems
from app.services.documents import Upload, add_document, declared_content, keep_upload
from app.services.drafting import create_draft, replace_declaration
from app.services.submission import submit_dossier

blueprint = Blueprint(
    "api_dossiers", __name__, url_prefix="/dossiers", description="Les dossiers d’un constructeur"
)
point_refusals(blueprint, IN_DECLARATION)

TOKEN: Final[list[dict[str, list[str]]]] = [{"token": []}]
MULTIPART: Final = "multipart/form-data"
REFUSED_DECLARATION: Final = (
    HTTPStatus.BAD_REQUEST,
    HTTPStatus.CONFLICT,
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
    HTTPStatus.UNPROCESSABLE_ENTITY,
)
DOCUMENT_BODY: Final = {
    "required": True,
    "content": {
        MULTIPART: {
            "schema": {
                "type": "object",
                "properties": {
                    "file": {"type": "string", "contentMediaType": "application/octet-stream"},
                    "requirement": {"type": "string", "description": "La pièce attendue, ou other"},
                    "site": {"type": "string", "description": "version, line:<id>, battery:<id>"},
                },
                "required": ["file", "requirement", "site"],
                "additionalProperties": False,
            }
        }
    },
}


@blueprint.route("")
class Dossiers(MethodView):
    """The dossiers of the company."""

    @blueprint.doc(summary="Lister ses dossiers", security=TOKEN)
    @blueprint.response(200, DossiersSchema, description="Du plus récemment changé au plus ancien.")
    @answers(blueprint, HTTPStatus.UNAUTHORIZED)
    def get(self) -> dict[str, Any]:
        """Return the dossiers of the company."""
        return {"dossiers": dossier_list(current_actor())}

    @blueprint.doc(
        summary="Ouvrir un dossier avec sa déclaration",
        description="Rien n’est déposé : le dossier est un brouillon jusqu’à son dépôt.",
        requestBody=DECLARATION_BODY,
        security=TOKEN,
    )
    @blueprint.response(201, DossierSchema, description="Le brouillon.")
    @answers(blueprint, HTTPStatus.UNAUTHORIZED, *REFUSED_DECLARATION)
    def post(self) -> tuple[dict[str, Any], int, dict[str, str]]:
        """Open a dossier."""
        actor, clock = current_actor(), current_clock()
        reference = create_draft(received_declaration(), by=actor, clock=clock).reference
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
        replace_declaration(
            get_dossier(reference, seen_by=current_actor()).reference,
            received_declaration(),
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
        get_dossier(reference, seen_by=actor)  # before anything is kept
        file, named = _received_document()
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
        " dépôt : l’agence peut la demander.",
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
        summary="Calculer le score d’un dossier",
        description="Celui d’un brouillon avec la méthode d’aujourd’hui, celui d’un dossier déposé"
        " avec la méthode du jour de son dépôt. Aucun score n’est publié.",
        security=TOKEN,
    )
    @blueprint.response(200, ScoreSchema, description="Le score et ses composantes.")
    @answers(
        blueprint, HTTPStatus.UNAUTHORIZED, HTTPStatus.NOT_FOUND, HTTPStatus.UNPROCESSABLE_ENTITY
    )
    def get(self, reference: str) -> dict[str, Any]:
        """Return the score that the dossier gets, or would get."""
        dossier = get_dossier(reference, seen_by=current_actor())
        content = declared_content(dossier)
        on = dossier.received_on or current_clock().today()
        found = problems(content, on=on)
        if found:
            raise DeclarationRefusedError(found)
        return score_document(content, on=on)


def _shown(reference: str) -> dict[str, Any]:
    return dossier_document(reference, seen_by=current_actor(), clock=current_clock())


def _received_document() -> tuple[FileStorage, dict[str, str]]:
    """Return the file of the request, and what it is said to support."""
    if request.mimetype != MULTIPART:
        refuse_body(
            "unsupported_media_type",
            f"Envoyez la pièce en {MULTIPART}.",
            HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
        )
    for name in (*request.form, *request.files):
        if name not in {"file", "requirement", "site"}:
            raise InvalidValueError(name, "Ce champ n’existe pas ici.")
    file = request.files.get("file")
    if file is None:
        raise InvalidValueError("file", "Joignez un fichier.")
    named = {name: request.form.get(name, "").strip() for name in ("requirement", "site")}
    for name, value in named.items():
        if not value:
            raise InvalidValueError(name, "Ce champ est obligatoire.")
    return file, named
