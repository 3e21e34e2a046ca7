"""Where the pages of the portal are, for what is written outside a request."""

from typing import Final
from urllib.parse import quote

# What a browser or the server would tidy away inside a path.
_DOTS: Final = frozenset({"", ".", ".."})


def version_path(tvv: str) -> str:
    """Return the address of the page of a version, from the root of the site.

    A code is opaque (reading L-1): any character is quoted. A code that would not survive as a
    path (empty or dotted segments) goes in the query.
    """
    if _DOTS.intersection(tvv.split("/")):
        return f"/version?code={quote(tvv, safe='')}"
    return f"/versions/{quote(tvv, safe='')}"
