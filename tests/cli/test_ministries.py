"""The operator's command line: ministries of agents, brands of companies."""

import pytest

from app.domain.ministries import Ministry
from app.extensions import db
from app.queries.versions import company_of


def ministry_of(world, who):
    db.session.rollback()  # what the command wrote is read anew
    return world.actor(who).ministry


def test_an_account_is_opened_for_a_ministry_then_moved(score_env, world, portal):
    words = ("--name", "Agent", "--role", "authority", "--ministry", "energy")
    assert score_env("account", "create", "agent@exemple.test", *words).status == 0
    assert ministry_of(world, "agent") == Ministry.ENERGY
    moved = score_env("account", "ministry", "agent@exemple.test", "transport")
    assert moved.out == "Ministère de agent@exemple.test : Transports.\n"
    assert ministry_of(world, "agent") == Ministry.TRANSPORT
    assert "aucun" in score_env("account", "ministry", "agent@exemple.test", "none").out
    assert ministry_of(world, "agent") is None


def test_a_company_answers_for_a_brand(score_env, world, portal):
    done = score_env("company", "brand", "add", "Constructeur A", "Citroën")
    assert done.out == "Constructeur A répond de la marque Citroën.\n"
    assert company_of("CITROEN") == world.actor("manufacturer").manufacturer_id


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (
            ("account", "ministry", "reviewer@exemple.test", "energy"),
            "Seul un agent d’un ministère",
        ),
        (("account", "ministry", "personne@exemple.test", "energy"), "Ce compte n’existe pas"),
        (("company", "brand", "add", "Inconnue", "Fiat"), "entreprise connue"),
        (("company", "brand", "add", "Constructeur A", "…"), "marque"),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(score_env, world, portal, words, sentence):
    assert score_env(*words).refused(sentence)


def test_a_ministry_that_is_none_of_the_four_is_refused(score_env, world, portal):
    answer = score_env("account", "ministry", "authority@exemple.test", "sports")
    assert answer.status == 2
    assert "choisissez parmi economy, energy, ecology, transport, none." in answer.err
