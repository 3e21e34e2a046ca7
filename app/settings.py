"""The settings of a deployment, read from the environment once, here only."""

import os
import secrets
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final, Self
from urllib.parse import urlsplit

from environs import Env, EnvValidationError, ValidationError, validate

ROOT: Final = Path(__file__).resolve().parent.parent
PREFIX: Final = "SCORE_ENV_"
DATABASE: Final = "portal.db"
MEGABYTE: Final = 1_000_000
LOOPBACK: Final = "127.0.0.1"

FRENCH: Final = {
    "Not a valid integer.": "écrivez un nombre entier.",
    "Not a valid boolean.": "écrivez true ou false.",
}
PORT: Final = validate.Range(1, 65535, error="écrivez un port, de 1 à 65535.")
COUNT: Final = validate.Range(1, error="écrivez un nombre entier, 1 au moins.")

AMOUNT: Final = validate.Range(0, error="écrivez un nombre entier, 0 au moins.")


class SettingsError(Exception):
    """What is wrong, all of it, one sentence a line."""


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
        service_address: the postal address of the service in charge of the dossiers, on one line;
            none until the deployment gives it (CRPA R. 112-5).
        service_phone: its telephone number; none likewise.
        state_brand: whether the page bears the brand of the State (its own domains only).
        demonstration: whether every page says that the data are invented.
        change_report_lag_days: the days between a change and its report above which the agency is
            warned; a choice of the service, the law says « sans délai ».
        breach_lag_days: the same between the day the agency finds a breach and its report.
        feed_keys_folder: where the keys that sign the public files are; none for the instance.
        requests_a_minute: what one client may ask of the API; 0 for no limit.
        proxies: the proxies before the portal that say whose request it is; 0 for none.
    """

    instance: Path
    database_url: str
    secret_key: str = field(repr=False)
    base_url: str = "http://127.0.0.1:8000"
    host: str = LOOPBACK
    port: int = 8000
    workers: int = 2
    upload_limit: int = 50 * MEGABYTE
    smtp_host: str | None = None
    smtp_port: int = 25
    smtp_user: str | None = None
    smtp_password: str | None = field(default=None, repr=False)
    smtp_starttls: bool = True
    mail_sender: str = "ne-pas-repondre@score.invalid"
    service_address: str | None = None
    service_phone: str | None = None
    state_brand: bool = False
    demonstration: bool = False
    change_report_lag_days: int = 30
    breach_lag_days: int = 3
    feed_keys_folder: Path | None = None
    requests_a_minute: int = 600
    proxies: int = 0

    @property
    def secure(self) -> bool:
        """Whether browsers reach the portal by https."""
        return self.base_url.startswith("https://")

    @property
    def feed_keys(self) -> Path:
        """The folder of the keys that sign the public files, the same on several machines."""
        return self.feed_keys_folder or self.instance

    @property
    def address(self) -> str:
        """The address and port the server listens on, as it is written."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{host}:{self.port}"

    @classmethod
    def from_environment(cls, *, within: str = "") -> Self:
        """Read the environment.

        Args:
            within: a folder of the instance to use as the instance.

        Raises:
            SettingsError: every setting that is wrong, or the folder cannot be used.
        """
        env = Env(eager=False)
        with env.prefixed(PREFIX):
            folder = (env.path("INSTANCE", ROOT / "instance") / within).resolve()
            elsewhere = env.str("DATABASE_URL", "")
            settings = cls(
                instance=folder,
                database_url=elsewhere or f"sqlite:///{folder / DATABASE}",
                secret_key=env.str("SECRET_KEY", ""),
                base_url=(env.str("BASE_URL", "", validate=_check_base_url) or "").rstrip("/"),
                host=env.str("HOST", LOOPBACK),
                port=env.int("PORT", 8000, validate=PORT),
                workers=env.int("WORKERS", 2, validate=COUNT),
                upload_limit=(env.int("UPLOAD_LIMIT_MB", 50, validate=COUNT) or 0) * MEGABYTE,
                smtp_host=env.str("SMTP_HOST", "") or None,
                smtp_port=env.int("SMTP_PORT", 25, validate=PORT),
                smtp_user=env.str("SMTP_USER", None),
                smtp_password=env.str("SMTP_PASSWORD", None),
                smtp_starttls=env.bool("SMTP_STARTTLS", True),
                mail_sender=env.str("MAIL_SENDER", "ne-pas-repondre@score.invalid"),
                service_address=env.str("SERVICE_ADDRESS", "").strip() or None,
                service_phone=env.str("SERVICE_PHONE", "").strip() or None,
                state_brand=env.bool("STATE_BRAND", False),
                demonstration=env.bool("DEMONSTRATION", False),
                change_report_lag_days=env.int("CHANGE_REPORT_LAG_DAYS", 30, validate=COUNT) or 0,
                breach_lag_days=env.int("BREACH_LAG_DAYS", 3, validate=COUNT) or 0,
                feed_keys_folder=env.path("FEED_KEYS", None),
                requests_a_minute=env.int("REQUESTS_A_MINUTE", 600, validate=AMOUNT) or 0,
                proxies=env.int("PROXIES", 0, validate=AMOUNT) or 0,
            )
        try:
            env.seal()
        except EnvValidationError as error:
            raise SettingsError(_sentences(error)) from error
        try:
            _prepare(folder, database=not elsewhere)
            secret_key = settings.secret_key or _kept_secret(folder)
        except OSError as error:
            raise SettingsError(
                f"{PREFIX}INSTANCE : le dossier {folder} ne peut pas être utilisé."
            ) from error
        return replace(
            settings,
            secret_key=secret_key,
            base_url=settings.base_url or f"http://{settings.address}",
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


def _check_base_url(typed: str) -> None:
    """Refuse an address that no browser could open; none at all is allowed."""
    parts = urlsplit(typed)
    if typed and (parts.scheme not in {"http", "https"} or not parts.netloc):
        raise ValidationError("écrivez une adresse qui commence par https:// ou http://.")


def _sentences(error: EnvValidationError) -> str:
    """Return one sentence a line: the setting, then what is wrong with it."""
    found = error.error_messages
    lines = found.items() if isinstance(found, Mapping) else [("", found)]
    return "\n".join(
        f"{name} : {' '.join(FRENCH.get(message, message) for message in messages)}"
        for name, messages in lines
    )


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


def _prepare(folder: Path, *, database: bool) -> None:
    """Make the instance: a web server may cross it to the public files, and read nothing else.

    The database holds passwords, second factors and dossiers; SQLite gives its side files the
    rights of the file itself.
    """
    folder.mkdir(mode=0o711, parents=True, exist_ok=True)
    folder.chmod(0o711)
    if database:
        file = folder / DATABASE
        file.touch(mode=0o600)
        file.chmod(0o600)
