"""A refusal by silence, seen in Chromium, with the clock moved."""

from datetime import UTC, date, datetime

import pytest

from app.domain.procedure import State
from app.services.lapse import record_due_effects
from tests.browser.test_main_job import file_dossier, seen

pytestmark = pytest.mark.browser


def test_silence_refuses_on_its_legal_day_and_the_page_says_so(person, world):
    """R. 251-1-B: three months from completeness; reading T-8: born once, observed later."""
    manufacturer = person("manufacturer")
    reference = file_dossier(manufacturer)
    # The agency says nothing: deemed complete on 2 April; the ministers say nothing either.
    world.clock.move_to(datetime(2026, 7, 2, 21, 59, 59, tzinfo=UTC))
    assert [effect.action for effect in record_due_effects(clock=world.clock)] == ["deem_complete"]
    world.clock.move_to(datetime(2026, 10, 5, 8, 0, tzinfo=UTC))
    assert [effect.occurred_on for effect in record_due_effects(clock=world.clock)] == [
        date(2026, 7, 2)
    ]
    assert record_due_effects(clock=world.clock) == []
    dossier = world.dossier(reference)
    assert (dossier.state, dossier.decided_on) == (State.REFUSED_BY_SILENCE, date(2026, 7, 2))

    manufacturer.sign_in()  # nobody stays signed in for seven months
    page = manufacturer.goto(f"/constructeur/dossiers/{reference}")
    text = seen(page)
    manufacturer.picture("refused")
    assert "Rejet implicite" in text
    assert "2 juillet 2026" in text
    # Two months, one more day, the next working day: Thursday 3 September 2026.
    assert "3 septembre 2026" in text
    assert "indicati" in text
