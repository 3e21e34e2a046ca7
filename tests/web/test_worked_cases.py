"""The 105 worked cases through the page, as through the command and the API."""

import copy
import re
from datetime import UTC, date, datetime, time, timedelta
from decimal import ROUND_FLOOR, ROUND_HALF_UP, Decimal

import pytest

from app.domain.procedure import State
from app.domain.specific import Target
from scoring.inputs import Component
from tests.scoring.declarations import BY_ID
from tests.services.derogations import NO, YES, derogation, propose

pytestmark = pytest.mark.long

FIRST_DAY, SIX_MONTHS = date(2023, 10, 10), timedelta(days=183)
# Its only specific value is the reference value: no derogation (decision 0024), and no difference.
SAME_VALUE = "S0040"
# Who decides on the values reads the score with what was decided.
READER = "reviewer", "instruction"
COMPONENTS = {
    "ferrous": "Métaux ferreux",
    "aluminium": "Aluminium",
    "other_materials": "Autres matériaux",
    "battery": "Batterie",
    "processing": "Transformations intermédiaires et assemblage",
    "delivery": "Acheminement",
}


def plain(text):
    return " ".join(re.sub(r"[\u202f\xa0]", "", text).replace(",", ".").split())


def table(page, caption):
    """The rows of a table of the page, cell by cell."""
    for one in page.tree.iter("table"):
        if caption in "".join(one.find("caption").itertext()):
            return [
                [plain("".join(cell.itertext())) for cell in row.iter("td")]
                for row in one.iter("tr")
            ][1:]
    raise LookupError(caption)


def rounded(text, like, how=ROUND_HALF_UP):
    """A figure with as many decimals as another."""
    return Decimal(text).quantize(like, how)


def filed(world, case):
    """A dossier that says what the case says; its decisions are those of a proposal."""
    on = date.fromisoformat(case["on"])
    content = copy.deepcopy(case["declaration"])
    values = content.pop("specific_values", [])
    if not values or case["id"] == SAME_VALUE:
        world.clock.move_to(datetime.combine(on, time(12), UTC))
        return world.draft(content=content)
    # Received in time for the silence that opens the route, and under the same edition.
    world.clock.move_to(datetime.combine(max(on - SIX_MONTHS, FIRST_DAY), time(12), UTC))
    declared = {_target(value): value["value"] for value in values}
    dossier = derogation(world, declared, content=content)
    world.clock.move_to(max(world.clock.now(), datetime.combine(on, time(12), UTC)))
    decided = {_target(one): YES if one["accepted"] else NO for one in values}
    if all(one["accepted"] is not None for one in values):
        propose(world, dossier, decided, favourable=case["expected"]["reached"])
    return dossier


def _target(value):
    owner = value.get("line") or value.get("battery_site")
    return Target(component=Component(value["component"]), owner=owner, leg=value.get("leg"))


@pytest.mark.parametrize("name", BY_ID)
def test_the_page_of_the_dossier_shows_the_worked_case(world, browser, name):
    """Kilograms to the unit, or exactly below the minimum; points down below it (S-1)."""
    case, expected = BY_ID[name], BY_ID[name]["expected"]
    dossier = filed(world, case)
    who, place = ("manufacturer", "constructeur") if dossier.state == State.DRAFT else READER
    page = browser(who).get(f"/{place}/dossiers/{dossier.reference}/score")
    rows = {row[0].partition(". avec")[0]: row[1] for row in table(page, "Les six composantes")}
    known = {COMPONENTS[key]: kg for key, kg in expected["components_kg"].items()}
    known["Empreinte de la version"] = expected["footprint_kg"]
    shown = {label: rounded(kg, Decimal(rows[label])) for label, kg in known.items()}
    assert {label: Decimal(kg) for label, kg in rows.items()} == shown
    how = ROUND_HALF_UP if expected["reached"] else ROUND_FLOOR
    text = plain(page.main)
    score = re.search(r"(\d+(?:\.\d+)?) points?. pour un minimum de 60", text).group(1)
    assert Decimal(score) == rounded(expected["score"], Decimal("0.1"), how)
    assert ("minimum non atteint" in text) is not expected["reached"]
    assert f"Catégorie {expected['category']} (" in text
