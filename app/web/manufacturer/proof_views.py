"""The proof of a dossier, for its company to keep."""

import json

from flask import Response

from app.context import current_actor, current_clock
from app.queries.dossiers import get_dossier
from app.queries.proof import proof_of
from app.web.manufacturer.blueprint import blueprint


@blueprint.get("/dossiers/<reference:reference>/preuve")
def download_proof(reference: str) -> Response:
    """Give the proof of a filed dossier as a file."""
    dossier = get_dossier(reference, seen_by=current_actor())
    proof = proof_of(dossier, at=current_clock().now())
    answer = Response(json.dumps(proof, ensure_ascii=False, indent=1), mimetype="application/json")
    answer.headers.set("Content-Disposition", "attachment", filename=f"preuve-{reference}.json")
    return answer
