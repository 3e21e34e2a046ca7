"""The cost of a pass grows with what is due, not with what exists."""

import pytest

from tests.benchmarks.pass_cost import measure, ratio


@pytest.mark.slow
def test_a_pass_costs_no_more_among_ten_times_as_many_dossiers():
    """A ratio within one run: the seconds themselves are those of the machine."""
    few, many = measure()
    assert ratio(few, many) < 1.5
