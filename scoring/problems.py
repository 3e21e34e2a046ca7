"""What is wrong in something received, said in French, and where."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

# What a sentence shows of a key that somebody else chose.
SHOWN: Final = 40


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing to correct.

    Attributes:
        code: stable name of the problem.
        message: what to correct, a French sentence.
        field: where, as a JSON Pointer inside what was received.
    """

    code: str
    message: str
    field: str


class DeclarationError(Exception):
    """A declaration cannot be read; all its problems are given at once.

    Attributes:
        root: the key, in what was received, that the fields of its problems start from.
    """

    code = "invalid_declaration"
    root = "/declaration"

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__(" ".join(problem.message for problem in self.problems))


def quoted(key: str, most: int = SHOWN) -> str:
    """Return a key as a French sentence quotes it: cut, its invisible characters written out."""
    return f"« {repr(key[:most])[1:-1]} »"
