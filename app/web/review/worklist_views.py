"""The worklist of the agency: what runs out first, on top."""

from dataclasses import dataclass
from typing import Final

from flask import render_template, request
from flask.typing import ResponseReturnValue

from app.context import current_actor, current_clock
from app.domain.folding import fold
from app.domain.procedure import State
from app.queries.dossiers import AGENCY_STATES, WorkItem, worklist
from app.queries.filed import asked_on
from app.web.dossier_state import shown_states
from app.web.ledger_page import name_of
from app.web.review.blueprint import blueprint

PAGE: Final = 50
EVERYTHING: Final = "tous"
FILED: Final = frozenset(State) - {State.DRAFT}


@dataclass(frozen=True, slots=True, kw_only=True)
class Filters:
    """What the address asks for; anything it does not know is what the agency has to do.

    Attributes:
        state: a state, ``tous``, or nothing for what the agency has to do.
        words: a code, or words of the brand, the model or the company.
        page: from 1.
    """

    state: str
    words: str
    page: int

    @property
    def states(self) -> frozenset[State]:
        """The states to show."""
        if self.state == EVERYTHING:
            return FILED
        return frozenset({State(self.state)}) if self.state else AGENCY_STATES

    def keeps(self, item: WorkItem) -> bool:
        """Tell whether a dossier answers the words, and the agency still has to act on it."""
        dossier = item.dossier
        if not self.state and dossier.state == State.REPORTED and dossier.proposed_on:
            return False  # its opinion is with the ministers
        text = fold(f"{dossier.brand} {dossier.commercial_name} {dossier.manufacturer.name}")
        exact = (dossier.tvv, dossier.reference)
        return (
            not self.words
            or self.words in exact
            or (bool(fold(self.words)) and all(word in text for word in fold(self.words).split()))
        )


def read_filters() -> Filters:
    """Read the filters of the address."""
    state = request.args.get("etat", "")
    return Filters(
        state=state if state in {EVERYTHING, *(one.value for one in FILED)} else "",
        words=request.args.get("q", "").strip(),
        page=max(request.args.get("page", 1, type=int), 1),
    )


@blueprint.get("/")
def show_worklist() -> ResponseReturnValue:
    """Show the dossiers in the order of what runs out first."""
    filters = read_filters()
    today = current_clock().today()
    found = [item for item in worklist(current_actor(), filters.states) if filters.keeps(item)]
    pages = max(-(-len(found) // PAGE), 1)
    page = min(filters.page, pages)
    shown = found[(page - 1) * PAGE : page * PAGE]
    return render_template(
        "review/worklist.html",
        filters=filters,
        states=[state for state in State if state in FILED],
        everything=EVERYTHING,
        items=shown,
        total=len(found),
        page=page,
        pages=pages,
        name_of=name_of,
        asked_on=asked_on(item.dossier for item in shown),
        today=today,
        shown_states=shown_states((item.dossier for item in shown), today=today),
    )
