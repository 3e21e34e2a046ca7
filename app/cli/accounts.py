"""Companies and accounts, from the command line of the operator."""

import re
from typing import Final

import click

from app.cli.portal import portal
from app.context import current_clock
from app.domain.actor import Role
from app.services.accounts import (
    NewAccount,
    create_account,
    create_company,
    disable_account,
    reset_access,
)

ROLES = [role.value for role in Role if role != Role.CLOCK]
TWO_LETTERS: Final = re.compile(r"[A-Za-z]{2}")


class Country(click.ParamType[str]):
    """A country, as its two letters of ISO 3166-1."""

    name = "CODE"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> str:
        """Return the letters in upper case, or say how to write them."""
        if not TWO_LETTERS.fullmatch(str(value)):
            self.fail("écrivez un pays en deux lettres, par exemple FR.", param, ctx)
        return str(value).upper()


@click.group()
def company() -> None:
    """Entreprises."""


@company.command("create")
@click.argument("name", metavar="NOM")
@click.option(
    "--country", default="FR", show_default=True, type=Country(), help="Pays, ISO à deux lettres."
)
def create_company_command(name: str, country: str) -> None:
    """Inscrit un constructeur."""
    with portal():
        created = create_company(name, country=country, clock=current_clock())
        click.echo(f"Entreprise {created.name} inscrite ({created.reference}).")


@click.group()
def account() -> None:
    """Comptes."""


@account.command("create")
@click.argument("email", metavar="ADRESSE")
@click.option(
    "--name", required=True, metavar="NOM", help="Nom affiché dans l’historique des dossiers."
)
@click.option("--role", type=click.Choice(ROLES), required=True, help="Rôle du compte.")
@click.option("--company", "company_name", metavar="ENTREPRISE", help="Pour un constructeur.")
def create(email: str, name: str, role: str, company_name: str | None) -> None:
    """Ouvre un compte ; le mot de passe et le second facteur ne s’affichent qu’une fois."""
    with portal():
        show(
            create_account(
                email, name=name, role=Role(role), company=company_name, clock=current_clock()
            )
        )


@account.command("disable")
@click.argument("email", metavar="ADRESSE")
def disable(email: str) -> None:
    """Ferme un compte et ses sessions."""
    with portal():
        disable_account(email, clock=current_clock())
        click.echo(f"Le compte {email} est fermé.")


@account.command("reset")
@click.argument("email", metavar="ADRESSE")
def reset(email: str) -> None:
    """Donne un nouveau mot de passe, et un nouveau second facteur s’il en faut un."""
    with portal():
        show(reset_access(email, clock=current_clock()))


def show(new: NewAccount) -> None:
    """Print, once, what opens an account."""
    click.echo(f"Adresse       {new.email}")
    click.echo(f"Mot de passe  {new.password}")
    if new.totp_secret:
        click.echo(f"Second facteur (à saisir dans une application TOTP)  {new.totp_secret}")
