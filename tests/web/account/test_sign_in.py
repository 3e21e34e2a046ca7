"""The pages that sign in and out."""

from dataclasses import replace
from datetime import timedelta

import pyotp
import pytest

from app import create_app
from app.clock import FixedClock
from app.context import current_settings
from app.extensions import db
from app.services.accounts import disable_account, reset_access
from app.web.access import TOKEN
from tests.builders import PASSWORD

HOMES = {
    "manufacturer": "/constructeur/dossiers",
    "reviewer": "/instruction/",
    "authority": "/ministeres/propositions",
    "operator": "/exploitation/comptes",
}
REFUSED = "Adresse électronique ou mot de passe incorrect."


def give(browser, who="manufacturer", password=PASSWORD, *, at="/connexion"):
    """Send the address and the password."""
    client = browser()
    page = client.get(at)
    return client, client.submit(
        page.form("password"), email=client.world.email(who), password=password
    )


def code(client, who="reviewer"):
    return pyotp.TOTP(client.world.secrets[who]).at(client.world.clock.now())


@pytest.mark.parametrize(("who", "home"), HOMES.items())
def test_each_role_arrives_on_its_own_page(browser, who, home):
    client = browser(who)
    assert client.get("/connexion").path == home


@pytest.mark.parametrize(
    ("who", "password"),
    [
        pytest.param("manufacturer", "un mauvais mot de passe", id="wrong password"),
        pytest.param("personne", PASSWORD, id="no such account"),
        pytest.param("rival", PASSWORD, id="closed account"),
    ],
)
def test_the_refusal_is_the_same_whatever_is_wrong(browser, world, who, password):
    disable_account(world.email("rival"), clock=world.clock)
    client, page = give(browser, who, password)
    assert page.status == 403
    assert REFUSED in page.main
    assert page.form("password").values["email"] == [world.email(who)]
    assert page.form("password").values["password"] == [""]
    _, reference = give(browser, "nobody", "another password")
    assert page.main == reference.main
    assert client.get("/compte").path == "/connexion"


def test_the_eleventh_try_says_to_wait(browser):
    for _ in range(10):
        give(browser, password="faux")
    _, page = give(browser)
    assert page.status == 429
    assert "Patientez quinze minutes" in page.main
    assert page.form("password").values["email"] == ["manufacturer@exemple.test"]


def test_an_empty_form_says_what_is_missing(browser):
    client = browser()
    page = client.submit(client.get("/connexion").form("password"), email="\u200b ")
    assert "Indiquez votre adresse électronique." in page.main
    assert "Indiquez votre mot de passe." in page.main


@pytest.mark.parametrize(
    ("path", "field", "expected"),
    [
        ("/connexion", "email", "username"),
        ("/connexion", "password", "current-password"),
        ("/compte/mot-de-passe", "current", "current-password"),
        ("/compte/mot-de-passe", "password", "new-password"),
        ("/compte/mot-de-passe", "again", "new-password"),
    ],
)
def test_password_managers_know_each_field(browser, path, field, expected):
    page = browser(None if path == "/connexion" else "manufacturer").get(path)
    (found,) = [item for item in page.tree.iter("input") if item.get("name") == field]
    assert found.get("autocomplete") == expected


class TestSecondFactor:
    def test_a_password_alone_sees_nothing_but_the_page_of_the_code(self, browser):
        client, page = give(browser, "reviewer")
        assert page.path == "/connexion/code"
        for path in ("/connexion", "/compte", "/compte/mot-de-passe", "/exploitation/comptes"):
            assert client.get(path).path == "/connexion/code", path
        assert "Chloé Bernard" not in client.get("/connexion/code").text

    def test_the_field_of_the_code_is_known_to_telephones(self, browser):
        _, page = give(browser, "reviewer")
        (field,) = [item for item in page.tree.iter("input") if item.get("name") == "code"]
        assert field.get("autocomplete") == "one-time-code"
        assert field.get("inputmode") == "numeric"

    def test_a_wrong_code_is_refused_beside_its_field(self, browser):
        client, page = give(browser, "reviewer")
        page = client.submit(page.form("code"), code="12 34")
        assert page.status == 403
        assert "Ce code n’est pas valable ou a déjà servi." in page.main
        assert page.form("code").values["code"] == ["12 34"]

    def test_the_same_code_does_not_open_a_second_browser(self, browser):
        first, page = give(browser, "reviewer")
        second, other = give(browser, "reviewer")
        typed = code(first)
        assert first.submit(page.form("code"), code=typed).status == 200
        assert second.submit(other.form("code"), code=typed).status == 403
        assert second.get("/compte").path == "/connexion/code"

    def test_one_may_start_again_with_another_address(self, browser, world):
        client, page = give(browser, "reviewer")
        sign_out = [form for form in page.forms() if form.action == "/deconnexion"]
        page = client.submit(sign_out[-1])
        assert page.path == "/connexion"
        assert "password" in page.form("password").values

    def test_a_session_revoked_meanwhile_asks_for_the_password_again(self, browser, world):
        client, page = give(browser, "reviewer")
        reset_access(world.email("reviewer"), clock=world.clock)
        assert client.submit(page.form("code"), code="123456").path == "/connexion"


class TestComingBack:
    def test_one_comes_back_to_the_page_one_wanted(self, browser):
        client = browser()
        page = client.get("/compte/mot-de-passe")
        page = client.submit(
            page.form("password"), email=client.world.email("manufacturer"), password=PASSWORD
        )
        assert page.path == "/compte/mot-de-passe"

    def test_the_page_wanted_is_kept_through_the_code(self, browser):
        client, page = give(browser, "reviewer", at="/connexion?suite=/compte")
        assert client.submit(page.form("code"), code=code(client)).path == "/compte"

    @pytest.mark.parametrize(
        "elsewhere",
        [
            "https://ailleurs.example/",
            "//ailleurs.example/",
            "/\\ailleurs.example/",
            "/\t/ailleurs.example/",
            "\\\\ailleurs.example",
            "javascript:alert(1)",
            "compte",
            "",
        ],
    )
    def test_nobody_is_sent_elsewhere(self, browser, elsewhere):
        client = browser("operator")
        answer = client.client.get("/connexion", query_string={"suite": elsewhere})
        assert answer.headers["Location"] == "/exploitation/comptes"
        signing_in = browser().client.get("/connexion", query_string={"suite": elsewhere})
        assert "ailleurs" not in signing_in.get_data(as_text=True)


class TestCookie:
    def test_nothing_planted_before_signing_in_survives(self, browser):
        client = browser()
        page = client.get("/connexion")
        with client.client.session_transaction() as session:
            session["planted"] = "here"
            before = session["csrf_token"]
        client.submit(
            page.form("password"), email=client.world.email("manufacturer"), password=PASSWORD
        )
        with client.client.session_transaction() as session:
            assert TOKEN in session
            assert "planted" not in session
            assert session.get("csrf_token") != before

    def test_the_code_changes_the_token(self, browser):
        client, page = give(browser, "reviewer")
        with client.client.session_transaction() as session:
            before = session[TOKEN]
        client.submit(page.form("code"), code=code(client))
        with client.client.session_transaction() as session:
            assert session[TOKEN] != before

    def test_scripts_and_other_sites_do_not_get_the_cookie(self, browser):
        answer = browser().client.get("/connexion")
        (cookie,) = answer.headers.getlist("Set-Cookie")
        assert "HttpOnly" in cookie
        assert "SameSite=Lax" in cookie
        assert "Max-Age" not in cookie
        assert "Expires" not in cookie

    def test_by_https_the_cookie_never_travels_in_clear(self, app):
        settings = replace(current_settings(), base_url="https://portail.example")
        secure = create_app(settings, clock=FixedClock(app.extensions["score_env.clock"].now()))
        answer = secure.test_client().get("/connexion", base_url="https://portail.example")
        (cookie,) = answer.headers.getlist("Set-Cookie")
        assert cookie.startswith("__Host-session=")
        assert "Secure" in cookie
        assert "Path=/" in cookie
        assert "Domain" not in cookie
        with secure.app_context():
            db.session.remove()
            db.engine.dispose()

    def test_signing_out_empties_the_cookie_and_ends_the_session(self, browser):
        client = browser("manufacturer")
        with client.client.session_transaction() as session:
            token = session[TOKEN]
        (form,) = [form for form in client.get("/compte").forms() if form.action == "/deconnexion"]
        page = client.submit(form)
        assert "Vous êtes déconnecté." in page.main
        with client.client.session_transaction() as session:
            assert TOKEN not in session
            session[TOKEN] = token  # somebody kept a copy of the cookie
        assert client.get("/compte").path == "/connexion"


class TestEnds:
    def test_a_session_left_for_two_hours_asks_to_sign_in(self, browser, world):
        client = browser("manufacturer")
        world.clock.advance(timedelta(hours=2))
        assert client.get("/compte").path == "/connexion"

    def test_a_session_in_use_asks_to_sign_in_after_twelve_hours(self, browser, world):
        client = browser("manufacturer")
        for _ in range(11):
            world.clock.advance(timedelta(hours=1))
            assert client.get("/compte").path == "/compte"
        world.clock.advance(timedelta(hours=1))
        assert client.get("/compte").path == "/connexion"

    def test_a_closed_account_is_out_at_its_next_request(self, browser, world):
        client = browser("manufacturer")
        disable_account(world.email("manufacturer"), clock=world.clock)
        assert client.get("/compte").path == "/connexion"


@pytest.mark.parametrize("signed_in", [True, False])
def test_a_form_without_its_token_is_refused(app, browser, signed_in):
    """Every form of the account and of the operator, those that no page shows yet included."""
    values = {"mark": "0" * 16, "reference": "CP-2222-2222"}
    client = browser("operator" if signed_in else None)
    addresses = [
        rule
        for rule in app.url_map.iter_rules()
        if "POST" in rule.methods and rule.endpoint.split(".")[0] in {"account", "operator"}
    ]
    assert len(addresses) >= 10
    for rule in addresses:
        with app.test_request_context():
            path = rule.build({name: values[name] for name in rule.arguments})[1]
        for sent in ({}, {"csrf_token": "forged"}):
            assert client.client.post(path, data=sent).status_code == 400, path
