"""Who tells the story, and the acts on dossiers that every chapter of it needs."""

import io
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any, Final

from app.clock import FixedClock
from app.context import current_files
from app.demonstration import cars
from app.demonstration.papers import paper
from app.domain.actor import Actor
from app.domain.completeness import required_documents
from app.domain.procedure import Route
from app.queries.dossiers import get_dossier
from app.services.completeness import (
    confirm_complete,
    open_items_of,
    request_documents,
    supply,
)
from app.services.documents import KeptFile, Upload, add_document, keep_upload
from app.services.drafting import create_draft
from app.services.lapse import record_due_effects
from app.services.requested import Asked, Supplied
from app.services.review import send_proposal
from app.services.submission import submit_dossier
from scoring import law

# What the agency writes when it asks for documents.
UNSIGNED: Final = "L’attestation reçue n’est pas signée."
NOTHING: Final = "Le dossier ne contient encore aucune pièce."


def derogated(car: cars.Car) -> str:
    """Return how the story calls the derogation on a car."""
    return f"{car.code}+{Route.DEROGATION}"


def reported(car: cars.Car) -> str:
    """Return how the story calls the change reported on a car."""
    return f"{car.code}+{Route.MODIFICATION}"


@dataclass(slots=True)
class Story:
    """The people and the dossiers, while the story is told.

    Attributes:
        clock: the clock, moved from chapter to chapter.
        upload_limit: the largest document, in bytes.
        people: who acts: a company by its name, the others by their part.
        emails: the address of each of them.
        dossiers: the references of the dossiers, by the code of their car, and by the code and
            the route for those that come after.
        others: the references of orders and of breach reports, by a word.
        papers: how many papers were made.
    """

    clock: FixedClock
    upload_limit: int
    people: dict[str, Actor] = field(default_factory=dict)
    emails: dict[str, str] = field(default_factory=dict)
    dossiers: dict[str, str] = field(default_factory=dict)
    others: dict[str, str] = field(default_factory=dict)
    papers: int = 0

    def acts(self, who: str) -> dict[str, Any]:
        """Return the actor and the clock of an act."""
        return {"by": self.people[who], "clock": self.clock}

    def declaration(self, car: cars.Car) -> dict[str, Any]:
        """Return the declaration of a car, on the day of the clock."""
        edition = law.load().edition("driver_mass_kg", on=self.clock.today())
        return car.declaration(driver_kg=edition.integer)

    def file(self, car: cars.Car, *, documents: bool = True, submit: bool = True) -> None:
        """File the dossier of a car, with a paper in each cell unless told otherwise."""
        dossier = create_draft(self.declaration(car), **self.acts(car.brand))
        self.dossiers[car.code] = dossier.reference
        if documents:
            self.give_papers(dossier.reference, car)
        if submit:
            submit_dossier(dossier.reference, **self.acts(car.brand))

    def give_papers(self, reference: str, car: cars.Car) -> None:
        """Give a draft a paper in each cell of what it must hold."""
        dossier = get_dossier(reference, seen_by=self.people[car.brand])
        required = required_documents(dossier.content, on=self.clock.today(), route=dossier.route)
        for cell in required:
            add_document(
                reference,
                self.keep(f"{cell.label} - {cell.site.label}"),
                requirement=cell.requirement,
                site=cell.site.key,
                **self.acts(car.brand),
            )

    def keep(self, title: str) -> KeptFile:
        """Keep a paper that bears a title."""
        self.papers += 1
        upload = Upload(
            filename=f"piece-{self.papers}.pdf",
            stream=io.BytesIO(paper(f"{self.papers}. {title}")),
        )
        return keep_upload(upload, files=current_files(), limit_bytes=self.upload_limit)

    def confirm(self, *keys: str) -> None:
        """Confirm that dossiers are complete."""
        for key in keys:
            confirm_complete(self.dossiers[key], **self.acts("agency"))

    def ask(self, car: cars.Car, message: str, *labels: str) -> None:
        """Ask for the attestation of the first line, and for other things in words."""
        request_documents(
            self.dossiers[car.code],
            [
                Asked(
                    label="Attestation de la direction sur les sites de fabrication (ligne L1)",
                    requirement="site_attestation",
                    site="line:L1",
                ),
                *(Asked(label=label) for label in labels),
            ],
            answer_by=self.clock.today() + timedelta(days=20),
            message=message,
            **self.acts("agency"),
        )

    def answer(self, car: cars.Car) -> None:
        """Supply all that is asked for."""
        by = self.people[car.brand]
        items = open_items_of(get_dossier(self.dossiers[car.code], seen_by=by))
        given = {
            item.reference: Supplied(files=(self.keep(item.label),), answer="Voir la pièce jointe.")
            for item in items
        }
        supply(self.dossiers[car.code], given, by=by, clock=self.clock)

    def propose(self, *told: cars.Car, favourable: bool = True) -> None:
        """Send proposals to the ministers."""
        for car in told:
            send_proposal(
                self.dossiers[car.code],
                favourable=favourable,
                reasons="Score recalculé par l’agence ; pièces concordantes."
                if favourable
                else "Le score calculé est inférieur au minimum.",
                **self.acts("agency"),
            )

    def let_time_pass(self) -> None:
        """Record what silence did so far."""
        record_due_effects(clock=self.clock)
