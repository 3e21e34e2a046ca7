"""What a page shows of a filed dossier, to the agency and to the ministries alike."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, Final

from babel import Locale

from app.domain.completeness import RequiredDocument, Site, required_documents, sites_of
from app.domain.deadlines import legal_day
from app.domain.specific import reference_values, values_by_target
from app.domain.value_decisions import DecidedValue
from app.labels import SEVERITY, words
from app.queries import filed
from app.queries.decided_values import decided_values
from app.queries.derogations import listed_meanwhile
from app.queries.dossiers import filed_declaration
from app.queries.silence import silence_event
from app.web.filters import jour_court, nombre
from app.web.ledger_page import ledger_page, next_period
from scoring import law
from scoring.fields import Count, CountryCode, Field, Quantity
from scoring.law import method_on
from scoring.wire import BATTERY, BATTERY_SITE, REFERENCE_VEHICLE, VERSION

# A volume that is not declared is neither proven nor unproven.
VOLUME: Final = "volume_six_months"
PROVEN: Final = "volume_proven"
# The kind of a site that a correction took away.
GONE: Final = "gone"


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """A required document of one site, and what was given for it.

    Attributes:
        required: what is required.
        supports: the documents given; none when it is missing.
        asked: whether the agency asks for it and still waits.
    """

    required: RequiredDocument
    supports: tuple[Any, ...]
    asked: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SiteEvidence:
    """The documents of one site: those required, present or missing, and the others."""

    site: Site
    cells: tuple[Cell, ...]
    others: tuple[Any, ...]

    @property
    def missing(self) -> int:
        """How many required documents are missing."""
        return sum(1 for cell in self.cells if not cell.supports)


def dossier_page(dossier: Any, *, today: date) -> dict[str, Any]:  # noqa: ANN401 - a row, read only
    """Return what the templates read of a filed dossier."""
    declaration = filed_declaration(dossier)
    content = dossier.content if declaration is None else declaration.content
    ledger = ledger_page(dossier, today=today)
    return {
        "dossier": dossier,
        "today": today,
        "declaration": declaration,
        "holder": ledger.holder,
        "severity": SEVERITY,
        "declared": declared(
            content, on=dossier.received_on or today, decided=decided_values(dossier)
        ),
        "evidence": evidence(dossier, content, on=dossier.received_on or today),
        "ledger": ledger,
        "next_period": next_period(ledger.periods, today=today),
        "events": [history_entry(event) for event in dossier.events],
        "items": filed.items_of(dossier),
        "proposals": filed.proposals_of(dossier),
        "listed_meanwhile": listed_meanwhile(dossier),
        "refused_by_silence": silence_event(dossier.events) is not None,
    }


def evidence(dossier: Any, content: Mapping[str, Any], *, on: date) -> list[SiteEvidence]:  # noqa: ANN401 - a row
    """Return the matrix of evidence, site by site; a site that needs nothing is left out."""
    supports = filed.supports_of(dossier)
    required = required_documents(content, on=on, route=dossier.route)
    known = {document.key for document in required}
    asked = {
        f"{item.requirement}@{item.site}"
        for item in filed.items_of(dossier)
        if item.supplied_on is None
    }
    sites = [
        SiteEvidence(
            site=site,
            cells=tuple(
                Cell(
                    required=document,
                    supports=tuple(one for one in supports if one.key == document.key),
                    asked=document.key in asked,
                )
                for document in required
                if document.site == site
            ),
            others=tuple(one for one in supports if one.site == site.key and one.key not in known),
        )
        for site in _sites(dossier, content)
    ]
    return [one for one in sites if one.cells or one.others]


def _sites(dossier: Any, content: Mapping[str, Any]) -> Iterator[Site]:  # noqa: ANN401 - a row
    """Yield the sites of a declaration, then those that a correction took away (row 19).

    What was received for a site stays in the dossier, and is shown.
    """
    told = sites_of(content)
    yield from told
    known = {site.key for site in told}
    for earlier in reversed(dossier.declarations):
        for site in sites_of(earlier.content):
            if site.key not in known:
                known.add(site.key)
                yield replace(site, kind=GONE, label=f"{site.label} (retiré de la déclaration)")


def declared(
    content: Mapping[str, Any], *, on: date, decided: Iterable[DecidedValue] = ()
) -> dict[str, Any]:
    """Return a declaration as names and values in French, part by part.

    Args:
        content: the declaration in its wire form.
        on: the day whose reference values stand beside the specific ones.
        decided: what was decided on the specific values.
    """
    vehicle = content["reference_vehicle"]
    decisions = {one.target: one for one in decided}
    return {
        "version": _rows(VERSION.fields, content["version"]),
        "vehicle": _rows(REFERENCE_VEHICLE.fields, vehicle)
        + _rows(BATTERY.fields, vehicle["battery"]),
        "lines": [_line(line, on) for line in content["manufacturing_lines"]],
        "batteries": [
            {"id": site["id"], "rows": _rows(BATTERY_SITE.fields[1:], site)}
            for site in content["battery_sites"]
        ],
        "specific": [
            {
                "label": target.label,
                "value": value["value"],
                "decision": decisions.get(target),
                "references": reference_values(content, target, method=method_on(law.load(), on)),
            }
            for target, value in values_by_target(content).items()
        ],
    }


def _rows(fields: Iterable[Field], record: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """Return label and value of what a record declares, its parts left out."""
    return [
        (field.label, _value(field, record[field.key]))
        for field in fields
        if record.get(field.key) is not None
        and not isinstance(record[field.key], dict | list)
        and not (field.key == PROVEN and record.get(VOLUME) is None)
    ]


def _value(field: Field, value: Any) -> str:  # noqa: ANN401 - a value of the wire
    if isinstance(value, bool):
        return "oui" if value else "non"
    if isinstance(field.kind, Quantity | Count):
        return nombre(value)
    return country_name(value) if isinstance(field.kind, CountryCode) else str(value)


def country_name(iso: str) -> str:
    """Return the French name of a country; its code when it has none."""
    return str(Locale("fr").territories.get(iso, iso))


def _line(line: Mapping[str, Any], on: date) -> dict[str, Any]:
    transport = method_on(law.load(), on).transport
    sites = [
        *(("Emboutissage", site) for site in line["stamping"]),
        ("Caisse en blanc", line["body_in_white"]),
        ("Peinture", line["painting"]),
        ("Assemblage", line["assembly"]),
    ]
    return {
        "id": line["id"],
        "volume": line.get("volume_six_months"),
        "proven": line.get("volume_proven", False),
        "sites": [
            {
                "step": step,
                "name": site["name"],
                "country": country_name(site["country"]),
                "address": site.get("address"),
                "stamped_mass_kg": site.get("stamped_mass_kg"),
            }
            for step, site in sites
        ],
        "legs": [
            (transport[leg["mode"], leg["zone"]].label, leg["distance_km"])
            for leg in line["delivery"]
        ],
    }


def history_entry(event: Any) -> dict[str, Any]:  # noqa: ANN401 - a row
    """Return an event in words; its two days when it was recorded on another."""
    recorded_on = legal_day(event.recorded_at)
    return {
        "label": words(event.action),
        "who": event.actor_name,
        "role": words(event.actor_role),
        "occurred_on": event.occurred_on,
        "recorded_at": event.recorded_at,
        "late": recorded_on != event.occurred_on,
        "details": _details(event.details),
    }


def _details(details: Mapping[str, Any]) -> list[str]:
    """Return what an event says, in sentences; its digests stay in the database."""
    sentences = []
    if details.get("answer_by"):
        sentences += details["items"]
        day = date.fromisoformat(details["answer_by"])
        sentences.append(f"Réponse attendue avant la fin du {jour_court(day)}.")
    sentences += [details[key] for key in ("message", "reasons") if details.get(key)]
    sentences += [_decided(DecidedValue.of_wire(one)) for one in details.get("values", ())]
    sentences += [
        document["filename"]
        for document in details.get("documents", [])
        if isinstance(document, dict)
    ]
    if details.get("nor"):
        sentences.append(f"Arrêté {details['nor']}")
    return sentences


def _decided(value: DecidedValue) -> str:
    told = f"Valeur spécifique {'acceptée' if value.accepted else 'refusée'}"
    return f"{told} ({value.target.label}){' : ' if value.reason else '.'}{value.reason}"
