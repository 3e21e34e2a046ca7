"""The benchmark of the aids measures what it says."""

import pytest

from tests.benchmarks.aid_speed import evaluations, loaded, requests, vehicles


@pytest.mark.slow
def test_the_benchmark_runs_on_a_few():
    speed = evaluations(rounds=1)
    assert list(speed) == ["plain", "bonus", "day"]
    assert speed["plain"] > speed["bonus"] > speed["day"] > 1
    found, slow = requests(rounds=1, seconds=0.3)
    assert found["hello"] > 1
    assert found["evaluate"] > 1
    assert slow > 0
    assert vehicles(20) > 0
    seconds, megabytes = loaded()
    assert 0 < seconds < 30
    assert megabytes > 0
