"""The explained score in a browser: on a phone, in the dark, on paper, line by line."""

import pytest

from tests.browser.conftest import PHONE, WIDE

axe_playwright = pytest.importorskip("axe_playwright_python.sync_playwright")

pytestmark = pytest.mark.browser

# Words of the drawing that leave it, and what makes the page wider than the screen.
OUTSIDE = """() => {
  const frame = document.querySelector('.portal-waterfall').getBoundingClientRect()
  const words = [...document.querySelectorAll('.portal-waterfall text')]
  return words.filter(one => {
    const box = one.getBoundingClientRect()
    return box.left < frame.left - 1 || box.right > frame.right + 1
  }).map(one => one.textContent)
}"""
WIDER = "document.documentElement.scrollWidth > document.documentElement.clientWidth"
OVERLAPS = """() => {
  const boxes = [...document.querySelectorAll('.portal-waterfall text')].map(
    one => [one.textContent, one.getBoundingClientRect()])
  return boxes.flatMap(([name, a], rank) => boxes.slice(rank + 1)
    .filter(([, b]) => a.left < b.right && b.left < a.right
      && a.top + 2 < b.bottom && b.top + 2 < a.bottom)
    .map(([other]) => `${name} / ${other}`))
}"""
HEIGHT = "one => one.getBoundingClientRect().height"
SIZES = [pytest.param(PHONE, id="phone"), pytest.param(WIDE, id="screen")]


def opened(person, dossier, viewport=WIDE):
    somebody = person("reviewer", viewport=viewport)
    return somebody, somebody.goto(f"/instruction/dossiers/{dossier.reference}/score")


@pytest.mark.parametrize("viewport", SIZES)
@pytest.mark.parametrize("case", ["suv-china", "S0030", "a-gram-above-60", "S0062"])
def test_all_that_is_drawn_is_read(person, world, viewport, case):
    """Two categories, above the upper bound, decimals, words on both sides of their lines."""
    somebody, page = opened(person, world.submitted(case=case), viewport)
    assert page.evaluate(OUTSIDE) == []
    assert page.evaluate(OVERLAPS) == []
    assert not page.evaluate(WIDER)
    somebody.picture(f"score-{case}-{viewport['width']}")


@pytest.mark.parametrize("viewport", SIZES)
def test_the_explained_score_has_no_fault_of_accessibility(person, world, viewport):
    dossier = world.proposed(case="suv-china", favourable=False)
    _, page = opened(person, dossier, viewport)
    page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true })")
    found = axe_playwright.Axe().run(page).response["violations"]
    assert [(one["id"], [node["html"][:120] for node in one["nodes"]]) for one in found] == []


def test_a_line_of_the_table_opens_its_trace(person, world):
    """From the table down to the row of the table of the order, with the keyboard alone."""
    _, page = opened(person, world.submitted(case="suv-china"))
    trace = page.locator("#calcul-1")
    assert not trace.is_visible()
    page.get_by_role("link", name="Métaux ferreux").press("Enter")
    trace.wait_for(state="visible")
    assert "masse × facteur ÷ (1 − taux de perte)" in trace.inner_text()
    inner = trace.locator("details").first
    inner.locator("summary").press("Enter")
    assert "Chine (CN) : ligne « Chine »" in inner.inner_text()


def test_in_the_dark_the_words_are_light(person, world):
    dossier = world.submitted(case="suv-china")
    # Without its script: it would put the theme of the page back.
    somebody = person("reviewer", viewport=PHONE, javascript=False)
    page = somebody.goto(f"/instruction/dossiers/{dossier.reference}/score")
    page.evaluate("document.documentElement.setAttribute('data-fr-theme', 'dark')")
    fills = page.evaluate(
        "[...document.querySelectorAll('.portal-waterfall text')]"
        ".map(one => getComputedStyle(one).fill)"
    )
    assert len(set(fills)) == 1
    assert all(int(one) > 128 for one in fills[0].strip("rgb()").split(","))
    somebody.picture("score-dark")


def test_on_paper_every_line_is_open(person, world):
    somebody, page = opened(person, world.submitted(case="suv-china"))
    trace = page.locator("#calcul-1")
    assert trace.evaluate(HEIGHT) == 0
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 700, "height": 1000})  # a sheet of A4, in its margins
    assert trace.evaluate(HEIGHT) > 0
    assert page.evaluate(OUTSIDE) == []
    assert not page.evaluate(WIDER)
    somebody.picture("score-print")
    assert page.pdf(format="A4").startswith(b"%PDF-")


def test_the_pdf_is_a_download(person, world):
    dossier = world.submitted(case="suv-china")
    _, page = opened(person, dossier)
    with page.expect_download() as waited:
        page.get_by_role("link", name="Télécharger le score expliqué").click()
    assert waited.value.suggested_filename == f"score-{dossier.reference}.pdf"
