"""What was published of the list, each time under the next number."""

from datetime import date, datetime

from sqlalchemy import CheckConstraint, String
from sqlalchemy.orm import Mapped, mapped_column

from app.extensions import Base
from app.models.types import UtcDateTime


class Publication(Base):
    """One publication of the files: its number, and what makes the same files again.

    ``made_of`` names what they are made from besides the rows of the list: the format, the last
    change, the address of the portal. ``digest`` is that of the contents, without number nor date.
    ``still_on`` is the last day on which they were found to say the same.
    """

    __tablename__ = "publication"
    __table_args__ = (CheckConstraint("sequence > 0", name="sequence_is_positive"),)

    sequence: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    day: Mapped[date]
    still_on: Mapped[date]
    made_at: Mapped[datetime] = mapped_column(UtcDateTime)
    made_of: Mapped[str] = mapped_column(String(300))
    digest: Mapped[str] = mapped_column(String(64))
