"""Verify the chain of events."""

import click

from app.cli.portal import portal
from app.queries.audit import broken_chains


@click.group()
def audit() -> None:
    """Vérification de la chaîne des événements."""


@audit.command()
def verify() -> int:
    """Recalcule la chaîne de chaque dossier et nomme ceux qui ne tiennent pas."""
    with portal():
        broken = list(broken_chains())
    for reference, fault in broken:
        click.echo(f"{reference} : {fault}.", err=True)
    click.echo(
        "Toutes les chaînes tiennent." if not broken else f"{len(broken)} dossier(s) altéré(s)."
    )
    return 1 if broken else 0
