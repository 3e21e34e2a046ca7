"""Write the letters that an act could not: the event is the queue, the key makes it once."""

import logging
from collections.abc import Iterable

from sqlalchemy import select

from app.clock import Clock
from app.extensions import db
from app.models.dossier import Dossier, DossierEvent
from app.queries.notices import Expected, is_written, tally_messages
from app.services.letters.writing import LetterNotWrittenError, tell_again
from app.services.transaction import transaction

logger = logging.getLogger(__name__)


class NoticesNotWrittenError(Exception):
    """Some letters still cannot be written; the others are."""

    def __init__(self, keys: Iterable[str]) -> None:
        super().__init__(f"Messages non écrits : {', '.join(keys)}.")


def write_missing_notices(*, clock: Clock) -> int:
    """Write each message that an act had to cause and that is not there, one transaction each.

    Returns:
        How many letters were written.

    Raises:
        NoticesNotWrittenError: some cannot be; the others are written.
    """
    written, failed = 0, []
    for missing in tally_messages().missing:
        try:
            with transaction():
                written += _write(missing, clock)
        except LetterNotWrittenError:
            logger.exception("the letter %s still cannot be written", missing.key)
            failed.append(missing.key)
    if failed:
        raise NoticesNotWrittenError(failed)
    return written


def _write(missing: Expected, clock: Clock) -> bool:
    """Write a letter unless another process just did: its dossier is locked meanwhile."""
    event = db.session.get_one(DossierEvent, missing.event_id)
    dossier = db.session.scalars(
        select(Dossier).where(Dossier.id == event.dossier_id).with_for_update(of=Dossier)
    ).one()
    if is_written(missing.key):
        return False
    return tell_again(dossier, event, missing.notice, clock=clock) > 0
