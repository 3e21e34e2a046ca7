"""What a page shows of a filed dossier, to the agency and to the ministries alike."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, Final

from babel import Locale

from app.domain.completeness import RequiredDocument, Site, required_documents, sites_of
from app.domain.deadlines import PeriodKind, PeriodOutcome, legal_day
from app.domain.procedure import State
from app.labels import SEVERITY, words
from app.queries import filed
from app.queries.dossiers import filed_declaration
from app.queries.periods import periods_of
from app.web.filters import jour_court, nombre
from scoring import law
from scoring.fields import Count, CountryCode, Field, Quantity
from scoring.law import method_on
from scoring.wire import BATTERY, BATTERY_SITE, REFERENCE_VEHICLE, VERSION

HOLDER: Final = {
    State.DRAFT: "Le constructeur : le dossier n’est pas encore déposé.",
    State.SUBMITTED: "L’agence : elle vérifie que le dossier est complet.",
    State.AWAITING_DOCUMENTS: "Le constructeur : l’agence lui a demandé des pièces.",
    State.COMPLETE: "L’agence : elle instruit le dossier.",
    State.PROPOSED: "Les ministres : l’agence leur a transmis sa proposition.",
    State.LISTED_BY_ORDER: "Personne : un arrêté a inscrit la version.",
    State.REFUSED_BY_ORDER: "Personne : un arrêté a refusé la version.",
    State.REFUSED_BY_SILENCE: "Personne : le silence des ministres a rejeté la demande.",
    State.WITHDRAWN: "Personne : le constructeur a retiré son dossier.",
}
EFFECT: Final = {
    PeriodKind.COMPLETENESS: "Sans réponse de l’agence, le dossier est réputé complet ce jour-là.",
    PeriodKind.RECHECK: "Jusqu’à ce jour compris, l’agence peut redemander des pièces.",
    PeriodKind.REVIEW: "L’agence doit avoir transmis sa proposition ; après, elle est en retard.",
    PeriodKind.SILENCE: "Sans arrêté publié à la fin de ce jour, la demande est rejetée.",
    PeriodKind.INSPECTION: "Jusqu’à ce jour compris, l’agence peut demander des justificatifs.",
}
# A volume that is not declared is neither proven nor unproven.
VOLUME: Final = "volume_six_months"
PROVEN: Final = "volume_proven"
# The periods whose end changes who holds the dossier; the two others only allow a request.
MOVING: Final = frozenset({PeriodKind.COMPLETENESS, PeriodKind.REVIEW, PeriodKind.SILENCE})
OUTCOME_SEVERITY: Final = {PeriodOutcome.RUNNING: "info", PeriodOutcome.MET: "success"}


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
    periods = periods_of(dossier)
    return {
        "dossier": dossier,
        "today": today,
        "declaration": declaration,
        "holder": HOLDER[dossier.state],
        "severity": SEVERITY,
        "declared": declared(content, on=dossier.received_on or today),
        "evidence": evidence(dossier, content, on=dossier.received_on or today),
        "periods": [timeline_entry(period, today=today) for period in periods],
        "next_period": next_period(periods, today=today),
        "events": [history_entry(event) for event in dossier.events],
        "items": filed.items_of(dossier),
        "proposals": filed.proposals_of(dossier),
    }


def evidence(dossier: Any, content: Mapping[str, Any], *, on: date) -> list[SiteEvidence]:  # noqa: ANN401 - a row
    """Return the matrix of evidence, site by site; a site that needs nothing is left out."""
    supports = filed.supports_of(dossier)
    required = required_documents(content, on=on)
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
        for site in sites_of(content)
    ]
    return [one for one in sites if one.cells or one.others]


def declared(content: Mapping[str, Any], *, on: date) -> dict[str, Any]:
    """Return a declaration as names and values in French, part by part."""
    vehicle = content["reference_vehicle"]
    return {
        "version": _rows(VERSION.fields, content["version"]),
        "vehicle": _rows(REFERENCE_VEHICLE.fields, vehicle)
        + _rows(BATTERY.fields, vehicle["battery"]),
        "lines": [_line(line, on) for line in content["manufacturing_lines"]],
        "batteries": [
            {"id": site["id"], "rows": _rows(BATTERY_SITE.fields[1:], site)}
            for site in content["battery_sites"]
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


def next_period(periods: Iterable[Any], *, today: date) -> dict[str, Any] | None:
    """Return the running period that moves the dossier first, as the summary shows it."""
    waited = [one for one in periods if one.outcome == PeriodOutcome.RUNNING and one.kind in MOVING]
    if not waited:
        return None
    first = min(waited, key=lambda one: one.last_day)
    return timeline_entry(first, today=today) | {"days_left": (first.last_day - today).days}


def timeline_entry(period: Any, *, today: date) -> dict[str, Any]:  # noqa: ANN401 - a row
    """Return a period as the time line draws it.

    A period that ends without an effect of its own keeps running in its row: its last day says
    that it is over.
    """
    outcome = period.outcome
    if outcome == PeriodOutcome.RUNNING and period.last_day < today:
        outcome = PeriodOutcome.EXPIRED
    return {
        "label": words(period.kind),
        "origin_on": period.origin_on,
        "origin": words(period.origin_event.action).lower(),
        "last_day": period.last_day,
        "effect": EFFECT[period.kind],
        "state": words(outcome),
        "severity": OUTCOME_SEVERITY.get(outcome, "info"),
        "basis": f"{period.months} mois : {period.source}",
        "over": outcome != PeriodOutcome.RUNNING,
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
    sentences += [
        document["filename"]
        for document in details.get("documents", [])
        if isinstance(document, dict)
    ]
    if details.get("nor"):
        sentences.append(f"Arrêté {details['nor']}")
    return sentences
