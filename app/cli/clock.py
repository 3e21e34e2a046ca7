"""Time: the process that watches the periods, and one pass of it by hand."""

from datetime import UTC, datetime

import click

from app.cli.portal import portal
from app.clock import FixedClock, SystemClock
from app.context import current_clock
from app.domain.deadlines import legal_day
from app.jobs.run import run_scheduler
from app.labels import words
from app.services.lapse import EffectsNotRecordedError, record_due_effects


class Instant(click.ParamType[datetime]):
    """An instant in UTC, such as ``2026-08-02T00:00:00Z``."""

    name = "INSTANT"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> datetime:
        """Read the instant, or say how to write it."""
        if isinstance(value, datetime):
            return value
        try:
            instant = datetime.fromisoformat(str(value))
        except ValueError:
            instant = None
        if instant is None or instant.tzinfo is None:
            self.fail("écrivez un instant en UTC, par exemple 2026-08-02T00:00:00Z.", param, ctx)
        return instant.astimezone(UTC)


@click.command()
@click.option("--at", type=Instant(), help="Fait comme si c’était cet instant (UTC).")
def tick(at: datetime | None) -> int:
    """Constate les effets échus : dossiers réputés complets, rejets implicites.

    Un effet constaté ne s’efface plus : un instant à venir est signalé.
    """
    failure = None
    with portal(clock=FixedClock(at) if at else None):
        clock = current_clock()
        if at is not None and at > SystemClock().now():
            click.echo("Attention : instant à venir, et ses effets sont définitifs.", err=True)
        try:
            recorded = record_due_effects(clock=clock)
        except EffectsNotRecordedError as error:
            recorded, failure = error.recorded, error
        for effect in recorded:
            click.echo(
                f"{effect.reference} : {words(effect.action).lower()} le"
                f" {effect.occurred_on:%d/%m/%Y}"
                f" (constaté le {legal_day(effect.observed_at):%d/%m/%Y})"
            )
        click.echo(f"{len(recorded)} effet(s) constaté(s) au {clock.today():%d/%m/%Y}.")
    if failure is not None:
        click.echo(str(failure), err=True)
    return int(failure is not None)


@click.command()
def scheduler() -> None:
    """Surveille les échéances, envoie les messages et publie la liste, jusqu’à l’arrêt."""
    with portal() as app:
        pass  # a database that is not ready is refused before the first pass
    run_scheduler(app)
