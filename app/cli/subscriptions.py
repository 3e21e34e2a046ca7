"""The addresses that the changes of the list are sent to, for the operator."""

import click

from app.cli.portal import portal
from app.context import current_clock, current_webhooks
from app.labels import words
from app.queries.subscriptions import subscriptions
from app.services.subscriptions import stop_subscription
from app.services.webhooks import send_changes


@click.group()
def subscription() -> None:
    """Abonnements aux changements de la liste."""


@subscription.command("list")
def show() -> None:
    """Écrit les abonnements, leur état et le dernier changement reçu."""
    with portal():
        for one in subscriptions():
            line = (one.reference, words(one.state), f"n° {one.position}", one.address)
            click.echo(" · ".join(line) + (f" · {one.last_result}" if one.last_result else ""))


@subscription.command()
@click.argument("reference", metavar="RÉFÉRENCE")
def stop(reference: str) -> None:
    """N’envoie plus rien à une adresse."""
    with portal():
        stop_subscription(reference, clock=current_clock())
    click.echo(f"L’abonnement {reference} est arrêté.")


@subscription.command()
def send() -> None:
    """Envoie maintenant ce qui attend."""
    with portal():
        sent = send_changes(current_webhooks(), clock=current_clock())
    click.echo(f"{sent} message(s) reçu(s).")
