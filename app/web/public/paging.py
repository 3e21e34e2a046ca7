"""Which page of a list an address asks for."""

from flask import request

LONGEST = 5


def page_asked() -> int:
    """Return the page asked for; anything that is none is the first."""
    asked = request.args.get("page", "")
    number = asked.isascii() and asked.isdigit() and len(asked) <= LONGEST
    return max(1, int(asked)) if number else 1
