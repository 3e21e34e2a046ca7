"""What is wrong in something received, said in French, and where."""

from collections.abc import Iterable
from dataclasses import dataclass


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
    """A declaration cannot be read; all its problems are given at once."""

    code = "invalid_declaration"

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = tuple(problems)
        super().__init__(" ".join(problem.message for problem in self.problems))
