"""The command `score-env`: one module a group of sub-commands."""

from collections.abc import Sequence

import click

from app.cli.accounts import account, company
from app.cli.audit import audit
from app.cli.clock import scheduler, tick
from app.cli.feed import feed
from app.cli.serve import demo, run, upgrade
from app.domain.errors import DomainError
from app.settings import SettingsError


@click.group(help="Le portail du score environnemental des véhicules électriques.")
def score_env() -> None:
    """Hold the sub-commands."""


for command in (run, demo, upgrade, scheduler, tick, account, company, feed, audit):
    score_env.add_command(command)


def main(words: Sequence[str]) -> int:
    """Run a sub-command and return its exit status; a refusal is a sentence, never a traceback."""
    try:
        status = score_env.main(args=list(words), prog_name="score-env", standalone_mode=False)
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except click.Abort:
        return 130
    except (DomainError, SettingsError) as error:
        click.echo(str(error), err=True)
        return 1
    return status if isinstance(status, int) else 0
