"""The whole procedure, told: by its acts, each at its day, on a moved clock."""

from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta

from app import create_app
from app.clock import FixedClock
from app.demonstration.chapters import chapters
from app.demonstration.people import open_accounts
from app.demonstration.sights import Sight, sights
from app.demonstration.teller import Story
from app.domain.deadlines import PARIS, legal_day
from app.services.accounts import NewAccount
from app.services.publication import publish_list
from app.settings import Settings


@dataclass(frozen=True, slots=True, kw_only=True)
class Filled:
    """What a demonstration holds.

    Attributes:
        accounts: the accounts, with what opens them.
        dossiers: the references of the dossiers, by the code of their car; by the code and the
            route for a derogation or a change.
        sights: what to look at, and who sees it.
    """

    accounts: tuple[NewAccount, ...]
    dossiers: dict[str, str]
    sights: tuple[Sight, ...]


def fill(settings: Settings, *, now: datetime) -> Filled:
    """Fill an empty portal, all of it by acts, so that it ends *now*.

    Args:
        settings: the settings of the demonstration.
        now: the instant the story ends.
    """
    clock = FixedClock(now)
    story = Story(clock, settings.upload_limit)
    told = chapters(story)
    clock.move_to(_morning(now, told[0][0] + 1))
    app = create_app(settings, clock=clock)
    with app.app_context():
        accounts = open_accounts(story)
        for days, act in told:
            clock.move_to(_morning(now, days) if days else now)
            act()
        publish_list(settings.instance / "public", clock=clock)
    return Filled(accounts=accounts, dossiers=story.dossiers, sights=sights(story))


def _morning(now: datetime, days: int) -> datetime:
    """Return ten o'clock in Paris, some days before: people act by day, whenever this is run."""
    day = legal_day(now) - timedelta(days=days)
    return datetime.combine(day, time(10), tzinfo=PARIS).astimezone(UTC)
