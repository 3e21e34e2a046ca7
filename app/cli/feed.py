"""The public files: build them, verify them, and the keys that sign them."""

import json
from pathlib import Path
from typing import Any

import click

from app.cli.portal import portal
from app.context import current_clock, current_settings
from app.gateways.published import (
    NotReadError,
    Published,
    PublishedAddress,
    PublishedFolder,
    read,
)
from app.gateways.signing import Signer
from app.services.feed_check import FeedRefusedError, check_feed
from app.services.publication import KEYS, publish_list
from app.settings import Settings


@click.group()
def feed() -> None:
    """Fichiers publics de la liste."""


@feed.command()
@click.option("--anew", is_flag=True, help="Prend un autre numéro même si rien n’a changé.")
def build(*, anew: bool) -> None:
    """Construit les fichiers publics si la liste du jour n’est pas celle qui est publiée."""
    with portal():
        folder = current_settings().instance / "public"
        written = publish_list(folder, clock=current_clock(), anew=anew)
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
    trusted = _keys(keys) if keys else _own_keys()
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
    click.echo(json.dumps(_own_keys(), indent=1))


@feed.command()
def rotate() -> None:
    """Signe avec la clé annoncée, en annonce une autre, et publie.

    La clé annoncée est dans keys.json depuis la publication précédente : qui s’y fie accepte la
    nouvelle. Les clés d’avant restent acceptées.
    """
    with portal():
        settings = current_settings()
        signer, folder = Signer(settings.feed_keys), settings.instance / "public"
        _check_announced(signer, folder)
        name = signer.rotate()
        publish_list(folder, clock=current_clock(), anew=True)
        kept = len(signer.public_keys()["keys"])
    click.echo(f"La clé {name} signe la liste, publiée de nouveau ; {kept} clés acceptées.")


def _check_announced(signer: Signer, folder: Path) -> None:
    """Refuse to sign with a key that no publication announced yet."""
    announced = PublishedFolder(folder)
    try:
        keys = json.loads(read(announced, KEYS))["keys"]
    except NotReadError:
        return  # nothing was ever published: nobody trusts another key
    if signer.next_name() not in {key["kid"] for key in keys}:
        raise click.ClickException(
            "La prochaine clé n’est pas encore annoncée : publiez d’abord la liste"
            " (score-env feed build --anew)."
        )


def _own_keys() -> dict[str, Any]:
    """Return the public keys of this portal, which only a publication draws."""
    signer = Signer(Settings.from_environment().feed_keys)
    if not signer.drawn():
        raise click.ClickException(
            "Ce portail n’a encore rien signé : publiez la liste (score-env feed build), ou donnez"
            " les clés acceptées (--keys)."
        )
    return signer.public_keys()


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
