"""Say where a problem of a declaration is: in words, and on which page it is corrected."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from flask import url_for

from app.domain.specific import SPECIFIC_VALUES
from scoring.fields import Kind, ListOf, Record
from scoring.problems import Problem
from scoring.wire import DECLARATION

BETWEEN: Final = ", "
PAGES: Final = {
    "version": ("manufacturer.edit_version", None),
    "reference_vehicle": ("manufacturer.edit_vehicle", None),
    "manufacturing_lines": ("manufacturer.list_lines", "manufacturer.edit_line"),
    "battery_sites": ("manufacturer.list_batteries", "manufacturer.edit_battery"),
    "other_elements": ("manufacturer.edit_other_elements", None),
    "specific_values": ("manufacturer.list_values", None),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Placed:
    """A problem and where it is.

    Attributes:
        place: where, for a person.
        pointer: where, for a program (RFC 6901).
        message: what to correct.
        href: the page that corrects it; none when there is none.
    """

    place: str
    pointer: str
    message: str
    href: str | None


def placed(problem: Problem, content: Any, *, reference: str | None = None) -> Placed:  # noqa: ANN401 - any JSON
    """Return a problem with its place in *content*, and its page in the draft *reference*."""
    keys = [key.replace("~1", "/").replace("~0", "~") for key in problem.field.split("/")[1:]]
    return Placed(
        place=printable(_words(keys, content)),
        pointer=printable(problem.field),
        message=problem.message,
        href=_page(keys, content, reference) if reference else None,
    )


def printable(text: str) -> str:
    """Return *text* with the half characters of JSON written out: no page can hold them."""
    return text.encode(errors="backslashreplace").decode()


def _words(keys: list[str], content: Any) -> str:  # noqa: ANN401 - any JSON
    """Follow the table of the format and the content together, one key at a time."""
    kind: Kind | None = DECLARATION
    words: list[str] = []
    for key in keys:
        if isinstance(kind, ListOf):
            content = content[int(key)] if isinstance(content, list) else None
            kind = kind.item
            name = content.get("id") if isinstance(content, Mapping) else None
            words.append(f"n° {int(key) + 1}" + (f" ({name})" if name else ""))
            continue
        fields = kind.fields if isinstance(kind, Record) else ()
        field = next((one for one in fields if one.key == key), None)
        content = content.get(key) if isinstance(content, Mapping) else None
        kind = field.kind if field else None
        words.append(field.label if field else f"clé « {key} »")
    return BETWEEN.join(words) or "Déclaration"


def _page(keys: list[str], content: Any, reference: str) -> str | None:  # noqa: ANN401 - any JSON
    """Return the page of the draft where a problem is corrected, at its field if it has one."""
    if not keys or keys[0] not in PAGES:
        return None
    page, item_page = PAGES[keys[0]]
    if item_page is None:
        anchor = None if keys[0] == SPECIFIC_VALUES else "-".join(keys[1:]) or None
        return url_for(page, reference=reference, _anchor=anchor)
    if len(keys) == 1 or not isinstance(content.get(keys[0]), list):
        return url_for(page, reference=reference)
    field = "-".join(keys[2:]) or None
    return url_for(item_page, reference=reference, number=int(keys[1]) + 1, _anchor=field)
