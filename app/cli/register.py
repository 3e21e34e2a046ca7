"""The list: enter an order that was published outside the portal, write its rows anew."""

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from pathlib import Path
from typing import Final

import click

from app.cli.annex import AnnexError, read_annex
from app.cli.portal import portal
from app.context import current_clock, current_settings
from app.domain.folding import fold
from app.domain.orders import LineEffect, day_of_effect
from app.queries.import_preview import Outcome, outcomes
from app.services.accounts import actor_named
from app.services.listings import rebuild_list
from app.services.orders import PublishedRow, check_authority, import_published_order
from app.services.publication import publish_list

DONE: Final = {LineEffect.LIST: "inscrite(s)", LineEffect.REMOVE: "retirée(s) de la liste"}
# The sign that opens a line of the difference, and how many versions it is about, in words.
SIGNS: Final[Mapping[Outcome, tuple[str, str]]] = {
    Outcome.ADDED: ("+", "à inscrire"),
    Outcome.EARLIER: ("+", "à inscrire plus tôt que ne le dit un autre arrêté"),
    Outcome.REMOVED: ("-", "à retirer de la liste"),
    Outcome.ALREADY_LISTED: ("=", "déjà sur la liste ce jour-là"),
    Outcome.NOT_LISTED: ("?", "à retirer d’une liste où elle(s) ne figure(nt) pas"),
}
DAY: Final = click.DateTime(formats=["%Y-%m-%d"])


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
@click.option("--yes", is_flag=True, help="Enregistre sans demander.")
@click.option("--dry-run", is_flag=True, help="Montre ce qui changerait, sans rien enregistrer.")
def import_order(  # noqa: PLR0913 - what the Journal officiel prints, and who enters it
    *,
    file: str,
    title: str,
    published_on: datetime,
    effective_on: datetime | None,
    nor: str | None,
    email: str,
    yes: bool,
    dry_run: bool,
) -> None:
    """Enregistre un arrêté déjà publié, depuis un CSV (marque, modèle, TVV).

    Une quatrième colonne, « effet », peut dire « inscription » ou « retrait », ligne par ligne.
    Ce qui changerait sur la liste est montré avant d’être enregistré.
    """
    with portal():
        clock = current_clock()
        try:
            rows = read_annex(Path(file))
        except AnnexError as error:
            raise click.ClickException(str(error)) from error
        by = actor_named(email)
        check_authority(by)
        effect = day_of_effect(published_on.date(), _day(effective_on), today=clock.today())
        _show_difference(rows, effect)
        if dry_run or not (yes or _agreed()):
            click.echo("Rien n’a été enregistré.")
            return
        order = import_published_order(
            title,
            rows,
            published_on=published_on.date(),
            effective_on=_day(effective_on),
            nor=nor,
            by=by,
            clock=clock,
        )
        for line_effect, done in DONE.items():
            count = sum(line.effect == line_effect for line in order.lines)
            if count:
                click.echo(f"{count} version(s) {done} à compter du {order.effective_on:%d/%m/%Y}.")
        publish_list(current_settings().instance / "public", clock=clock)


@register.command()
def rebuild() -> None:
    """Récrit les lignes de la liste d’après les arrêtés publiés, qui seuls font foi."""
    with portal():
        click.echo(f"La liste est récrite : {rebuild_list()} ligne(s).")
        publish_list(current_settings().instance / "public", clock=current_clock(), anew=True)


def _agreed() -> bool:
    """Ask whether to go on; click alone would ask in English."""
    answer = click.prompt("Enregistrer cet arrêté ? (oui/non)", default="non", show_default=False)
    return fold(answer) in {"o", "oui"}


def _show_difference(rows: Sequence[PublishedRow], effect: date) -> None:
    """Write a line a version, and how many there are of each kind."""
    found = outcomes(rows, effective_on=effect)
    for row, outcome in zip(rows, found, strict=True):
        click.echo(f"{SIGNS[outcome][0]} {row.brand} {row.commercial_name} {row.tvv}")
    counts = Counter(found)
    for outcome, (_, words) in SIGNS.items():
        if counts[outcome]:
            click.echo(f"{counts[outcome]} version(s) {words}, au {effect:%d/%m/%Y}.")


def _day(instant: datetime | None) -> date | None:
    return None if instant is None else instant.date()
