"""`score-env audit messages`: each act was told of, or the command says which was not."""

from app.extensions import db
from app.models.outbox import OutboxMessage
from app.services.outbox import send_waiting
from app.services.transaction import transaction


def test_messages_that_are_all_there_are_counted(score_env, world, portal, mail):
    world.complete()
    assert send_waiting(mail, clock=world.clock) == 2
    done = score_env("audit", "messages")
    assert (done.status, done.err) == (0, "")
    assert done.out == (
        "Messages attendus : 2 ; écrits : 2 (envoyés : 2, en attente : 0, en échec : 0) ;"
        " manquants : 0.\n"
    )


def test_a_message_that_is_missing_is_named_and_the_status_says_so(score_env, world, portal):
    dossier = world.complete().reference
    with transaction():
        db.session.query(OutboxMessage).filter(OutboxMessage.key.startswith("receipt/")).delete(
            synchronize_session=False
        )
    done = score_env("audit", "messages")
    assert done.status == 1
    assert done.err == (f"{dossier} : message manquant (Dépôt du dossier, receipt/{dossier}).\n")
    assert "attendus : 2 ; écrits : 1" in done.out
    assert "manquants : 1." in done.out
