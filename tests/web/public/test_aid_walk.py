"""What the page of the aids asks: every fact, only while it matters, up to an answer."""

import random
from decimal import Decimal
from urllib.parse import parse_qsl

import pytest

from app.web.public.aids.asked import DAY, WHAT, asked_from
from app.web.public.aids.catalogue import NONE, UNKNOWN, catalogue, says_none
from app.web.public.aids.changes import AT_MOST, changes
from app.web.public.aids.walk import deciding, evaluated, next_step, previous
from scoring.aids.facts import FACTS, Kind
from scoring.aids.registry import REGIMES

DAYS = ["2010-03-20", "2015-04-15", "2022-09-01", "2023-05-02", "2024-01-20", "2024-03-01"]
NUMBERS = ["0", "3", "90", "2 400", "6 358", "14 089,01", "30 000", "49 000"]
WHOLE = ["0", "2", "24", "40", "4 000"]
OTHER_DAYS = ["1998-06-01", "2009-02-01", "2016-05-02", "2023-12-15", "2030-01-01"]
MOST_PAGES = 60
MOST_TRIES = 200


def test_every_fact_is_asked_or_said_not_to_be():
    asked, apart = set(catalogue().questions), set(catalogue().not_asked)
    assert asked | apart == set(FACTS)
    assert not asked & apart


@pytest.mark.parametrize("name", catalogue().questions)
def test_a_question_is_in_french_with_its_help(name):
    question = catalogue().questions[name]
    assert question.asked.endswith("?")
    assert question.help.endswith((".", "…"))
    assert question.theme in catalogue().themes
    assert set(question.after) <= set(FACTS)
    typed = {Kind.QUANTITY, Kind.INTEGER, Kind.DAY, Kind.DAYS}
    assert question.choices or question.fact.kind in typed
    assert bool(question.change) == bool(question.way)
    if question.none:
        assert says_none(question.fact)


def test_every_regime_is_examined_in_a_situation():
    found = set()
    for situation in catalogue().situations.values():
        found |= {*situation.regimes, *(one for some in situation.gates.values() for one in some)}
    assert found == set(REGIMES)
    assert set(catalogue().words["regime"]) == set(REGIMES)


def possible(question):
    """Answers that a person may give to a question, each a list of words of the address."""
    kind = question.fact.kind
    if question.name == "acquired":
        found = [["VAE"], ["VAE", "VAE"], ["VP", "VP", "VP"]]
    elif question.choices:
        found = [[word] for word in question.choices]
    elif kind is Kind.QUANTITY:
        found = [[number] for number in NUMBERS]
    elif kind is Kind.INTEGER:
        found = [[number] for number in WHOLE]
    else:
        found = [[day] for day in (*DAYS, *OTHER_DAYS)]
    return [*found, *([[NONE]] if question.none else [])]


def final(pairs):
    """What is answered of each aid, and the whole."""
    _, total = evaluated(asked_from(pairs))
    each = tuple((one.eligible, one.failing, one.more and str(one.more)) for one in total.outcomes)
    return each, total.low, total.high


def can_change(question, pairs, missing, dice):
    """Whether two answers differ, for some answers to the other facts still missing."""
    others = [catalogue().questions[name] for name in missing if name != question.name]
    for _ in range(MOST_TRIES):
        rest = [(one.name, text) for one in others for text in dice.choice(possible(one))]
        answers = {
            final([*pairs, *((question.name, text) for text in texts), *rest])
            for texts in possible(question)
        }
        if len(answers) > 1:
            return True
    return False


def started(situation, day, dice):
    pairs = [(WHAT, situation), (DAY, day)]
    names = asked_from(pairs).first_facts
    for name in names:
        offered = catalogue().situations[situation].operations
        words = offered if name == "operation" else tuple(catalogue().questions[name].choices)
        pairs.append((name, dice.choice(words)))
    return pairs


@pytest.mark.long
@pytest.mark.parametrize("day", DAYS)
@pytest.mark.parametrize("situation", catalogue().situations)
def test_answering_in_order_ends_with_an_answer_and_each_question_could_change_it(
    app, situation, day
):
    dice = random.Random(f"{situation} {day}")
    with app.app_context():
        pairs = started(situation, day, dice)
        for _ in range(MOST_PAGES):
            step = next_step(asked_from(pairs))
            assert not step.start
            if step.done:
                break
            pairs += [(gate.name, dice.choice(["oui", "oui", "non"])) for gate in step.gates]
            given = []
            for question in step.questions:
                assert can_change(question, pairs, step.missing, dice), (question.name, pairs)
                given += [(question.name, text) for text in dice.choice(possible(question))]
            pairs += given
        asked = asked_from(pairs)
        assert next_step(asked).done
        assert not asked.answers.errors
        _, total = evaluated(asked)
        assert deciding(total) == ()
        assert total.known is not None or total.conflicts or total.low == total.high == Decimal(0)


@pytest.mark.parametrize("situation", catalogue().situations)
def test_the_way_back_shows_each_page_again(app, situation):
    dice = random.Random(situation)
    with app.app_context():
        pairs = started(situation, "2024-01-20", dice)
        seen = []
        while not (step := next_step(asked_from(pairs))).done:
            seen.append(names_of(step))
            pairs += [(gate.name, "oui") for gate in step.gates]
            pairs += [
                (one.name, text) for one in step.questions for text in dice.choice(possible(one))
            ]
        for names in reversed(seen):
            before = asked_from(query(previous(asked_from(pairs))))
            assert names_of(next_step(before)) == names
            pairs = before.pairs()
        assert DAY in previous(asked_from(pairs))


def test_what_is_not_known_is_not_asked_again(app):
    with app.app_context():
        pairs = started("velo", "2024-02-01", random.Random(1))
        while not (step := next_step(asked_from(pairs))).done:
            pairs += [(gate.name, "non") for gate in step.gates]
            pairs += [(one.name, UNKNOWN) for one in step.questions]
        _, total = evaluated(asked_from(pairs))
        assert deciding(total)
        assert total.low < total.high


def names_of(step):
    return [one.name for one in (*step.questions, *step.gates)]


def query(text):
    return parse_qsl(text)


@pytest.mark.long
@pytest.mark.parametrize("situation", catalogue().situations)
def test_each_change_told_gives_what_it_says(app, situation):
    """The address of a change, evaluated, has the sum of the case and what is told."""
    dice = random.Random(f"changes {situation}")
    with app.app_context():
        for day in DAYS:
            pairs = started(situation, day, dice)
            while not (step := next_step(asked_from(pairs))).done:
                pairs += [(gate.name, dice.choice(["oui", "non"])) for gate in step.gates]
                pairs += [
                    (one.name, text) for one in step.questions for text in sound(one, pairs, dice)
                ]
            asked = asked_from(pairs)
            facts, total = evaluated(asked)
            for told in changes(asked, facts, total):
                _, other = evaluated(asked_from(query(told.query)))
                assert told.more > 0
                if told.bound == AT_MOST:
                    assert other.high == total.high + told.more
                else:
                    assert other.low == total.high + told.more
                    assert told.bound or other.known == total.known + told.more


def sound(question, pairs, dice):
    """An answer that refuses as little as possible."""

    def refused(texts):
        _, total = evaluated(asked_from([*pairs, *((question.name, one) for one in texts)]))
        return sum(len(one.failing) for one in total.outcomes)

    answers = possible(question)
    dice.shuffle(answers)
    return min(answers, key=refused)
