"""What a page shows of a filed dossier, to the agency and to the ministries alike."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, Final

from babel import Locale

from app.domain.completeness import RequiredDocument, Site, required_documents, sites_of
from app.domain.deadlines import legal_day
from app.domain.obtained import ObtainedListing
from app.domain.plausibility import doubts
from app.domain.procedure import Action, Route
from app.domain.value_decisions import DecidedValue
from app.labels import words
from app.queries import filed
from app.queries.decided_values import decided_values
from app.queries.dossiers import ORDERED_STATES, decided_declaration, proposal_of
from app.queries.meanwhile import listed_meanwhile
from app.queries.obtained import obtained_listings
from app.queries.silence import silence_event
from app.web.dossier_state import shown_state
from app.web.filters import jour_court, nombre
from app.web.ledger_page import ledger_page, next_period
from app.web.manufacturer.places import placed
from app.web.value_effects import ShownValue, decided_list, shown_values
from scoring import law
from scoring.fields import Count, CountryCode, Field, Quantity
from scoring.law import method_on
from scoring.wire import BATTERY, BATTERY_SITE, OTHER_ELEMENTS, REFERENCE_VEHICLE, VERSION

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
    declaration, proposal = decided_declaration(dossier), proposal_of(dossier)
    content = dossier.content if declaration is None else declaration.content
    # The method of the day of the score decided on (S-12); before, of the day of the deposit.
    law_on = proposal.assessment.law_on if proposal else dossier.received_on or today
    values = decided_list(dossier)
    listing = obtained_listings([dossier], on=today).get(dossier.id)
    ledger = ledger_page(dossier, today=today, listing=listing)
    return {
        "dossier": dossier,
        "today": today,
        "declaration": declaration,
        "holder": ledger.holder,
        "next_act": ledger.next_act,
        "listing": listing,
        "state": shown_state(dossier, listing),
        "removals": list(_removals(dossier, listing, today)),
        "declared": declared(
            content,
            on=law_on,
            values=values or shown_values(content, on=law_on, decided=decided_values(dossier)),
        ),
        "doubts": [
            placed(one, content) for one in doubts(content, method=method_on(law.load(), law_on))
        ],
        "evidence": shown_evidence(dossier, content, on=dossier.received_on or today),
        "ledger": ledger,
        "next_period": next_period(ledger.periods, today=today),
        "events": [history_entry(event) for event in dossier.events],
        "items": filed.items_of(dossier),
        "proposals": filed.proposals_of(dossier),
        "ruled_on": proposal if dossier.state in ORDERED_STATES else None,
        "listed_meanwhile": listed_meanwhile(dossier, on=today),
        "refused_by_silence": silence_event(dossier.events) is not None,
    }


def _removals(
    dossier: Any,  # noqa: ANN401 - a row, read only
    listing: ObtainedListing | None,
    today: date,
) -> Iterator[dict[str, Any]]:
    """Yield the orders that removed the version of a dossier, with the day that counts today.

    A later order may have corrected that day: that of the listing, as the list has it, prevails.
    """
    for event in dossier.events:
        if event.action != Action.REMOVE_BY_ORDER:
            continue
        told = date.fromisoformat(event.details["effective_on"])
        told_on = event.details.get("published_on")
        day = listing.until if listing and listing.until else told
        yield {
            "order": event.details["nor"] or event.details["order"],
            # A report may have been received between the publication and the removal.
            "published_on": date.fromisoformat(told_on) if told_on else event.occurred_on,
            "effective_on": day,
            "to_come": day > today,
            "reasons": event.details["reasons"],
        }


def shown_evidence(
    dossier: Any,  # noqa: ANN401 - a row
    content: Mapping[str, Any],
    *,
    on: date,
) -> list[SiteEvidence]:
    """Return the evidence of a filed dossier; of a change, only what was given or asked for.

    No complete set of documents is required of a change report (P-25).
    """
    found = evidence(dossier, content, on=on)
    if dossier.route != Route.MODIFICATION:
        return found
    kept = (
        replace(one, cells=tuple(cell for cell in one.cells if cell.supports or cell.asked))
        for one in found
    )
    return [one for one in kept if one.cells or one.others]


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
    content: Mapping[str, Any], *, on: date, values: Iterable[ShownValue] = ()
) -> dict[str, Any]:
    """Return a declaration as names and values in French, part by part.

    Args:
        content: the declaration in its wire form.
        on: the day whose method names what is declared.
        values: its specific values.
    """
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
        "elements": element_rows(content),
        "specific": list(values),
    }


def element_rows(content: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """Return what is declared of repairability and materials (article 12); often nothing."""
    return _rows(OTHER_ELEMENTS.fields, content.get("other_elements") or {})


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
