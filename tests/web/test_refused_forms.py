"""Every form that is sent empty is refused as such: 422, on every page of every role."""

import re

import pytest

from app.web.access import DECLARED
from tests.builders import PASSWORD
from tests.web.changes import opened

pytestmark = pytest.mark.long

HIDDEN = {"csrf_token", "seen", "event"}
HOME = {
    "manufacturer": "manufacturer",
    "reviewer": "review",
    "authority": "authority",
    "operator": "operator",
}


def pages_of(app, blueprint, references):
    """The addresses of a blueprint that show a form: they can be read, and sent to."""
    for rule in app.url_map.iter_rules():
        if not {"GET", "POST"} <= rule.methods or rule.endpoint.split(".")[0] != blueprint:
            continue
        for reference in references if "reference" in rule.arguments else [None]:
            address = re.sub(r"<reference:reference>", str(reference), rule.rule)
            yield re.sub(r"<int:\w+>", "1", address)


def asks(form):
    """Whether a form asks for anything: the others are acts of one button."""
    return form.method == "post" and set(form.values) - HIDDEN


def sent_empty(client, form):
    kept = {name: form.values[name] for name in HIDDEN & set(form.values)}
    return client.client.post(form.action, data=kept)


@pytest.fixture
def references(world):
    listed = world.listed(tvv="V4")
    world.days_pass(1)
    made = [
        listed,
        world.draft(tvv="V0"),
        world.awaiting(tvv="V1"),
        world.complete(tvv="V2"),
        world.proposed(tvv="V3"),
        opened(world, tvv="V4"),
        world.order(),
    ]
    return [one.reference for one in made]


@pytest.mark.parametrize("who", HOME)
def test_an_empty_form_is_never_answered_as_if_it_were_fine(app, browser, references, who):
    assert HOME[who] in DECLARED
    client, seen = browser(who), set()
    for blueprint in (HOME[who], "account"):
        for address in pages_of(app, blueprint, references):
            if client.client.get(address).status_code != 200:
                continue
            for form in filter(asks, client.get(address).forms()):
                answer = sent_empty(client, form)
                seen.add(address)
                assert answer.status_code in {302, 409, 413, 422}, (address, answer.status_code)
                assert answer.status_code != 302 or "/connexion" not in answer.headers["Location"]
    assert len(seen) > 1, seen


@pytest.mark.parametrize("who", [None, "reviewer"])
def test_an_empty_sign_in_is_refused(browser, who):
    client = browser()
    page = client.get("/connexion")
    assert sent_empty(client, page.form("password")).status_code == 422
    if who:
        page = client.submit(
            page.form("password"), email=client.world.email(who), password=PASSWORD
        )
        assert sent_empty(client, page.form("code")).status_code == 422


def test_several_dossiers_to_deposit_are_none_without_a_choice(browser):
    client = browser("manufacturer")
    token = client.get("/compte").forms()[0].values["csrf_token"]
    answer = client.client.post("/constructeur/dossiers/deposer", data={"csrf_token": token})
    assert answer.status_code == 422
    page = answer.get_data(as_text=True)
    assert "Choisissez au moins un dossier à déposer." in page
    assert "Dossiers déposés" not in page
