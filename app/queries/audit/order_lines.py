"""The lines of published orders that decided a dossier, beside the events they caused."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from types import MappingProxyType
from typing import Final

from app.domain.orders import LineEffect
from app.domain.procedure import Action
from app.models.dossier import DossierEvent
from app.queries.audit.beside import Beside
from app.queries.audit.kept import KeptDossier, KeptLine, day_in, number_in, read_or_none, said
from app.queries.audit.wrong import Wrong, altered, dropped, inserted

# What a line says, by the act that it causes.
EFFECT: Final[Mapping[Action, LineEffect]] = MappingProxyType(
    {
        Action.LIST_BY_ORDER: LineEffect.LIST,
        Action.LIST_AFTER_SILENCE: LineEffect.LIST,
        Action.LIST_IN_TIME: LineEffect.LIST,
        Action.REFUSE_BY_ORDER: LineEffect.REFUSE,
        Action.REFUSE_AFTER_SILENCE: LineEffect.REFUSE,
        Action.REFUSE_IN_TIME: LineEffect.REFUSE,
        Action.KEEP_BY_ORDER: LineEffect.KEEP,
        Action.REMOVE_BY_ORDER: LineEffect.REMOVE,
        Action.CORRECT_BY_ORDER: LineEffect.CORRECT,
    }
)
# Those whose line names the dossier; the others name a version, or another line.
BY_DOSSIER: Final = frozenset({LineEffect.LIST, LineEffect.REFUSE, LineEffect.KEEP})
# Those whose line bears the code of the dossier; a kept version may have been renamed since.
BY_CODE: Final = frozenset({LineEffect.LIST, LineEffect.REFUSE})


def wrong_lines(
    dossier: KeptDossier, kept: Beside, events: Sequence[DossierEvent]
) -> Iterator[Wrong]:
    """Each event of an order has its published line; each line on the dossier has its event."""
    told = set[tuple[str, int | None]]()
    for event in events:
        if event.action not in EFFECT:
            continue
        key = str(said(event).get("order")), number_in(said(event).get("position"))
        told.add(key)
        line = kept.lines.get(key)
        if line is None:
            yield dropped(event.sequence, "l’arrêté publié n’a plus la ligne qu’il dit")
        elif not _says(line, event, dossier):
            yield altered(event.sequence, "l’arrêté publié ne dit plus ce qu’il dit")
    for line in kept.lines_of.get(dossier.id, []):
        if (line.order, line.position) not in told:
            what = f"l’arrêté {line.order} décide du dossier, aucun événement ne le dit"
            yield inserted(len(events), what)


def _says(line: KeptLine, event: DossierEvent, dossier: KeptDossier) -> bool:
    details, effect = said(event), EFFECT[event.action]
    return (
        line.effect == effect
        and line.dossier_id == (dossier.id if effect in BY_DOSSIER else None)
        and (effect not in BY_CODE or line.tvv == dossier.tvv)
        and line.nor == details.get("nor")
        and line.effective_on == details.get("effective_on")
        and line.reasons == details.get("reasons")
        and _day_of(line, effect, dossier) == event.occurred_on
    )


def _day_of(line: KeptLine, effect: LineEffect, dossier: KeptDossier) -> date | None:
    """Return the legal day of what a line does: that of the publication.

    A removal settles no report before it was received.
    """
    published: date | None = read_or_none(day_in, line.published_on)
    received = dossier.facts.received_on if dossier.facts else None
    if effect == LineEffect.REMOVE and published and received:
        return max(published, received)
    return published
