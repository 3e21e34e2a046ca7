"""How many statements a query sends: the same for three rows and for thirty."""

from collections.abc import Iterator
from contextlib import contextmanager

import sqlalchemy as sa

from app.extensions import db


@contextmanager
def statements() -> Iterator[list[str]]:
    """Collect what is sent to the database meanwhile, from an empty session."""
    db.session.remove()
    sent: list[str] = []

    def note(_connection, _cursor, statement, *_rest):
        sent.append(statement)

    sa.event.listen(db.engine, "before_cursor_execute", note)
    try:
        yield sent
    finally:
        sa.event.remove(db.engine, "before_cursor_execute", note)
