"""The benchmark of the published files measures what it says."""

import pytest

from tests.benchmarks.public_files import build, speeds


@pytest.mark.slow
def test_the_benchmark_runs_on_small_lists():
    ((name, size, found),) = speeds(lists={"small": 30}, rounds=1)
    assert (name, list(found)) == ("small", ["hello", "200", "304"])
    assert size > 1000
    assert all(rate > 1 for rate in found.values())
    seconds, megabytes = build(30)
    assert seconds > 0
    assert megabytes > 10
