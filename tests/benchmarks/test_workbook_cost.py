"""A hostile workbook is refused without the portal growing: it is read in another process."""

import pytest

from tests.benchmarks.workbook_cost import HONEST, costs

MOST_MEGABYTES = 50


@pytest.mark.slow
def test_no_hostile_workbook_makes_the_portal_grow():
    """Goal G13: under +50 MB. Seconds are those of the machine: the command prints them."""
    found = list(costs())
    assert {name for name, became, *_ in found if became == "read"} == {HONEST}
    assert sum(megabytes for *_, megabytes in found) < MOST_MEGABYTES
