"""Companies answer for brands, even on versions that were listed without a dossier."""

from datetime import date

import pytest

from app.domain.actor import Role
from app.domain.errors import InvalidValueError, UnknownThingError
from app.domain.ministries import Ministry
from app.queries.accounts import all_accounts
from app.queries.versions import may_speak_for, version_on
from app.services.accounts import create_account, set_ministry
from app.services.companies import add_brand
from app.services.operation import Person, answer_for_brand, attach_to_ministry, open_account
from tests import orders


def account(world, who):
    mine = world.email(who)
    return next(one for one in all_accounts(world.actor("operator")) if one.email == mine)


def test_the_company_of_the_brand_speaks_for_an_imported_version(world):
    """Row 28, P-25."""
    orders.enter(world, ("Citroën", "ë-C3", "c3"), on="2026-03-02")
    mine, other = (world.actor(who).manufacturer_id for who in ("manufacturer", "rival"))
    assert not may_speak_for(mine, version_on("c3", "Citroën", on=date(2026, 3, 3)))
    add_brand("Constructeur A", " CITROEN ")
    version = version_on("c3", "Citroën", on=date(2026, 3, 3))
    assert may_speak_for(mine, version)
    assert not may_speak_for(other, version)


def test_the_company_of_the_dossier_speaks_for_what_it_filed(world):
    add_brand("Constructeur B", "Exemple")
    world.listed(tvv="V1")
    version = version_on("V1", "Exemple", on=date(2026, 3, 3))
    assert may_speak_for(world.actor("manufacturer").manufacturer_id, version)
    assert not may_speak_for(world.actor("rival").manufacturer_id, version)


@pytest.mark.parametrize(
    ("company", "brand", "field"),
    [
        ("Inconnue", "Fiat", "company"),
        ("Constructeur A", " - ", "brand"),
        ("Constructeur A", "B" * 121, "brand"),
        ("Constructeur B", "citroen", "brand"),
    ],
)
def test_a_brand_that_cannot_be_is_refused_beside_its_field(world, company, brand, field):
    add_brand("Constructeur A", "Citroën")
    with pytest.raises(InvalidValueError) as refused:
        add_brand(company, brand)
    assert refused.value.field == field


def test_the_operator_attaches_an_agent_to_a_ministry(world):
    agent = account(world, "authority")
    attach_to_ministry(agent.reference, Ministry.TRANSPORT, by=world.actor("operator"))
    assert world.actor("authority").ministry == Ministry.TRANSPORT
    attach_to_ministry(agent.reference, None, by=world.actor("operator"))
    assert world.actor("authority").ministry is None


def test_only_an_agent_of_an_authority_has_a_ministry(world):
    with pytest.raises(InvalidValueError) as refused:
        set_ministry(world.email("reviewer"), Ministry.ENERGY)
    assert refused.value.field == "ministry"
    with pytest.raises(InvalidValueError):
        create_account(
            "a@exemple.test",
            name="A",
            role=Role.REVIEWER,
            ministry=Ministry.ENERGY,
            clock=world.clock,
        )


def test_an_account_is_opened_with_its_ministry(world):
    person = Person(
        email="a@exemple.test", name="A", role=Role.AUTHORITY, ministry=Ministry.ECOLOGY
    )
    open_account(person, by=world.actor("operator"), clock=world.clock)
    found = {one.email: one.ministry for one in all_accounts(world.actor("operator"))}
    assert found["a@exemple.test"] == Ministry.ECOLOGY


def test_the_operator_alone_attaches_brands_and_agents(world):
    agent, company = account(world, "authority"), account(world, "manufacturer")
    for who in ("authority", "manufacturer", "reviewer"):
        with pytest.raises(UnknownThingError):
            attach_to_ministry(agent.reference, Ministry.ENERGY, by=world.actor(who))
        with pytest.raises(UnknownThingError):
            answer_for_brand(company.reference, "Fiat", by=world.actor(who))
    with pytest.raises(InvalidValueError):
        answer_for_brand(agent.reference, "Fiat", by=world.actor("operator"))
    answer_for_brand(company.reference, "Fiat", by=world.actor("operator"))
    assert [one.name for one in account(world, "manufacturer").manufacturer.brands] == ["Fiat"]
