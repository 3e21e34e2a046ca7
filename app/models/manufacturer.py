"""Companies that file dossiers."""

from datetime import datetime

from sqlalchemy import CheckConstraint, ForeignKey, String, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column, relationship

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

    brands: Mapped[list["ManufacturerBrand"]] = relationship(order_by="ManufacturerBrand.name")


class ManufacturerBrand(Base):
    """A brand that a manufacturer answers for, even on versions listed without a dossier here."""

    __tablename__ = "manufacturer_brand"
    __table_args__ = (UniqueConstraint("folded"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    manufacturer_id: Mapped[int] = mapped_column(ForeignKey("manufacturer.id"), index=True)
    name: Mapped[str] = mapped_column(String(120))
    folded: Mapped[str] = mapped_column(String(120))
