"""Dossiers, and the events that made them what they are."""

import hashlib
from datetime import date, datetime
from typing import TYPE_CHECKING, Any

import rfc8785
from sqlalchemy import CheckConstraint, ForeignKey, Index, String, UniqueConstraint, text
from sqlalchemy.orm import Mapped, mapped_column, relationship

from app.domain.actor import Actor, Role
from app.domain.errors import NotAllowedError
from app.domain.procedure import DECIDED_STATES, OPEN_STATES, Action, Route, State, rule
from app.extensions import Base
from app.models.manufacturer import Manufacturer
from app.models.types import JsonText, UtcDateTime, Word, one_of

if TYPE_CHECKING:
    from app.models.assessment import Proposal
    from app.models.declaration import Declaration
    from app.models.document import DocumentSupport, RequestedItem
    from app.models.period import Period


def _words(states: frozenset[State]) -> str:
    return ", ".join(f"'{state.value}'" for state in sorted(states))


OPEN = f"state IN ({_words(OPEN_STATES)})"
DECIDED = f"state IN ({_words(DECIDED_STATES)})"


class Dossier(Base):
    """A request to certify one version of a vehicle.

    The row repeats what its events say, for lists and constraints; ``record`` alone writes it.
    ``content`` is the working copy of the declaration: what was filed is a row of its own.
    """

    __tablename__ = "dossier"
    __table_args__ = (
        UniqueConstraint("reference"),
        one_of("route", Route),
        one_of("state", State),
        CheckConstraint("(state = 'draft') = (received_on IS NULL)", name="draft_is_undated"),
        CheckConstraint("complete_on >= received_on", name="complete_after_receipt"),
        CheckConstraint(f"({DECIDED}) = (decided_on IS NOT NULL)", name="decision_is_dated"),
        CheckConstraint(
            "state NOT IN ('complete', 'proposed', 'listed_by_order', 'refused_by_order',"
            " 'refused_by_silence') OR complete_on IS NOT NULL",
            name="review_needs_completeness",
        ),
        CheckConstraint(
            "state NOT IN ('proposed', 'listed_by_order') OR proposed_on IS NOT NULL",
            name="listing_needs_proposal",
        ),
        CheckConstraint("length(trim(tvv)) > 0", name="code_is_not_blank"),
        # One open dossier of a company for a code; change reports apart.
        Index(
            "uq_dossier_open",
            "manufacturer_id",
            "tvv",
            unique=True,
            sqlite_where=text(f"{OPEN} AND route <> 'modification'"),
            postgresql_where=text(f"{OPEN} AND route <> 'modification'"),
        ),
        Index("ix_dossier_state", "state"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    reference: Mapped[str] = mapped_column(String(20))
    route: Mapped[Route] = mapped_column(Word(Route))
    state: Mapped[State] = mapped_column(Word(State))
    manufacturer_id: Mapped[int] = mapped_column(ForeignKey("manufacturer.id"), index=True)
    tvv: Mapped[str] = mapped_column(String(85), index=True)
    brand: Mapped[str] = mapped_column(String(120))
    commercial_name: Mapped[str] = mapped_column(String(120))
    content: Mapped[dict[str, Any]] = mapped_column(JsonText)
    content_revision: Mapped[int]
    last_sequence: Mapped[int]
    received_on: Mapped[date | None]
    complete_on: Mapped[date | None]
    proposed_on: Mapped[date | None]
    decided_on: Mapped[date | None]
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    changed_at: Mapped[datetime] = mapped_column(UtcDateTime)

    manufacturer: Mapped[Manufacturer] = relationship(lazy="joined")
    events: Mapped[list["DossierEvent"]] = relationship(
        order_by="DossierEvent.sequence", back_populates="dossier", cascade="save-update, merge"
    )
    periods: Mapped[list["Period"]] = relationship(back_populates="dossier", order_by="Period.id")
    declarations: Mapped[list["Declaration"]] = relationship(
        back_populates="dossier", order_by="Declaration.revision"
    )
    supports: Mapped[list["DocumentSupport"]] = relationship(
        back_populates="dossier", order_by="DocumentSupport.id"
    )
    requested_items: Mapped[list["RequestedItem"]] = relationship(
        back_populates="dossier", order_by="RequestedItem.id"
    )
    proposals: Mapped[list["Proposal"]] = relationship(
        back_populates="dossier", order_by="Proposal.id"
    )

    def record(
        self,
        action: Action,
        *,
        by: Actor,
        occurred_on: date,
        recorded_at: datetime,
        details: dict[str, Any] | None = None,
    ) -> "DossierEvent":
        """Record an act and move to the state it leads to: the only writer of ``state``.

        Args:
            action: the act.
            by: who acts.
            occurred_on: the legal day, which may be earlier than the day it is recorded.
            recorded_at: the instant it is entered, in UTC.
            details: what the act says, as strings, integers, lists and objects.

        Raises:
            TransitionNotAllowedError: the state does not allow the act.
            NotAllowedError: the act belongs to another role.
        """
        arrow = rule(self.state, action)
        if by.role != arrow.role:
            raise NotAllowedError
        previous = self.events[-1] if self.events else None
        event = DossierEvent(
            sequence=self.last_sequence + 1,
            action=action,
            from_state=self.state,
            to_state=arrow.target,
            basis=arrow.basis,
            occurred_on=occurred_on,
            recorded_at=recorded_at,
            actor_id=by.user_id,
            actor_name=by.name,
            actor_role=by.role,
            details=details or {},
            previous_digest=previous.digest if previous else "",
        )
        event.digest = event.computed_digest(self.reference)
        self.events.append(event)
        self.last_sequence = event.sequence
        self.changed_at = recorded_at
        self._move_to(arrow.target, action, occurred_on)
        return event

    def _move_to(self, target: State, action: Action, occurred_on: date) -> None:
        self.state = target
        if action == Action.SUBMIT:
            self.received_on = occurred_on
        elif action == Action.CONFIRM_COMPLETE:
            # Complete on the day of receipt, whenever the agency says so (reading T-4).
            self.complete_on = self.received_on
        elif action in {Action.DEEM_COMPLETE, Action.SUPPLY_LAST_ITEM}:
            self.complete_on = occurred_on
        elif action == Action.REQUEST_AGAIN:
            # A proposal already sent lapses with the periods (transition 10).
            self.complete_on = None
            self.proposed_on = None
        elif action in {Action.PROPOSE, Action.PROPOSE_AFTER_SILENCE}:
            self.proposed_on = occurred_on
        if target in DECIDED_STATES and action != Action.PROPOSE_AFTER_SILENCE:
            self.decided_on = occurred_on


class DossierEvent(Base):
    """What happened to a dossier: never changed, never removed (triggers refuse it).

    ``digest`` chains each event to the one before, so that a change shows.
    """

    __tablename__ = "dossier_event"
    __table_args__ = (
        # The lock, too: of two people who act at once the second gets a conflict.
        UniqueConstraint("dossier_id", "sequence"),
        one_of("action", Action),
        one_of("from_state", State),
        one_of("to_state", State),
        one_of("actor_role", Role),
        CheckConstraint("sequence > 0", name="sequence_is_positive"),
        CheckConstraint(
            "(actor_role = 'clock') = (actor_id IS NULL)", name="a_person_or_the_clock"
        ),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    dossier_id: Mapped[int] = mapped_column(ForeignKey("dossier.id"))
    sequence: Mapped[int]
    action: Mapped[Action] = mapped_column(Word(Action))
    from_state: Mapped[State] = mapped_column(Word(State))
    to_state: Mapped[State] = mapped_column(Word(State))
    basis: Mapped[str] = mapped_column(String(10))
    occurred_on: Mapped[date]
    recorded_at: Mapped[datetime] = mapped_column(UtcDateTime)
    actor_id: Mapped[int | None] = mapped_column(ForeignKey("user_account.id"))
    actor_name: Mapped[str] = mapped_column(String(120))
    actor_role: Mapped[Role] = mapped_column(Word(Role))
    details: Mapped[dict[str, Any]] = mapped_column(JsonText)
    previous_digest: Mapped[str] = mapped_column(String(64))
    digest: Mapped[str] = mapped_column(String(64))

    dossier: Mapped[Dossier] = relationship(back_populates="events")

    def computed_digest(self, reference: str) -> str:
        """Return SHA-256 of the previous digest and of this event in canonical JSON (RFC 8785)."""
        body: Any = {
            "dossier": reference,
            "sequence": self.sequence,
            "action": self.action.value,
            "from": self.from_state.value,
            "to": self.to_state.value,
            "basis": self.basis,
            "occurred_on": self.occurred_on.isoformat(),
            "recorded_at": self.recorded_at.isoformat(),
            "actor": self.actor_name,
            "role": self.actor_role.value,
            "details": self.details,
        }
        return hashlib.sha256(self.previous_digest.encode() + rfc8785.dumps(body)).hexdigest()
