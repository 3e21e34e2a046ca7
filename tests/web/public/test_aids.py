"""The page of the aids, walked without JavaScript: what it asks, what it answers, what it keeps."""

from http import HTTPStatus
from urllib.parse import urlencode

import pytest

from tests import orders
from tests.web.public.aid_people import LISTED, PEOPLE, list_a_version

MOST_PAGES = 40


def asked_by(page):
    """The form of the questions, and the names it asks."""
    form = next((one for one in page.forms() if "demande" in one.values), None)
    return (None, []) if form is None else (form, form.values["demande"][0].split(","))


def walk(visitor, situation, known):
    """Answer page after page from what a person knows, up to the result."""
    page, seen = visitor.get("/aides"), []
    for _ in range(MOST_PAGES):
        form, names = asked_by(page)
        if form is None:
            return page, seen
        seen.append(names)
        if names == ["quoi"]:
            page = visitor.submit(form, quoi=situation)
        elif names == ["version_listed"] and "tvv" in known:
            search = page.form("version")
            page = visitor.submit(search, version=known["tvv"])
            page = visitor.submit(page.form("tvv"))
        else:
            page = visitor.submit(form, **{name: known[name] for name in names})
    raise AssertionError(f"never ends: {seen}")


@pytest.mark.parametrize("who", PEOPLE)
def test_five_people_get_their_sum(visitor, world, who):
    """The sums are worked out by hand in `aid_people`."""
    situation, known, expected = PEOPLE[who]
    list_a_version(world)
    page, seen = walk(visitor, situation, known)
    assert page.title == "Les aides de votre cas"
    assert expected in page.main.replace("\u202f", " ").replace("\u00a0", " "), page.main
    flat = [name for names in seen for name in names]
    assert len(flat) == len(set(flat)), "a fact is asked twice"


def plain(text):
    return text.replace("\u202f", " ").replace("\u00a0", " ")


def address(who, **changed):
    """The address of somebody's result, some answers changed; None takes one away."""
    situation, known, _ = PEOPLE[who]
    kept = {name: one for name, one in {**known, **changed}.items() if one is not None}
    return f"/aides?{urlencode({'quoi': situation, **kept})}"


def test_the_address_alone_gives_the_result_and_nothing_keeps_it(visitor, world):
    list_a_version(world)
    page = visitor.get(address("overseas"))
    assert page.title == "Les aides de votre cas"
    assert "8 000 €" in plain(page.main)
    headers = page.response.headers
    assert headers["Cache-Control"] == "private, no-store"
    assert headers["Referrer-Policy"] == "no-referrer"
    assert headers["X-Robots-Tag"] == "noindex"
    assert "Set-Cookie" not in headers
    assert 'content="noindex"' in page.html


def test_the_first_page_holds_no_fact_and_may_be_found(visitor):
    page = visitor.get("/aides")
    assert page.response.headers["Cache-Control"] == "private, no-cache"
    assert "X-Robots-Tag" not in page.response.headers
    assert "Pas de compte, rien n’est enregistré" in page.main
    assert "Atteindre le score n’est pas obtenir une aide" in page.main
    assert visitor.get("/").links()["Les aides"] == "/aides"


def test_the_address_of_a_result_is_clean(visitor, world):
    """What a form adds is not in the address to share."""
    start = visitor.get("/aides?quoi=velo")
    form, _ = asked_by(start)
    page = visitor.submit(form, operation="purchase", applicant_kind="natural", jour="01/02/2024")
    query = page.response.request.query_string.decode()
    assert "demande" not in query
    assert "jour=2024-02-01" in query


@pytest.mark.parametrize(
    ("name", "typed", "sentence"),
    [
        ("cost_ttc", "trente", "Écrivez un nombre"),
        ("cost_ttc", "-5", "positif"),
        ("cost_ttc", "9" * 12, "trop grande"),
        ("cost_ttc", "", "Répondez, ou dites que vous ne savez pas."),
        ("order_date", "31/02/2024", "n’existe pas"),
        ("order_date", "01/01/0900", "trop éloigné"),
        ("seats_besides_driver", "4,5", "nombre entier"),
        ("adult", "peut-être", "Choisissez"),
    ],
)
def test_a_slip_is_told_by_its_field_and_nothing_is_lost(visitor, world, name, typed, sentence):
    list_a_version(world)
    asked = address("taxi", **{name: typed or None}) + f"&demande={name}"
    page = visitor.get(asked)
    assert page.status == HTTPStatus.UNPROCESSABLE_ENTITY
    assert sentence in page.main
    form, names = asked_by(page)
    assert names == [name]
    right = PEOPLE["taxi"][1][name]
    assert "16 500 €" in plain(visitor.submit(form, **{name: right}).main)


@pytest.mark.parametrize("typed", ["30 000,00", "30\u202f000", "30000.00", "30\u00a0000,0"])
def test_a_price_is_typed_the_french_way(visitor, world, typed):
    list_a_version(world)
    assert "8 000 €" in plain(visitor.get(address("overseas", cost_ttc=typed)).main)


def test_a_box_and_a_value_are_not_both_taken(visitor, world):
    page = visitor.get(address("cyclist") + "&cost_ttc=inconnu")
    assert page.status == HTTPStatus.UNPROCESSABLE_ENTITY
    assert "pas les deux" in page.main


def test_a_version_that_is_not_on_the_list_that_day_opens_no_bonus(visitor, world):
    """D. 251-1, I, 6°: the list is asked on the reference day (reading L-2)."""
    orders.enter(world, ("Marque A", "Modèle A", LISTED), on="2024-01-16")
    world.days_pass(1)
    page = visitor.get(address("overseas"))
    assert "pas sur la liste le 15 janvier 2024" in page.main
    assert "La version est sur la liste fixée par arrêté" in page.main
    later = visitor.get(address("overseas", jour="16/01/2024"))
    assert "8 000 €" in plain(later.main)


def test_the_page_of_a_version_leads_to_its_aids(visitor, world):
    list_a_version(world)
    version = visitor.get(f"/versions/{LISTED}")
    page = visitor.get(version.links()["Calculer les aides pour cette version"])
    assert "Version choisie : Marque A Modèle A" in page.main
    form, _ = asked_by(page)
    assert form.values["quoi"] == ["voiture-neuve"]
    visitor.submit(form)
    known = {**PEOPLE["overseas"][1], "energy": None, "tvv": None}
    kept = urlencode({name: one for name, one in known.items() if one})
    page = visitor.get(f"/aides?quoi=voiture-neuve&tvv={LISTED}&{kept}")
    assert "8 000 €" in plain(page.main)
    assert "Énergie Électricité" in page.main


def test_a_version_is_searched_by_its_words_or_written_as_it_is(visitor, world):
    list_a_version(world)
    asked = address("overseas", tvv=None)
    page = visitor.get(asked)
    assert asked_by(page)[1] == ["version_listed"]
    found = visitor.submit(page.form("version"), version="marque a")
    assert "1 version trouvée" in found.main
    wrong = visitor.submit(found.form("tvv"), tvv="AidTvv9")
    assert "pas sur la liste" in wrong.main
    known = visitor.submit(asked_by(found)[0], version_listed="oui")
    assert "8 000 €" in plain(known.main)


def test_what_would_change_the_amount_is_computed_and_true(visitor, world):
    """D. 251-1, II: 2 000 more up to 14 089; bars of D. 251-4 with a vehicle scrapped."""
    list_a_version(world)
    page = visitor.get(address("overseas", rfr_part="20 000"))
    assert "6 000 €" in plain(page.main)
    told = "avec un revenu fiscal de référence par part de 14 089 € au plus"
    assert f"2 000 € de plus {told}" in plain(page.main)
    better = {plain(name): href for name, href in page.links().items()}[told]
    assert "8 000 €" in plain(visitor.get(f"/aides{better}").main)
    # A premium of 2 500, and near a zone 1 000 with the local aid again, within 2 000.
    assert "jusqu’à 5 500 € de plus en mettant à la casse" in plain(page.main)


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        (
            {"mass_kg": "2 400"},
            "avec une version dont la masse en ordre de marche serait de 2 399 kg",
        ),
        ({"cost_ttc": "47 000,01"}, "avec un coût d’acquisition de 47 000 €"),
        ({"tvv": None, "version_listed": "non"}, "avec une version de la liste du score"),
        ({"fr_series": "provisional"}, "avec une immatriculation définitive en France"),
    ],
)
def test_a_condition_that_is_not_met_says_what_would_meet_it(visitor, world, changed, told):
    """The bonus of 7 000 and its increase of 1 000 are lost by one condition."""
    list_a_version(world)
    page = visitor.get(address("overseas", **changed))
    assert f"8 000 € de plus {told}" in plain(page.main)


def test_aids_that_exclude_each_other_are_left_to_choose(visitor, world):
    """D. 251-1-2, IV: 16 500 for the taxi, or 5 000 for the car; the text ranks neither."""
    list_a_version(world)
    page = visitor.get(address("taxi", cost_ttc="45 000"))
    text = plain(page.main)
    assert "un choix est à faire" in text
    assert "accessibles » : 16 500 € en tout" in text
    assert "neuve » : 5 000 € en tout" in text


def test_a_resale_too_early_makes_the_bonus_and_its_increase_undue(visitor, world):
    """D. 251-1, I, 4°: resold within 12 months; the article sets no day to give it back."""
    list_a_version(world)
    page = visitor.get(
        address(
            "overseas",
            resold_on="01/04/2024",
            first_registration_date="20/01/2024",
            km_at_resale="9 000",
        )
    )
    text = plain(page.main)
    assert "7 000 € à rendre par le bénéficiaire ; le texte ne fixe pas de délai" in text
    assert "n’est plus dû, majorations comprises : 8 000 €" in text


def test_a_lease_that_is_broken_is_repaid_by_the_lessor_within_three_months(visitor, world):
    """D. 251-3: kept 36 months; broken after ten, given back at the latest three months later."""
    list_a_version(world)
    lease = {
        "operation": "lease",
        "lease_months": "36",
        "contract_date": "10/01/2024",
        "lessor_state_convention": "oui",
        "lessor_asp_convention": "oui",
        "rfr_part": "9 000",
        "commute_trip_km": "20",
        "prior_leasing_ref_dates": "aucun",
        "first_rent_net": "120",
        "max_monthly_rent": "120",
        "km_allowance_year": "12 000",
        "application_date": "01/02/2024",
        "overseas.territory": "aucun",
    }
    kept = visitor.get(address("overseas", **lease))
    # C is 7 000: 13 000 − 7 000 and 16 % of 30 000 + 8 000 − 7 000, the lowest is 5 800.
    assert "12 800 €" in plain(kept.main)
    broken = visitor.get(address("overseas", **lease, lease_kept_months="10"))
    assert "5 800 € à rendre par le loueur le 15/02/2025 au plus tard" in plain(broken.main)


def test_outside_every_text_the_days_covered_are_told(visitor, world):
    page = visitor.get("/aides?quoi=velo&jour=2026-03-01&operation=purchase&applicant_kind=natural")
    assert "n’a pas de texte de cette aide pour ce jour" in page.main
    assert "du 01/01/2024 au 13/02/2024" in page.main


def test_what_is_not_known_gives_bounds(visitor, world):
    """Between the bonus with the increase for the income, and without."""
    list_a_version(world)
    page = visitor.get(address("overseas", rfr_part="inconnu"))
    assert "de 6 000 € à 8 000 €" in plain(page.main)
    assert "Je ne sais pas" in page.main


def test_the_clause_that_keeps_an_older_wording_is_told(visitor, world):
    """Décret 2024-102, art. 2: ordered before 14 February 2024, invoiced up to 15 May."""
    list_a_version(world)
    page = visitor.get(address("overseas", jour="01/03/2024", order_date="13/02/2024"))
    assert "Disposition transitoire" in page.main
    assert "8 000 €" in plain(page.main)


@pytest.mark.parametrize(
    "query",
    [
        "quoi=rien",
        "quoi=voiture-neuve&jour=demain",
        "quoi=nombre-de-primes&jour=2024-01-20" + "&acquired=VP" * 101,
        "tvv=%00&version=%00%01",
        "tvv=" + "x" * 500,
        "changer=rien&voir=1&demande=rien",
        "rfr_part=%ED%A0%80&energy=steam&old.cat=aucun&lez.home_in=aucun",
        "co2_method=9&lease_months=1e9&cost_ttc=1e9&battery_kwh=0%2C0000000001",
    ],
)
@pytest.mark.parametrize("who", [None, "company"])
def test_no_address_breaks_the_page(visitor, world, who, query):
    list_a_version(world)
    begun = f"{address(who)}&" if who else "/aides?"
    page = visitor.get(f"{begun}{query}")
    assert page.status in {HTTPStatus.OK, HTTPStatus.UNPROCESSABLE_ENTITY}
