"""What an order in preparation says of the proposals that no longer stand (decision 0019)."""

import pytest

from app.domain.orders import LineEffect
from tests import orders
from tests.services import reports
from tests.services.stories import Story

SENT = (
    ("receive", "2026-03-02"),
    ("request", "2026-03-10"),
    ("supply", "2026-03-20"),
    ("propose", "2026-04-01"),
    ("prepare", "2026-04-10"),
)
ASKED_AGAIN = (*SENT, ("request", "2026-04-15"))
SUPPLIED_AGAIN = (*ASKED_AGAIN, ("supply", "2026-04-20"))
WITHDRAWN = (*SENT, ("withdraw", "2026-04-12"))
LAST = "Dernière proposition : favorable, 80,0 points, transmise le 1er avril 2026."


def shown(browser, order, act=""):
    page = browser("authority").get(f"/ministeres/arretes/{order.reference}{act}")
    return page.main.replace("\u00a0", " ")


@pytest.mark.parametrize(
    ("script", "since", "why"),
    [
        pytest.param(
            ASKED_AGAIN, "15 avril 2026", "nouvelle demande de pièces", id="asked about again"
        ),
        pytest.param(
            SUPPLIED_AGAIN, "15 avril 2026", "nouvelle demande de pièces", id="supplied again"
        ),
        pytest.param(WITHDRAWN, "12 avril 2026", "dossier retiré", id="withdrawn"),
        pytest.param(
            (*ASKED_AGAIN, ("withdraw", "2026-04-18")),
            "15 avril 2026",
            "nouvelle demande de pièces",
            id="withdrawn after it lapsed",
        ),
    ],
)
def test_a_proposal_that_fell_is_told_with_the_days_it_still_counts(
    browser, world, script, since, why
):
    """T-14: an order published on a day it stood, its last one included, may rest on it."""
    story = Story(world, tvv="V1").tell(*script)
    text = shown(browser, story.order)
    assert LAST in text
    assert f"Elle ne tient plus depuis le {since} ({why})." in text
    assert f"Elle compte encore pour un arrêté publié du 1er avril 2026 au {since} inclus." in text
    assert "Aucune proposition" not in text
    typed = shown(browser, story.order, "/publication")
    assert f"Elle compte encore pour un arrêté publié du 1er avril 2026 au {since} inclus." in typed
    day = {"15 avril 2026": "2026-04-15", "12 avril 2026": "2026-04-12"}[since]
    story.tell(("publish", "2026-05-01", day))
    assert story.dossier.state == "listed_by_order"


def test_a_proposal_of_one_day_counts_for_that_day(browser, world):
    story = Story(world, tvv="V1").tell(*SENT[:3], ("propose", "2026-04-01"))
    story.prepare()
    story.tell(("request", "2026-04-01T15:00"))
    text = shown(browser, story.order)
    assert "Elle compte encore pour un arrêté publié le 1er avril 2026." in text


def test_a_proposal_that_stands_says_only_what_it_is(browser, world):
    story = Story(world, tvv="V1").tell(*SENT)
    text = shown(browser, story.order)
    assert "Proposition favorable, 80,0 points, transmise le 1er avril 2026" in text
    assert "ne tient plus" not in text
    assert "compte encore" not in text


def test_an_opinion_on_a_change_that_an_order_settled_is_still_told(browser, world):
    """An order entered from the Journal officiel removed the version meanwhile."""
    reports.Story(world, tvv="V1").tell(*reports.LISTED)
    report = reports.Report(world)
    report.tell(("open", "2024-02-01"), ("change_supplier", "2024-02-01"), ("file", "2024-02-01"))
    report.tell(("opine", "2024-02-10"))
    order = orders.keeping(world, report.dossier)
    report.on("2024-03-01")
    name = world.dossier(report.reference).commercial_name
    orders.enter(world, ("Exemple", name, "V1", "remove"), on="2024-02-20")
    assert report.dossier.state == "settled"
    text = shown(browser, order)
    assert "Avis favorable" in text
    assert "transmis le 10 février 2024" in text
    assert "Aucun avis" not in text


def test_a_dossier_without_a_proposal_says_so(browser, world):
    dossier = world.complete(tvv="V1")
    text = shown(browser, world.order(dossier, effect=LineEffect.REFUSE))
    assert "Aucune proposition" in text
    assert "compte encore" not in text
