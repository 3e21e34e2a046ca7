"""What an operator types: accounts, companies, a pass of the clock, the audit, the feed."""

import pyotp
import pytest
import sqlalchemy as sa

from app.domain.procedure import State
from app.extensions import db
from app.services.sign_in import confirm_second_factor, sign_in
from tests.conftest import START


def opened(out, clock):
    """Sign in with what the command printed, and with nothing else."""
    told = dict(line.rsplit(maxsplit=1) for line in out.splitlines())
    email, password = (
        next(value for name, value in told.items() if name.startswith(start))
        for start in ("Adresse", "Mot de passe")
    )
    session = sign_in(email, password, browser="test", clock=clock)
    secret = next((told[name] for name in told if name.startswith("Second facteur")), None)
    assert session.second_factor_due is (secret is not None)
    if secret:
        confirm_second_factor(session.token, pyotp.TOTP(secret).at(clock.now()), clock=clock)
    return secret


@pytest.mark.parametrize("role", ["reviewer", "authority", "operator"])
def test_an_agent_gets_a_password_and_a_second_factor(score_env, portal, clock, role):
    done = score_env("account", "create", "agent@exemple.test", "--name", "Agent", "--role", role)
    assert done.status == 0
    assert opened(done.out, clock)


def test_a_manufacturer_signs_in_with_a_password(score_env, portal, clock):
    assert score_env("company", "create", "Société X", "--country", "de").status == 0
    words = ("--name", "Léa", "--role", "manufacturer", "--company", "Société X")
    done = score_env("account", "create", "lea@exemple.test", *words)
    assert done.status == 0
    assert opened(done.out, clock) is None


def test_a_reset_gives_another_password_and_second_factor(score_env, world, portal, clock):
    done = score_env("account", "reset", world.email("reviewer"))
    assert done.status == 0
    assert opened(done.out, clock) != world.secrets["reviewer"]


def test_a_disabled_account_no_longer_opens(score_env, world, portal):
    assert score_env("account", "disable", world.email("reviewer")).status == 0
    assert "fermé" in score_env("account", "disable", world.email("reviewer")).out
    disabled = db.session.scalar(
        sa.text("SELECT disabled_at FROM user_account WHERE email = :email"),
        {"email": world.email("reviewer")},
    )
    assert disabled is not None


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        pytest.param(
            ("account", "create", "a@b.test", "--name", "A", "--role", "manufacturer"),
            "Indiquez une entreprise connue du portail.",
            id="a manufacturer without a company",
        ),
        pytest.param(
            ("account", "create", "reviewer@exemple.test", "--name", "A", "--role", "reviewer"),
            "Un compte existe déjà pour cette adresse.",
            id="an address already used",
        ),
        pytest.param(
            ("account", "create", "adresse", "--name", "A", "--role", "reviewer"),
            "Ce n’est pas une adresse électronique.",
            id="no address",
        ),
        pytest.param(("account", "reset", "x@y.test"), "n’existe pas", id="reset of nobody"),
        pytest.param(("account", "disable", "x@y.test"), "n’existe pas", id="disable of nobody"),
        pytest.param(
            ("company", "create", "Constructeur A"), "porte déjà ce nom", id="a name already taken"
        ),
        pytest.param(("company", "create", "  "), "Indiquez le nom", id="a blank name"),
    ],
)
def test_what_the_portal_refuses_is_a_sentence(score_env, world, portal, words, sentence):
    assert score_env(*words).refused(sentence)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("nothing",), "La commande « nothing » n’existe pas."),
        (("tick", "--when"), "L’option « --when » n’existe pas."),
        (("account", "create"), "Il manque ADRESSE."),
        (("account", "create", "a@b.test", "--role", "reviewer"), "Il manque --name."),
        (
            ("account", "create", "a@b.test", "--name", "A", "--role", "king"),
            "--role : choisissez parmi manufacturer, reviewer, authority, operator.",
        ),
        (("company", "create", "X", "--country", "FRA"), "--country : écrivez un pays"),
        (("tick", "--at", "demain"), "--at : écrivez un instant en UTC"),
        (("tick", "--at", "2026-08-02T00:00:00"), "--at : écrivez un instant en UTC"),
        (("demo", "--port", "0"), "--port : écrivez un nombre entier de 1 à 65535."),
        (("feed", "build", "more"), "La commande est mal écrite."),
    ],
)
def test_a_command_line_that_is_wrong_says_what_is_wrong(score_env, words, sentence):
    assert score_env(*words).refused(sentence, status=2)


def test_help_is_in_french(score_env):
    shown = score_env("account", "create", "--help").out
    assert "Usage : score-env account create" in shown
    assert "Affiche cette aide." in shown
    commands = score_env("--help").out
    assert "Commandes :" in commands
    for name in ("score", "periods", "run", "demo", "tick", "audit"):
        assert name in commands


def test_a_pass_of_the_clock_records_what_is_due(score_env, world, portal):
    """D. 251-1-A, I; R. 251-1-B: received 2 March, deemed complete 2 April, refused 2 July."""
    dossier = world.submitted()
    done = score_env("tick", "--at", "2026-07-15T08:00:00Z")
    assert done.status == 0
    assert f"{dossier.reference} : dossier réputé complet le 02/04/2026" in done.out
    assert f"{dossier.reference} : rejet implicite le 02/07/2026" in done.out
    assert "2 effet(s) constaté(s) au 15/07/2026." in done.out
    db.session.expire_all()
    assert world.dossier(dossier.reference).state == State.REFUSED_BY_SILENCE


def test_a_second_pass_finds_nothing_more(score_env, world, portal):
    world.submitted()
    score_env("tick", "--at", "2026-07-15T08:00:00Z")
    again = score_env("tick", "--at", "2026-07-15T08:00:00Z")
    assert "0 effet(s)" in again.out


def test_the_instant_may_be_written_with_another_zone(score_env, world, portal):
    """Reading T-1: the last day ends at midnight in Paris."""
    world.submitted()
    before = score_env("tick", "--at", "2026-04-02T23:59:59+02:00")
    after = score_env("tick", "--at", "2026-04-03T00:00:00+02:00")
    assert ("0 effet(s)" in before.out, "1 effet(s)" in after.out) == (True, True)


def test_the_public_files_are_built_once(score_env, world, portal, tmp_path):
    world.listed(tvv="PUBLIE1")
    world.clock.move_to(START)
    assert score_env("feed", "build").out == "La liste est publiée.\n"
    assert score_env("feed", "build").out == "La liste publiée est à jour.\n"
    assert "PUBLIE1" in (tmp_path / "public" / "current" / "versions.csv").read_text(
        encoding="utf-8"
    )
