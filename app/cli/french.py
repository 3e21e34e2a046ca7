"""What click says by itself, in French: its help and its refusals."""

from collections.abc import Iterable
from typing import Final

import click
from click.exceptions import NoSuchCommand

HEADINGS: Final = {"Commands": "Commandes"}
SENTENCES: Final = {"Show this message and exit.": "Affiche cette aide."}


class FrenchFormatter(click.HelpFormatter):
    """Writes a page of help in French."""

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        """Write the line of usage."""
        super().write_usage(prog, args, prefix="Usage : " if prefix is None else prefix)

    def write_heading(self, heading: str) -> None:
        """Write a heading."""
        self.write(f"{'':>{self.current_indent}}{HEADINGS.get(heading, heading)} :\n")

    def write_dl(
        self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2
    ) -> None:
        """Write a list of terms."""
        told = [(term, SENTENCES.get(text, text)) for term, text in rows]
        super().write_dl(told, col_max, col_spacing)


def sentence(error: click.ClickException) -> str:
    """Return what is wrong with a command line, in one French sentence."""
    if isinstance(error, NoSuchCommand):
        return f"La commande « {error.command_name} » n’existe pas."
    if isinstance(error, click.NoSuchOption):
        return f"L’option « {error.option_name} » n’existe pas."
    if isinstance(error, click.MissingParameter) and error.param is not None:
        return f"Il manque {_name(error.param)}."
    if isinstance(error, click.BadParameter) and error.param is not None:
        return f"{_name(error.param)} : {_refused(error)}"
    if isinstance(error, click.UsageError):
        return "La commande est mal écrite."
    return error.message


def show(error: click.ClickException) -> None:
    """Print a refusal, after the usage of the command when it is misused."""
    context = error.ctx if isinstance(error, click.UsageError) else None
    if context is not None:
        click.echo(context.get_usage(), err=True)
        click.echo(f"Aide : {context.command_path} --help\n", err=True)
    click.echo(sentence(error), err=True)


def _name(param: click.Parameter) -> str:
    return param.opts[0] if isinstance(param, click.Option) else (param.metavar or param.name or "")


def _refused(error: click.BadParameter) -> str:
    kind = error.param.type if error.param else None
    if isinstance(kind, click.Choice):
        return f"choisissez parmi {', '.join(map(str, kind.choices))}."
    if isinstance(kind, click.IntRange):
        return f"écrivez un nombre entier de {kind.min} à {kind.max}."
    if isinstance(kind, click.DateTime):
        return "écrivez un jour AAAA-MM-JJ."
    if isinstance(kind, click.Path | click.File):
        wanted = "dossier" if isinstance(kind, click.Path) and not kind.file_okay else "fichier"
        return f"ce {wanted} ne peut pas être lu."
    return error.message
