"""The benchmark of the list measures what it says; its seconds are those of the machine."""

import pytest

from tests.benchmarks.register_speed import RATIO, TARGETS, figures, lines, ratio_of


@pytest.mark.long
def test_the_benchmark_runs_on_a_small_list():
    found = figures(few=60, many=120, calls=20)
    assert list(found) == [60, 120]
    told, _ = lines(found)
    assert len(told) == len(TARGETS) + 2


@pytest.mark.slow
def test_a_code_costs_no_more_among_ten_times_as_many():
    """A ratio within one run."""
    small, large = figures(few=2_000, many=20_000).values()
    assert ratio_of(small, large) < RATIO
