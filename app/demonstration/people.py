"""The companies and the people of the story: invented, one account each."""

from typing import Final, NamedTuple

from app.demonstration.teller import Story
from app.domain.actor import Role
from app.domain.ministries import Ministry
from app.services.accounts import NewAccount, actor_named, create_account
from app.services.companies import create_company

COMPANIES: Final = {"Constructeur A": "FR", "Constructeur B": "DE", "Constructeur C": "KR"}


class Person(NamedTuple):
    """Somebody: how the story calls them, their address and name, and what they are there for."""

    part: str
    email: str
    name: str
    role: Role
    company: str | None = None
    ministry: Ministry | None = None


A, B, C = COMPANIES
PEOPLE: Final = (
    Person(A, "constructeur-a@demo.invalid", "Camille Durand", Role.MANUFACTURER, company=A),
    Person(B, "constructeur-b@demo.invalid", "Jonas Weber", Role.MANUFACTURER, company=B),
    Person(C, "constructeur-c@demo.invalid", "Minji Kim", Role.MANUFACTURER, company=C),
    Person("agency", "agence@demo.invalid", "Alix Fontaine", Role.REVIEWER),
    *(
        Person(ministry, email, name, Role.AUTHORITY, ministry=ministry)
        for ministry, email, name in (
            (Ministry.ECONOMY, "economie@demo.invalid", "Dominique Leroy"),
            (Ministry.ENERGY, "energie@demo.invalid", "Maxence Roussel"),
            (Ministry.ECOLOGY, "ecologie@demo.invalid", "Lou Marchand"),
            (Ministry.TRANSPORT, "transports@demo.invalid", "Noa Giraud"),
        )
    ),
    Person("operator", "exploitant@demo.invalid", "Sacha Morel", Role.OPERATOR),
)


def open_accounts(story: Story) -> tuple[NewAccount, ...]:
    """Enter the companies and the people, and return what opens the accounts."""
    for name, country in COMPANIES.items():
        create_company(name, country=country, clock=story.clock)
    accounts = []
    for person in PEOPLE:
        accounts.append(
            create_account(
                person.email,
                name=person.name,
                role=person.role,
                company=person.company,
                ministry=person.ministry,
                clock=story.clock,
            )
        )
        story.people[person.part] = actor_named(person.email)
        story.emails[person.part] = person.email
    return tuple(accounts)
