"""The words of an order of the ministers, and the day it takes effect."""

import re
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum
from typing import Final

from app.domain.deadlines import effective_day
from app.domain.errors import InvalidValueError
from scoring.dated import NotInForceError

# A slip of the keyboard, not a rule of law: a day of effect cannot be taken back once recorded.
LONGEST_WAIT: Final = timedelta(days=366)
DRAFT_TITLE: Final = re.compile(r"^projet\s+d\s*[’']\s*", re.IGNORECASE)


class OrderState(StrEnum):
    """Whether an order is being written or published."""

    PREPARED = "prepared"
    PUBLISHED = "published"


class OrderOrigin(StrEnum):
    """Whether an order was prepared in the portal, or entered once published."""

    PORTAL = "portal"
    IMPORTED = "imported"


class LineEffect(StrEnum):
    """What an order says of one version."""

    LIST = "list"
    REFUSE = "refuse"
    KEEP = "keep"
    REMOVE = "remove"
    CORRECT = "correct"


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishedRow:
    """A row of an order as the Journal officiel printed it, for an import.

    Attributes:
        brand: the brand.
        commercial_name: the model.
        tvv: the code.
        effect: whether the order lists the version or removes it.
    """

    brand: str
    commercial_name: str
    tvv: str
    effect: LineEffect = LineEffect.LIST


def title_as_published(prepared: str) -> str:
    """Return the title of an order without the « Projet d’ » under which it was prepared."""
    title = DRAFT_TITLE.sub("", prepared)
    return title[:1].upper() + title[1:]


def day_of_effect(published_on: date, effective_on: date | None, *, today: date) -> date:
    """Return the day an order takes effect: the one it names, or the one the law sets (T-11).

    Args:
        published_on: the day of the Journal officiel.
        effective_on: the day that the order names; none when it names none.
        today: the day it is entered.

    Raises:
        InvalidValueError: it is still to come, no text covers it, or its effect comes before it.
    """
    if published_on > today:
        raise InvalidValueError("published_on", "Le jour de publication est encore à venir.")
    try:
        usual = effective_day(published_on)
    except NotInForceError:
        raise InvalidValueError(
            "published_on", "Aucun texte ne régit un arrêté publié ce jour-là."
        ) from None
    effect = effective_on or usual
    if effect < published_on:
        raise InvalidValueError(
            "effective_on", "L’arrêté ne peut pas prendre effet avant sa publication."
        )
    if effect > published_on + LONGEST_WAIT:
        raise InvalidValueError(
            "effective_on", "Ce jour d’effet vient plus d’un an après la publication : vérifiez-le."
        )
    return effect
