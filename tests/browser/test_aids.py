"""Five people walk the page of the aids in a browser, on a screen and a phone, and print it."""

from itertools import cycle
from urllib.parse import urlencode

import pytest

from tests.browser.conftest import PHONE, WIDE
from tests.browser.test_comfort import faults_of
from tests.web.public.aid_people import LISTED, PEOPLE, list_a_version

axe_playwright = pytest.importorskip("axe_playwright_python.sync_playwright")

pytestmark = pytest.mark.browser

WIDER = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
MOST_PAGES = 40


def plain(text):
    return text.replace("\u202f", " ").replace("\u00a0", " ")


def answer(page, name, text):
    """Answer one question: in its box, or by ticking."""
    box = page.locator(f'main input[name="{name}"]:is([type=text], [type=date])')
    ticked = page.locator(f'main input[name="{name}"][value="{text}"]')
    if ticked.count():
        page.locator(f'label[for="{ticked.first.get_attribute("id")}"]').click()
    elif box.get_attribute("type") == "date":
        day, month, year = text.split("/")
        box.fill(f"{year}-{month}-{day}")
    else:
        box.fill(text)


def press(page, button):
    with page.expect_navigation():
        page.get_by_role("button", name=button).click()


def walk(page, situation, known):
    """Answer page after page, as a person who reads each question."""
    for _ in range(MOST_PAGES):
        asked = page.locator('main input[name="demande"]')
        if not asked.count():
            return
        assert not page.evaluate(WIDER), page.url
        names = asked.get_attribute("value").split(",")
        if names == ["version_listed"]:
            page.fill("#q-version", LISTED)
            press(page, "Chercher")
            press(page, "Choisir cette version")
            continue
        for name in names:
            answer(page, name, situation if name == "quoi" else known[name])
        press(page, "Continuer")
    raise AssertionError(page.url)


@pytest.mark.parametrize(("who", "viewport"), list(zip(PEOPLE, cycle([PHONE, WIDE]), strict=False)))
def test_five_people_walk_to_their_sum(person, world, who, viewport):
    """The sums are worked out by hand; a phone has no JavaScript here, a screen has."""
    situation, known, expected = PEOPLE[who]
    list_a_version(world)
    somebody = person(viewport=viewport, javascript=viewport is WIDE)
    page = somebody.goto("/aides")
    walk(page, situation, known)
    assert page.locator("h1").inner_text() == "Les aides de votre cas"
    assert f"{expected}." in plain(page.locator("main .fr-text--lead").inner_text())
    assert not page.evaluate(WIDER)
    somebody.picture(f"aids-{who.replace(' ', '-')}-{viewport['width']}")
    shared = person(viewport=viewport).goto(f"/aides?{page.url.partition('?')[2]}")
    assert plain(shared.locator("main").inner_text()).startswith("Les aides de votre cas")
    with page.expect_navigation():
        page.get_by_role("link", name="Précédent").click()
    assert page.locator('main input[name="demande"]').count() == 1


@pytest.mark.parametrize("viewport", [PHONE, WIDE], ids=["phone", "wide"])
def test_axe_sees_nothing_on_the_pages_of_the_aids(person, world, viewport):
    list_a_version(world)
    car = "/aides?quoi=voiture-neuve"
    begun = f"{car}&jour=2024-01-15&operation=lease&applicant_kind=natural"
    paths = [
        "/aides",
        f"/aides?tvv={LISTED}",
        car,
        begun,
        f"{begun}&casse=oui",
        f"{begun}&casse=oui&changer=last_award_ref_date",
        f"{begun}&casse=non&changer=version_listed&version=modele",
        f"{begun}&casse=non&changer=energy",
        f"{begun}&casse=oui&voir=1",
        "/aides?quoi=nombre-de-primes&jour=2024-01-15",
    ]
    assert faults_of(person(viewport=viewport), paths) == []


def test_the_result_holds_on_paper_with_what_is_folded(person, world):
    situation, known, _ = PEOPLE["cyclist"]
    page = person().goto(f"/aides?{urlencode({'quoi': situation, **known})}")
    page.emulate_media(media="print")
    assert page.get_by_role("link", name="Précédent").count() == 0
    assert page.get_by_role("link", name="Modifier").count() == 0
    folded = page.locator(".portal-aid details li").first
    assert folded.bounding_box()["height"] > 0
    assert "Ce que ce calcul ne fait pas" in page.locator("main").inner_text()
