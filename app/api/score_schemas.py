"""The shapes of a score."""

from marshmallow import Schema, fields

from app.api.schemas import Parameters, day, flag, said, text
from scoring.inputs import Component


class ScoreParameters(Parameters):
    """Which method, and whether to explain."""

    on = fields.Date(**said("Jour dont la méthode est appliquée ; aujourd’hui par défaut."))
    explain = fields.Boolean(
        load_default=False, **said("Donner chaque chiffre avec sa formule et son article.")
    )


class ComponentsSchema(Schema):
    """The six terms of the footprint, in kg CO2e, nine decimals."""

    ferrous = text()
    aluminium = text()
    other_materials = text()
    battery = text()
    processing = text()
    delivery = text()


assert set(ComponentsSchema().fields) == {one.value for one in Component}  # noqa: S101 - read at import


class ScoreSchema(Schema):
    """The score of a declaration."""

    on = day("Jour dont la méthode est appliquée.")
    category = fields.Integer(required=True)
    components_kg = fields.Nested(ComponentsSchema, required=True)
    footprint_kg = text("Somme des composantes, en kg CO2e.")
    score = text("En points, neuf décimales ; le verdict est rendu sur la valeur exacte.")
    reached = flag("Le score minimal est atteint.")
    notice = text("Atteindre le score et obtenir une aide sont deux choses.")
    computed_at = fields.AwareDateTime(
        required=True,
        allow_none=True,
        metadata={
            "description": "Instant du calcul qui a été conservé, au dépôt du dossier ; nul si ce"
            " score vient d’être calculé et n’est pas conservé."
        },
    )
    trace = fields.Dict(metadata={"description": "Chaque chiffre, sa formule et son article."})
