"""The public files: build them, verify them, and the keys that sign them."""

import json
from pathlib import Path
from typing import Any

import click

from app.cli.portal import portal
from app.context import current_clock, current_settings
from app.gateways.published import NotReadError, Published, PublishedAddress, PublishedFolder
from app.gateways.signing import Signer
from app.services.feed_check import FeedRefusedError, check_feed
from app.services.publication import publish_list
from app.settings import Settings


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


@feed.command()
@click.argument("where", metavar="DOSSIER_OU_ADRESSE")
@click.option(
    "--keys",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Clés publiques acceptées (JWK Set) ; celles de ce portail par défaut.",
)
@click.option("--after", type=click.IntRange(0), default=0, help="Dernier numéro déjà vu.")
@click.option(
    "--state",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Fichier qui retient le dernier numéro vu, lu puis écrit.",
)
def verify(where: str, keys: Path | None, after: int, state: Path | None) -> None:
    """Vérifie des fichiers publiés : signature, numéro, et chaque octet.

    DOSSIER_OU_ADRESSE : un dossier publié, ou l’adresse de ses fichiers (https://…/data).
    """
    trusted = _keys(keys) if keys else Signer(Settings.from_environment().instance).public_keys()
    seen = max(after, _seen(state))
    try:
        found = check_feed(_published(where), keys=trusted, after=seen)
    except (FeedRefusedError, NotReadError) as error:
        raise click.ClickException(str(error)) from error
    if state:
        state.write_text(f"{found.sequence}\n", encoding="ascii")
    click.echo(
        f"Publication n° {found.sequence} du {found.date} : {found.files} fichiers, signature et"
        " empreintes exactes."
    )


@feed.command("keys")
def show_keys() -> None:
    """Écrit les clés publiques qui signent les fichiers (JWK Set)."""
    keys = Signer(Settings.from_environment().instance).public_keys()
    click.echo(json.dumps(keys, indent=1))


@feed.command()
def rotate() -> None:
    """Tire une autre clé de signature ; les précédentes restent acceptées."""
    signer = Signer(Settings.from_environment().instance)
    name = signer.rotate()
    kept = len(signer.public_keys()["keys"]) - 1
    click.echo(f"La clé {name} signera la prochaine publication ; {kept} clé(s) gardée(s).")


def _published(where: str) -> Published:
    if "://" in where:
        return PublishedAddress(where)
    if not Path(where).is_dir():
        raise NotReadError(f"{where} : ce dossier n’existe pas.")
    return PublishedFolder(Path(where))


def _keys(path: Path) -> dict[str, Any]:
    try:
        found = json.loads(path.read_bytes())
        if isinstance(found["keys"], list):
            return dict(found)
    except (ValueError, KeyError, TypeError):
        pass
    raise click.ClickException(f"{path} : ce n’est pas un ensemble de clés (JWK Set).")


def _seen(state: Path | None) -> int:
    if state is None or not state.exists():
        return 0
    text = state.read_text(encoding="ascii", errors="replace").strip()
    if not text.isdigit():
        raise click.ClickException(f"{state} : ce fichier ne tient pas un numéro.")
    return int(text)
