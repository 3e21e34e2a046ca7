"""JSON, /api/v1: the same acts and reads as the pages, for programs."""

from typing import Final

from flask import Flask

from app.api import (
    aids,
    docs,
    dossiers,
    guide,
    journal,
    list_questions,
    rates,
    register,
    scores,
    subscriptions,
)
from app.api.access import open_to_all, require_token
from app.api.aid_schemas import COMPONENTS
from app.api.problems import PortalApi
from app.domain.actor import Role
from app.domain.identifiers import REFERENCE
from scoring.wire import declaration_schema

PREFIX: Final = "/api/v1"
CONFIGURATION: Final = {
    "API_TITLE": "Score environnemental des véhicules électriques",
    "API_VERSION": "1",
    "OPENAPI_VERSION": "3.1.0",
    "OPENAPI_URL_PREFIX": PREFIX,
    "OPENAPI_JSON_PATH": "openapi.json",
}
INFORMATION: Final = {
    "description": (
        "La liste des versions qui atteignent le score minimal, et le dépôt des dossiers des"
        " constructeurs. Les quantités sont des nombres décimaux écrits entre guillemets, les jours"
        " AAAA-MM-JJ (heure de Paris), les instants en UTC. Un refus est un document"
        " application/problem+json (RFC 9457) dont chaque point porte un code, une phrase et un"
        " pointeur JSON."
    ),
}


def install(app: Flask) -> None:
    """Register the API and its description."""
    app.config.from_mapping(CONFIGURATION)
    api = PortalApi(spec_kwargs={"info": INFORMATION})
    api.register_converter(app.url_map.converters["reference"], _reference_schema)
    api.init_app(app, spec_kwargs={"extra_plugins": [rates.Limited()]})
    rates.install(app, f"{PREFIX}/")
    api.spec.components.security_scheme(
        "token",
        {
            "type": "http",
            "scheme": "bearer",
            "description": "Jeton créé par le constructeur depuis son compte.",
        },
    )
    schema = {key: value for key, value in declaration_schema().items() if key != "$schema"}
    api.spec.components.schema("Declaration", schema)
    for name, component in COMPONENTS.items():
        api.spec.components.schema(name, component)
    for blueprint in (
        register.blueprint,
        aids.blueprint,
        subscriptions.blueprint,
        list_questions.changes_blueprint,
        dossiers.blueprint,
        journal.proofs,
        scores.blueprint,
        journal.blueprint,
    ):
        api.register_blueprint(blueprint, url_prefix=f"{PREFIX}{blueprint.url_prefix or ''}")
        # Nothing of a browser identifies the caller here: there is nothing to forge.
        app.extensions["csrf"].exempt(blueprint)
    app.register_blueprint(docs.blueprint, url_prefix=PREFIX)
    app.register_blueprint(guide.blueprint)


def _reference_schema(_converter: object) -> dict[str, str]:
    return {"type": "string", "pattern": f"^{REFERENCE}$"}


open_to_all(register.blueprint)
open_to_all(list_questions.changes_blueprint)
open_to_all(aids.blueprint)
open_to_all(docs.blueprint)
open_to_all(guide.blueprint)
open_to_all(subscriptions.blueprint)
open_to_all(journal.blueprint)
require_token(dossiers.blueprint, Role.MANUFACTURER)
require_token(journal.proofs, Role.MANUFACTURER)
require_token(scores.blueprint, Role.MANUFACTURER)
