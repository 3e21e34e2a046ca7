"""The tables of the ministries on a phone: every column is read without scrolling sideways."""

import pytest

from app.domain.ministries import Ministry, Stance
from app.domain.orders import LineEffect
from app.services.accounts import set_ministry
from app.services.orders import put_in_order, put_removal
from app.services.positions import give_position
from app.services.reasons import request_reasons
from app.services.review import send_proposal
from tests.browser.conftest import PHONE, WIDE
from tests.services.derogations import by
from tests.web.changes import reported

pytestmark = pytest.mark.browser

# What is out of its frame, or cannot be read for lack of room, in each table of the page.
HIDDEN = """() => [...document.querySelectorAll('main .fr-table__content')].flatMap(frame => {
  const edge = frame.getBoundingClientRect().right + 1
  const cells = [...frame.querySelectorAll('td, tbody th, td a, td button')]
  const out = cells.filter(one => one.getBoundingClientRect().right > edge)
  const said = out.map(one => `hors du cadre : ${one.textContent.trim().slice(0, 40)}`)
  return frame.scrollWidth > frame.clientWidth + 1 ? ['défile', ...said] : said
})"""
# The names of the columns, which a row that became a list tells beside its values.
NAMES = """() => [...document.querySelectorAll('main td')].map(
  cell => getComputedStyle(cell, '::before').content.replaceAll('"', ''))"""


@pytest.fixture
def order(world):
    """An order of each kind of line, and all that waits for the ministers."""
    world.listed(tvv="V1")
    world.listed(tvv="GONE1")
    world.days_pass(2)
    report = reported(world)
    silent = world.refused_by_silence(tvv="SILENT1", case="suv-china")
    request_reasons(silent.reference, **by(world, "manufacturer"))
    late = world.refused_by_silence(tvv="LATE1")
    said = {"favourable": True, "reasons": "Le score minimal est atteint. " * 8}
    send_proposal(late.reference, **said, **by(world, "reviewer"))
    proposed = world.proposed(tvv="PROPOSEDVERSION0123456789")
    set_ministry(world.email("authority"), Ministry.ENERGY)
    stance = {"stance": Stance.FAVOURABLE, "comment": "Rien à dire."}
    give_position(proposed.reference, **stance, **by(world, "authority"))
    world.complete(tvv="COMPLETE1")
    order = world.order(proposed, title="Arrêté fixant la liste des versions")
    put_in_order(
        order.reference, report.reference, effect=LineEffect.KEEP, **by(world, "authority")
    )
    put_removal(
        order.reference, "GONE1", "Exemple", reasons="Donnée fausse.", **by(world, "authority")
    )
    order.dossier = proposed.reference
    return order


def pages(order):
    own = f"/ministeres/arretes/{order.reference}"
    return [
        "/ministeres/propositions",
        "/ministeres/arretes",
        own,
        f"{own}/rectification?code=V1",
        f"/ministeres/dossiers/{order.dossier}/position",
    ]


@pytest.mark.parametrize("published", [False, True], ids=["prepared", "published"])
def test_no_column_is_hidden_on_a_phone(person, world, order, published):
    addresses = pages(order)
    if published:
        world.publish(order)
        addresses = addresses[1:3]
    authority = person("authority", viewport=PHONE)
    found = {}
    for address in addresses:
        page = authority.goto(address)
        assert page.locator("main table").count(), address
        found[address] = page.evaluate(HIDDEN)
    assert {address: hidden for address, hidden in found.items() if hidden} == {}


def test_each_value_tells_its_column_on_a_phone_and_not_on_a_screen(person, order):
    address = f"/ministeres/arretes/{order.reference}"
    page = person("authority", viewport=PHONE).goto(address)
    told = {name.removesuffix(" : ") for name in page.evaluate(NAMES)}
    assert {"Version", "Ce que dit l’arrêté", "Délai des ministres"} <= told
    page.set_viewport_size(WIDE)
    assert set(page.evaluate(NAMES)) == {"none"}
