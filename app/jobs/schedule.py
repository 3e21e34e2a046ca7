"""The table of jobs: a name, how often, and the act."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from app.context import (
    current_clock,
    current_files,
    current_mail,
    current_settings,
    current_webhooks,
)
from app.services.documents import sweep_documents
from app.services.lapse import record_due_effects
from app.services.letters import write_missing_notices
from app.services.outbox import send_waiting
from app.services.publication import publish_list
from app.services.reminders import write_reminders
from app.services.sign_in import purge_sign_ins
from app.services.subscriptions import purge_subscriptions
from app.services.webhooks import send_changes

ABANDONED: Final = timedelta(hours=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """A job: it carries no date, it asks what is due and not yet done.

    Attributes:
        name: what the operator reads.
        every_seconds: how often it asks.
        act: does what is due, and returns how many things it did.
    """

    name: str
    every_seconds: int
    act: Callable[[], int]


def record_effects() -> int:
    """Record what silence did: deemed completeness, refusals by silence."""
    return len(record_due_effects(clock=current_clock()))


def write_notices() -> int:
    """Write the letters that an act could not."""
    return write_missing_notices(clock=current_clock())


def remind() -> int:
    """Remind people of the last days that come."""
    return write_reminders(clock=current_clock())


def send_mail() -> int:
    """Send the messages that wait."""
    return send_waiting(current_mail(), clock=current_clock())


def publish() -> int:
    """Build the public files when the list of the day is not the one published."""
    return int(publish_list(current_settings().instance / "public", clock=current_clock()))


def send_messages() -> int:
    """Send the changes of the list to the addresses that asked for them."""
    return send_changes(current_webhooks(), clock=current_clock())


def sweep_files() -> int:
    """Remove uploads that were abandoned half-way, and files that no document names."""
    files, clock = current_files(), current_clock()
    return files.sweep(clock.now() - ABANDONED) + sweep_documents(files=files, clock=clock)


def purge() -> int:
    """Forget attempts and sessions that are over, and addresses that nobody proved."""
    clock = current_clock()
    return purge_sign_ins(clock=clock) + purge_subscriptions(clock=clock)


JOBS: Final = (
    Job(name="effects", every_seconds=60, act=record_effects),
    Job(name="notices", every_seconds=300, act=write_notices),
    Job(name="reminders", every_seconds=600, act=remind),
    Job(name="mail", every_seconds=20, act=send_mail),
    Job(name="publication", every_seconds=60, act=publish),
    Job(name="webhooks", every_seconds=30, act=send_messages),
    Job(name="files", every_seconds=3600, act=sweep_files),
    Job(name="sign_ins", every_seconds=3600, act=purge),
)
