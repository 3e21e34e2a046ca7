"""`score-env audit verify`: one sentence names the first event that does not hold."""

import pytest

from app.extensions import db
from tests.queries.damage import opened
from tests.services.stories import Story


@pytest.fixture
def story(world):
    return Story(world).tell(("receive", "2026-03-02"), ("confirm", "2026-03-10"))


def kept(*acts):
    """Damage that stays."""
    with opened() as damage:
        for act in acts:
            act(damage)
        damage.connection.commit()
    db.session.remove()


def test_an_honest_history_is_counted(score_env, story, portal):
    done = score_env("audit", "verify")
    assert (done.status, done.err) == (0, "")
    assert done.out == (
        "Les chaînes tiennent. Événements au journal : 2 ; chaque dossier a été rejoué.\n"
    )


def test_the_first_event_is_named_and_the_others_counted(score_env, story, portal, world):
    other = Story(world, tvv="V2").tell(("receive", "2026-03-11"))
    one, two = story.reference, other.reference
    kept(
        lambda damage: damage.set(two, 1, actor_name="Personne"),
        lambda damage: damage.set(one, 2, actor_name="Personne"),
    )
    done = score_env("audit", "verify")
    assert done.refused(
        f"{one} : événement n° 2 modifié (son contenu ne correspond plus à son empreinte).\n"
        "Autres anomalies : 1.\n"
    )


def test_a_byte_that_is_no_text_does_not_stop_the_proof(score_env, story, portal):
    """SQLite keeps it; PostgreSQL keeps none."""
    with opened() as damage:
        if damage.connection.dialect.name != "sqlite":
            return
    kept(
        lambda damage: damage.run(
            "UPDATE dossier_event SET actor_name = CAST(X'4368C3' AS TEXT) WHERE sequence = 2"
        )
    )
    assert score_env("audit", "verify").refused(
        f"{story.reference} : événement n° 2 modifié (son contenu ne correspond plus à son"
        " empreinte).\n"
    )


def test_a_trigger_that_is_gone_is_told(score_env, story, portal):
    on = " ON proposal" if db.engine.dialect.name == "postgresql" else ""
    db.session.remove()
    with db.engine.begin() as connection:
        connection.exec_driver_sql(f"DROP TRIGGER proposal_no_delete{on}")
    done = score_env("audit", "verify")
    assert done.refused("Déclencheurs absents de la base : proposal_no_delete.\n")


def test_the_files_of_documents_are_read_when_asked_for(
    score_env, environment, story, portal, world, instance
):
    environment(INSTANCE=instance)
    world.attach(story.dossier, "other", "version")
    digest = story.dossier.events[-1].details["documents"][0]["digest"]
    db.session.remove()
    done = score_env("audit", "verify", "--files")
    assert (done.status, done.err) == (0, "")
    assert done.out.endswith("Les fichiers des pièces sont ceux qui ont été reçus.\n")
    path = instance / "documents" / digest[:2] / digest[2:4] / digest
    path.chmod(0o600)
    path.write_bytes(b"autre")
    assert score_env("audit", "verify").status == 0
    assert score_env("audit", "verify", "--files").refused(
        f"{story.reference} : événement n° 3 modifié (le fichier d’empreinte {digest} n’est plus"
        " là, ou n’est plus le même).\n"
    )
