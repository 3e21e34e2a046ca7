"""The certificate of a silent refusal: one page for the company, the agency and the ministries."""

from datetime import date
from typing import Final

from flask import render_template, request
from flask.typing import ResponseReturnValue

from app.context import current_actor, current_clock
from app.domain.actor import Role
from app.domain.deadlines import PARIS
from app.domain.french import NO_BREAK, day_in_words
from app.queries.remedies import remedies_of
from app.queries.silence import SilentRefusal, silent_refusal

# Where the page stands, by blueprint: the list its reader comes from.
LISTS: Final = {
    "manufacturer": ("Mes dossiers", "manufacturer.list_dossiers"),
    "review": ("Dossiers à instruire", "review.show_worklist"),
    "authority": ("Propositions", "authority.list_proposals"),
}


def show_certificate(reference: str) -> ResponseReturnValue:
    """Show, from rows alone, the silent refusal of a dossier, revoked or replaced included."""
    audience = request.blueprint or ""
    actor = current_actor()
    refusal = silent_refusal(reference, seen_by=actor)
    label, endpoint = LISTS[audience]
    return render_template(
        "after/certificate.html",
        dossier=refusal.dossier,
        refusal=refusal,
        born=_birth(refusal),
        effective_on=_effective_on(refusal),
        open_to=remedies_of(refusal.dossier),
        company=actor.role == Role.MANUFACTURER,
        audience=audience,
        parent=(label, endpoint),
        today=current_clock().today(),
    )


def _birth(refusal: SilentRefusal) -> str:
    """Return when a refusal is born, by its last day and by its instant, which is the next day.

    « au terme du 24 octobre 2025, soit le 25 octobre à 0 h 00, heure de Paris »; the other pages
    name the last day alone.
    """
    last_day, local = refusal.period.last_day, refusal.born_at.astimezone(PARIS)
    day = day_in_words(local.date())
    if local.year == last_day.year:
        day = day.removesuffix(f" {local.year}")
    hour = f"{local.hour}{NO_BREAK}h{NO_BREAK}{local:%M}"
    return f"au terme du {day_in_words(last_day)}, soit le {day} à {hour}, heure de Paris"


def _effective_on(refusal: SilentRefusal) -> date | None:
    """Return the day the order that came after takes effect, as its event says it."""
    told = refusal.order.details.get("effective_on") if refusal.order else None
    return date.fromisoformat(told) if told else None
