"""The operator opens, renews and closes accounts."""

import pyotp
import pytest

from app.queries.accounts import company_names
from tests.builders import PEOPLE

NEW = {"email": "Gina.Roux@exemple.test", "name": "Gina Roux"}


@pytest.fixture
def operator(browser):
    return browser("operator")


def create(operator, **typed):
    return operator.submit(operator.get("/exploitation/comptes/nouveau").form("email"), **typed)


def open_page(operator, name):
    return operator.get(operator.get("/exploitation/comptes").links()[name])


def shown(page):
    return [code.text for code in page.tree.iter("code")]


@pytest.mark.parametrize("who", ["manufacturer", "reviewer", "authority"])
@pytest.mark.parametrize(
    "path", ["comptes", "comptes/nouveau", "echeances", "messages", "reglages"]
)
def test_the_pages_of_the_operator_are_closed_to_the_others(browser, who, path):
    page = browser(who).get(f"/exploitation/{path}")
    assert page.status == 403
    assert "Cette page est réservée à d’autres comptes que le vôtre." in page.main


@pytest.mark.parametrize(
    "path", ["/constructeur/dossiers", "/instruction/", "/ministeres/propositions"]
)
def test_the_pages_of_the_others_are_closed_to_the_operator(operator, path):
    page = operator.get(path)
    assert page.status in {403, 404}
    assert page.title in {"Accès non autorisé", "Page introuvable"}


def test_a_visitor_is_asked_to_sign_in(browser):
    assert browser().get("/exploitation/comptes").path == "/connexion"


def test_the_list_shows_each_account_and_its_state(operator):
    page = operator.get("/exploitation/comptes")
    for words in ("Anne Martin", "manufacturer@exemple.test", "Constructeur A", "Exploitant"):
        assert words in page.main
    assert page.main.count("Ouvert") == len(PEOPLE)


class TestOpening:
    def test_a_reviewer_signs_in_with_what_was_shown_once(self, operator, browser, world):
        page = create(operator, **NEW, role="reviewer")
        assert page.title == "Le compte est ouvert"
        assert page.response.headers["Cache-Control"] == "no-store"
        password, secret, address = shown(page)
        assert address.startswith(
            "otpauth://totp/Score%20environnemental:gina.roux%40exemple.test?"
        )
        assert f"secret={secret}" in address
        client = browser()
        page = client.submit(
            client.get("/connexion").form("password"), email=NEW["email"], password=password
        )
        code = pyotp.parse_uri(address).at(world.clock.now())
        client.submit(page.form("code"), code=code)
        assert "Gina Roux" in client.get("/compte").main
        later = operator.get("/exploitation/comptes").html
        assert password not in later
        assert secret not in later

    def test_a_manufacturer_joins_a_known_company_without_second_factor(self, operator, browser):
        page = create(operator, **NEW, role="manufacturer", company="Constructeur B")
        (password,) = shown(page)
        client = browser()
        client.submit(
            client.get("/connexion").form("password"), email=NEW["email"], password=password
        )
        assert "Constructeur B" in client.get("/compte").main

    def test_a_new_company_is_entered_with_its_first_account(self, operator):
        page = create(
            operator, **NEW, role="manufacturer", new_company="Constructeur C", country="JP"
        )
        assert page.title == "Le compte est ouvert"
        assert "Constructeur C" in open_page(operator, "Gina Roux").main
        assert "Constructeur C" in company_names()

    @pytest.mark.parametrize(
        ("typed", "sentence"),
        [
            ({"role": "reviewer", "email": "reviewer@exemple.test"}, "Un compte existe déjà"),
            ({"role": "reviewer", "email": "gina"}, "Ce n’est pas une adresse électronique."),
            ({"role": "reviewer", "name": ""}, "Indiquez le prénom et le nom."),
            ({}, "Choisissez un rôle."),
            ({"role": "clock"}, "Rôle : "),
            ({"role": "manufacturer"}, "Choisissez une entreprise connue"),
            (
                {"role": "manufacturer", "company": "Constructeur A", "new_company": "C"},
                "l’une des deux",
            ),
            ({"role": "manufacturer", "new_company": "C"}, "Choisissez le pays"),
            (
                {"role": "manufacturer", "new_company": "Constructeur A", "country": "FR"},
                "Une entreprise porte déjà ce nom.",
            ),
            ({"role": "reviewer", "company": "Constructeur A"}, "Seul un constructeur"),
        ],
    )
    def test_a_refusal_says_why_and_keeps_what_was_typed(self, operator, typed, sentence):
        page = create(operator, **(NEW | typed))
        assert sentence in page.main
        form = page.form("email")
        for name, value in (NEW | typed).items():
            if value != "clock":
                assert form.values[name] == [value]
        assert "Gina Roux" not in operator.get("/exploitation/comptes").main
        assert company_names() == ["Constructeur A", "Constructeur B"]


class TestRenewing:
    def test_a_renewed_access_replaces_the_old_one(self, operator, browser, world):
        reviewer = browser("reviewer")
        page = operator.submit(open_page(operator, "Chloé Bernard").form("/acces"))
        assert page.response.headers["Cache-Control"] == "no-store"
        _, secret, _ = shown(page)
        assert secret != world.secrets["reviewer"]
        assert reviewer.get("/compte").path == "/connexion"

    def test_a_closed_account_is_out_then_opens_again(self, operator, browser):
        client = browser("manufacturer")
        page = operator.submit(open_page(operator, "Anne Martin").form("/fermer"))
        assert "Le compte est fermé" in page.main
        assert client.get("/compte").path == "/connexion"
        assert "Fermé" in operator.get("/exploitation/comptes").main
        page = operator.submit(open_page(operator, "Anne Martin").form("/acces"))
        (password,) = shown(page)
        email = client.world.email("manufacturer")
        client.submit(client.get("/connexion").form("password"), email=email, password=password)
        assert client.get("/compte").path == "/compte"

    def test_ones_own_account_offers_no_button_and_refuses_the_act(self, operator):
        page = open_page(operator, "Farid Simon")
        assert not [form for form in page.forms() if "/exploitation/" in form.action]
        token = page.forms()[0].values["csrf_token"]
        for act in ("acces", "fermer"):
            answer = operator.client.post(f"{page.path}/{act}", data={"csrf_token": token})
            assert answer.status_code == 403
        assert operator.get("/exploitation/comptes").status == 200

    @pytest.mark.parametrize("reference", ["CP-2222-2222", "x", "1"])
    def test_an_account_that_does_not_exist_is_not_found(self, operator, reference):
        assert operator.get(f"/exploitation/comptes/{reference}").status == 404


class TestMinistriesAndBrands:
    def test_an_agent_is_opened_with_a_ministry(self, operator, world):
        create(operator, **NEW, role="authority", ministry="ecology")
        page = open_page(operator, "Gina Roux")
        assert "MinistèreÉcologie" in page.main
        assert page.form("ministere").values["ministry"] == ["ecology"]

    def test_somebody_of_no_authority_has_none(self, operator):
        page = create(operator, **NEW, role="reviewer", ministry="ecology")
        assert page.status == 422
        assert "choisissez « Aucun »" in page.main
        assert page.form("email").values["ministry"] == ["ecology"]

    def test_an_agent_moves_to_another_ministry(self, operator, world):
        page = open_page(operator, "Élise Robert")
        done = operator.submit(page.form("ministere"), ministry="transport")
        assert "Le ministère du compte est enregistré." in done.main
        assert world.actor("authority").ministry == "transport"
        operator.submit(done.form("ministere"), ministry="")
        assert world.actor("authority").ministry is None

    def test_a_reviewer_has_no_ministry_to_set(self, operator):
        page = open_page(operator, "Chloé Bernard")
        assert "Enregistrer le ministère" not in page.main
        assert "Rattacher la marque" not in page.main

    def test_a_company_answers_for_a_brand_once(self, operator):
        page = open_page(operator, "Anne Martin")
        done = operator.submit(page.form("marques"), brand=" Citroën ")
        assert "La marque est rattachée à l’entreprise." in done.main
        assert "Citroën" in done.main
        again = operator.submit(open_page(operator, "Bruno Petit").form("marques"), brand="CITROEN")
        assert again.status == 422
        assert "Une entreprise répond déjà de cette marque." in again.main
        assert again.form("marques").values["brand"] == ["CITROEN"]
