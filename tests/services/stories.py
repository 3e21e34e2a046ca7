"""A dossier told by its acts, each at its hour, on the clock of the world."""

from datetime import datetime

from app.domain.deadlines import PARIS, PeriodKind
from app.domain.orders import LineEffect
from app.domain.procedure import Route
from app.domain.specific import Target
from app.extensions import db
from app.models.outbox import OutboxMessage
from app.queries.periods import last_day_of, periods_of
from app.services.completeness import (
    Asked,
    Supplied,
    confirm_complete,
    open_items_of,
    request_documents,
    supply,
)
from app.services.drafting import copy_draft
from app.services.lapse import record_due_effects
from app.services.review import send_proposal
from app.services.specific_values import record_specific_value
from app.services.submission import submit_dossier
from app.services.withdrawal import withdraw
from scoring.inputs import Component

# In kg CO2e by kWh: another value than that of every zone of the table.
OWN_VALUE = (Target(component=Component.BATTERY, owner="B1"), "40")


def instant(text):
    """``2024-03-05`` is ten o'clock in Paris; an hour is one of Paris unless it ends with Z."""
    if "T" not in text:
        text += "T10:00"
    found = datetime.fromisoformat(text)
    return found if found.tzinfo else found.replace(tzinfo=PARIS)


def messages(key):
    """The messages whose key begins so."""
    return (
        db.session.query(OutboxMessage)
        .filter(OutboxMessage.key.startswith(key))
        .order_by(OutboxMessage.id)
        .all()
    )


class Story:
    """One dossier; each act first moves the clock to its day."""

    def __init__(self, world, *, tvv="CAS001", **named):
        self.world = world
        self.clock = world.clock
        self.named = {"tvv": tvv, **named}
        self.reference = None
        self.order = None

    def tell(self, *script):
        for name, when, *rest in script:
            self.on(when)
            getattr(self, name)(*rest)
        return self

    def on(self, when):
        self.clock.move_to(instant(when))
        return self

    @property
    def dossier(self):
        db.session.expire_all()
        return self.world.dossier(self.reference)

    def last_day(self, kind):
        day = last_day_of(self.dossier, PeriodKind(kind))
        return day.isoformat() if day else None

    def period(self, kind):
        return [period for period in periods_of(self.dossier) if period.kind == kind][-1]

    def outcomes(self):
        return {(period.kind.value, period.outcome.value) for period in periods_of(self.dossier)}

    def by(self, who):
        return {"by": self.world.actor(who), "clock": self.clock}

    def receive(self):
        self.reference = self.world.submitted(**self.named).reference

    def follow(self, route):
        """File a new dossier on what this one declared; the story goes on with it."""
        draft = copy_draft(self.reference, route=Route(route), **self.by("manufacturer"))
        if draft.route == Route.DEROGATION:
            draft = self.give_value(draft)
        self.reference = self.submit(draft.reference)

    def give_value(self, draft):
        """A derogation employs another value than a reference value (P-19)."""
        revision = draft.content_revision
        return record_specific_value(
            draft.reference, *OWN_VALUE, revision=revision, **self.by("manufacturer")
        )

    def submit(self, reference):
        return submit_dossier(reference, **self.by("manufacturer")).reference

    def derogate(self):
        self.follow("derogation")

    def confirm(self):
        confirm_complete(self.reference, **self.by("reviewer"))

    def request(self, *labels):
        request_documents(
            self.reference,
            [Asked(label=label) for label in labels or ("Une pièce",)],
            answer_by=self.clock.today(),
            **self.by("reviewer"),
        )

    def supply(self, *labels):
        """Answer the items named, or all that is asked."""
        items = [one for one in open_items_of(self.dossier) if not labels or one.label in labels]
        given = {item.reference: Supplied(answer="Voici.") for item in items}
        supply(self.reference, given, **self.by("manufacturer"))

    def propose(self):
        send_proposal(
            self.reference, favourable=True, reasons="Score atteint.", **self.by("reviewer")
        )

    def prepare(self, effect=LineEffect.LIST):
        self.order = self.world.order(self.dossier, effect=LineEffect(effect))

    def publish(self, published_on=None):
        day = instant(published_on).date() if published_on else self.clock.today()
        self.world.publish(self.order, published_on=day)

    def list_by_order(self):
        self.prepare()
        self.publish()

    def refuse_by_order(self):
        self.prepare(LineEffect.REFUSE)
        self.publish()

    def withdraw(self):
        withdraw(self.reference, **self.by("manufacturer"))

    def tick(self):
        return record_due_effects(clock=self.clock)
