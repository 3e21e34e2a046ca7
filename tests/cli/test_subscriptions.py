"""`score-env subscription`: what is sent to whom, stopped, sent now."""

from app.services.subscriptions import subscribe


def test_the_operator_lists_sends_and_stops(portal, world, score_env):
    opened = subscribe("https://exemple.test/", brand="", email="", since=0, clock=world.clock)
    reference = opened.subscription.reference
    listed = score_env("subscription", "list")
    assert listed.out == f"{reference} · À prouver · n° 0 · https://exemple.test/\n"
    assert score_env("subscription", "send").out == "0 message(s) reçu(s).\n"
    assert score_env("subscription", "stop", reference).status == 0
    assert (
        "Arrêté · n° 0 · https://exemple.test/ · Arrêté par le service."
        in score_env("subscription", "list").out
    )
    assert score_env("subscription", "stop", "AB-AAAA-AAAA").refused("Cet abonnement")
