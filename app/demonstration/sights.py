"""What to look at in the demonstration, and who sees it."""

from typing import NamedTuple

from app.demonstration import cars
from app.demonstration.teller import Story, derogated, reported
from app.domain.ministries import Ministry


class Sight(NamedTuple):
    """Something to look at: the address that signs in (none: anybody), the page, the words."""

    email: str | None
    path: str
    what: str


def sights(story: Story) -> tuple[Sight, ...]:
    """Return what to look at, in the order of the procedure."""
    agency, ministry = story.emails["agency"], story.emails[Ministry.TRANSPORT]
    filed, others = story.dossiers, story.others
    company = "/constructeur/dossiers"

    def of(car: cars.Car, path: str, what: str) -> Sight:
        return Sight(story.emails[car.brand], path, what)

    def review(page: str, what: str) -> Sight:
        return Sight(agency, f"/instruction/dossiers/{page}", what)

    return (
        Sight(agency, "/instruction/", "ce qui attend l’agence, le plus urgent d’abord"),
        review(filed[cars.MINI.code], "valeur corrigée après le dépôt"),
        of(
            cars.MINIVAN,
            f"{company}/{filed[cars.MINIVAN.code]}/rejet-implicite",
            "rejet implicite : le certificat, les recours",
        ),
        Sight(
            ministry,
            f"/ministeres/dossiers/{filed[cars.MINIVAN.code]}/motifs",
            "motifs demandés, à communiquer dans le mois",
        ),
        review(
            f"{filed[derogated(cars.IMPORTED)]}/proposition",
            "dérogation : chaque valeur spécifique, à accepter ou à refuser",
        ),
        of(
            cars.VAN,
            f"{company}/{filed[derogated(cars.VAN)]}",
            "dérogation irrecevable : le retrait d’un dossier n’est pas un refus",
        ),
        review(filed[reported(cars.SUV)], "modification signalée tard"),
        Sight(None, f"/versions/{cars.CITY.code}", "inscrite, modification restée sans décision"),
        Sight(None, f"/versions/{cars.HATCHBACK.code}", "retirée par arrêté"),
        Sight(None, f"/arretes/{others['amending']}", "une ligne rectifiée, une version retirée"),
        of(
            cars.ROADSTER,
            f"{company}/{filed[cars.ROADSTER.code]}/justificatifs",
            "justificatifs demandés après l’inscription",
        ),
        Sight(
            ministry,
            f"/ministeres/signalements/{others['fraud']}",
            "fraude signalée ; l’identité du déclarant est protégée",
        ),
        Sight(
            ministry,
            f"/ministeres/arretes/{others['prepared']}",
            "arrêté en préparation : il manque la position d’un ministre",
        ),
        Sight(story.emails["operator"], "/exploitation/messages", "les messages attendus, un à un"),
    )
