"""What the tests of the proof damage."""

import pytest

from tests.services.stories import Story


@pytest.fixture
def stories(world):
    """Three dossiers whose events alternate in the journal: of four, three and two events."""
    one, two, three = (Story(world, tvv=f"V{number}") for number in (1, 2, 3))
    one.tell(("receive", "2026-03-02"))
    two.tell(("receive", "2026-03-03"))
    one.tell(("confirm", "2026-03-10"))
    two.tell(("request", "2026-03-11"))
    three.tell(("receive", "2026-03-12"))
    two.tell(("supply", "2026-03-13"))
    one.tell(("propose", "2026-03-16"), ("list_by_order", "2026-03-20"))
    three.tell(("confirm", "2026-03-21"))
    return one.reference, two.reference, three.reference
