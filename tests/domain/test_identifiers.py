"""Codes and numbers that people type."""

import re

import pytest

from app.domain.errors import InvalidValueError
from app.domain.identifiers import REFERENCE, new_reference, nor, tvv


@pytest.mark.parametrize("code", ["005Y7CRBVb3s5T3X", "a/b-c.d e", "é" * 85])
def test_a_code_is_kept_as_it_is_typed(code):
    """Reading L-1: opaque and case-sensitive."""
    assert tvv(code) == code


def test_outer_blanks_of_a_code_are_removed():
    """Reading L-1."""
    assert tvv(" \t005Y7CRBVb3s5T3X \u00a0\n") == "005Y7CRBVb3s5T3X"


@pytest.mark.parametrize(
    "typed",
    [
        pytest.param("", id="empty"),
        pytest.param(" \u00a0\t", id="only blanks"),
        pytest.param("a" * 86, id="too long"),
        pytest.param("A\u200bB", id="a space of no width"),
        pytest.param("A\x00B", id="a control character"),
        pytest.param("A\u2028B", id="a line separator"),
        pytest.param("A\ud800B", id="half a character"),
    ],
)
def test_a_code_that_cannot_be_read_is_refused(typed):
    with pytest.raises(InvalidValueError) as refused:
        tvv(typed)
    assert refused.value.field == "tvv"


def test_a_nor_number_is_put_in_capitals():
    assert nor(" ener2345678a ") == "ENER2345678A"


@pytest.mark.parametrize(
    "typed", ["", "ENER234567A", "ENER2345678", "EN3R2345678A", "ENER٢345678A"]
)
def test_a_wrong_nor_number_is_refused(typed):
    with pytest.raises(InvalidValueError):
        nor(typed)


def test_a_reference_is_fresh_and_easy_to_dictate():
    references = {new_reference("SE") for _ in range(200)}
    assert len(references) == 200
    assert all(re.fullmatch(REFERENCE, reference) for reference in references)
