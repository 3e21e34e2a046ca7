"""The benchmark of the calculation measures what it says."""

import pytest

from tests.benchmarks.score_speed import goals, measure


@pytest.mark.long
def test_the_benchmark_runs_on_a_few_declarations():
    seconds, megabytes, trace = measure(sizes=(5, 10, 20), runs=1)
    assert list(seconds) == [0, 5, 10, 20]
    assert all(size > 1 for size in megabytes.values())
    assert [most for _, figure, most in goals(seconds, megabytes, trace) if figure > 0] == [
        45,
        11,
        1.1,
        0.5,
        1,
    ]
