"""The rule base as data: what is covered, every condition and number, and the schema of facts."""

from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from typing import Any, Final

from scoring.aids.amounts import plain
from scoring.aids.book import Book, Transition
from scoring.aids.facts import FACTS, OBJECTS, SIGNED, Fact, Kind
from scoring.aids.reading import DAY, LONGEST, METHODS, MOST, MOST_ITEMS, QUANTITY
from scoring.aids.registry import REGIMES
from scoring.aids.wordings import Condition, Wording

DAY_SCHEMA: Final = {"type": "string", "format": "date", "pattern": f"^{DAY.pattern}$"}


def coverage(book: Book) -> list[dict[str, Any]]:
    """Return each regime with the days, the article and the conditions of its wordings."""
    return [
        {
            "regime": regime,
            "increases": list(REGIMES[regime].bases),
            "wordings": [
                {
                    **_days(one),
                    "name": one.name,
                    "article": one.article,
                    "text": one.title,
                    "grade": one.grade,
                    "conditions": [condition.id for condition in one.conditions],
                    "not_modelled": list(one.not_modelled),
                }
                for one in wordings
            ],
        }
        for regime, wordings in book.wordings.items()
    ]


def rule_base(book: Book) -> dict[str, Any]:
    """Return every wording with its conditions, numbers and sentences; the clauses; the facts."""
    return {
        "digest": book.digest,
        "regimes": [
            {"regime": regime, "wordings": [_wording(one) for one in wordings]}
            for regime, wordings in book.wordings.items()
        ],
        "transitions": [_transition(one) for one in book.transitions],
        "facts": facts_schema(),
    }


def _wording(one: Wording) -> dict[str, Any]:
    return {
        **_days(one),
        "name": one.name,
        "article": one.article,
        "text": one.title,
        "href": one.href,
        "checked_on": one.checked_on.isoformat(),
        "seeds": list(one.seeds),
        "grade": one.grade,
        "conditions": [_condition(each) for each in one.conditions],
        "amount": None
        if one.amount is None
        else {
            "article": one.amount_article,
            "lines": list(one.amount_lines),
            **_plain(one.numbers),
        },
        "not_modelled": list(one.not_modelled),
    }


def _days(one: Wording) -> dict[str, Any]:
    """Return the days of a wording, both included; none for a wording that binds no day."""
    first, last = one.days
    return {
        "from": None if first is None else first.isoformat(),
        "until": None if last is None else last.isoformat(),
    }


def _condition(one: Condition) -> dict[str, Any]:
    return {
        "id": one.id,
        "article": one.article,
        "sentence": one.sentence,
        "lines": list(one.lines),
        "at": one.at,
        "test": one.name,
        "within": one.within,
        "conduct": one.conduct,
        "parameters": _plain(one.params),
    }


def _transition(one: Transition) -> dict[str, Any]:
    return {
        "id": one.id,
        "text": one.text,
        "source": one.source,
        "grade": one.grade,
        "regimes": sorted(one.regimes),
        "ordered_until": one.ordered_until.isoformat(),
        "reference_from": one.reference_from.isoformat(),
        "reference_until": one.reference_until.isoformat(),
        "kept_on": one.kept_on.isoformat(),
    }


def _plain(value: object) -> Any:  # noqa: ANN401 - any JSON value
    """Return a value of a dated file as JSON; a decimal is a string, as everywhere."""
    if isinstance(value, Mapping):
        return {key: _plain(one) for key, one in value.items()}
    if isinstance(value, tuple):
        return [_plain(one) for one in value]
    if isinstance(value, date):
        return value.isoformat()
    return plain(value) if isinstance(value, Decimal) else value


def facts_schema() -> dict[str, Any]:
    """Return the JSON Schema of the facts; an absent one is unknown."""
    top: dict[str, Any] = {}
    nested: dict[str, dict[str, Any]] = {name: {} for name in OBJECTS}
    for fact in FACTS.values():
        head, _, tail = fact.name.partition(".")
        (nested[head] if tail else top)[tail or head] = _fact_schema(fact)
    for name, properties in nested.items():
        schema = {"type": "object", "additionalProperties": False, "properties": properties}
        top[name] = schema if name == "old" else {**schema, "type": ["object", "null"]}
    return {
        "type": "object",
        "additionalProperties": False,
        "properties": dict(sorted(top.items())),
    }


def _fact_schema(fact: Fact) -> dict[str, Any]:
    kinds: dict[Kind, dict[str, Any]] = {
        Kind.BOOLEAN: {"type": "boolean"},
        Kind.QUANTITY: {"type": "string", "pattern": f"^{QUANTITY.pattern}$"},
        Kind.INTEGER: {"type": "integer", "minimum": 0, "maximum": MOST},
        Kind.DAY: DAY_SCHEMA,
        Kind.WORD: {"type": "string", "enum": list(fact.words)},
        Kind.TEXT: {"type": "string", "minLength": 1, "maxLength": LONGEST},
        Kind.WORDS: {
            "type": "array",
            "maxItems": MOST_ITEMS,
            "items": {"type": "string", "enum": list(fact.words or REGIMES)},
        },
        Kind.DAYS: {"type": "array", "maxItems": MOST_ITEMS, "items": DAY_SCHEMA},
    }
    schema = dict(kinds[fact.kind])
    if fact.name in SIGNED:
        schema["pattern"] = f"^-?{QUANTITY.pattern}$"
    if fact.name == "co2_method":
        schema |= {"minimum": 1, "maximum": METHODS}
    if fact.name == "energy":
        schema["minItems"] = 1
    if fact.unit:
        schema["description"] = fact.unit
    if fact.nullable:
        schema["type"] = [schema["type"], "null"]
        if "enum" in schema:
            schema["enum"] = [*schema["enum"], None]
    return schema
