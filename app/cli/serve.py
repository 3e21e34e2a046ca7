"""Serve the portal: pages, API and scheduler in one process group."""

import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from ipaddress import ip_address
from pathlib import Path
from typing import Final

import click

from app.cli.portal import portal
from app.clock import SystemClock
from app.demonstration import fill
from app.demonstration.report import print_report
from app.services.schema import upgrade_schema
from app.settings import ROOT, Settings

PATIENCE_SECONDS: Final = 60
LOOPBACK: Final = "127.0.0.1"


@click.command()
def upgrade() -> None:
    """Met la base de données à la dernière révision."""
    with portal():
        upgrade_schema()
    click.echo("La base de données est à jour.")


@click.command()
def run() -> int:
    """Sert le portail : pages, API et échéancier, base SQLite dans instance/ par défaut."""
    settings = Settings.from_environment()
    with portal(settings=settings):
        upgrade_schema()
    return serve(settings)


@click.command()
@click.option(
    "--serve/--no-serve", "serving", default=True, help="Sert le portail une fois rempli."
)
@click.option("--port", type=click.IntRange(1, 65535), help="Port d’écoute.")
def demo(*, serving: bool, port: int | None) -> int:
    """Remplit un portail de démonstration dans instance/demo/ et le sert, en local seulement."""
    settings = demonstration_settings(ROOT / "instance" / "demo", port=port)
    shutil.rmtree(settings.instance, ignore_errors=True)
    settings = demonstration_settings(settings.instance, port=port)
    with portal(settings=settings):
        upgrade_schema()
    filled = fill(settings, now=SystemClock().now())
    print_report(filled, settings, now=SystemClock().now())
    return serve(settings) if serving else 0


def demonstration_settings(folder: Path, *, port: int | None) -> Settings:
    """Return the settings of a demonstration: its own folder and database, loopback only.

    Raises:
        ClickException: the address to listen on is not of this machine alone.
    """
    settings = Settings.from_environment(instance=folder)
    if not _is_loopback(settings.host):
        raise click.ClickException(
            "La démonstration montre ses mots de passe : elle n’écoute qu’en local (127.0.0.1)."
        )
    chosen = port or settings.port
    return replace(
        settings,
        database_url=f"sqlite:///{settings.instance / 'portal.db'}",
        port=chosen,
        base_url=f"http://{settings.host}:{chosen}",
        smtp_host=None,
        demonstration=True,
    )


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def serve(settings: Settings) -> int:
    """Run the web server and the scheduler until one of them, or the person, stops.

    Raises:
        ClickException: the port is taken, or a process did not start.
    """
    if _answers(settings):
        raise click.ClickException(
            f"Le port {settings.port} est déjà pris : choisissez-en un autre (SCORE_ENV_PORT)."
        )
    environment = settings.for_children(
        DATABASE_URL=settings.database_url,
        PORT=str(settings.port),
        BASE_URL=settings.base_url,
        SMTP_HOST=settings.smtp_host or "",
    )
    commands: tuple[Sequence[str], ...] = (
        [
            *(sys.executable, "-m", "gunicorn", "app:create_app()"),
            *("--bind", f"{settings.host}:{settings.port}"),
            *("--workers", str(settings.workers), "--worker-class", "gthread", "--threads", "4"),
            *("--preload", "--no-control-socket", "--log-level", "warning"),
        ],
        [sys.executable, "-c", "from scoring.command import main; main(['scheduler'])"],
    )
    children = [
        subprocess.Popen(command, env=environment, cwd=ROOT)  # noqa: S603 - our own commands
        for command in commands
    ]

    def stop(_number: int, _frame: object) -> None:
        raise KeyboardInterrupt

    signal.signal(signal.SIGTERM, stop)
    try:
        _wait_until_it_answers(settings, children)
        click.echo(f"\nLe portail répond : {settings.base_url}   (Ctrl+C pour l’arrêter)")
        while all(child.poll() is None for child in children):
            time.sleep(0.2)
    except KeyboardInterrupt:
        return 0
    finally:
        for child in children:
            child.terminate()
        for child in children:
            child.wait()
    click.echo("Un des processus s’est arrêté : le portail s’arrête.", err=True)
    return 1


def _wait_until_it_answers(
    settings: Settings, children: Sequence["subprocess.Popen[bytes]"]
) -> None:
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not _answers(settings):
        if time.monotonic() > deadline or any(child.poll() is not None for child in children):
            raise click.ClickException("Le serveur ne démarre pas : voyez les messages ci-dessus.")
        time.sleep(0.05)


def _answers(settings: Settings) -> bool:
    try:
        with socket.create_connection((settings.host, settings.port), timeout=1):
            return True
    except OSError:
        return False
