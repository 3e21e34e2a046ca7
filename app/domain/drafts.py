"""What a draft may hold: a declaration, however unfinished, and nothing else."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from app.domain.errors import InvalidValueError
from app.domain.identifiers import readable
from app.domain.specific import SPECIFIC_VALUES
from scoring.problems import Problem

NAME_LENGTH: Final = 120
NAMES: Final = {
    "brand": "Indiquez la marque.",
    "commercial_name": "Indiquez le nom commercial.",
}
# A document names its site by it, in 80 characters with « specific:other_materials: » before.
ID_LENGTH: Final = 55

# Problems of shape, not of completeness: pages and documents could not read such a draft.
MALFORMED: Final = frozenset({"wrong_type", "unknown_key", "unprintable", "duplicate"})

LINES: Final = "manufacturing_lines"
BATTERY_SITES: Final = "battery_sites"
OTHER_ELEMENTS: Final = "other_elements"


def malformed(content: Mapping[str, Any], problems: Iterable[Problem]) -> list[Problem]:
    """Return what no form could have written: a draft may lack parts, not have another shape.

    Args:
        content: the declaration in its wire form.
        problems: all that the reader of the wire form found in it.
    """
    found = [one for one in problems if one.code in MALFORMED or one.field.endswith("/id")]
    # Only once each site has a name that is a text can names be compared.
    return found or [*_unfit_names(content), *_already_decided(content)]


def _already_decided(content: Mapping[str, Any]) -> Iterator[Problem]:
    """Yield the specific values that say they are accepted or refused: the agency decides it."""
    for number, value in enumerate(content.get(SPECIFIC_VALUES, [])):
        if value.get("accepted") is not None:
            sentence = (
                "L’agence seule accepte ou refuse une valeur spécifique : retirez « accepted »"
                " (D. 251-1-A, II)."
            )
            yield Problem("not_yours_to_decide", sentence, f"/{SPECIFIC_VALUES}/{number}/accepted")


def _unfit_names(content: Mapping[str, Any]) -> Iterator[Problem]:
    """Yield the sites that a document could not name: even unfinished, each has its own name."""
    for part in (LINES, BATTERY_SITES):
        names = [site["id"] for site in content.get(part, [])]
        for number, name in enumerate(names):
            place = f"/{part}/{number}/id"
            if len(name) > ID_LENGTH:
                sentence = f"Un identifiant de site compte au plus {ID_LENGTH} caractères."
                yield Problem("too_long", sentence, place)
            if name in names[:number]:
                yield Problem("duplicate", "Deux sites portent le même identifiant.", place)


def checked_name(version: Mapping[str, Any], field: str) -> str:
    """Return the brand or the commercial name of a version, without its outer blanks.

    Raises:
        InvalidValueError: none, too long, or with a character that nobody sees.
    """
    name = str(version.get(field) or "").strip()
    if not name:
        raise InvalidValueError(field, NAMES[field])
    if not readable(name):
        raise InvalidValueError(field, "Ce nom contient un caractère invisible ; retapez-le.")
    if len(name) > NAME_LENGTH:
        raise InvalidValueError(field, f"Ce nom dépasse {NAME_LENGTH} caractères.")
    return name
