"""The settings of a deployment, read from the environment once, here only."""

import os
import secrets
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final, Self

from environs import Env, EnvError

ROOT: Final = Path(__file__).resolve().parent.parent
PREFIX: Final = "SCORE_ENV_"
MEGABYTE: Final = 1_000_000


class SettingsError(Exception):
    """What is missing or wrong, all of it, one sentence a line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What a deployment chooses; secrets are never shown.

    Attributes:
        instance: the folder of what the deployment owns: database, documents, published files.
        database_url: SQLAlchemy address of the database.
        secret_key: signs the cookies; drawn and kept in the instance when none is given.
        base_url: the public address, which decides whether cookies are secure.
        host: the address the server listens on.
        port: the port it listens on.
        workers: the processes that serve pages.
        upload_limit: the largest document, in bytes.
        smtp_host: the mail server; none writes messages to a folder of the instance.
        smtp_port: its port.
        smtp_user: the account on it; none without.
        smtp_password: its password.
        smtp_starttls: whether to encrypt the connection.
        mail_sender: the address messages come from.
        state_brand: whether the page bears the brand of the State (its own domains only).
        demonstration: whether every page says that the data are invented.
    """

    instance: Path
    database_url: str
    secret_key: str = field(repr=False)
    base_url: str = "http://127.0.0.1:8000"
    host: str = "127.0.0.1"
    port: int = 8000
    workers: int = 2
    upload_limit: int = 50 * MEGABYTE
    smtp_host: str | None = None
    smtp_port: int = 25
    smtp_user: str | None = None
    smtp_password: str | None = field(default=None, repr=False)
    smtp_starttls: bool = True
    mail_sender: str = "ne-pas-repondre@score.invalid"
    state_brand: bool = False
    demonstration: bool = False

    @property
    def secure(self) -> bool:
        """Whether browsers reach the portal by https."""
        return self.base_url.startswith("https://")

    @classmethod
    def from_environment(cls, *, instance: Path | None = None) -> Self:
        """Read the environment.

        Args:
            instance: the folder to use instead of the one of the environment.

        Raises:
            SettingsError: every setting that is missing or wrong.
        """
        env = Env(eager=False)
        with env.prefixed(PREFIX):
            folder = Path(instance or env.path("INSTANCE", ROOT / "instance")).resolve()
            host, port = env.str("HOST", "127.0.0.1"), env.int("PORT", 8000)
            settings = cls(
                instance=folder,
                database_url=env.str("DATABASE_URL", "") or f"sqlite:///{folder / 'portal.db'}",
                secret_key=env.str("SECRET_KEY", ""),
                base_url=env.str("BASE_URL", "") or f"http://{host}:{port}",
                host=host,
                port=port,
                workers=env.int("WORKERS", 2),
                upload_limit=(env.int("UPLOAD_LIMIT_MB", 50) or 0) * MEGABYTE,
                smtp_host=env.str("SMTP_HOST", "") or None,
                smtp_port=env.int("SMTP_PORT", 25),
                smtp_user=env.str("SMTP_USER", None),
                smtp_password=env.str("SMTP_PASSWORD", None),
                smtp_starttls=env.bool("SMTP_STARTTLS", True),
                mail_sender=env.str("MAIL_SENDER", "ne-pas-repondre@score.invalid"),
                state_brand=env.bool("STATE_BRAND", False),
                demonstration=env.bool("DEMONSTRATION", False),
            )
        try:
            env.seal()
        except EnvError as error:
            raise SettingsError(str(error)) from error
        folder.mkdir(parents=True, exist_ok=True)
        return (
            settings if settings.secret_key else replace(settings, secret_key=_kept_secret(folder))
        )

    def for_children(self, **changed: str) -> dict[str, str]:
        """Return the environment of a process started by this one, with the same instance.

        Args:
            changed: settings to set, by their name without prefix.
        """
        kept = {"INSTANCE": str(self.instance), "DEMONSTRATION": str(int(self.demonstration))}
        return {
            **os.environ,
            **{f"{PREFIX}{name}": text for name, text in (kept | changed).items()},
        }


def _kept_secret(folder: Path) -> str:
    """Return the secret of the instance, drawn the first time and readable by its owner only."""
    path = folder / "secret_key"
    if not path.exists():
        drawn = folder / f"secret_key.{secrets.token_hex(4)}"
        drawn.touch(mode=0o600)
        drawn.write_text(secrets.token_urlsafe(48), encoding="ascii")
        with suppress(FileExistsError):
            path.hardlink_to(drawn)  # of two processes that start at once, one wins whole
        drawn.unlink()
    return path.read_text(encoding="ascii")
