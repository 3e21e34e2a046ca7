"""Everything a person may read has French words; every refusal has a status, and a law a source."""

import tomllib

import pytest

from app import errors
from app.domain.actor import Role
from app.domain.breaches import BreachKind
from app.domain.chain import Damage
from app.domain.deadlines import PeriodKind, PeriodOutcome
from app.domain.differences import DifferenceKind
from app.domain.errors import DomainError
from app.domain.holders import Holder
from app.domain.ministries import Ministry, Stance
from app.domain.obtained import ListingStage
from app.domain.orders import LineEffect, OrderOrigin, OrderState
from app.domain.procedure import Action, Route, State
from app.domain.scans import Scan
from app.domain.subscriptions import SubscriptionState
from app.domain.versions import VersionAction, VersionState
from app.labels import PAIRS, SEVERITY, words
from app.queries.status import Verdict
from scoring.inputs import Component, Mode, TransportZone
from tests.structure.tree import ROOT, named

SHOWN = (
    State, Route, Action, Role, PeriodKind, PeriodOutcome, Scan, OrderState, OrderOrigin,
    LineEffect, Verdict, DifferenceKind, Component, Mode, TransportZone, Holder,
    Ministry, Stance, VersionState, VersionAction, BreachKind, Damage, ListingStage,
    SubscriptionState,
)  # fmt: skip
# Refusals of what was typed or sent: 422, on purpose.
UNPROCESSABLE = {
    "DeclarationRefusedError",
    "EmptyFileError",
    "FileNotAcceptedError",
    "InvalidValueError",
    "NothingChangedError",
    "NothingRequestedError",
    "ReasonsMissingError",
    "UnknownItemError",
}
# A choice of the product, with no value of the law in it.
PRODUCT_FILES = {
    "aliases.toml",
    "plausibility.toml",
    "questions.toml",
    "reminders.toml",
    "situations.toml",
}
AIDS = ROOT / "scoring" / "aids" / "reference"
LAW_FILES = sorted(
    path
    for folder in ("app", "scoring")
    for path in (ROOT / folder).rglob("*.toml")
    if path.name not in PRODUCT_FILES
)


@pytest.mark.parametrize("member", [member for kind in SHOWN for member in kind], ids=repr)
def test_what_is_shown_has_french_words(member):
    told = words(member)
    assert told[0].isupper()
    assert "'" not in told
    assert told != member.value or member == TransportZone.FRANCE  # a name in both languages


def test_no_word_is_told_twice():
    told = [(type(member), member.value) for member, _ in PAIRS]
    assert len(told) == len(set(told))
    assert {kind for kind, _ in told} == set(SHOWN)


def test_every_state_has_a_severity():
    assert SEVERITY.keys() == set(State)


def refusals(kind=DomainError):
    for one in kind.__subclasses__():
        yield one
        yield from refusals(one)


def test_every_refusal_has_a_status_chosen_for_it():
    """A new refusal is put in the table of statuses, or here among those that are 422."""
    told = {one.__name__ for one in refusals() if one in errors.STATUS}
    assert {one.__name__ for one in refusals()} - told == UNPROCESSABLE
    assert not UNPROCESSABLE & told


def test_every_refusal_has_a_code_of_its_own():
    codes = [one.code for one in refusals()]
    assert sorted(codes) == sorted(set(codes))


def editions(path):
    content = tomllib.loads(path.read_text(encoding="utf-8"))
    content.pop("file")
    for name, parameter in content.items():
        for edition in parameter["edition"]:
            yield f"{name} from {edition['from']}", edition


AID_FILES = [path for path in LAW_FILES if path.parent == AIDS]


@pytest.mark.parametrize("path", AID_FILES, ids=named)
def test_every_rule_of_the_aids_has_an_article_and_a_grade(path):
    content = tomllib.loads(path.read_text(encoding="utf-8"))
    assert content["file"]["title"]
    assert content["file"]["href"].startswith("https://")
    if path.name == "transitions.toml":
        assert all(one["source"] and one["grade"] for one in content["transition"])
        return
    assert content["wording"]["grade"] in {"A", "B", "C"}
    assert content["wording"]["article"]
    assert content["wording"]["seeds"]
    for one in content["condition"]:
        assert one["article"]
        assert one["lines"]
    assert content.get("amount", {"article": "none"})["article"]


@pytest.mark.parametrize("path", sorted({*LAW_FILES} - {*AID_FILES}), ids=named)
def test_every_value_of_the_law_has_a_source_and_a_grade(path):
    head = tomllib.loads(path.read_text(encoding="utf-8"))["file"]
    assert head["title"]
    assert head["href"].startswith("https://")
    bare = [
        name for name, edition in editions(path) if not edition["source"] or not edition["grade"]
    ]
    assert bare == []
    assert list(editions(path))


def test_every_file_of_the_law_is_shipped():
    pyproject = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    patterns = pyproject["tool"]["setuptools"]["package-data"]
    shipped = {
        path
        for package, kept in patterns.items()
        for one in kept
        for path in (ROOT / package).glob(one)
    }
    assert set(LAW_FILES) <= shipped
    assert len(LAW_FILES) > 10
