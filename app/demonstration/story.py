"""The main job, told: dossiers filed, reviewed and decided by their acts, on a moved clock."""

import io
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import Final

from app import create_app
from app.clock import FixedClock
from app.context import current_files
from app.demonstration import cars
from app.demonstration.papers import paper
from app.domain.actor import Actor, Role
from app.domain.completeness import required_documents
from app.domain.orders import LineEffect
from app.queries.dossiers import get_dossier
from app.services.accounts import NewAccount, actor_named, create_account, create_company
from app.services.completeness import (
    Asked,
    Supplied,
    confirm_complete,
    open_items_of,
    request_documents,
    supply,
)
from app.services.decision import record_publication
from app.services.documents import KeptFile, Upload, add_document, keep_upload
from app.services.drafting import create_draft
from app.services.lapse import record_due_effects
from app.services.orders import (
    PublishedRow,
    import_published_order,
    prepare_order,
    put_in_order,
)
from app.services.publication import publish_list
from app.services.review import send_proposal
from app.services.submission import submit_dossier
from app.settings import Settings
from scoring import law

COMPANIES: Final = {"Constructeur A": "FR", "Constructeur B": "DE", "Constructeur C": "KR"}
PEOPLE: Final = (
    ("constructeur-a@demo.invalid", "Camille Durand", Role.MANUFACTURER, "Constructeur A"),
    ("constructeur-b@demo.invalid", "Jonas Weber", Role.MANUFACTURER, "Constructeur B"),
    ("constructeur-c@demo.invalid", "Minji Kim", Role.MANUFACTURER, "Constructeur C"),
    ("agence@demo.invalid", "Alix Fontaine", Role.REVIEWER, None),
    ("ministeres@demo.invalid", "Dominique Leroy", Role.AUTHORITY, None),
    ("exploitant@demo.invalid", "Sacha Morel", Role.OPERATOR, None),
)

# Real: the first order and the two codes of it that are public; everything else is invented.
FIRST_ORDER: Final = "Arrêté du 14 décembre 2023 (extrait : deux lignes connues sur 436)"
FIRST_PUBLISHED: Final = date(2023, 12, 15)
REAL_ROWS: Final = tuple(
    PublishedRow(brand="Tesla", commercial_name="Model Y", tvv=code)
    for code in ("005Y7CRBVb3s5T3X", "005Y7CRPZb3s5T3X")
)

# What the agency writes when it asks for documents.
UNSIGNED: Final = "L’attestation reçue n’est pas signée."
NOTHING: Final = "Le dossier ne contient encore aucune pièce."


@dataclass(frozen=True, slots=True, kw_only=True)
class Filled:
    """What a demonstration holds.

    Attributes:
        accounts: the accounts, with what opens them.
        dossiers: the references of the dossiers, by the code of their car.
    """

    accounts: tuple[NewAccount, ...]
    dossiers: dict[str, str]


@dataclass(slots=True)
class Story:
    """The people and the dossiers, while the story is told."""

    clock: FixedClock
    upload_limit: int
    people: dict[str, Actor] = field(default_factory=dict)
    dossiers: dict[str, str] = field(default_factory=dict)
    papers: int = 0

    def file(self, car: cars.Car, *, documents: bool = True, submit: bool = True) -> None:
        """File the dossier of a car, with a paper in each cell unless told otherwise."""
        by = self.people[car.brand]
        driver_kg = law.load().edition("driver_mass_kg", on=self.clock.today()).integer
        content = car.declaration(driver_kg=driver_kg)
        dossier = create_draft(content, by=by, clock=self.clock)
        self.dossiers[car.code] = dossier.reference
        if documents:
            for cell in required_documents(content, on=self.clock.today()):
                add_document(
                    dossier.reference,
                    self._keep(f"{cell.label} - {cell.site.label}"),
                    requirement=cell.requirement,
                    site=cell.site.key,
                    by=by,
                    clock=self.clock,
                )
        if submit:
            submit_dossier(dossier.reference, by=by, clock=self.clock)

    def _keep(self, title: str) -> KeptFile:
        self.papers += 1
        upload = Upload(
            filename=f"piece-{self.papers}.pdf",
            stream=io.BytesIO(paper(f"{self.papers}. {title}")),
        )
        return keep_upload(upload, files=current_files(), limit_bytes=self.upload_limit)

    def confirm(self, car: cars.Car) -> None:
        """Confirm that the dossier of a car is complete."""
        confirm_complete(self.dossiers[car.code], by=self.people["agency"], clock=self.clock)

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
            by=self.people["agency"],
            clock=self.clock,
        )

    def answer(self, car: cars.Car) -> None:
        """Supply all that is asked for."""
        by = self.people[car.brand]
        items = open_items_of(get_dossier(self.dossiers[car.code], seen_by=by))
        supply(
            self.dossiers[car.code],
            {
                item.reference: Supplied(
                    files=(self._keep(item.label),), answer="Voir la pièce jointe."
                )
                for item in items
            },
            by=by,
            clock=self.clock,
        )

    def propose(self, car: cars.Car, *, favourable: bool = True) -> None:
        """Send the proposal to the ministers."""
        send_proposal(
            self.dossiers[car.code],
            favourable=favourable,
            reasons="Score recalculé par l’agence ; pièces concordantes."
            if favourable
            else "Le score calculé est inférieur au minimum.",
            by=self.people["agency"],
            clock=self.clock,
        )

    def publish(self, number: int, *listed: cars.Car) -> None:
        """Prepare an order and record its publication the same day."""
        by = self.people["ministries"]
        title = f"Arrêté inventé n° {number} fixant la liste des versions"
        order = prepare_order(title, by=by, clock=self.clock)
        for car in listed:
            put_in_order(
                order.reference,
                self.dossiers[car.code],
                effect=LineEffect.LIST,
                by=by,
                clock=self.clock,
            )
        record_publication(
            order.reference,
            nor=f"DEMO{self.clock.today():%y}{number:05}A",
            published_on=self.clock.today(),
            by=by,
            clock=self.clock,
        )

    def import_first_order(self) -> None:
        """Enter the order that was published before the portal opened."""
        import_published_order(
            FIRST_ORDER,
            REAL_ROWS,
            published_on=FIRST_PUBLISHED,
            by=self.people["ministries"],
            clock=self.clock,
        )

    def let_time_pass(self) -> None:
        """Record what silence did so far."""
        record_due_effects(clock=self.clock)


def chapters(story: Story) -> list[tuple[int, Callable[[], None]]]:
    """Return what happens, and how many days before today."""
    return [
        (200, story.import_first_order),
        (190, lambda: story.file(cars.CITY)),
        (186, lambda: story.file(cars.IMPORTED)),
        (180, lambda: story.confirm(cars.CITY)),
        (175, lambda: story.confirm(cars.IMPORTED)),
        (160, lambda: story.propose(cars.CITY)),
        (150, lambda: story.file(cars.SUV)),
        (148, lambda: story.propose(cars.IMPORTED, favourable=False)),
        (140, lambda: story.publish(1, cars.CITY)),
        (138, lambda: story.confirm(cars.SUV)),
        (110, lambda: story.propose(cars.SUV)),
        (90, story.let_time_pass),
        (80, lambda: story.publish(2, cars.SUV)),
        (70, lambda: story.file(cars.SALOON)),
        (60, lambda: story.confirm(cars.SALOON)),
        (50, lambda: story.file(cars.MINI)),
        (30, lambda: story.ask(cars.MINI, UNSIGNED, "Précisez les gares du trajet ferroviaire")),
        (24, lambda: story.answer(cars.MINI)),
        (22, lambda: story.file(cars.COMPACT, documents=False)),
        (20, lambda: story.propose(cars.SALOON)),
        (10, lambda: story.ask(cars.COMPACT, NOTHING, "Précisez le port d’embarquement")),
        (4, lambda: story.file(cars.ESTATE)),
        (1, lambda: story.file(cars.COUPE, documents=False, submit=False)),
        (0, story.let_time_pass),
    ]


def fill(settings: Settings, *, now: datetime) -> Filled:
    """Fill an empty portal, all of it by acts, so that it ends *now*.

    Args:
        settings: the settings of the demonstration.
        now: the instant the story ends.
    """
    first = chapters(Story(FixedClock(now), settings.upload_limit))[0][0]
    clock = FixedClock(now - timedelta(days=first + 1))
    app = create_app(settings, clock=clock)
    story = Story(clock, settings.upload_limit)
    with app.app_context():
        for name, country in COMPANIES.items():
            create_company(name, country=country, clock=clock)
        accounts = []
        for email, name, role, company in PEOPLE:
            accounts.append(
                create_account(email, name=name, role=role, company=company, clock=clock)
            )
            story.people[company or _ROLE_NAMES[role]] = actor_named(email)
        for days, act in chapters(story):
            clock.move_to(now - timedelta(days=days))
            act()
        publish_list(settings.instance / "public", clock=clock)
    return Filled(accounts=tuple(accounts), dossiers=story.dossiers)


_ROLE_NAMES: Final = {
    Role.REVIEWER: "agency",
    Role.AUTHORITY: "ministries",
    Role.OPERATOR: "operator",
}
