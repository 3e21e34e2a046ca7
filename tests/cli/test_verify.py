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
