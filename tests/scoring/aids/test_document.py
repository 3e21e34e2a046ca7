"""docs/aids.md says what the program does: its invented wording is loaded and asked."""

import re
import shutil
from datetime import date

import pytest

from app.settings import ROOT
from scoring.aids.book import REFERENCE, load
from scoring.aids.evaluation import evaluate
from scoring.aids.reading import read_facts
from scoring.editions import LawFileError

TOML = re.compile(r"^```toml\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FACTS = {"applicant_kind": "natural", "adult": True, "domicile_fr": True}


@pytest.fixture
def folder(tmp_path):
    copy = tmp_path / "reference"
    shutil.copytree(REFERENCE, copy)
    (text,) = TOML.findall((ROOT / "docs" / "aids.md").read_text(encoding="utf-8"))
    (copy / "bonus-used.2031-07-01.toml").write_text(text, encoding="utf-8")
    return copy


def amount(book, day, **facts):
    found = evaluate(book, "bonus-used", read_facts(FACTS | facts, date.fromisoformat(day)))
    return found.known


def test_the_invented_wording_answers_from_its_first_day(folder):
    book = load(folder=folder)
    assert amount(book, "2031-07-01", rfr_part="16300.00") == 1500
    assert amount(book, "2031-07-01", rfr_part="16300.01") == 0
    assert amount(book, "2031-06-30", rfr_part="16300.00") is None
    assert evaluate(book, "bonus-used", read_facts(FACTS, date(2031, 7, 1))).missing == (
        "rfr_part",
    )


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("eur = 1500", "sum = 1500", "amount"),
        ('test = "natural_person"', 'test = "nobody"', "nobody"),
        ("ceiling = 16300", "limit = 16300", "income_at_most"),
        ("{ceiling}", "{limit}", "phrase"),
        ("from = 2031-07-01", "from = 2031-07-02", "nom du fichier"),
        ('grade = "C"\n', "", "[wording]"),
        ('article = "II"\neur', 'article = "II"\n[oops]\neur', "oops"),
        ("[file]", "[file", "bonus-used.2031-07-01.toml"),
        ("[[condition]]", "[[conditions]]", "aucune condition"),
        ('at = "ref date"\n', "", "at manque"),
        ('test = "natural_person"', 'test = "natural_person"\nwithin = "clean"', "« clean »"),
        ("[amount]", "[repayment]\nmonths = 3\n\n[amount]", "[repayment]"),
        (
            "[amount]\narticle",
            '[repayment]\nby = "x"\narticle = "x"\n[amounts]\narticle',
            "[amount]",
        ),
        ("from = 2031-07-01", 'from = "2031-07-01"', "n’est pas un jour"),
        (
            "from = 2031-07-01",
            "from = 2031-07-01\nuntil = 2032-07-01T00:00:00",
            "n’est pas un jour",
        ),
        ("ceiling = 16300", "ceiling = 16300\nother = 3", "other est une table"),
        (
            'test = "income_at_most"\nceiling = 16300',
            'test = "at_most"\nfact = "adult"\nlimit = 1',
            "adult",
        ),
    ],
)
def test_a_wording_that_is_malformed_says_where(folder, before, after, said):
    path = folder / "bonus-used.2031-07-01.toml"
    text = path.read_text(encoding="utf-8")
    assert before in text
    path.write_text(text.replace(before, after), encoding="utf-8")
    with pytest.raises(LawFileError) as caught:
        load(folder=folder)
    assert path.name in str(caught.value)
    assert said in str(caught.value)


def test_two_wordings_of_one_day_are_refused(folder):
    path = folder / "bonus-used.2031-07-01.toml"
    again = path.read_text(encoding="utf-8").replace("2031-07-01", "2024-02-13")
    (folder / "bonus-used.2024-02-13.toml").write_text(again, encoding="utf-8")
    with pytest.raises(LawFileError, match="deux rédactions le 13/02/2024"):
        load(folder=folder)


def test_a_regime_without_any_wording_is_refused(folder):
    (folder / "leasing.2024-01-01.toml").unlink()
    with pytest.raises(LawFileError, match="leasing : aucune rédaction"):
        load(folder=folder)


def test_a_clause_that_names_an_unknown_regime_is_refused(folder):
    path = folder / "transitions.toml"
    text = path.read_text(encoding="utf-8").replace('"bonus-van-new"', '"bonus"')
    path.write_text(text, encoding="utf-8")
    with pytest.raises(LawFileError, match="2024-102"):
        load(folder=folder)


def test_a_sentence_says_days_numbers_and_words(folder):
    """As a French reader writes them."""
    path = folder / "bonus-used.2031-07-01.toml"
    text = path.read_text(encoding="utf-8")
    more = text.replace("ceiling = 16300", "ceiling = 16300\nstrict = false").replace(
        "{ceiling} € au plus.", "{ceiling} € au plus, strict : {strict}."
    )
    path.write_text(more, encoding="utf-8")
    with pytest.raises(LawFileError, match="strict"):
        load(folder=folder)
    sentences = {
        one.id: one.sentence
        for wordings in load().wordings.values()
        for each in wordings
        for one in each.conditions
    }
    assert "47\u202f000 €" in sentences["BCN-09"]
    assert "15/12/2023" in sentences["BCN-11"]
    assert "Guadeloupe, Martinique" in sentences["OSI-02"]
