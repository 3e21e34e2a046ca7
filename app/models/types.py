"""Column types that keep their meaning on SQLite as on PostgreSQL."""

import json
from datetime import UTC, datetime
from decimal import Decimal
from enum import StrEnum
from typing import Any

from sqlalchemy import CheckConstraint, DateTime, Dialect, String, Text
from sqlalchemy.types import TypeDecorator


class UtcDateTime(TypeDecorator[datetime]):
    """An instant; naive values are refused, and what comes back is in UTC."""

    impl = DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Write UTC.

        Raises:
            ValueError: the instant is naive.
        """
        if value is None:
            return None
        if value.tzinfo is None:
            raise ValueError("An instant needs its zone.")
        value = value.astimezone(UTC)
        return value.replace(tzinfo=None) if dialect.name == "sqlite" else value

    def process_result_value(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Read UTC; SQLite forgets the zone."""
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if dialect.name == "sqlite" else value.astimezone(UTC)


class ExactDecimal(TypeDecorator[Decimal]):
    """A decimal kept as its digits: SQLite would make it a binary float."""

    impl = String(60)
    cache_ok = True

    def process_bind_param(self, value: Decimal | None, dialect: Dialect) -> str | None:  # noqa: ARG002 - the signature of SQLAlchemy
        """Write the digits, without exponent."""
        return None if value is None else f"{value:f}"

    def process_result_value(self, value: str | None, dialect: Dialect) -> Decimal | None:  # noqa: ARG002 - the signature of SQLAlchemy
        """Read the digits."""
        return None if value is None else Decimal(value)


class JsonText(TypeDecorator[Any]):
    """A JSON document kept as text, the same bytes on every database; decimals are strings."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: object, dialect: Dialect) -> str | None:  # noqa: ARG002 - the signature of SQLAlchemy
        """Write it compact and readable."""
        if value is None:
            return None
        return json.dumps(value, ensure_ascii=False, separators=(",", ":"))

    def process_result_value(self, value: str | None, dialect: Dialect) -> Any:  # noqa: ANN401, ARG002 - any JSON; the signature of SQLAlchemy
        """Read it."""
        return None if value is None else json.loads(value)


class Word(TypeDecorator[StrEnum]):
    """A word of an enumeration, kept by value; ``one_of`` gives the constraint beside it."""

    impl = String(40)
    cache_ok = True

    def __init__(self, words: type[StrEnum]) -> None:
        super().__init__()
        self.words = words

    def process_bind_param(self, value: StrEnum | None, dialect: Dialect) -> str | None:  # noqa: ARG002 - the signature of SQLAlchemy
        """Write the value of the word.

        Raises:
            ValueError: the word is not of the enumeration.
        """
        return None if value is None else self.words(value).value

    def process_result_value(self, value: str | None, dialect: Dialect) -> StrEnum | None:  # noqa: ARG002 - the signature of SQLAlchemy
        """Read the word."""
        return None if value is None else self.words(value)


def plain(kind: type[String], length: int | None = None) -> String:
    """Return a text type that every database orders by the bytes of its letters."""
    return kind(length).with_variant(kind(length, collation="C"), "postgresql")


def one_of(column: str, words: type[StrEnum]) -> CheckConstraint:
    """Return the constraint that keeps *column* within the words of an enumeration."""
    values = ", ".join(f"'{word.value}'" for word in words)
    return CheckConstraint(f"{column} IN ({values})", name=f"{column}_is_known")
