"""The orders of the story: three published, and one in preparation that waits for a minister."""

from datetime import date
from typing import Final

from app.demonstration import cars
from app.demonstration.teller import Story, reported
from app.domain.ministries import Ministry, Stance
from app.domain.orders import LineEffect
from app.queries.published import correctable_rows
from app.services.decision import record_publication
from app.services.orders import (
    NewWords,
    PublishedRow,
    import_published_order,
    prepare_order,
    put_correction,
    put_in_order,
    put_removal,
)
from app.services.positions import give_position

# Real: the first order and the two codes of it that are public; everything else is invented.
FIRST_ORDER: Final = "Arrêté du 14 décembre 2023 (extrait : deux lignes connues sur 436)"
FIRST_PUBLISHED: Final = date(2023, 12, 15)
REAL_ROWS: Final = tuple(
    PublishedRow(brand="Tesla", commercial_name="Model Y", tvv=code)
    for code in ("005Y7CRBVb3s5T3X", "005Y7CRPZb3s5T3X")
)

# Whose agent writes the orders of the story; of the four, transport has said nothing yet.
SCRIBE: Final = Ministry.ENERGY
STANCES: Final = {
    Ministry.ECONOMY: (Stance.FAVOURABLE, ""),
    Ministry.ENERGY: (Stance.FAVOURABLE, "Le calcul n’appelle pas d’observation."),
    Ministry.ECOLOGY: (Stance.RESERVED, "À revoir avec le site des cellules."),
}
WHOLE_NAME: Final = "Familiale Émeraude Longue"
FALSE_SITE: Final = "Le site d’emboutissage déclaré n’existe pas."
UNREPORTED: Final = "Le site des cellules a changé sans que l’agence en soit informée."


def import_first_order(story: Story) -> None:
    """Enter the order that was published before the portal opened."""
    import_published_order(
        FIRST_ORDER, REAL_ROWS, published_on=FIRST_PUBLISHED, **story.acts(SCRIBE)
    )


def publish(story: Story, number: int, *listed: cars.Car) -> None:
    """Prepare an order that lists versions and record its publication the same day."""
    reference = _prepare(story, f"Arrêté inventé n° {number} fixant la liste des versions")
    for car in listed:
        put_in_order(
            reference, story.dossiers[car.code], effect=LineEffect.LIST, **story.acts(SCRIBE)
        )
    _record(story, reference, number)


def amend(story: Story, number: int) -> None:
    """Publish an order that removes a version, and writes the name of another in full."""
    reference = _prepare(story, f"Arrêté inventé n° {number} modifiant la liste des versions")
    _remove(story, reference, cars.HATCHBACK, FALSE_SITE)
    row = correctable_rows(cars.SUV.code)[0]
    said = NewWords(brand=row.brand, commercial_name=WHOLE_NAME, tvv=row.tvv, listed_from=row.day)
    put_correction(reference, row.order.reference, row.position, said, **story.acts(SCRIBE))
    _record(story, reference, number)
    story.others["amending"] = reference


def prepare(story: Story, number: int) -> None:
    """Prepare an order that lists, keeps and removes; three ministers of four say their mind."""
    reference = _prepare(story, f"Projet d’arrêté inventé n° {number}")
    listed, kept = story.dossiers[cars.SALOON.code], story.dossiers[reported(cars.CITY)]
    put_in_order(reference, listed, effect=LineEffect.LIST, **story.acts(SCRIBE))
    put_in_order(reference, kept, effect=LineEffect.KEEP, **story.acts(SCRIBE))
    _remove(story, reference, cars.CROSSOVER, UNREPORTED)
    for dossier in (listed, kept):
        for ministry, (stance, comment) in STANCES.items():
            give_position(dossier, stance=stance, comment=comment, **story.acts(ministry))
    story.others["prepared"] = reference


def _prepare(story: Story, title: str) -> str:
    return prepare_order(title, **story.acts(SCRIBE)).reference


def _remove(story: Story, order: str, car: cars.Car, reasons: str) -> None:
    put_removal(order, car.code, car.brand, reasons=reasons, **story.acts(SCRIBE))


def _record(story: Story, order: str, number: int) -> None:
    record_publication(
        order,
        nor=f"DEMO{story.clock.today():%y}{number:05}A",
        published_on=story.clock.today(),
        **story.acts(SCRIBE),
    )
