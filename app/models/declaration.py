"""What a manufacturer declared, as it was filed."""

from datetime import date, datetime
from typing import Any

from sqlalchemy import ForeignKey, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column, relationship

from app.extensions import Base
from app.models.dossier import Dossier
from app.models.types import JsonText, UtcDateTime


class Declaration(Base):
    """A declaration as filed: a correction is another row, and this one never changes."""

    __tablename__ = "declaration"
    __table_args__ = (UniqueConstraint("dossier_id", "revision"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    dossier_id: Mapped[int] = mapped_column(ForeignKey("dossier.id"))
    revision: Mapped[int]
    content: Mapped[dict[str, Any]] = mapped_column(JsonText)
    digest: Mapped[str] = mapped_column(String(64))
    filed_on: Mapped[date]
    filed_at: Mapped[datetime] = mapped_column(UtcDateTime)

    dossier: Mapped[Dossier] = relationship(back_populates="declarations")
