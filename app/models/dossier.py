"""Dossiers, and the events that made them what they are."""

from datetime import date, datetime
from typing import TYPE_CHECKING, Any

from sqlalchemy import CheckConstraint, ForeignKey, Index, String, UniqueConstraint, text
from sqlalchemy.orm import Mapped, mapped_column, relationship

from app.domain.actor import Actor, Role
from app.domain.chain import link
from app.domain.errors import NotAllowedError
from app.domain.history import Facts, next_facts
from app.domain.procedure import (
    DECIDED_STATES,
    OPEN_STATES,
    Action,
    Route,
    State,
    actions_open_to,
    rule,
)
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
# A draft that asks for a derogation waits beside the dossier it follows; a change report is none.
ONE_AT_A_TIME = f"{OPEN} AND (route = 'reference' OR (route = 'derogation' AND state <> 'draft'))"
DEROGATION_DRAFT = "state = 'draft' AND route = 'derogation'"


class Dossier(Base):
    """A request to certify one version of a vehicle.

    The row repeats what its events say, for lists and constraints; ``record`` alone writes it.
    ``content`` is the working copy of the declaration: what was filed is a row of its own.
    ``follows`` is the dossier it comes after: refused, withdrawn, or the one that listed the
    version that changed on ``changed_on``.
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
            " 'refused_by_silence', 'reported', 'settled', 'silent') OR complete_on IS NOT NULL",
            name="review_needs_completeness",
        ),
        CheckConstraint(
            "state NOT IN ('proposed', 'listed_by_order') OR proposed_on IS NOT NULL",
            name="listing_needs_proposal",
        ),
        CheckConstraint("length(trim(tvv)) > 0", name="code_is_not_blank"),
        CheckConstraint(
            "changed_on IS NULL OR route = 'modification'", name="change_of_a_report_only"
        ),
        CheckConstraint("changed_on <= received_on", name="changed_before_report"),
        # One open dossier of a company for a code; change reports apart.
        Index(
            "uq_dossier_open",
            "manufacturer_id",
            "tvv",
            unique=True,
            sqlite_where=text(ONE_AT_A_TIME),
            postgresql_where=text(ONE_AT_A_TIME),
        ),
        Index(
            "uq_dossier_derogation_draft",
            "manufacturer_id",
            "tvv",
            unique=True,
            sqlite_where=text(DEROGATION_DRAFT),
            postgresql_where=text(DEROGATION_DRAFT),
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
    changed_on: Mapped[date | None]
    follows_id: Mapped[int | None] = mapped_column(ForeignKey("dossier.id"), index=True)
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    changed_at: Mapped[datetime] = mapped_column(UtcDateTime)

    manufacturer: Mapped[Manufacturer] = relationship(lazy="joined")
    follows: Mapped["Dossier | None"] = relationship(remote_side="Dossier.id")
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
        arrow = rule(self.state, action, self.route)
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
        self._follow(event)
        return event

    def acts_open_to(self, role: Role) -> frozenset[Action]:
        """What *role* may do with the dossier as it stands: the buttons of its page."""
        return actions_open_to(role, self.state, self.route)

    @property
    def facts(self) -> Facts:
        """What the row says: it must be what the events tell."""
        return Facts(
            state=self.state,
            received_on=self.received_on,
            complete_on=self.complete_on,
            proposed_on=self.proposed_on,
            decided_on=self.decided_on,
        )

    def _follow(self, event: "DossierEvent") -> None:
        facts = next_facts(
            self.facts,
            event.action,
            event.occurred_on,
            events=self.events[:-1],
            route=self.route,
        )
        self.state = facts.state
        self.received_on = facts.received_on
        self.complete_on = facts.complete_on
        self.proposed_on = facts.proposed_on
        self.decided_on = facts.decided_on


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

    def body(self, reference: str) -> dict[str, Any]:
        """Return what the digest covers, besides the digest of the event before."""
        return {
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

    def computed_digest(self, reference: str) -> str:
        """Return SHA-256 of the previous digest and of this event in canonical JSON (RFC 8785)."""
        return link(self.previous_digest, self.body(reference))
