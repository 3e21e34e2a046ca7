"""The list: enter an order that was published outside the portal."""

import csv
from datetime import date, datetime
from pathlib import Path

import click

from app.cli.portal import portal
from app.context import current_clock, current_settings
from app.domain.folding import fold
from app.domain.orders import LineEffect
from app.services.accounts import actor_named
from app.services.orders import PublishedRow, import_published_order
from app.services.publication import publish_list

# The three columns of the Journal officiel, as their names are folded, and what a row does.
COLUMNS = {
    "marque": "brand",
    "modele": "commercial_name",
    "tvv": "tvv",
    "type variante version": "tvv",
    "effet": "effect",
}
REQUIRED = {"brand", "commercial_name", "tvv"}
EFFECTS = {
    "inscription": LineEffect.LIST,
    "inscrire": LineEffect.LIST,
    "retrait": LineEffect.REMOVE,
    "retirer": LineEffect.REMOVE,
}
DONE = {LineEffect.LIST: "inscrite(s)", LineEffect.REMOVE: "retirée(s) de la liste"}
DAY = click.DateTime(formats=["%Y-%m-%d"])


@click.group("list")
def register() -> None:
    """Liste des versions inscrites."""


@register.command("import")
@click.argument("file", metavar="FICHIER", type=click.Path(exists=True, dir_okay=False))
@click.option("--title", required=True, metavar="TITRE", help="Intitulé de l’arrêté.")
@click.option("--published-on", type=DAY, required=True, help="Jour du Journal officiel.")
@click.option("--effective-on", type=DAY, help="Jour d’effet, si l’arrêté en fixe un.")
@click.option("--nor", metavar="NOR", help="Numéro NOR, s’il est connu.")
@click.option("--by", "email", required=True, metavar="ADRESSE", help="Agent qui l’enregistre.")
def import_order(
    file: str,
    title: str,
    published_on: datetime,
    effective_on: datetime | None,
    nor: str | None,
    email: str,
) -> None:
    """Enregistre un arrêté déjà publié, depuis un CSV (marque, modèle, TVV).

    Une quatrième colonne, « effet », peut dire « inscription » ou « retrait », ligne par ligne.
    """
    with portal():
        order = import_published_order(
            title,
            _rows(Path(file)),
            published_on=published_on.date(),
            effective_on=_day(effective_on),
            nor=nor,
            by=actor_named(email),
            clock=current_clock(),
        )
        for effect, done in DONE.items():
            count = sum(line.effect == effect for line in order.lines)
            if count:
                click.echo(f"{count} version(s) {done} à compter du {order.effective_on:%d/%m/%Y}.")
        publish_list(current_settings().instance / "public", clock=current_clock())


def _day(instant: datetime | None) -> date | None:
    return None if instant is None else instant.date()


def _rows(path: Path) -> list[PublishedRow]:
    """Read the columns, whatever their order; a comma or a semicolon between them."""
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            head = file.readline()
            file.seek(0)
            rows = csv.reader(file, delimiter=";" if head.count(";") > head.count(",") else ",")
            names = [COLUMNS.get(fold(name)) for name in next(rows, [])]
            if not set(names) >= REQUIRED:
                raise click.ClickException("L’en-tête doit nommer marque, modele, tvv.")
            return [_row(names, row, number) for number, row in enumerate(rows, start=2) if row]
    except (csv.Error, UnicodeDecodeError) as error:
        raise click.ClickException("Ce fichier n’est pas un CSV en UTF-8.") from error


def _row(names: list[str | None], row: list[str], number: int) -> PublishedRow:
    found = {name: cell.strip() for name, cell in zip(names, row, strict=False) if name}
    if not all(found.get(name) for name in REQUIRED):
        raise click.ClickException(f"Ligne {number} : une des trois colonnes est vide.")
    said = fold(found.get("effect", ""))
    if said and said not in EFFECTS:
        raise click.ClickException(
            f"Ligne {number} : l’effet « {found['effect']} » n’est ni « inscription »"
            " ni « retrait »."
        )
    return PublishedRow(
        brand=found["brand"],
        commercial_name=found["commercial_name"],
        tvv=found["tvv"],
        effect=EFFECTS[said] if said else LineEffect.LIST,
    )
