"""How the description of the API tells of the aids: their wire form is read without marshmallow.

One case is read and answered in some 30 µs; a schema of a hundred facts would take ten times that.
"""

from http import HTTPStatus
from typing import Any, Final

from scoring.aids.registry import REGIMES
from scoring.aids.rules import DAY_SCHEMA, facts_schema
from scoring.aids.wire import LONGEST_ID, MOST_CASES, MOST_VEHICLES
from scoring.aids.wordings import MET, NOT_MET, NOT_TESTED, UNKNOWN

JSON: Final = "application/json"
MONEY: Final = {"type": ["string", "null"], "pattern": r"^-?[0-9]+(\.[0-9]+)?$"}
TEXTS: Final = {"type": "array", "items": {"type": "string"}}
NAME: Final = {"type": ["string", "integer", "null"], "maxLength": LONGEST_ID}

CASE: Final[dict[str, Any]] = {
    "type": "object",
    "additionalProperties": False,
    "required": ["reference_date"],
    "properties": {
        "id": {**NAME, "description": "Repris dans la réponse."},
        "regimes": {
            "type": ["array", "null"],
            "minItems": 1,
            "maxItems": len(REGIMES),
            "uniqueItems": True,
            "items": {"type": "string", "enum": list(REGIMES)},
            "description": "Évalués ensemble, majorations et plafond compris s’ils sont nommés."
            " Absent : chaque régime du jour, seul.",
        },
        "reference_date": {
            **DAY_SCHEMA,
            "description": "Jour de la facture, du premier loyer ou de la transformation.",
        },
        "facts": {"$ref": "#/components/schemas/AidFacts"},
    },
}
GROUND: Final[dict[str, Any]] = {
    "type": "object",
    "required": ["id", "state", "article", "sentence"],
    "properties": {
        "id": {"type": "string"},
        "state": {"type": "string", "enum": [MET, NOT_MET, UNKNOWN, NOT_TESTED]},
        "article": {"type": "string"},
        "sentence": {"type": "string"},
        "depends_on": TEXTS,
    },
}
ANSWER: Final[dict[str, Any]] = {
    "type": "object",
    "description": "La réponse à un cas : celle d’un régime, de plusieurs ensemble, ou de chaque"
    " régime du jour sous « regimes ».",
    "required": ["id"],
    "properties": {
        "id": NAME,
        "regime": {"type": "string"},
        "eligible": {
            "type": ["boolean", "null"],
            "description": "Nul tant que des faits manquent, ou sans texte ce jour-là.",
        },
        "amount_eur": {**MONEY, "description": "Arrondi au centime."},
        "amount_exact": MONEY,
        "failing": {**TEXTS, "description": "Conditions non remplies."},
        "detail": {"type": "object"},
        "depends_on": {**TEXTS, "description": "Faits qui peuvent encore changer la réponse."},
        "amount_min_eur": MONEY,
        "amount_max_eur": MONEY,
        "outside": {
            "type": "object",
            "description": "Aucun texte ce jour-là : premier et dernier jour couverts.",
            "properties": {
                "from": {"type": ["string", "null"]},
                "until": {"type": ["string", "null"]},
            },
        },
        "conflicts": {"type": "array", "items": TEXTS},
        "wording": {"type": "object", "description": "Rédaction appliquée."},
        "grounds": {"type": "array", "items": GROUND},
        "lines": {"type": "array", "items": {"type": "object"}},
        "transition": {"type": "object"},
        "not_modelled": TEXTS,
        "regimes": {
            "type": "array",
            "items": {"$ref": "#/components/schemas/AidAnswer"},
        },
    },
}
COMPONENTS: Final = {
    "AidFacts": {**facts_schema(), "description": "Les faits d’un cas ; absent = inconnu."},
    "AidCase": CASE,
    "AidAnswer": ANSWER,
}
EXAMPLE: Final[dict[str, Any]] = {
    "id": "voiture neuve",
    "regimes": ["bonus-car-new"],
    "reference_date": "2024-01-15",
    "facts": {
        "applicant_kind": "natural",
        "adult": True,
        "domicile_fr": True,
        "rfr_part": "20000.00",
        "operation": "purchase",
        "veh_cat": "VP",
        "previously_registered": False,
        "fr_series": "definitive",
        "energy": ["electric"],
        "cost_ttc": "30000.00",
        "commercial_discount": "0.00",
        "battery_rented": False,
        "battery_cost": "0.00",
        "mass_kg": "1600",
        "version_listed": True,
        "resold_on": None,
        "last_award_ref_date": None,
    },
}
EXAMPLE_ANSWER: Final[dict[str, Any]] = {
    "id": "voiture neuve",
    "eligible": True,
    "amount_eur": "5000.00",
    "amount_exact": "5000",
    "failing": [],
    "detail": {},
    "wording": {"from": "2023-10-10", "article": "D. 251-1"},
    "not_modelled": ["La nature de véhicule terrestre à moteur (aucun fait ne la montre)."],
}


def _one_or_many(name: str) -> dict[str, Any]:
    one = {"$ref": f"#/components/schemas/{name}"}
    many = {"type": "array", "minItems": 1, "maxItems": MOST_CASES, "items": one}
    return {"oneOf": [one, many]}


CASES: Final = {
    "required": True,
    "content": {JSON: {"schema": _one_or_many("AidCase"), "example": EXAMPLE}},
}
ANSWERED: Final = {
    "description": "Une réponse par cas.",
    "content": {JSON: {"schema": _one_or_many("AidAnswer"), "example": EXAMPLE_ANSWER}},
}
_AID_FACTS: Final = {"$ref": "#/components/schemas/AidFacts"}
VEHICLES: Final[dict[str, Any]] = {
    "required": True,
    "content": {
        JSON: {
            "schema": {
                "type": "object",
                "additionalProperties": False,
                "required": ["reference_date", "vehicles"],
                "properties": {
                    "reference_date": DAY_SCHEMA,
                    "facts": {**_AID_FACTS, "description": "Ceux de l’acheteur."},
                    "vehicles": {
                        "type": "array",
                        "minItems": 1,
                        "maxItems": MOST_VEHICLES,
                        "items": _AID_FACTS,
                    },
                },
            },
            "example": {
                "reference_date": EXAMPLE["reference_date"],
                "facts": EXAMPLE["facts"],
                "vehicles": [{"cost_ttc": "30000.00"}, {"cost_ttc": "47000.01"}],
            },
        }
    },
}
OPENED: Final = {
    "description": "Pour chaque véhicule, les aides dues ou qui peuvent l’être.",
    "content": {JSON: {"schema": {"type": "object", "required": ["vehicles"]}}},
}
COVERAGE: Final = {
    "description": "Les régimes, leurs jours et leurs conditions.",
    "content": {JSON: {"schema": {"type": "object", "required": ["digest", "regimes"]}}},
}
RULES: Final = {
    "description": "Toutes les règles.",
    "content": {
        JSON: {"schema": {"type": "object", "required": ["digest", "regimes", "transitions"]}}
    },
}

EXPLAIN: Final = {
    "in": "query",
    "name": "explain",
    "description": "Ajoute chaque condition, son état et les lignes du montant.",
    "schema": {"type": "boolean", "default": False},
}
REFUSALS: Final = {
    str(int(status)): status.name
    for status in (
        HTTPStatus.BAD_REQUEST,
        HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
        HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
        HTTPStatus.UNPROCESSABLE_ENTITY,
    )
}
UNCHANGED: Final = {
    str(int(HTTPStatus.NOT_MODIFIED)): HTTPStatus.NOT_MODIFIED.name,
}
