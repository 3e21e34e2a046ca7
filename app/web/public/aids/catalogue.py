"""The questions and the situations, read once from their files and checked against the facts."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from scoring.aids.facts import FACTS, NULL_OBJECTS, NULLS, SAME_CATEGORY, Fact, Kind

FOLDER: Final = Path(__file__).resolve().parent
YES: Final = "oui"
NO: Final = "non"
# What an address says of a fact that is not known, and of one that did not happen.
UNKNOWN: Final = "inconnu"
NONE: Final = "aucun"
# What « none » means of facts that the wire writes null together.
NONE_MEANS: Final[Mapping[str, Mapping[str, object]]] = MappingProxyType(
    {
        "overseas.territory": NULL_OBJECTS["overseas"],
        "overseas.circulates_from": MappingProxyType(
            {name: one for name, one in NULL_OBJECTS["overseas"].items() if "circulates" in name}
        ),
    }
)
YES_NO: Final = MappingProxyType({YES: "Oui", NO: "Non"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """What is asked of one fact.

    Attributes:
        fact: the fact.
        theme: facts of a theme are asked on one page.
        label: the fact in a summary.
        asked: the question.
        help: where the answer is found.
        choices: the answers offered, by the word of the address; empty for what is typed.
        none: what null says, empty where it says nothing.
        after: facts that may make this one useless: not asked on the same page.
        change: how a better value is told, empty where none is tried.
        way: which values are tried, as the file explains.
    """

    fact: Fact
    theme: str
    label: str
    asked: str
    help: str
    choices: Mapping[str, str]
    none: str
    after: tuple[str, ...]
    change: str
    way: str

    @property
    def name(self) -> str:
        """The name of the fact on the wire, which is also that of the address."""
        return self.fact.name

    @property
    def many(self) -> bool:
        """Whether several of the choices may be right."""
        return self.fact.kind is Kind.WORDS


@dataclass(frozen=True, slots=True, kw_only=True)
class Gate:
    """An ancillary question of the page, which opens more aids.

    Attributes:
        name: in the address.
        change: how a yes is told, where it would give more.
    """

    name: str
    label: str
    asked: str
    help: str
    change: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Situation:
    """What a person may buy, lease or have converted.

    Attributes:
        name: in the address.
        operations: those offered, none where the situation says it.
        regimes: the aids asked together, in the order shown.
        gates: those that a yes to a gate adds.
        after: facts told once they happened, after the award.
        presets: facts that the situation says, as the address would.
        never: facts that are not asked, because the answer computes them.
        categories: those that the question on the category offers; empty for all.
    """

    name: str
    label: str
    help: str
    operations: tuple[str, ...]
    regimes: tuple[str, ...]
    gates: Mapping[str, tuple[str, ...]]
    after: tuple[str, ...]
    presets: Mapping[str, str]
    never: tuple[str, ...]
    categories: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Catalogue:
    """Everything that the page asks, in the order of its files.

    Attributes:
        not_asked: the facts that nobody is asked, and why.
        words: French names of categories, energies and regimes.
        with_version: what choosing a version of the list says too.
    """

    questions: Mapping[str, Question]
    not_asked: Mapping[str, str]
    themes: Mapping[str, str]
    words: Mapping[str, Mapping[str, str]]
    gates: Mapping[str, Gate]
    situations: Mapping[str, Situation]
    with_version: Mapping[str, str]


@cache
def catalogue() -> Catalogue:
    """Return the questions and the situations."""
    asked = _tables("questions.toml")
    told = _tables("situations.toml")
    return Catalogue(
        questions=MappingProxyType(
            {name: _question(name, one, asked["words"]) for name, one in asked["fact"].items()}
        ),
        not_asked=MappingProxyType(asked["not_asked"]),
        themes=MappingProxyType(asked["themes"]),
        words=MappingProxyType(asked["words"]),
        gates=MappingProxyType({name: _gate(name, one) for name, one in told["gate"].items()}),
        situations=MappingProxyType(
            {name: _situation(name, one) for name, one in told["situation"].items()}
        ),
        with_version=MappingProxyType(told["with_version"]),
    )


def _tables(file: str) -> dict[str, Any]:
    return tomllib.loads((FOLDER / file).read_text("utf-8"))


def _question(name: str, table: dict[str, Any], words: Mapping[str, Any]) -> Question:
    fact = FACTS[name]
    return Question(
        fact=fact,
        theme=table["theme"],
        label=table["label"],
        asked=table["question"],
        help=table["help"],
        choices=MappingProxyType(_choices(fact, table, words)),
        none=table.get("none", ""),
        after=tuple(table.get("after", ())),
        change=table.get("change", ""),
        way=table.get("way", ""),
    )


def _choices(fact: Fact, table: dict[str, Any], words: Mapping[str, Any]) -> dict[str, str]:
    if fact.kind is Kind.BOOLEAN:
        return dict(YES_NO)
    if "words" in table:
        named: dict[str, str] = words[table["words"]]
        return {word: named[word] for word in fact.words or named if word not in SAME_CATEGORY}
    return dict(table.get("choices", {}))


def _gate(name: str, table: dict[str, Any]) -> Gate:
    return Gate(
        name=name,
        label=table["label"],
        asked=table["question"],
        help=table["help"],
        change=table["change"],
    )


def _situation(name: str, table: dict[str, Any]) -> Situation:
    return Situation(
        name=name,
        label=table["label"],
        help=table["help"],
        operations=tuple(table["operations"]),
        regimes=tuple(table["regimes"]),
        gates=MappingProxyType({key: tuple(one) for key, one in table.get("gates", {}).items()}),
        after=tuple(table["after"]),
        presets=MappingProxyType(table["presets"]),
        never=tuple(table.get("never", ())),
        categories=tuple(table.get("categories", ())),
    )


def says_none(fact: Fact) -> bool:
    """Tell whether « never » or « none » is an answer to a fact."""
    if fact.name in NONE_MEANS:
        return True
    listed = fact.kind in {Kind.DAYS, Kind.WORDS} and fact.name not in {"energy", "acquired"}
    return listed or NULLS.get(fact.name) is not None
