"""The positions of the four ministers on a dossier, before any order."""

from datetime import date, datetime

from sqlalchemy import ForeignKey, Index, String, Text
from sqlalchemy.orm import Mapped, mapped_column, relationship

from app.domain.ministries import Ministry, Stance
from app.extensions import Base
from app.models.dossier import Dossier
from app.models.types import UtcDateTime, Word, one_of


class MinisterPosition(Base):
    """What one minister thinks of a dossier, the last one said counting; never changed.

    Not an event of the dossier: the company may read its events, not what the ministers weigh.
    """

    __tablename__ = "minister_position"
    __table_args__ = (
        one_of("ministry", Ministry),
        one_of("stance", Stance),
        Index("ix_minister_position_dossier", "dossier_id"),
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    dossier_id: Mapped[int] = mapped_column(ForeignKey("dossier.id"))
    ministry: Mapped[Ministry] = mapped_column(Word(Ministry))
    stance: Mapped[Stance] = mapped_column(Word(Stance))
    comment: Mapped[str] = mapped_column(Text)
    given_on: Mapped[date]
    given_at: Mapped[datetime] = mapped_column(UtcDateTime)
    given_by_id: Mapped[int] = mapped_column(ForeignKey("user_account.id"))
    given_by_name: Mapped[str] = mapped_column(String(120))

    dossier: Mapped[Dossier] = relationship()
