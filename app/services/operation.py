"""Acts of the operator on accounts: the same as on the command line, with the actor checked.

The command line has no actor: whoever runs it owns the machine, and it calls
``app.services.accounts`` directly.
"""

from dataclasses import dataclass

from app.clock import Clock
from app.domain.actor import Actor, Role
from app.domain.errors import NotAllowedError
from app.domain.ministries import Ministry
from app.queries.accounts import get_account
from app.services.accounts import (
    NewAccount,
    create_account,
    disable_account,
    enable_account,
    reset_access,
    set_ministry,
)
from app.services.companies import add_brand


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """Somebody who is to have an account.

    Attributes:
        email: the address that signs in.
        name: what the history of dossiers shows.
        role: what the account is for.
        company: the company of a manufacturer, by its name.
        country: where that company is established, if it is new to the portal.
        ministry: the minister an agent of an authority speaks for.
    """

    email: str
    name: str
    role: Role
    company: str | None = None
    country: str | None = None
    ministry: Ministry | None = None


def open_account(person: Person, *, by: Actor, clock: Clock) -> NewAccount:
    """Open an account, and enter its company if that one is new.

    Raises:
        NotAllowedError: the actor is no operator.
        InvalidValueError: an address already used, a company missing, unknown or known already.
    """
    if by.role != Role.OPERATOR:
        raise NotAllowedError
    return create_account(
        person.email,
        name=person.name,
        role=person.role,
        company=person.company,
        country=person.country,
        ministry=person.ministry,
        clock=clock,
    )


def close_account(reference: str, *, by: Actor, clock: Clock) -> None:
    """Disable an account: its sessions and tokens end, its acts keep its name.

    Raises:
        UnknownThingError: no such account, or the actor is no operator.
        NotAllowedError: one's own account: nobody would be left to open it again.
    """
    disable_account(_email_of_another(reference, by), clock=clock)


def renew_access(reference: str, *, by: Actor, clock: Clock) -> NewAccount:
    """Draw a new password, and a new second factor; a disabled account opens again.

    Raises:
        UnknownThingError: no such account, or the actor is no operator.
        NotAllowedError: one's own account.
    """
    email = _email_of_another(reference, by)
    if get_account(reference, seen_by=by).disabled_at is not None:
        return enable_account(email, clock=clock)
    return reset_access(email, clock=clock)


def attach_to_ministry(reference: str, ministry: Ministry | None, *, by: Actor) -> None:
    """Say for which minister an agent of an authority speaks; none for no minister.

    Raises:
        UnknownThingError: no such account, or the actor is no operator.
        InvalidValueError: the account is of no authority.
    """
    set_ministry(get_account(reference, seen_by=by).email, ministry)


def answer_for_brand(reference: str, brand: str, *, by: Actor) -> None:
    """Say that the company of an account answers for a brand.

    Raises:
        UnknownThingError: no such account, or the actor is no operator.
        InvalidValueError: the account has no company, or a company answers for the brand.
    """
    account = get_account(reference, seen_by=by)
    add_brand(account.manufacturer.name if account.manufacturer else "", brand)


def _email_of_another(reference: str, by: Actor) -> str:
    account = get_account(reference, seen_by=by)
    if account.id == by.user_id:
        raise NotAllowedError(
            "Un exploitant n’agit pas sur son propre compte : demandez à un autre."
        )
    return account.email
