"""Long lists of values, asked a part at a time."""

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Final, TypeVar

T = TypeVar("T")

# A statement of PostgreSQL takes 65,535 values; one of SQLite, as many as it was built for.
CHUNK: Final = 5_000


def chunks(values: Iterable[T]) -> Iterator[list[T]]:
    """Yield the values in lists that a statement of any database can take."""
    left = iter(values)
    while some := list(islice(left, CHUNK)):
        yield some
