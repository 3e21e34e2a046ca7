"""What happens in the story, and how many days before today."""

from collections.abc import Callable, Iterable

from app.demonstration import cars, later, orders
from app.demonstration.teller import NOTHING, UNSIGNED, Story, derogated

LISTED_FIRST = (cars.CITY, cars.HATCHBACK, cars.CROSSOVER)
LISTED_NEXT = (cars.SUV, cars.ROADSTER)

Chapter = tuple[int, Callable[[], None]]


def chapters(story: Story) -> list[Chapter]:
    """Return the chapters in their order; silences fall between them."""
    return sorted(
        [*certified(story), *refused(story), *after_listing(story), *under_way(story)],
        key=lambda chapter: -chapter[0],
    )


def certified(story: Story) -> list[Chapter]:
    """Return how versions came to the list, one of them by mistake."""
    return [
        (200, lambda: orders.import_first_order(story)),
        (190, lambda: file_all(story, LISTED_FIRST)),
        (180, lambda: story.confirm(*(car.code for car in LISTED_FIRST))),
        (160, lambda: story.propose(*LISTED_FIRST)),
        (150, lambda: file_all(story, LISTED_NEXT)),
        (140, lambda: orders.publish(story, 1, *LISTED_FIRST)),
        (138, lambda: story.confirm(*(car.code for car in LISTED_NEXT))),
        (110, lambda: story.propose(*LISTED_NEXT)),
        (80, lambda: orders.publish(story, 2, *LISTED_NEXT)),
        (40, lambda: orders.amend(story, 3)),
    ]


def refused(story: Story) -> list[Chapter]:
    """Return two silent refusals, what each company does of it, and a derogation too soon."""
    return [
        (186, lambda: story.file(cars.IMPORTED)),
        (175, lambda: story.confirm(cars.IMPORTED.code)),
        (148, lambda: story.propose(cars.IMPORTED, favourable=False)),
        (130, lambda: story.file(cars.MINIVAN, documents=False)),
        (120, lambda: story.confirm(cars.MINIVAN.code)),
        (90, story.let_time_pass),
        (60, lambda: later.derogate(story, cars.IMPORTED)),
        (45, lambda: story.confirm(derogated(cars.IMPORTED))),
        (35, lambda: story.file(cars.VAN, documents=False)),
        (28, lambda: later.withdraw_dossier(story, cars.VAN)),
        (26, lambda: later.derogate_too_soon(story, cars.VAN)),
        (25, story.let_time_pass),
        (9, lambda: later.ask_reasons(story, cars.MINIVAN)),
    ]


def after_listing(story: Story) -> list[Chapter]:
    """Return what becomes of listed versions: changes, evidence, fraud, an order to come."""
    return [
        (
            120,
            lambda: later.report_change(
                story, cars.CITY, days_since=5, town="Ochang", country="KR"
            ),
        ),
        (85, lambda: later.opine(story, cars.CITY)),
        (55, lambda: later.tell_of_fraud(story, cars.HATCHBACK)),
        (16, lambda: later.tell_of_breach(story, cars.CROSSOVER)),
        (
            12,
            lambda: later.report_change(
                story, cars.SUV, days_since=48, town="Ningde", country="CN"
            ),
        ),
        (8, lambda: later.ask_evidence(story, cars.ROADSTER)),
        (6, lambda: orders.prepare(story, 4)),
    ]


def under_way(story: Story) -> list[Chapter]:
    """Return the dossiers on their way, one in each state before a decision."""
    return [
        (70, lambda: story.file(cars.SALOON)),
        (60, lambda: story.confirm(cars.SALOON.code)),
        (50, lambda: story.file(cars.MINI)),
        (30, lambda: story.ask(cars.MINI, UNSIGNED, "Précisez les gares du trajet ferroviaire")),
        (24, lambda: story.answer(cars.MINI)),
        (22, lambda: story.file(cars.COMPACT, documents=False)),
        (20, lambda: story.propose(cars.SALOON)),
        (14, lambda: later.correct_boot(story, cars.MINI)),
        (10, lambda: story.ask(cars.COMPACT, NOTHING, "Précisez le port d’embarquement")),
        (4, lambda: story.file(cars.ESTATE)),
        (1, lambda: story.file(cars.COUPE, documents=False, submit=False)),
        (0, story.let_time_pass),
    ]


def file_all(story: Story, told: Iterable[cars.Car]) -> None:
    """File the dossiers of some cars, each with its papers."""
    for car in told:
        story.file(car)
