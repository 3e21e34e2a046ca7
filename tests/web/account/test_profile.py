"""One's own account."""

import pytest

from app.services.tokens import actor_of_api_token
from app.web.account.browsers import browser_in_words
from tests.builders import PASSWORD

NEW_PASSWORD = "un autre cheval encore plus long"


@pytest.fixture
def client(browser):
    return browser("manufacturer")


def create_token(client, label="Gestion produit"):
    page = client.submit(client.get("/compte/jetons/nouveau").form("label"), label=label)
    (token,) = {code.text for code in page.tree.iter("code") if code.text.startswith("se_")}
    return page, token


def test_the_page_says_who_one_is(client):
    page = client.get("/compte")
    for words in ("Anne Martin", "manufacturer@exemple.test", "Constructeur", "Constructeur A"):
        assert words in page.main
    assert client.get("/compte").links()["Anne Martin"] == "/compte"


@pytest.mark.parametrize("who", ["reviewer", "authority", "operator"])
def test_tokens_are_for_manufacturers_only(browser, who):
    client = browser(who)
    assert "jeton" not in client.get("/compte").main
    page = client.get("/compte/jetons/nouveau")
    assert page.status == 403
    assert page.title == "Accès non autorisé"


class TestSessions:
    def test_another_browser_is_out_at_its_next_request(self, browser, client):
        other = browser("manufacturer")
        client.submit(client.get("/compte").form("/fermer"))
        assert other.get("/compte").path == "/connexion"
        page = client.get("/compte")
        assert page.path == "/compte"
        assert page.main.count("Cette session") == 1
        assert not [form for form in page.forms() if "/sessions/" in form.action]

    def test_all_the_others_are_out_at_once(self, browser, client):
        others = [browser("manufacturer"), browser("manufacturer")]
        rival = browser("rival")
        page = client.submit(client.get("/compte").form("fermer-les-autres"))
        assert "Toutes vos autres sessions sont fermées." in page.main
        assert [other.get("/compte").path for other in others] == ["/connexion", "/connexion"]
        assert rival.get("/compte").path == "/compte"

    def test_the_session_of_somebody_else_is_not_found(self, browser, client):
        victim = browser("rival")
        browser("rival")
        form = victim.get("/compte").form("/fermer")
        token = client.get("/compte").forms()[0].values["csrf_token"]
        answer = client.client.post(form.action, data={"csrf_token": token})
        assert answer.status_code == 404
        assert len([f for f in victim.get("/compte").forms() if "/sessions/" in f.action]) == 2

    def test_the_page_shows_no_token(self, client):
        with client.client.session_transaction() as session:
            token = session["token"]
        assert token not in client.get("/compte").html

    @pytest.mark.parametrize(
        ("user_agent", "words"),
        [
            (
                "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
                "Firefox, Linux",
            ),
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0 Safari/537.36 Edg/140.0",
                "Edge, Windows",
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/604.1",
                "Safari, iPhone",
            ),
            ("<script>alert(1)</script>", "Navigateur inconnu"),
            ("", "Navigateur inconnu"),
        ],
    )
    def test_a_browser_is_named_as_its_owner_would(self, user_agent, words):
        assert browser_in_words(user_agent) == words


class TestPassword:
    def change(self, client, **typed):
        values = {"current": PASSWORD, "password": NEW_PASSWORD, "again": NEW_PASSWORD} | typed
        return client.submit(client.get("/compte/mot-de-passe").form("again"), **values)

    def test_a_new_password_closes_all_sessions_this_one_included(self, browser, client):
        other = browser("manufacturer")
        page = self.change(client)
        assert page.path == "/connexion"
        assert "Le mot de passe est changé." in page.main
        assert other.get("/compte").path == "/connexion"
        email = client.world.email("manufacturer")
        assert client.submit(page.form("password"), email=email, password=PASSWORD).status == 403
        page = client.submit(page.form("password"), email=email, password=NEW_PASSWORD)
        assert page.status == 200

    @pytest.mark.parametrize(
        ("typed", "sentence"),
        [
            ({"current": "faux"}, "Le mot de passe actuel est incorrect."),
            (
                {"password": "court", "again": "court"},
                "Le mot de passe compte de 12 à 200 caractères.",
            ),
            ({"again": "autre chose"}, "Les deux saisies du nouveau mot de passe diffèrent."),
        ],
    )
    def test_a_refused_change_says_why_and_keeps_the_session(self, client, typed, sentence):
        page = self.change(client, **typed)
        assert sentence in page.main
        assert client.get("/compte").path == "/compte"


class TestTokens:
    def test_a_token_is_shown_once_on_a_page_that_is_not_kept(self, client):
        page, token = create_token(client)
        assert page.response.headers["Cache-Control"] == "no-store"
        actor = actor_of_api_token(token, clock=client.world.clock)
        assert actor.company == "Constructeur A"
        page = client.get("/compte")
        assert "Gestion produit" in page.main
        assert token not in page.html

    def test_a_revoked_token_speaks_for_nobody(self, client):
        _, token = create_token(client)
        page = client.submit(client.get("/compte").form("/revoquer"))
        assert "Le jeton est révoqué" in page.main
        assert "Vous n’avez aucun jeton." in page.main
        assert actor_of_api_token(token, clock=client.world.clock) is None

    def test_the_token_of_somebody_else_is_not_found(self, browser, client):
        create_token(client)
        action = client.get("/compte").form("/revoquer").action
        rival = browser("rival")
        token = rival.get("/compte").forms()[0].values["csrf_token"]
        assert rival.client.post(action, data={"csrf_token": token}).status_code == 404

    def test_a_token_without_a_name_is_refused(self, client):
        page = client.submit(client.get("/compte/jetons/nouveau").form("label"), label=" ")
        assert "Donnez un nom à ce jeton." in page.main
        assert "Vous n’avez aucun jeton." in client.get("/compte").main
