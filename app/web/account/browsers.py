"""What a browser says of itself, in words that its owner recognises."""

from typing import Final

# The order counts: each name also says the names that come after it.
BROWSERS: Final = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("Chrome/", "Chrome"),
    ("CriOS/", "Chrome"),
    ("Safari/", "Safari"),
)
SYSTEMS: Final = (
    ("Windows", "Windows"),
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Mac OS X", "macOS"),
    ("Linux", "Linux"),
)


def browser_in_words(user_agent: str) -> str:
    """Return « Firefox, Linux », or « Navigateur inconnu »."""
    found = [
        next((name for mark, name in names if mark in user_agent), None)
        for names in (BROWSERS, SYSTEMS)
    ]
    return ", ".join(name for name in found if name) or "Navigateur inconnu"
