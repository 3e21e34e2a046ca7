"""Subscriptions by the API and by the page: opened, proved, replayed, forgotten."""

import json

import pytest

from app.context import WEBHOOKS
from app.gateways.webhooks import ListWebhooks, NotDeliveredError, Reply
from app.services.webhooks import send_changes
from tests import orders

ADDRESS = "https://exemple.test/liste"


@pytest.fixture
def network(app, world):
    """An address that repeats the word it is asked for."""
    orders.enter(world, ("Fiat", "600", "f6"), on="2026-01-10")

    def answer(_address, body, _headers):
        said = json.loads(body)
        return Reply(status=200, body=json.dumps({"challenge": said.get("challenge")}).encode())

    app.extensions[WEBHOOKS] = ListWebhooks(answer)
    return app.extensions[WEBHOOKS]


def opened(anybody, **asked):
    answer = anybody.post("/subscriptions", json={"address": ADDRESS} | asked)
    assert answer.status_code == 201, answer.json
    assert answer.headers["Cache-Control"] == "no-store"
    return answer.json, {"Score-Key": answer.json["key"]}


def test_an_address_is_subscribed_proved_read_replayed_and_forgotten(anybody, world, network):
    found, key = opened(anybody, since=0)
    assert (found["state"], found["position"]) == ("asked", 0)
    assert "email" not in found
    proved = anybody.post("/subscriptions/proof", headers=key)
    assert (proved.status_code, proved.json["state"]) == (200, "active")
    assert send_changes(network, clock=world.clock) == 1
    read = anybody.get("/subscriptions", headers=key).json
    assert (read["position"], read["failures"], read["last_result"]) == (1, 0, None)
    assert "secret" not in read
    again = anybody.post("/subscriptions/replay", headers=key, json={"since": 0})
    assert again.json["position"] == 0
    assert anybody.call("DELETE", "/subscriptions", headers=key).status_code == 204
    assert anybody.get("/subscriptions", headers=key).status_code == 404


def test_what_is_wrong_is_said_where_it_is(anybody, network):
    for asked, pointer in (
        ({"address": "http://exemple.test/"}, "/address"),
        ({"address": ADDRESS, "brand": "Inconnue"}, "/brand"),
        ({"address": ADDRESS, "email": "moi"}, "/email"),
        ({"address": ADDRESS, "since": 5}, "/since"),
        ({"address": ADDRESS, "since": "5"}, "/since"),
        ({}, "/address"),
    ):
        answer = anybody.post("/subscriptions", json=asked)
        assert answer.status_code == 422
        assert [one["pointer"] for one in answer.json["errors"]] == [pointer]
    assert anybody.get("/subscriptions").status_code == 422
    assert anybody.post("/subscriptions/proof", headers={"Score-Key": "x"}).status_code == 404


def test_an_address_that_does_not_answer_is_not_proved(anybody, network):
    _, key = opened(anybody)

    def silent(*_):
        raise NotDeliveredError("L’adresse ne répond pas, ou pas à temps.")

    network._answers = silent
    answer = anybody.post("/subscriptions/proof", headers=key)
    assert answer.status_code == 409
    assert "ne répond pas" in answer.json["detail"]


def sent(client, page, containing, **values):
    """Send a form of a page, with the button that was chosen."""
    form = page.form(containing)
    data = {name: each[0] for name, each in form.values.items() if each} | values
    return client._page(client.client.post(form.action, data=data))


def test_the_page_does_the_same(browser, world, network):
    client = browser()
    page = client.get("/abonnements")
    assert "case D.2" in page.main
    shown = sent(client, page, "address", address=ADDRESS)
    assert shown.status == 200
    assert shown.response.headers["Cache-Control"] == "no-store"
    key = shown.html.split("Clé, pour gérer l’abonnement : <code>")[1].split("</code>")[0]

    def act(what, **values):
        return sent(client, shown, "/cle", key=key, act=what, **values)

    proved = act("prove")
    assert "L’adresse est prouvée" in proved.main
    assert "En cours" in proved.main
    assert "Les messages reprennent" in act("replay", since="0").main
    late = act("replay", since="9")
    assert (late.status, "Le dernier changement porte le n° 1" in late.main) == (422, True)
    assert "il n’en reste rien" in act("forget").main
    lost = act("read")
    assert (lost.status, "n’ouvre aucun abonnement" in lost.main) == (404, True)


def test_the_page_says_what_is_wrong_and_loses_nothing(browser, network):
    client = browser()
    page = client.get("/abonnements")
    wrong = sent(client, page, "address", address="http://exemple.test/", brand="Fiat")
    assert wrong.status == 422
    assert "L’adresse commence par https://" in wrong.main
    assert 'value="http://exemple.test/"' in wrong.html
    assert 'value="Fiat"' in wrong.html
    assert sent(client, page, "address", address="").status == 422
    assert sent(client, page, "/cle", key="", act="read").status == 422
