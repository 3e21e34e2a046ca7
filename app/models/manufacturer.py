"""Companies that file dossiers."""

from datetime import datetime

from sqlalchemy import CheckConstraint, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from app.extensions import Base
from app.models.types import UtcDateTime


class Manufacturer(Base):
    """A manufacturer in the sense of article 3 of regulation (EU) 2018/858."""

    __tablename__ = "manufacturer"
    __table_args__ = (
        UniqueConstraint("reference"),
        UniqueConstraint("name"),
        CheckConstraint("length(country) = 2", name="country_is_iso"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    reference: Mapped[str] = mapped_column(String(20))
    name: Mapped[str] = mapped_column(String(120))
    country: Mapped[str] = mapped_column(String(2))
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
