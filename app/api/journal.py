"""The journal of all dossiers, as far as anybody may know it, and the proof of one's own."""

from http import HTTPStatus
from typing import Any, Final

from flask.views import MethodView
from flask_smorest import Blueprint
from marshmallow import Schema, fields

from app.api.problems import answers, point_refusals
from app.api.schemas import instant, list_of, text
from app.context import current_actor, current_clock
from app.queries.dossiers import get_dossier
from app.queries.proof import FORMAT, journal_at, journal_head, proof_of

blueprint = Blueprint(
    "api_journal", __name__, url_prefix="/journal", description="Le journal des événements"
)
proofs = Blueprint(
    "api_proofs", __name__, url_prefix="/dossiers", description="La preuve d’un dossier"
)
point_refusals(blueprint)
point_refusals(proofs)

TOKEN: Final[list[dict[str, list[str]]]] = [{"token": []}]


def _number(meaning: str) -> fields.Integer:
    return fields.Integer(required=True, metadata={"description": meaning})


class HeadSchema(Schema):
    """One place of the journal; nothing of what happened."""

    position = _number("Place dans le journal, à partir de 1 ; 0 s’il est vide.")
    digest = text("Empreinte de cette entrée et, à travers elle, de toutes celles d’avant.")


class EntrySchema(HeadSchema):
    """One place of the journal, and the one before."""

    previous_digest = text("Empreinte de l’entrée précédente.")


class LastEntrySchema(EntrySchema):
    """The last place of the journal."""

    at = instant("Instant de la réponse.")


class DigestedSchema(Schema):
    """What a digest covers."""

    body = fields.Dict(required=True, metadata={"description": "Ce que couvre l’empreinte."})
    previous_digest = text("Empreinte précédente, vide au début.")
    digest = text("SHA-256 de l’empreinte précédente et du contenu en JSON canonique (RFC 8785).")


class ProofSchema(Schema):
    """The proof of a dossier."""

    format = _number(f"Format de la preuve : {FORMAT}.")
    dossier = text("La référence du dossier.")
    generated_at = fields.String(
        required=True, metadata={"description": "Instant de la preuve.", "format": "date-time"}
    )
    engine_version = text("Version du calcul des délais.")
    how = text("Comment vérifier.")
    events = list_of(DigestedSchema, "Les événements du dossier.")
    entries = list_of(DigestedSchema, "Leurs entrées au journal, dans le même ordre.")
    head = fields.Nested(
        HeadSchema, required=True, metadata={"description": "La tête du journal à cet instant."}
    )


@blueprint.route("")
class JournalHead(MethodView):
    """The head of the journal."""

    @blueprint.doc(
        summary="Lire la tête du journal",
        description="Qui la conserve peut montrer plus tard que le journal n’a pas été réécrit.",
    )
    @blueprint.response(200, LastEntrySchema, description="La dernière entrée.")
    def get(self) -> dict[str, Any]:
        """Return the head of the journal."""
        head = journal_head()
        return {
            "position": head.position,
            "previous_digest": head.previous_digest,
            "digest": head.digest,
            "at": current_clock().now(),
        }


@blueprint.route("/<int(min=1, max=2147483647):position>")
class JournalPlace(MethodView):
    """One entry of the journal."""

    @blueprint.doc(
        summary="Lire les empreintes d’une entrée du journal",
        description="À comparer à une preuve, ou à une tête du journal conservée.",
    )
    @blueprint.response(200, EntrySchema, description="L’entrée.")
    @answers(blueprint, HTTPStatus.NOT_FOUND)
    def get(self, position: int) -> Any:  # noqa: ANN401 - what the schema dumps
        """Return the digests of one entry."""
        return journal_at(position)


@proofs.route("/<reference:reference>/proof")
class DossierProof(MethodView):
    """The proof of a filed dossier."""

    @proofs.doc(
        summary="Télécharger la preuve d’un dossier déposé",
        description="Ses événements et leurs entrées au journal ; docs/verify_proof.py la vérifie.",
        security=TOKEN,
    )
    @proofs.response(200, ProofSchema, description="La preuve.")
    @answers(proofs, HTTPStatus.UNAUTHORIZED, HTTPStatus.NOT_FOUND)
    def get(self, reference: str) -> dict[str, Any]:
        """Return the proof of a dossier of the company."""
        dossier = get_dossier(reference, seen_by=current_actor())
        return proof_of(dossier, at=current_clock().now())
