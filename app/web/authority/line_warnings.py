"""What to look at in the lines of an order before its publication is recorded."""

from collections.abc import Iterator
from datetime import date
from typing import Any, Final

from app.domain.orders import LineEffect
from app.domain.procedure import State
from app.labels import words
from app.queries.decidable import Decidable
from app.queries.published import correctable_row, is_corrected, namesake
from app.queries.versions import version_to_come
from app.services.correction import NAMESAKE

AGAINST: Final = {
    (LineEffect.LIST, False): "L’agence propose de refuser cette version. La proposition ne lie pas"
    " les ministres : l’arrêté peut l’inscrire.",
    (LineEffect.REFUSE, True): "L’agence propose d’inscrire cette version. La proposition ne lie"
    " pas les ministres : l’arrêté peut la refuser.",
    (LineEffect.KEEP, False): "L’avis de l’agence est défavorable au maintien. Il ne lie pas les"
    " ministres : l’arrêté peut maintenir la version.",
}
BESIDE_THE_SCORE: Final = {
    (LineEffect.LIST, False): "Le score joint à la proposition n’atteint pas le minimum : vérifiez"
    " que l’arrêté doit inscrire cette version.",
    (LineEffect.REFUSE, True): "Le score joint à la proposition atteint le minimum : vérifiez que"
    " l’arrêté doit refuser cette version.",
    (LineEffect.KEEP, False): "Le score joint à l’avis n’atteint plus le minimum : vérifiez que"
    " l’arrêté doit maintenir cette version.",
}
BEFORE: Final = "sauf si le Journal officiel a publié l’arrêté auparavant"


def warnings_of(line: Any, found: Decidable | None, *, today: date) -> Iterator[str]:  # noqa: ANN401 - a row
    """Yield what to look at; *found*: what may still be decided of the dossier of the line."""
    if line.effect == LineEffect.REMOVE:
        if not version_to_come(line.tvv, line.brand, on=today).on_the_list:
            yield "Cette version n’est plus sur la liste : ôtez la ligne de l’arrêté."
    elif line.effect == LineEffect.CORRECT:
        if is_corrected(line.replaces_id):
            yield "Un arrêté publié a déjà rectifié cette ligne : ôtez-la de l’arrêté."
        else:
            yield from _takes_the_name_of_another(line)
    elif found is None:
        yield _undecidable(line.dossier)
    elif line.effect == LineEffect.LIST and found.proposal is None:
        yield (
            "La proposition de l’agence ne tient plus : la version ne peut pas être inscrite,"
            f" {BEFORE}."
        )
    elif found.proposal:
        yield from _against(line.effect, found.proposal)


def _against(effect: LineEffect, proposal: Any) -> Iterator[str]:  # noqa: ANN401 - a row
    """Yield where the order departs from the proposal, or from the score it rests on (CAMB-14)."""
    if (effect, proposal.favourable) in AGAINST:
        yield AGAINST[effect, proposal.favourable]
    if (effect, proposal.assessment.reached) in BESIDE_THE_SCORE:
        yield BESIDE_THE_SCORE[effect, proposal.assessment.reached]


def _takes_the_name_of_another(line: Any) -> Iterator[str]:  # noqa: ANN401 - a row
    row = correctable_row(line.replaces.order.reference, line.replaces.position)
    corrected = {one.replaces_id for one in line.order.lines if one.replaces_id is not None}
    taken = namesake(row, line.brand, line.tvv, besides=corrected)
    if taken is not None:
        yield NAMESAKE.format(tvv=line.tvv, title=taken)


def _undecidable(dossier: Any) -> str:  # noqa: ANN401 - a row
    if dossier.state == State.WITHDRAWN:
        withdrawn_on = dossier.events[-1].occurred_on
        return (
            f"Ce dossier a été retiré le {withdrawn_on:%d/%m/%Y}. Ôtez la version de l’arrêté,"
            " sauf si le Journal officiel l’a publiée au plus tard ce jour-là : l’arrêté l’emporte"
            " alors sur le retrait du dossier."
        )
    return (
        f"Ce dossier ne peut plus être décidé ({words(dossier.state).lower()}) :"
        f" ôtez la version de l’arrêté, {BEFORE}."
    )
