"""The chain of events tells what was changed in what happened."""

import pytest
import sqlalchemy as sa

from app.extensions import db
from app.queries.audit import broken_chains
from tests.services.stories import Story

TAMPERINGS = (
    pytest.param(
        "UPDATE dossier_event SET occurred_on = '2026-03-05' WHERE sequence = 2",
        "l’événement n° 2 a été modifié",
        id="a day",
    ),
    pytest.param(
        "UPDATE dossier_event SET details = '{}' WHERE sequence = 3",
        "l’événement n° 3 a été modifié",
        id="what was said",
    ),
    pytest.param(
        "UPDATE dossier_event SET actor_name = 'Personne' WHERE sequence = 1",
        "l’événement n° 1 a été modifié",
        id="who acted",
    ),
    pytest.param(
        "UPDATE dossier_event SET sequence = sequence + 10 WHERE sequence = 2",
        "l’événement n° 2 manque",
        id="a number",
    ),
    pytest.param(
        "UPDATE dossier_event SET digest = previous_digest WHERE sequence = 3",
        "l’événement n° 3 a été modifié",
        id="a digest",
    ),
    pytest.param(
        "UPDATE dossier SET state = 'complete'",
        "l’état ne découle pas de l’histoire",
        id="the state",
    ),
    pytest.param(
        "UPDATE dossier SET last_sequence = 4", "le dernier événement manque", id="the last event"
    ),
)


def tamper(statement):
    """Change the database as somebody with its keys would, the triggers put aside."""
    db.session.remove()
    with db.engine.begin() as connection:
        if db.engine.dialect.name == "sqlite":
            connection.execute(sa.text("DROP TRIGGER dossier_event_no_update"))
        else:
            connection.execute(sa.text("ALTER TABLE dossier_event DISABLE TRIGGER ALL"))
        connection.execute(sa.text(statement))


@pytest.fixture
def story(world):
    return Story(world).tell(
        ("receive", "2026-03-02"), ("confirm", "2026-03-10"), ("propose", "2026-04-01")
    )


def test_an_honest_history_holds(story):
    assert list(broken_chains()) == []


@pytest.mark.parametrize(("statement", "fault"), TAMPERINGS)
def test_whatever_is_changed_is_named(story, statement, fault):
    tamper(statement)
    assert list(broken_chains()) == [(story.reference, fault)]


def test_only_the_dossier_that_was_changed_is_named(world, story):
    other = Story(world, tvv="V2").tell(("receive", "2026-03-02"))
    tamper(
        "UPDATE dossier_event SET basis = 'P-99' WHERE dossier_id ="
        f" (SELECT id FROM dossier WHERE reference = '{other.reference}')"
    )
    assert [reference for reference, _ in broken_chains()] == [other.reference]
