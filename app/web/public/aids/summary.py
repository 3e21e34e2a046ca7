"""What was answered, with a way back to each answer; what was taken for granted."""

from collections.abc import Iterator

from app.web.public.aids.asked import CHANGING, DAY, WHAT, Asked
from app.web.public.aids.catalogue import NO, YES, YES_NO, catalogue
from app.web.public.aids.shown import Told
from app.web.public.aids.words import answer_words


def answered(asked: Asked) -> list[Told]:
    """Return every answer of the address, in its order."""
    return list(_answered(asked))


def _answered(asked: Asked) -> Iterator[Told]:
    if asked.situation is not None:
        what = asked.query(**{CHANGING: WHAT})
        yield Told(label="Opération examinée", value=asked.situation.label, change=what)
    if asked.day is not None:
        when = asked.query(**{CHANGING: DAY})
        yield Told(label="Jour de référence", value=f"{asked.day:%d/%m/%Y}", change=when)
    for name, yes in asked.gates.items():
        yield Told(
            label=catalogue().gates[name].label,
            value=YES_NO[YES if yes else NO],
            change=asked.query([name], **{CHANGING: name}),
        )
    for name, texts in asked.answers.typed.items():
        question = catalogue().questions.get(name)
        if name in asked.answers.errors:
            continue
        if question is not None:
            change = asked.query(**{CHANGING: name})
            yield Told(label=question.label, value=answer_words(question, texts), change=change)
        elif name == "tvv":
            change = asked.query([name], **{CHANGING: "version_listed"})
            yield Told(label="Version", value=texts[0], change=change)


def taken_for_granted(asked: Asked) -> list[Told]:
    """Return the facts that the situation says, which nobody answered."""
    found = []
    for name, text in asked.presets().items():
        question = catalogue().questions[name]
        change = asked.query(**{CHANGING: name})
        value = answer_words(question, [text])
        found.append(Told(label=question.label, value=value, change=change))
    return found
