"""Pages of a long list: a cursor names the place of the last row that was given."""

import base64
import binascii
import json
from collections.abc import Sequence

from app.domain.errors import InvalidValueError


def cursor_at(place: Sequence[str]) -> str:
    """Return the cursor of a place: what the list is ordered by, in texts."""
    return base64.urlsafe_b64encode(json.dumps(list(place)).encode()).decode()


def place_of(cursor: str) -> list[str] | None:
    """Return the place that a cursor names, or none at the start.

    Raises:
        InvalidValueError: it is no cursor of this API.
    """
    if not cursor:
        return None
    try:
        place = json.loads(base64.b64decode(cursor, altchars=b"-_", validate=True))
    except (binascii.Error, ValueError, RecursionError):
        place = None
    if not isinstance(place, list) or not all(isinstance(part, str) for part in place):
        raise wrong_cursor()
    return place


def wrong_cursor() -> InvalidValueError:
    """Return the refusal of what is no cursor of this list."""
    return InvalidValueError("cursor", "Ce curseur n’est pas valable.")
