"""What does not follow from an event of a dossier."""

from dataclasses import dataclass

from app.domain.chain import Damage


@dataclass(frozen=True, slots=True, kw_only=True)
class Wrong:
    """What does not follow from an event: its number, what was done and how it shows."""

    number: int
    damage: Damage
    what: str


def altered(number: int, what: str) -> Wrong:
    """Return what says otherwise than an event."""
    return Wrong(number=number, damage=Damage.ALTERED, what=what)


def dropped(number: int, what: str) -> Wrong:
    """Return what an event tells of and is gone."""
    return Wrong(number=number, damage=Damage.DROPPED, what=what)


def inserted(number: int, what: str) -> Wrong:
    """Return what no event tells of; *number* is that of the last one that could have."""
    return Wrong(number=number, damage=Damage.INSERTED, what=what)
