"""What `score-env demo` prints: the eligible versions, the accounts, and what to look at."""

from collections.abc import Sequence
from datetime import datetime

import click
import pyotp

from app import create_app
from app.clock import FixedClock
from app.demonstration.story import Filled
from app.queries.register import Wanted, listed
from app.settings import Settings


def print_report(filled: Filled, settings: Settings, *, now: datetime) -> None:
    """Print the list as of today, the accounts with their second factor, and the sights."""
    clock = FixedClock(now)
    app = create_app(settings, clock=clock)
    with app.app_context():
        rows = [
            (row.brand, row.commercial_name, row.tvv, f"{row.listed_from:%d/%m/%Y}")
            for row in listed(Wanted(on=clock.today()))
        ]
    click.echo(
        "\nDémonstration : données inventées, sauf les deux codes Tesla de la première liste."
    )
    click.echo(f"\nVersions inscrites au {clock.today():%d/%m/%Y}\n")
    _print_table(("Marque", "Modèle", "Code", "Inscrite depuis"), rows)
    click.echo("\nComptes (le code du second facteur change toutes les trente secondes)\n")
    _print_table(
        ("Adresse", "Mot de passe", "Code à l’instant", "Secret du second facteur"),
        [
            (
                account.email,
                account.password,
                pyotp.TOTP(account.totp_secret).at(now) if account.totp_secret else "–",
                account.totp_secret or "–",
            )
            for account in filled.accounts
        ],
    )
    click.echo("\nÀ voir, avec le compte indiqué\n")
    _print_table(
        ("Quoi", "Compte", "Page"),
        [(sight.what, sight.email or "–", sight.path) for sight in filled.sights],
    )


def _print_table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> None:
    widths = [max(len(row[i]) for row in [head, *rows]) for i in range(len(head))]
    for row in [head, tuple("-" * width for width in widths), *rows]:
        cells = (cell.ljust(width) for cell, width in zip(row, widths, strict=True))
        click.echo(f"  {'  '.join(cells)}".rstrip())
