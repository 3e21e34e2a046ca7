"""Who is told of what: every act is in the table or left out on purpose, and keys do not meet."""

import pytest

from app.domain.actor import Role
from app.domain.notices import (
    ALSO,
    DECISION,
    NOTICES,
    RECEIPT,
    REQUEST,
    UNTOLD,
    beginnings,
    missing_mentions,
    notice_key,
    notices_of,
    person_key,
)
from app.domain.procedure import Action


@pytest.mark.parametrize("action", Action)
def test_an_act_is_told_of_or_left_out_on_purpose(action):
    assert (action in NOTICES) != (action in UNTOLD)


def test_an_act_that_nobody_is_told_of_causes_no_message():
    assert [action for action in UNTOLD if notices_of(action)] == []
    assert ALSO.keys() <= NOTICES.keys()


def test_no_two_notices_share_a_name_whoever_they_are_for():
    """The name begins the key, and finds the letter."""
    names = [notice.name for notice in {one for action in Action for one in notices_of(action)}]
    assert sorted(names) == sorted(set(names))
    assert "reminder" not in names


def test_whoever_asks_for_reasons_is_answered_and_whoever_must_give_them_is_told():
    """CRPA L. 232-4."""
    readers = [notice.to for notice in notices_of(Action.REQUEST_REASONS)]
    assert readers == [Role.AUTHORITY, Role.MANUFACTURER]


@pytest.mark.parametrize(
    ("notice", "key"),
    [
        pytest.param(RECEIPT, "receipt/SE-1", id="once a dossier"),
        pytest.param(REQUEST, "request/SE-1/4", id="once an event"),
        pytest.param(DECISION, "decision/SE-1/AR-2", id="once an order"),
    ],
)
def test_a_key_names_what_the_notice_is_written_once_for(notice, key):
    assert notice_key(notice, "SE-1", sequence=4, details={"order": "AR-2"}) == key


def test_the_key_of_a_person_begins_with_that_of_the_event():
    key = notice_key(REQUEST, "SE-1", sequence=1, details={})
    assert key in beginnings(person_key(key, "CO-9"))


def test_the_first_event_is_not_told_by_the_message_of_the_twelfth():
    written = person_key(notice_key(REQUEST, "SE-1", sequence=12, details={}), "CO-9")
    assert notice_key(REQUEST, "SE-1", sequence=1, details={}) not in beginnings(written)


def test_a_silence_told_under_an_earlier_form_of_its_key_is_still_told():
    """Rows written before the table: the number of the period came after the dossier."""
    assert "silence/SE-1" in beginnings("silence/SE-1/7/CO-9")


def test_a_mention_is_found_wherever_the_lines_break():
    text = "Motifs : score\ninsuffisant.\n\nRecours : tribunal\n  administratif"
    assert missing_mentions(text, ["tribunal administratif", "score insuffisant"]) == []
    assert missing_mentions(text, ["tribunal judiciaire", "score\ninsuffisant"]) == [
        "tribunal judiciaire"
    ]
