"""Give each event its place in the journal of all dossiers, when its act is kept."""

from typing import Final

from sqlalchemy import event, func, select
from sqlalchemy.orm import Session
from sqlalchemy.orm.unitofwork import UOWTransaction

from app.extensions import db
from app.models.dossier import DossierEvent
from app.models.journal import JournalEntry

RECORDED: Final = "recorded events"

# Any number, the same in every process: one writer of the journal at a time.
JOURNAL_LOCK: Final = 25101


@event.listens_for(Session, "after_flush")
def note_events(session: Session, _context: UOWTransaction) -> None:
    """Remember the events of the act, whichever part of the program recorded them."""
    found = [one for one in session.new if isinstance(one, DossierEvent)]
    session.info.setdefault(RECORDED, []).extend(found)


def forget_events() -> None:
    """Forget the events of an act that ended, kept or not."""
    db.session.info.pop(RECORDED, None)


def append_to_journal() -> None:
    """Chain the events of the act to the journal: the last thing before the commit.

    The lock of the journal is taken once everything else is written, and held for the commit only:
    acts on two dossiers do not wait for each other while they work.
    """
    db.session.flush()
    recorded = sorted(db.session.info.get(RECORDED, []), key=lambda one: one.id)
    if not recorded:
        return
    if db.session.connection().dialect.name == "postgresql":
        db.session.execute(select(func.pg_advisory_xact_lock(JOURNAL_LOCK)))
    last = db.session.scalars(
        select(JournalEntry).order_by(JournalEntry.position.desc()).limit(1)
    ).one_or_none()
    position, previous = (last.position, last.digest) if last else (0, "")
    for number, one in enumerate(recorded, start=position + 1):
        entry = JournalEntry(
            position=number,
            event_id=one.id,
            dossier=one.dossier.reference,
            sequence=one.sequence,
            event_digest=one.digest,
            actor_id=one.actor_id,
            previous_digest=previous,
        )
        entry.digest = previous = entry.computed_digest()
        db.session.add(entry)
    db.session.flush()
