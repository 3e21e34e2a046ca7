"""One writer of what the list holds at a time: orders, change reports, reports of a breach."""

from typing import Final

from sqlalchemy import func, select

from app.extensions import db

# Any number, the same in every process, and not that of the journal.
LIST_LOCK: Final = 25102


def lock_list() -> None:
    """Wait for the others that read the list to act upon it; released at the end of the act.

    What an order removes and what a company reports of it depend on each other, and no row of
    either is there to be locked. Taken after the row of the order, or of the draft, and before
    any dossier that an order decides. A publication takes its number under it. SQLite has one
    writer already.
    """
    if db.session.connection().dialect.name == "postgresql":
        db.session.execute(select(func.pg_advisory_xact_lock(LIST_LOCK)))
