"""What to look at in the lines of an order before its publication is recorded."""

from collections.abc import Iterator
from datetime import date
from typing import Any, Final

from app.domain.orders import LineEffect
from app.domain.procedure import State
from app.labels import words
from app.queries.decidable import Decidable
from app.queries.published import is_corrected
from app.queries.versions import version_to_come

AGAINST: Final = {
    (LineEffect.LIST, False): "L’agence propose de refuser cette version. La proposition ne lie pas"
    " les ministres : l’arrêté peut l’inscrire.",
    (LineEffect.REFUSE, True): "L’agence propose d’inscrire cette version. La proposition ne lie"
    " pas les ministres : l’arrêté peut la refuser.",
    (LineEffect.KEEP, False): "L’avis de l’agence est défavorable au maintien. Il ne lie pas les"
    " ministres : l’arrêté peut maintenir la version.",
}
BEFORE: Final = "sauf si le Journal officiel a publié l’arrêté auparavant"


def warnings_of(line: Any, found: Decidable | None, *, today: date) -> Iterator[str]:  # noqa: ANN401 - a row
    """Yield what to look at; *found*: what may still be decided of the dossier of the line."""
    if line.effect == LineEffect.REMOVE:
        if not version_to_come(line.tvv, line.brand, on=today).on_the_list:
            yield "Cette version n’est plus sur la liste : retirez la ligne de l’arrêté."
    elif line.effect == LineEffect.CORRECT:
        if is_corrected(line.replaces_id):
            yield "Un arrêté publié a déjà rectifié cette ligne : retirez-la de l’arrêté."
    elif found is None:
        yield _undecidable(line.dossier)
    elif line.effect == LineEffect.LIST and found.proposal is None:
        yield (
            "La proposition de l’agence ne tient plus : la version ne peut pas être inscrite,"
            f" {BEFORE}."
        )
    elif found.proposal and (line.effect, found.proposal.favourable) in AGAINST:
        yield AGAINST[line.effect, found.proposal.favourable]


def _undecidable(dossier: Any) -> str:  # noqa: ANN401 - a row
    if dossier.state == State.WITHDRAWN:
        withdrawn_on = dossier.events[-1].occurred_on
        return (
            f"Ce dossier a été retiré le {withdrawn_on:%d/%m/%Y}. Retirez la version de l’arrêté,"
            " sauf si le Journal officiel l’a publiée au plus tard ce jour-là : l’arrêté l’emporte"
            " alors sur le retrait."
        )
    return (
        f"Ce dossier ne peut plus être décidé ({words(dossier.state).lower()}) :"
        f" retirez la version de l’arrêté, {BEFORE}."
    )
