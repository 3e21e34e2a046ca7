"""Each of the four ministers says what it thinks of a dossier; together they decide by order."""

from typing import Final

from app.clock import Clock
from app.domain.actor import Actor, Role
from app.domain.errors import NotAllowedError, OrderRefusedError
from app.domain.guards import UNDER_DECISION
from app.domain.ministries import Stance
from app.domain.procedure import UNSETTLED_STATES, State
from app.extensions import db
from app.models.position import MinisterPosition
from app.services.acts import act_on

# What an order may still decide, or settle.
WEIGHED: Final = UNDER_DECISION | {State.REFUSED_BY_SILENCE} | UNSETTLED_STATES


def give_position(
    reference: str,
    *,
    stance: Stance,
    comment: str = "",
    by: Actor,
    clock: Clock,
    expected: int | None = None,
) -> MinisterPosition:
    """Say what the minister of an agent thinks of a dossier; the last one said counts.

    It decides nothing, and is no event of the dossier: the company reads those.

    Args:
        reference: the dossier, or the change report.
        stance: what the minister thinks.
        comment: why, in words; may be empty.
        by: an agent of an authority, for the ministry of its account.
        clock: the clock of the act.
        expected: the number of the last event that the agent had seen.

    Raises:
        NotAllowedError: the agent is of no authority, or its account of no ministry.
        OrderRefusedError: no order can decide the dossier.
        StaleDossierError: somebody acted since the page was shown.
    """
    if by.role != Role.AUTHORITY:
        raise NotAllowedError
    if by.ministry is None or by.user_id is None:
        raise NotAllowedError(
            "Votre compte n’est rattaché à aucun ministère : demandez à l’exploitant du portail de"
            " l’y rattacher."
        )
    with act_on(reference, by=by, clock=clock, expected=expected) as dossier:
        if dossier.state not in WEIGHED:
            raise OrderRefusedError(
                "Aucun arrêté n’est attendu sur ce dossier : une position n’y aurait pas d’objet."
            )
        position = MinisterPosition(
            dossier=dossier,
            ministry=by.ministry,
            stance=stance,
            comment=comment.strip(),
            given_on=clock.today(),
            given_at=clock.now(),
            given_by_id=by.user_id,
            given_by_name=by.name,
        )
        db.session.add(position)
    return position
