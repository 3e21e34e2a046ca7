"""A form sent once the session has ended: what was typed comes back, and the way to its page."""

import io
from datetime import timedelta

import pytest

from app.web.access import DECLARED
from tests.gateways import samples

TYPED = "une longue phrase que personne ne veut écrire deux fois"
IDLE = timedelta(minutes=121)
SIGN_IN = "Se reconnecter et rouvrir la page"
VALUES = {
    "reference": "SE-2222-3333",
    "corrected": "AR-2222-3333",
    "mark": "0" * 16,
    "number": 1,
    "position": 1,
}


def closed_addresses(app):
    """Every address that takes a form of somebody signed in."""
    signing_in = {"account.sign_in", "account.second_factor", "account.sign_out"}
    for rule in app.url_map.iter_rules():
        blueprint = rule.endpoint.split(".")[0]
        asks = blueprint == "account" or DECLARED.get(blueprint)
        if "POST" in rule.methods and asks and rule.endpoint not in signing_in:
            with app.test_request_context():
                yield rule.build({name: VALUES[name] for name in rule.arguments})[1]


def token_of(client):
    return client.get("/compte").forms()[0].values["csrf_token"][0]


def test_no_form_of_the_portal_loses_what_was_typed(app, browser, world):
    client = browser("manufacturer")
    token = token_of(client)
    addresses = set(closed_addresses(app))
    assert len(addresses) > 40
    world.clock.advance(IDLE)
    for address in sorted(addresses):
        answer = client.client.post(address, data={"csrf_token": token, "text": TYPED})
        page = answer.get_data(as_text=True)
        assert answer.status_code == 403, address
        assert TYPED in page, address
        assert "Votre session s’est terminée avant cet envoi." in page, address
        assert "Rien n’a été enregistré." in page, address


def test_one_signs_in_again_and_comes_back_to_the_form(browser, world):
    """The case that was reported: two hours away from a request for documents."""
    dossier = world.submitted()
    client = browser("reviewer")
    address = f"/instruction/dossiers/{dossier.reference}/demande"
    form = client.get(address).form("message")
    world.clock.advance(IDLE)
    page = client.submit(form, message=TYPED)
    assert page.status == 403
    assert TYPED in page.main
    link = page.links()[SIGN_IN]
    client.sign_in("reviewer")
    assert client.get(link).path == address


def test_a_page_that_is_only_read_still_sends_to_sign_in(browser, world):
    client = browser("manufacturer")
    world.clock.advance(IDLE)
    answer = client.client.get("/constructeur/versions/modification?code=A+1&marque=%C3%89toile")
    assert answer.status_code == 302
    assert answer.headers["Location"].startswith("/connexion?suite=")
    answer = client.client.get("/compte?onglet=jetons")
    assert answer.headers["Location"] == "/connexion?suite=/compte?onglet%3Djetons"


def test_a_file_that_was_chosen_is_asked_for_again(browser, world):
    dossier = world.draft()
    client = browser("manufacturer")
    address = f"/constructeur/dossiers/{dossier.reference}/pieces/ajouter?piece=other&site=version"
    form = client.get(address).form("files")
    world.clock.advance(IDLE)
    page = client.submit(form, files={"files": (io.BytesIO(samples.pdf()), "piece.pdf")})
    assert page.status == 403
    assert "Les fichiers sont à choisir de nouveau." in page.main


def test_what_nobody_typed_is_not_given_back(browser, world):
    """The signed note of the files of an answer, and the numbers of what the page had seen."""
    client = browser("manufacturer")
    sent = {"kept-PI-2222-3333": "note signée", "event": "1234567", "answer-PI-2222-3333": TYPED}
    answer = client.client.post("/compte/mot-de-passe", data={"csrf_token": "d’hier", **sent})
    page = client._page(answer)
    assert TYPED in page.html
    assert "note signée" not in page.html
    assert "1234567" not in page.html


@pytest.mark.parametrize(
    "address",
    [
        "/constructeur/dossiers/{reference}/pieces/ajouter?piece=materials&site=version",
        "/constructeur/versions/modification?code=EXEMPLE001&marque=L%26A+%C3%89toile",
    ],
)
@pytest.mark.parametrize("left", [timedelta(0), IDLE], ids=["forged", "over"])
def test_the_page_reopens_with_what_its_address_asked(browser, world, address, left):
    address = address.format(reference=world.draft().reference)
    client = browser("manufacturer")
    token = token_of(client) if left else "d’hier"
    world.clock.advance(left)
    answer = client.client.post(address, data={"csrf_token": token, "changed_on": "hier"})
    page = client._page(answer)
    if left:
        client.sign_in("manufacturer")
        found = client.client.get(page.links()[SIGN_IN]).headers["Location"]
    else:
        found = page.links()["Rouvrir la page"]
    assert found == address


@pytest.mark.parametrize("signed_in", [True, False])
def test_an_act_that_has_no_page_reopens_the_one_it_stood_on(browser, world, signed_in):
    dossier = world.submitted()
    page = f"/constructeur/dossiers/{dossier.reference}"
    client = browser("manufacturer" if signed_in else None)
    sent = {"data": {"csrf_token": "d’hier"}, "headers": {"Referer": f"http://localhost{page}"}}
    found = client._page(client.client.post(f"{page}/derogation", **sent)).links()
    assert found["Rouvrir la page" if signed_in else SIGN_IN].endswith(page)


@pytest.mark.parametrize(
    "elsewhere", ["https://ailleurs.example/x", "http://localhost//ailleurs.example/x", ""]
)
def test_nobody_is_sent_back_elsewhere(browser, world, elsewhere):
    dossier = world.submitted()
    client = browser("manufacturer")
    answer = client.client.post(
        f"/constructeur/dossiers/{dossier.reference}/derogation",
        data={"csrf_token": "d’hier"},
        headers={"Referer": elsewhere},
    )
    page = client._page(answer)
    assert "ailleurs" not in page.html
    assert "Rouvrir la page" not in page.links()
