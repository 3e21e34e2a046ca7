"""The portal of the environmental score: pages, API, jobs and commands around one procedure."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flask import Flask

    from app.clock import Clock
    from app.gateways.mail import Mail
    from app.settings import Settings


def create_app(
    settings: "Settings | None" = None, *, clock: "Clock | None" = None, mail: "Mail | None" = None
) -> "Flask":
    """Assemble the application.

    The imports stand inside, so that a calculation does not load the web code.

    Args:
        settings: the settings; read from the environment when none are given.
        clock: the clock; the one of the machine when none is given.
        mail: the way out for mail; chosen by the settings when none is given.

    Raises:
        SettingsError: a setting is missing or wrong.
    """
    from app.assembly import assemble  # noqa: PLC0415 - the one import inside a function
    from app.clock import SystemClock  # noqa: PLC0415
    from app.settings import Settings  # noqa: PLC0415

    return assemble(
        settings or Settings.from_environment(), clock=clock or SystemClock(), mail=mail
    )
