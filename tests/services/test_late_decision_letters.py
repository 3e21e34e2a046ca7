"""The letter of an order recorded late says what becomes of an observed silence (row 17)."""

import pytest

from app.extensions import db
from app.models.outbox import OutboxMessage
from app.services.letters import write_missing_notices
from tests import orders
from tests.services import reports
from tests.services.stories import Story, messages

# Complete on 2 March 2026: silence refuses at the end of 2 June.
PROPOSED = (("receive", "2026-03-02"), ("confirm", "2026-03-10"), ("propose", "2026-04-01"))
OBSERVED = ("tick", "2026-06-03")
NEVER_BORN = (
    "Le rejet implicite de la fin du 2 juin 2026, constaté par le portail, n’est jamais né :"
    " l’arrêté avait paru dans le délai des ministres. Le certificat de ce rejet est révoqué."
)


def letter(key):
    (message,) = messages(key)
    return " ".join(message.body.split())


@pytest.mark.parametrize("published_on", ["2026-05-20", "2026-06-02"], ids=["before", "last day"])
@pytest.mark.parametrize("effect", ["list", "refuse"])
def test_a_silence_that_was_observed_is_told_as_never_born(world, effect, published_on):
    story = Story(world).tell(*PROPOSED, ("prepare", "2026-05-01", effect), OBSERVED)
    story.tell(("publish", "2026-06-20", published_on))
    assert NEVER_BORN in letter(f"decision/{story.reference}")


@pytest.mark.parametrize(
    "script",
    [
        pytest.param(
            [("prepare", "2026-05-01"), ("publish", "2026-05-20")], id="recorded on its day"
        ),
        pytest.param(
            [("prepare", "2026-05-01"), ("publish", "2026-06-20", "2026-05-20")],
            id="recorded late, silence not observed",
        ),
        pytest.param(
            [OBSERVED, ("prepare", "2026-06-10"), ("publish", "2026-06-20", "2026-06-03")],
            id="published after the silence",
        ),
    ],
)
def test_where_no_silence_is_undone_none_is_told(world, script):
    """An order published after the silence replaces it: it was born all the same (row 16)."""
    story = Story(world).tell(*PROPOSED, *script)
    text = letter(f"decision/{story.reference}")
    assert "jamais né" not in text
    assert "révoqué" not in text


def test_the_letter_written_later_says_the_same(world):
    """What a later order does to the version leaves the letter of the first as it was."""
    story = Story(world).tell(*PROPOSED, ("prepare", "2026-05-01"), OBSERVED)
    story.tell(("publish", "2026-06-20", "2026-06-01"))
    key = f"decision/{story.reference}"
    db.session.query(OutboxMessage).filter(OutboxMessage.key.startswith(key)).delete(
        synchronize_session=False
    )
    db.session.commit()
    story.on("2026-07-01")
    world.publish(orders.removal(world, ("CAS001", "Exemple")))
    write_missing_notices(clock=world.clock)
    told = [NEVER_BORN in " ".join(message.body.split()) for message in messages(key)]
    assert told.count(True) == 1
    assert len(told) == 2


@pytest.mark.parametrize("makes", [orders.keeping, None], ids=["kept", "removed"])
def test_so_is_the_silence_on_a_change(world, makes):
    """Decision 0019: the silence on a change that an order settled in time was never born."""
    Story(world, tvv="V1").tell(*reports.LISTED)
    report = reports.Report(world)
    report.tell(("open", "2024-02-01"), ("change_supplier", "2024-02-01"), ("file", "2024-02-01"))
    order = makes(world, report.dossier) if makes else orders.removal(world, ("V1", "Exemple"))
    report.tell(("tick", "2024-05-02"))
    assert report.dossier.state == "silent"
    report.on("2024-05-20")
    world.publish(order, published_on=orders.day("2024-04-20"))
    text = letter(f"decision/{report.reference}")
    assert NEVER_BORN.replace("2 juin 2026", "1er mai 2024") in text
