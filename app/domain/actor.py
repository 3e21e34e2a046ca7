"""Who acts: passed to every act, never looked up."""

from dataclasses import dataclass
from enum import StrEnum

from app.domain.ministries import Ministry


class Role(StrEnum):
    """What an account is for; ``clock`` is the silence of an authority, not a person."""

    MANUFACTURER = "manufacturer"
    REVIEWER = "reviewer"
    AUTHORITY = "authority"
    OPERATOR = "operator"
    CLOCK = "clock"


SECOND_FACTOR_ROLES = frozenset({Role.REVIEWER, Role.AUTHORITY, Role.OPERATOR})


@dataclass(frozen=True, slots=True, kw_only=True)
class Actor:
    """A person, or the clock, at the moment of an act.

    Attributes:
        user_id: row of the account; none for the clock.
        name: the name shown in the history of a dossier.
        role: what the account is for.
        manufacturer_id: the company of a manufacturer; none for the others.
        company: the name of that company.
        ministry: the minister an agent of an authority speaks for.
    """

    user_id: int | None
    name: str
    role: Role
    manufacturer_id: int | None = None
    company: str | None = None
    ministry: Ministry | None = None


CLOCK = Actor(user_id=None, name="Échéance", role=Role.CLOCK)
