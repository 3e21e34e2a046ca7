"""Scores that were computed for an act, and the proposals that rest on them."""

from datetime import date, datetime
from decimal import Decimal
from typing import Any

from sqlalchemy import ForeignKey, Index, String, Text
from sqlalchemy.orm import Mapped, mapped_column, relationship

from app.domain.value_decisions import DecidedValue
from app.extensions import Base
from app.models.declaration import Declaration
from app.models.dossier import Dossier, DossierEvent
from app.models.types import ExactDecimal, JsonText, UtcDateTime


class Assessment(Base):
    """A score, with all that is needed to compute it again.

    ``score`` is in points, ``footprint_kg`` in kg CO2e, nine decimals; ``reached`` is the verdict
    on the exact fraction. ``decided_values`` are the specific values that were decided on, and
    which of them the score counts (S-12, S-13).
    """

    __tablename__ = "assessment"
    __table_args__ = (Index("ix_assessment_dossier", "dossier_id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    dossier_id: Mapped[int] = mapped_column(ForeignKey("dossier.id"))
    declaration_id: Mapped[int] = mapped_column(ForeignKey("declaration.id"))
    law_on: Mapped[date]
    computed_at: Mapped[datetime] = mapped_column(UtcDateTime)
    law_digest: Mapped[str] = mapped_column(String(64))
    engine_version: Mapped[str] = mapped_column(String(20))
    category: Mapped[int]
    footprint_kg: Mapped[Decimal] = mapped_column(ExactDecimal)
    score: Mapped[Decimal] = mapped_column(ExactDecimal)
    reached: Mapped[bool]
    result: Mapped[dict[str, Any]] = mapped_column(JsonText)
    decided_values: Mapped[list[dict[str, Any]]] = mapped_column(
        JsonText, default=list, server_default="[]"
    )

    dossier: Mapped[Dossier] = relationship()
    declaration: Mapped[Declaration] = relationship()

    @property
    def decisions(self) -> tuple[DecidedValue, ...]:
        """The specific values that were decided on."""
        return tuple(DecidedValue.of_wire(one) for one in self.decided_values)


class Proposal(Base):
    """What the agency proposed to the ministers, and the score it rests on (P-16)."""

    __tablename__ = "proposal"
    __table_args__ = (Index("ix_proposal_dossier", "dossier_id"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    dossier_id: Mapped[int] = mapped_column(ForeignKey("dossier.id"))
    event_id: Mapped[int] = mapped_column(ForeignKey("dossier_event.id"), unique=True)
    assessment_id: Mapped[int] = mapped_column(ForeignKey("assessment.id"))
    favourable: Mapped[bool]
    reasons: Mapped[str] = mapped_column(Text)
    sent_on: Mapped[date]
    lapsed_on: Mapped[date | None]

    dossier: Mapped[Dossier] = relationship(back_populates="proposals")
    event: Mapped[DossierEvent] = relationship()
    assessment: Mapped[Assessment] = relationship(lazy="joined")
