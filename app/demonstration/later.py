"""What comes after a decision: derogations, changes, evidence, breaches, reasons, corrections."""

from datetime import timedelta
from typing import Final

from app.demonstration import cars
from app.demonstration.teller import Story, derogated, reported
from app.domain.breaches import BreachKind, Reporter
from app.domain.drafts import BATTERY_SITES
from app.domain.procedure import Route
from app.domain.specific import Target
from app.queries.dossiers import get_dossier
from app.services.breaches import Found, report_breach
from app.services.changes import open_report
from app.services.corrections import file_correction
from app.services.drafting import copy_draft, record_reference_vehicle, record_site
from app.services.evidence import request_evidence
from app.services.opinion import give_opinion
from app.services.reasons import request_reasons
from app.services.requested import Asked
from app.services.specific_values import record_specific_value
from app.services.submission import submit_dossier
from app.services.withdrawal import withdraw
from scoring.inputs import Component

# Invented, in kilograms of CO2 equivalent by kilogram and by kilowatt-hour.
OWN_VALUES: Final = (
    (Target(component=Component.FERROUS, owner="L1"), "1.1"),
    (Target(component=Component.BATTERY, owner="B1"), "48"),
)
BOOT_LITRES: Final = "190"
WORDS: Final = "Le coffre avait été mesuré sans le bac de la trappe."
WHISTLE_BLOWER: Final = Reporter(name="Personne inventée", contact="lanceur@demo.invalid")
FALSE_SITE: Final = (
    "Le site d’emboutissage déclaré est un entrepôt : les pièces viennent d’un autre pays."
)
MOVED: Final = "Les cellules viennent d’un autre site depuis l’été ; rien n’a été signalé."


def derogate(story: Story, car: cars.Car) -> None:
    """File a derogation on a refused version: two values of its own, a paper in each cell."""
    reference = _with_own_values(story, car)
    story.give_papers(reference, car)
    submit_dossier(reference, **story.acts(car.brand))
    story.dossiers[derogated(car)] = reference


def withdraw_dossier(story: Story, car: cars.Car) -> None:
    """Take a dossier back: that is no refusal (reading T-12)."""
    withdraw(story.dossiers[car.code], **story.acts(car.brand))


def derogate_too_soon(story: Story, car: cars.Car) -> None:
    """File a derogation that no refusal opens: it is inadmissible."""
    reference = _with_own_values(story, car)
    submit_dossier(reference, **story.acts(car.brand))
    story.dossiers[derogated(car)] = reference


def report_change(story: Story, car: cars.Car, *, days_since: int, town: str, country: str) -> None:
    """Report that the cells of a listed version come from another site."""
    acts = story.acts(car.brand)
    changed_on = story.clock.today() - timedelta(days=days_since)
    report = open_report(car.code, car.brand, changed_on=changed_on, **acts)
    site = {
        **report.content[BATTERY_SITES][0],
        "name": f"Cellules inventées ({town})",
        "cell_country": country,
    }
    record_site(report.reference, BATTERY_SITES, site, revision=report.content_revision, **acts)
    submit_dossier(report.reference, **acts)
    story.dossiers[reported(car)] = report.reference


def opine(story: Story, car: cars.Car) -> None:
    """Give the opinion of the agency on a change."""
    give_opinion(
        story.dossiers[reported(car)],
        favourable=True,
        reasons="Le score recalculé reste au-dessus du minimum.",
        **story.acts("agency"),
    )


def ask_evidence(story: Story, car: cars.Car) -> None:
    """Ask for evidence about a listed version."""
    request_evidence(
        story.dossiers[car.code],
        [
            Asked(label="Bons de livraison des cellules des six derniers mois"),
            Asked(label="Contrat de fourniture d’aluminium en vigueur"),
        ],
        answer_by=story.clock.today() + timedelta(days=30),
        message="Contrôle par sondage.",
        **story.acts("agency"),
    )


def tell_of_fraud(story: Story, car: cars.Car) -> None:
    """Report a fraud told by somebody who is kept apart from the report."""
    _report(story, "fraud", car, BreachKind.FRAUD, FALSE_SITE, reporter=WHISTLE_BLOWER)


def tell_of_breach(story: Story, car: cars.Car) -> None:
    """Report a breach that the agency found late: the report says so."""
    _report(story, "breach", car, BreachKind.BREACH, MOVED, days_since=9)


def ask_reasons(story: Story, car: cars.Car) -> None:
    """Ask for the reasons of a silent refusal."""
    request_reasons(story.dossiers[car.code], **story.acts(car.brand))


def correct_boot(story: Story, car: cars.Car) -> None:
    """Correct a declared value before the proposal (row 19)."""
    acts = story.acts(car.brand)
    reference = story.dossiers[car.code]
    vehicle = story.declaration(car)["reference_vehicle"] | {"boot_litres": BOOT_LITRES}
    revision = get_dossier(reference, seen_by=acts["by"]).content_revision
    dossier = record_reference_vehicle(reference, vehicle, revision=revision, **acts)
    file_correction(reference, reason=WORDS, revision=dossier.content_revision, **acts)


def _with_own_values(story: Story, car: cars.Car) -> str:
    acts = story.acts(car.brand)
    draft = copy_draft(story.dossiers[car.code], route=Route.DEROGATION, **acts)
    for target, value in OWN_VALUES:
        draft = record_specific_value(
            draft.reference, target, value, revision=draft.content_revision, **acts
        )
    return draft.reference


def _report(  # noqa: PLR0913 - what is reported, and who told of it
    story: Story,
    word: str,
    car: cars.Car,
    kind: BreachKind,
    account: str,
    *,
    days_since: int = 0,
    reporter: Reporter | None = None,
) -> None:
    found = Found(
        tvv=car.code,
        brand=car.brand,
        kind=kind,
        account=account,
        found_on=story.clock.today() - timedelta(days=days_since),
    )
    report = report_breach(found, reporter=reporter, **story.acts("agency"))
    story.others[word] = report.reference
