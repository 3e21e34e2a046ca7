"""The public files."""

import click

from app.cli.portal import portal
from app.context import current_clock, current_settings
from app.services.publication import publish_list


@click.group()
def feed() -> None:
    """Fichiers publics de la liste."""


@feed.command()
def build() -> None:
    """Construit les fichiers publics si la liste du jour n’est pas celle qui est publiée."""
    with portal():
        folder = current_settings().instance / "public"
        written = publish_list(folder, clock=current_clock())
    click.echo("La liste est publiée." if written else "La liste publiée est à jour.")
