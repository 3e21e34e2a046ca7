"""A list page by page: which one an address asks for, and what stands on it."""

from typing import Any, Final

from flask import request

from app.queries.register import PAGE, Wanted, count_listed, listed

LONGEST: Final = 5


def page_of(wanted: Wanted) -> dict[str, Any]:
    """Return what a page of the list shows: how many there are, which page, of how many."""
    count = count_listed(wanted)
    pages = max(1, -(-count // PAGE))
    page = min(_asked(), pages)
    shown = listed(wanted, skip=(page - 1) * PAGE, most=PAGE)
    return {"count": count, "pages": pages, "page": page, "shown": shown}


def _asked() -> int:
    """Return the page asked for; anything that is none is the first."""
    asked = request.args.get("page", "")
    number = asked.isascii() and asked.isdigit() and len(asked) <= LONGEST
    return max(1, int(asked)) if number else 1
