"""A key that nobody knows is quoted the French way, its invisible characters written out."""

import pytest

from scoring.lines import LineError, decoded
from scoring.problems import quoted


@pytest.mark.parametrize(
    ("key", "shown"),
    [
        ("zzz", "« zzz »"),
        ("it's", "« it's »"),
        ("a\nb\ud800", "« a\\nb\\ud800 »"),
        ("x" * 41, f"« {'x' * 40} »"),
    ],
)
def test_a_key_is_quoted_in_a_sentence(key, shown):
    assert quoted(key) == shown


def test_a_key_said_twice_is_quoted():
    with pytest.raises(LineError, match=r"La clé « zzz » apparaît deux fois\."):
        decoded(b'{"zzz": 1, "zzz": 2}')
