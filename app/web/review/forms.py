"""What the agency types."""

from collections.abc import Iterable

from wtforms import SelectMultipleField
from wtforms.fields.choices import SelectChoice
from wtforms.validators import InputRequired, Optional
from wtforms.widgets import CheckboxInput, ListWidget

from app.services.requested import Asked
from app.web.dossier_page import SiteEvidence
from app.web.fields import LONGEST_TEXT, FrenchDateField, StrippedTextField, at_most
from app.web.seen import SeenForm


class RequestForm(SeenForm):
    """What the agency asks for, site by site, and by when."""

    items = SelectMultipleField(
        "Pièces demandées", widget=ListWidget(prefix_label=False), option_widget=CheckboxInput()
    )
    others = StrippedTextField(
        "Autres pièces ou précisions demandées",
        [Optional()],
        description="Une par ligne.",
        render_kw={"rows": 4},
    )
    answer_by = FrenchDateField(
        "Réponse attendue au plus tard le",
        [InputRequired("Indiquez le jour de réponse.")],
        description="Ce jour fixe les rappels au constructeur ; il ne déplace aucun délai"
        " (code des relations entre le public et l’administration, L. 114-5).",
    )
    message = StrippedTextField(
        "Message au constructeur", [Optional(), at_most(LONGEST_TEXT)], render_kw={"rows": 4}
    )

    def offer(self, evidence: Iterable[SiteEvidence]) -> None:
        """Offer every document that the declaration requires."""
        self.items.choices = [
            SelectChoice(cell.required.key, cell.required.label)
            for one in evidence
            for cell in one.cells
        ]

    def asked(self, evidence: Iterable[SiteEvidence]) -> list[Asked]:
        """Return what was ticked and typed, in the order of the page."""
        ticked = frozenset(self.items.data or ())
        cells = [
            Asked(
                label=f"{cell.required.label} ({one.site.label})",
                requirement=cell.required.requirement,
                site=cell.required.site.key,
            )
            for one in evidence
            for cell in one.cells
            if cell.required.key in ticked
        ]
        lines = (line.strip() for line in (self.others.data or "").splitlines())
        return [*cells, *(Asked(label=line) for line in lines if line)]
