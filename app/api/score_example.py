"""The example of an explained score in the description of the API: a worked case, shortened.

The car is the case ``suv-germany`` of ``tests/cases/score.jsonl``; of the trace, only the way down
to one row of a table is kept. A test computes it again.
"""

from typing import Any, Final

from app.services.public_contents import NOTICE

_ORDER: Final = "arrêté du 7 octobre 2023"
_KG: Final = "kg CO2e"
_FACTOR: Final[dict[str, Any]] = {
    "name": "reference_value",
    "label": "Facteur d’émission : Allemagne",
    "result": "1.4",
    "unit": "kg CO2e/kg",
    "formula": "",
    "inputs": [],
    "article": f"{_ORDER}, annexe I",
    "edition": {"from": "2023-10-10", "until": None},
    "source": f"{_ORDER} ; chiffre lu dans le simulateur public de Traace (27 septembre 2023)",
    "grade": "B1",
    "notes": ["Allemagne (DE) : ligne « Allemagne », rattachement coté B."],
    "children": [],
}
_FERROUS: Final[dict[str, Any]] = {
    "name": "ferrous",
    "label": "Métaux ferreux",
    "result": "1600",
    "unit": _KG,
    "formula": "masse × facteur ÷ (1 − taux de perte)",
    "inputs": [
        {"label": "Masse hors batterie", "value": "800", "unit": "kg"},
        {"label": "Facteur", "value": "1.4", "unit": "kg CO2e/kg"},
        {"label": "Taux de perte", "value": "0.3", "unit": ""},
    ],
    "article": _ORDER,
    "notes": [],
    "children": [_FACTOR],
}
_FOOTPRINT: Final[dict[str, Any]] = {
    "name": "footprint",
    "label": "Empreinte carbone de la version",
    "result": "11434.207142857",
    "exact": "1600789/140",
    "unit": _KG,
    "formula": "ferreux + aluminium + autres + batterie + transformations + acheminement",
    "inputs": [
        {"label": "Métaux ferreux", "value": "1600", "unit": _KG},
        {"label": "Aluminium", "value": "1842.857142857", "exact": "12900/7", "unit": _KG},
        {"label": "Autres matériaux", "value": "2530", "unit": _KG},
        {"label": "Batterie", "value": "3710", "unit": _KG},
        {"label": "Transformations intermédiaires et assemblage", "value": "1245", "unit": _KG},
        {"label": "Acheminement", "value": "506.35", "unit": _KG},
    ],
    "article": _ORDER,
    "notes": [],
    "children": [_FERROUS],
}
EXAMPLE: Final[dict[str, Any]] = {
    "on": "2026-03-02",
    "category": 2,
    "components_kg": {
        "ferrous": "1600.000000000",
        "aluminium": "1842.857142857",
        "other_materials": "2530.000000000",
        "battery": "3710.000000000",
        "processing": "1245.000000000",
        "delivery": "506.350000000",
    },
    "footprint_kg": "11434.207142857",
    "score": "80.000000000",
    "reached": True,
    "notice": NOTICE,
    "computed_at": None,
    "trace": {
        "name": "score",
        "label": "Score environnemental",
        "result": "80",
        "unit": "point",
        "formula": "points de l’empreinte carbone + points des autres éléments",
        "inputs": [
            {"label": "Points de l’empreinte carbone", "value": "80", "unit": "point"},
            {"label": "Points des autres éléments", "value": "0", "unit": "point"},
            {"label": "Score minimal", "value": "60", "unit": "point"},
        ],
        "article": f"code de l’énergie, article D. 251-1 ; {_ORDER}",
        "notes": ["Le score minimal est atteint."],
        "children": [_FOOTPRINT],
    },
}
