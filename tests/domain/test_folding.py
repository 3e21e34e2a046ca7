"""Search text (reading L-1)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.domain.folding import fold, look_alike


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Citroën Ë-C3", "citroen e c3"),
        ("DS N°8", "ds n 8"),
        ("DS Nº8", "ds n 8"),
        ("  Škoda   Enyaq ", "skoda enyaq"),
        ("Œuvre", "oeuvre"),
        ("5 E-Tech (40 kWh)", "5 e tech 40 kwh"),
        ("…", ""),
    ],
)
def test_search_ignores_case_accents_and_punctuation(text, expected):
    """Reading L-1."""
    assert fold(text) == expected


@given(st.text(max_size=40))
def test_folding_twice_changes_nothing_more(text):
    assert fold(fold(text)) == fold(text)


def test_codes_misread_look_alike():
    assert look_alike("0O5 Il1") == look_alike("oo5i1l")
    assert look_alike("005Y7CRBVb3s5T3X") != look_alike("005Y7CRPZb3s5T3X")
