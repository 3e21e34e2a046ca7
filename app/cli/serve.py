"""Serve the portal: pages and API in one process group, the scheduler in another."""

import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from ipaddress import ip_address
from typing import Final

import click

from app.cli.portal import portal
from app.clock import SystemClock
from app.demonstration import Filled, fill
from app.demonstration.report import print_report
from app.services.schema import upgrade_schema
from app.settings import DATABASE, ROOT, Settings

PATIENCE_SECONDS: Final = 60
# A request under way has this long to end when the portal stops.
GRACE_SECONDS: Final = 30
STOPS: Final = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)

Child = subprocess.Popen[bytes]


@click.command()
def upgrade() -> None:
    """Met la base de données à la dernière révision."""
    with portal(upgraded=False):
        upgrade_schema()
    click.echo("La base de données est à jour.")


@click.command()
def run() -> int:
    """Sert le portail : pages, API et échéancier, base SQLite dans instance/ par défaut."""
    settings = Settings.from_environment()
    check_port_is_free(settings)
    with portal(settings=settings, upgraded=False):
        upgrade_schema()
    return serve(settings)


@click.command()
@click.option(
    "--serve/--no-serve", "serving", default=True, help="Sert le portail une fois rempli."
)
@click.option("--port", type=click.IntRange(1, 65535), help="Port d’écoute.")
def demo(*, serving: bool, port: int | None) -> int:
    """Remplit un portail de démonstration dans instance/demo/ et le sert, en local seulement."""
    settings, filled = prepare_demonstration(port=port, serving=serving)
    print_report(filled, settings, now=SystemClock().now())
    return serve(settings) if serving else 0


def prepare_demonstration(*, port: int | None, serving: bool) -> tuple[Settings, Filled]:
    """Erase the demonstration of the instance and fill another.

    Nothing is erased when it could not be served.

    Raises:
        ClickException: the address to listen on is not of this machine alone, or is taken.
    """
    settings = demonstration_settings(port=port)
    if serving:
        check_port_is_free(settings)
    shutil.rmtree(settings.instance)
    settings = demonstration_settings(port=port)
    with portal(settings=settings, upgraded=False):
        upgrade_schema()
    return settings, fill(settings, now=SystemClock().now())


def demonstration_settings(*, port: int | None) -> Settings:
    """Return the settings of a demonstration: its own folder and database, loopback only.

    Raises:
        ClickException: the address to listen on is not of this machine alone.
    """
    settings = Settings.from_environment(within="demo")
    if not _is_loopback(settings.host):
        raise click.ClickException(
            "La démonstration montre ses mots de passe : elle n’écoute qu’en local (127.0.0.1)."
        )
    settings = replace(settings, port=port or settings.port)
    return replace(
        settings,
        database_url=f"sqlite:///{settings.instance / DATABASE}",
        base_url=f"http://{settings.address}",
        smtp_host=None,
        demonstration=True,
    )


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def check_port_is_free(settings: Settings) -> None:
    """Refuse to go on when something answers where the portal would listen.

    Raises:
        ClickException: the port is taken.
    """
    if _answers(settings):
        raise click.ClickException(
            f"Le port {settings.port} est déjà pris : choisissez-en un autre (SCORE_ENV_PORT)."
        )


def serve(settings: Settings) -> int:
    """Run the web server and the scheduler until one of them, or the person, stops.

    Both run in sessions of their own: a key pressed in the terminal reaches this process alone,
    which lets them end what they are doing.

    Raises:
        ClickException: a process did not start.
    """
    asked: list[int] = []
    for number in STOPS:
        signal.signal(number, lambda number, _frame: asked.append(number))
    children = _started(settings)
    try:
        if not _wait_until_it_answers(settings, children, asked):
            return 0
        click.echo(f"\nLe portail répond : {settings.base_url}   (Ctrl+C pour l’arrêter)")
        while not asked and all(child.poll() is None for child in children):
            time.sleep(0.1)
    finally:
        _stop(children)
    if asked:
        return 0
    click.echo("Un des processus s’est arrêté : le portail s’arrête.", err=True)
    return 1


def _started(settings: Settings) -> list[Child]:
    environment = settings.for_children(
        DATABASE_URL=settings.database_url,
        PORT=str(settings.port),
        BASE_URL=settings.base_url,
        SMTP_HOST=settings.smtp_host or "",
    )
    commands: tuple[Sequence[str], ...] = (
        [
            *(sys.executable, "-m", "gunicorn", "app:create_app()"),
            *("--bind", settings.address),
            *("--workers", str(settings.workers), "--worker-class", "gthread", "--threads", "4"),
            *("--preload", "--no-control-socket", "--log-level", "warning"),
            *("--graceful-timeout", str(GRACE_SECONDS)),
        ],
        [sys.executable, "-c", "from scoring.command import main; main(['scheduler'])"],
    )
    return [
        subprocess.Popen(  # noqa: S603 - our own commands
            command, env=environment, cwd=ROOT, start_new_session=True
        )
        for command in commands
    ]


def _stop(children: Sequence[Child]) -> None:
    """Ask the processes to end, and end those that do not."""
    for child in children:
        child.terminate()
    for child in children:
        try:
            child.wait(GRACE_SECONDS + 5)
        except subprocess.TimeoutExpired:
            child.kill()
            child.wait()


def _wait_until_it_answers(
    settings: Settings, children: Sequence[Child], asked: Sequence[int]
) -> bool:
    """Wait for the web server; false when the person stops before."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not _answers(settings):
        if asked:
            return False
        if time.monotonic() > deadline or any(child.poll() is not None for child in children):
            raise click.ClickException("Le serveur ne démarre pas : voyez les messages ci-dessus.")
        time.sleep(0.05)
    return True


def _answers(settings: Settings) -> bool:
    try:
        with socket.create_connection((settings.host, settings.port), timeout=1):
            return True
    except OSError:
        return False
