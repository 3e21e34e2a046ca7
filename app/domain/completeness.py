"""The documents that a dossier must hold for what it declares (D. 251-1-A, P-12, P-13).

The required documents are a dated table, ``evidence.toml`` (reading S-16). A missing document is
shown, and may be asked for; it never bars the deposit.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any, Final

from app.domain.differences import understood
from app.domain.drafts import OTHER_ELEMENTS
from app.domain.procedure import Route
from app.domain.specific import values_by_target
from scoring.dated import Law
from scoring.editions import Cell
from scoring.fields import QUANTITY
from scoring.law import ELEMENTS
from scoring.wire import BATTERY_SITE, LINE

VERSION_SITE: Final = "version"


@dataclass(frozen=True, slots=True, kw_only=True)
class Site:
    """A place evidence is given for.

    Attributes:
        key: ``version``, ``line:<id>``, ``battery:<id>`` or ``specific:<target>``.
        label: how a person calls it.
        kind: ``version``, ``line``, ``battery`` or ``specific``.
    """

    key: str
    label: str
    kind: str


@dataclass(frozen=True, slots=True, kw_only=True)
class RequiredDocument:
    """One cell of the evidence matrix: a document that one site must support.

    Attributes:
        requirement: the name of the row of ``evidence.toml``.
        site: the site, or the version as a whole.
        label: what the document is, in French.
        hint: what it must show.
        source: the article, for a reader.
        grade: how sure the requirement is (A, B…, C).
        supports: the figures of a score that it supports, by the names of their steps.
    """

    requirement: str
    site: Site
    label: str
    hint: str
    source: str
    grade: str
    supports: tuple[str, ...] = ()

    @property
    def key(self) -> str:
        """The cell, as one word."""
        return f"{self.requirement}@{self.site.key}"


@cache
def evidence_law() -> Law:
    """Return the table of required documents, read once."""
    return Law.read(Path(__file__).with_name("evidence.toml"))


def sites_of(content: Mapping[str, Any]) -> tuple[Site, ...]:
    """Return the sites that a declaration, even unfinished, speaks of; the version first.

    Each specific value has a place of its own: its evidence is given for it (P-20).
    """
    lines = [
        Site(key=f"line:{line['id']}", label=_line_label(line), kind="line")
        for line in content.get("manufacturing_lines", [])
    ]
    batteries = [
        Site(
            key=f"battery:{site['id']}",
            label=f"Cellules {site['id']} : {site.get('name') or 'site à nommer'}",
            kind="battery",
        )
        for site in content.get("battery_sites", [])
    ]
    version = Site(key=VERSION_SITE, label="La version", kind="version")
    values = [
        Site(key=target.key, label=f"Valeur spécifique : {target.label}", kind="specific")
        for target in values_by_target(content)
    ]
    return (version, *lines, *batteries, *values)


def _line_label(line: Mapping[str, Any]) -> str:
    assembly = line.get("assembly")
    name = assembly.get("name") if isinstance(assembly, Mapping) else None
    return f"Ligne {line['id']} : {name or 'site à nommer'}"


def sites_changed(before: Mapping[str, Any], after: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the keys of the lines and battery sites that another declaration does not repeat."""
    now = _sites_declared(after)
    return tuple(key for key, said in _sites_declared(before).items() if now.get(key) != said)


def _sites_declared(content: Mapping[str, Any]) -> dict[str, Any]:
    """Return what a declaration says of its sites, as the format understands it, by their keys."""
    parts = (("line", "manufacturing_lines", LINE), ("battery", "battery_sites", BATTERY_SITE))
    return {
        f"{kind}:{site['id']}": understood(record, site)
        for kind, part, record in parts
        for site in content.get(part, [])
    }


def required_documents(
    content: Mapping[str, Any], *, on: date, route: Route = Route.REFERENCE
) -> tuple[RequiredDocument, ...]:
    """Return the documents required of a declaration, site by site, in the order of the table.

    Args:
        content: the declaration in its wire form, even unfinished.
        on: the day the dossier is deposited, which picks the edition of the table.
        route: why it is filed: a derogation has documents of its own (P-21).

    Raises:
        NotInForceError: no text covers the day.
    """
    rows = evidence_law().edition("required_documents", on=on).rows
    return tuple(
        RequiredDocument(
            requirement=str(row["name"]),
            site=site,
            label=str(row["label"]),
            hint=str(row["hint"]),
            source=str(row["source"]),
            grade=str(row["grade"]),
            supports=_words(row["supports"]),
        )
        for site in sites_of(content)
        for row in rows
        if row["site"] == site.kind
        and any(_applies(when, site, content, route) for when in _words(row["when"]))
    )


def _words(cell: Cell) -> tuple[str, ...]:
    return tuple(str(one) for one in cell) if isinstance(cell, tuple) else (str(cell),)


def _applies(when: str, site: Site, content: Mapping[str, Any], route: Route) -> bool:
    lines: list[dict[str, Any]] = content.get("manufacturing_lines", [])
    if when == "derogation":
        # A change that carries a specific value gives its evidence too (decision 0026).
        return route == Route.DEROGATION or (
            route == Route.MODIFICATION and site.kind == "specific"
        )
    if when == "several_lines":
        return len(lines) > 1
    if when == "several_battery_sites":
        return len(content.get("battery_sites", [])) > 1
    if when == "split_stamping":
        line = next((line for line in lines if f"line:{line['id']}" == site.key), {})
        stamping = line.get("stamping")
        return isinstance(stamping, list) and len(stamping) > 1
    if when in ELEMENTS:
        return _said(content, when)
    return True


def _said(content: Mapping[str, Any], element: str) -> bool:
    """Tell whether a declaration says yes to a datum of article 12, or more than zero."""
    elements = content.get(OTHER_ELEMENTS)
    value = elements.get(element) if isinstance(elements, Mapping) else None
    if isinstance(value, str) and QUANTITY.fullmatch(value):
        return Fraction(value) > 0
    return value is True


def missing(
    required: Iterable[RequiredDocument], present: Iterable[str]
) -> tuple[RequiredDocument, ...]:
    """Return the required documents whose cell is not among *present* cells."""
    held = frozenset(present)
    return tuple(document for document in required if document.key not in held)
