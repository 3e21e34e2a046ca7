"""Verify the chain of events, and that each act was told of."""

from typing import Final

import click

from app.cli.portal import portal
from app.context import current_files
from app.labels import words
from app.queries.audit import Fault, verify
from app.queries.audit.list_rows import numbers_follow, wrong_codes
from app.queries.notices import tally_messages

MOST_NAMED: Final = 10


@click.group()
def audit() -> None:
    """Vérification de la chaîne des événements et des messages."""


@audit.command("verify")
@click.option(
    "--files",
    is_flag=True,
    help="Relit aussi le fichier de chaque pièce déposée : c’est long quand il y en a beaucoup.",
)
def verify_all(*, files: bool) -> int:
    """Rejoue tous les dossiers, vérifie les chaînes et nomme le premier événement altéré."""
    with portal():
        verdict = verify(are_kept=current_files().verify if files else None)
        codes, numbered = wrong_codes(), numbers_follow()
    if verdict.first is not None:
        click.echo(sentence(verdict.first), err=True)
    if verdict.further:
        click.echo(f"Autres anomalies : {verdict.further}.", err=True)
    if verdict.unguarded:
        names = ", ".join(trigger for _, trigger in verdict.unguarded)
        click.echo(f"Déclencheurs absents de la base : {names}.", err=True)
    for code in codes[:MOST_NAMED]:
        click.echo(f"Code {code} : la liste ne dit pas ce que disent les arrêtés.", err=True)
    if codes:
        click.echo("Pour la récrire d’après les arrêtés : score-env list rebuild.", err=True)
    if not numbered:
        click.echo("Les changements de la liste ne sont plus numérotés d’affilée.", err=True)
    if verdict.unguarded or verdict.first is not None or codes or not numbered:
        return 1
    pieces = " Les fichiers des pièces sont ceux qui ont été reçus." if files else ""
    click.echo(
        f"Les chaînes tiennent. Événements au journal : {verdict.events} ; chaque dossier a été"
        f" rejoué.{pieces}"
    )
    return 0


def sentence(fault: Fault) -> str:
    """Tell of a fault in one sentence."""
    where = f"{fault.reference} : événement n° {fault.number}"
    if not fault.reference:
        where = f"Journal : événement à la position {fault.number}"
    return f"{where} {words(fault.damage).lower()} ({fault.what})."


@audit.command()
def messages() -> int:
    """Compte les messages attendus, écrits et envoyés, et nomme ceux qui manquent."""
    with portal():
        tally = tally_messages()
    for one in tally.missing:
        click.echo(
            f"{one.reference} : message manquant ({words(one.action)}, {one.key}).", err=True
        )
    click.echo(
        f"Messages attendus : {tally.expected} ; écrits : {tally.written}"
        f" (envoyés : {tally.sent}, en attente : {tally.waiting}, en échec : {tally.failed}) ;"
        f" manquants : {len(tally.missing)}."
    )
    if tally.unaddressed:
        click.echo(f"Actes sans destinataire, faute de compte ouvert : {tally.unaddressed}.")
    return 1 if tally.missing else 0
