"""The shapes of a score."""

from marshmallow import Schema, fields

from app.api.schemas import Parameters, day, flag, said, text
from scoring.inputs import Component


class ExplainParameters(Parameters):
    """Whether to explain."""

    explain = fields.Boolean(
        load_default=False,
        **said("Donner chaque chiffre avec sa formule, sa source et son article."),
    )


class ScoreParameters(ExplainParameters):
    """Which method, and whether to explain."""

    on = fields.Date(**said("Jour dont la méthode est appliquée ; aujourd’hui par défaut."))


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
    trace = fields.Dict(
        allow_none=True,
        metadata={
            "description": "Chaque chiffre avec sa formule, ses valeurs, son article, et pour une"
            " valeur lue son édition, sa source et sa cote, jusqu’à la ligne de la table ; absent"
            " si « explain » n’est pas demandé, nul si les tables ont été corrigées depuis le"
            " calcul qui a été conservé et ne le redonnent plus."
        },
    )
