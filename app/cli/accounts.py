"""Companies and accounts, from the command line of the operator."""

import re
from typing import Final

import click

from app.cli.portal import portal
from app.context import current_clock
from app.domain.actor import Role
from app.domain.ministries import Ministry
from app.labels import words
from app.services.accounts import (
    NewAccount,
    create_account,
    disable_account,
    reset_access,
    set_ministry,
)
from app.services.companies import add_brand, create_company

ROLES = [role.value for role in Role if role != Role.CLOCK]
MINISTRIES = [ministry.value for ministry in Ministry]
NO_MINISTRY: Final = "none"
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


@company.group()
def brand() -> None:
    """Marques dont une entreprise répond."""


@brand.command("add")
@click.argument("company_name", metavar="ENTREPRISE")
@click.argument("name", metavar="MARQUE")
def add_brand_command(company_name: str, name: str) -> None:
    """Rattache une marque à une entreprise, même pour des versions inscrites sans dossier."""
    with portal():
        added = add_brand(company_name, name)
        click.echo(f"{company_name} répond de la marque {added.name}.")


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
@click.option("--ministry", type=click.Choice(MINISTRIES), help="Pour un agent d’un ministère.")
def create(
    email: str, name: str, role: str, company_name: str | None, ministry: str | None
) -> None:
    """Ouvre un compte ; le mot de passe et le second facteur ne s’affichent qu’une fois."""
    with portal():
        show(
            create_account(
                email,
                name=name,
                role=Role(role),
                company=company_name,
                ministry=Ministry(ministry) if ministry else None,
                clock=current_clock(),
            )
        )


@account.command("ministry")
@click.argument("email", metavar="ADRESSE")
@click.argument("ministry", metavar="MINISTÈRE", type=click.Choice([*MINISTRIES, NO_MINISTRY]))
def attach(email: str, ministry: str) -> None:
    """Rattache un agent à un ministère ; « none » l’en détache."""
    with portal():
        chosen = None if ministry == NO_MINISTRY else Ministry(ministry)
        set_ministry(email, chosen)
        click.echo(f"Ministère de {email} : {words(chosen) if chosen else 'aucun'}.")


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
