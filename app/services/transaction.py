"""The only commit of the application."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from sqlalchemy.exc import IntegrityError, OperationalError

from app.domain.errors import StaleDossierError, StaleOrderError
from app.extensions import WRITING, db
from app.services.journal import append_to_journal, forget_events

# Two people at once: what the second one's constraint is called, on both databases.
RACES: Final = (
    "dossier_event.dossier_id, dossier_event.sequence",
    "uq_dossier_event_dossier_id_sequence",
    "dossier.manufacturer_id, dossier.tvv",
    "uq_dossier_open",
    "uq_dossier_derogation_draft",
    "document.manufacturer_id, document.digest, document.filename",
    "uq_document_manufacturer_id_digest_filename",
    "user_account.email",
    "uq_user_account_email",
    "manufacturer.name",
    "uq_manufacturer_name",
)
ORDER_RACES: Final = ("ministerial_order.nor", "uq_ministerial_order_nor")


@contextmanager
def transaction() -> Iterator[None]:
    """Run one act: all of it is kept, or none.

    The read transaction of the request ends first, so that the act sees the present state and
    SQLite gives it the write lock at once.

    Raises:
        StaleDossierError: somebody else acted at the same instant.
        StaleOrderError: somebody else recorded an order under the same number.
        RuntimeError: an act was begun inside another.
    """
    if db.session.info.get(WRITING):
        raise RuntimeError("An act cannot begin inside another.")
    db.session.rollback()
    db.session.info[WRITING] = True
    try:
        db.session.connection(execution_options={WRITING: True})
        yield
        append_to_journal()
        db.session.commit()
    except IntegrityError as error:
        db.session.rollback()
        if any(name in str(error.orig) for name in RACES):
            raise StaleDossierError from error
        if any(name in str(error.orig) for name in ORDER_RACES):
            raise StaleOrderError from error
        raise
    except OperationalError as error:
        db.session.rollback()
        if "deadlock detected" in str(error.orig):
            raise StaleDossierError from error
        raise
    except BaseException:
        db.session.rollback()
        raise
    finally:
        db.session.info.pop(WRITING, None)
        forget_events()
