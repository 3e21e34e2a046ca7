"""The command `score-env`: one module a group of sub-commands."""

from collections.abc import Sequence

import click
from sqlalchemy.exc import ArgumentError, DatabaseError

from app.cli import french
from app.cli.accounts import account, company
from app.cli.audit import audit
from app.cli.clock import scheduler, tick
from app.cli.feed import feed
from app.cli.law import law
from app.cli.register import register
from app.cli.replay import replay
from app.cli.serve import demo, run, upgrade
from app.cli.subscriptions import subscription
from app.domain.errors import DomainError
from app.services.schema import SchemaError
from app.settings import SettingsError

INTERRUPTED = 130
click.Context.formatter_class = french.FrenchFormatter


@click.group(help="Le portail du score environnemental des véhicules électriques.")
def score_env() -> None:
    """Hold the sub-commands."""


for command in (
    run,
    demo,
    upgrade,
    scheduler,
    tick,
    account,
    company,
    register,
    feed,
    audit,
    law,
    replay,
    subscription,
):
    score_env.add_command(command)


def main(words: Sequence[str]) -> int:
    """Run a sub-command and return its exit status; a refusal is a sentence, never a traceback."""
    try:
        status = score_env.main(args=list(words), prog_name="score-env", standalone_mode=False)
    except click.ClickException as error:
        french.show(error)
        return error.exit_code
    except click.Abort:
        return INTERRUPTED
    except (DomainError, SettingsError, SchemaError) as error:
        click.echo(str(error), err=True)
        return 1
    except (ArgumentError, ModuleNotFoundError) as error:
        click.echo(f"SCORE_ENV_DATABASE_URL : adresse inutilisable ({error}).", err=True)
        return 1
    except DatabaseError as error:
        click.echo(f"La base de données a refusé : {error.orig}".rstrip(), err=True)
        return 1
    return status if isinstance(status, int) else 0
