"""Put the application together: settings and clock in, Flask out."""

from typing import TYPE_CHECKING, Final

from flask import Flask
from flask_babel import Babel
from jinja2 import StrictUndefined
from werkzeug.middleware.proxy_fix import ProxyFix

from app import context, errors
from app.api import install as install_api
from app.clock import Clock
from app.extensions import compress, csrf, db, migrate
from app.gateways.files import LocalFiles
from app.gateways.mail import FolderMail, Mail, SmtpMail
from app.gateways.paper.printer import PangoPrinter
from app.gateways.webhooks import HttpsWebhooks
from app.settings import ROOT, Settings
from app.web import install as install_pages
from app.web.public_files import FOLDER, PublicFiles
from app.web.sessions import Sessions

if TYPE_CHECKING:
    from _typeshed.wsgi import WSGIApplication

FORM_LIMIT: Final = 2_000_000

# A form that takes several files takes several of the largest.
FILES_AT_ONCE: Final = 5


def assemble(settings: Settings, *, clock: Clock, mail: Mail | None) -> Flask:
    """Return the application for *settings*."""
    app = Flask(
        "app",
        root_path=str(ROOT / "app"),
        template_folder=str(ROOT / "templates"),
        instance_path=str(settings.instance),
    )
    app.jinja_env.undefined = StrictUndefined
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True
    app.config.from_mapping(_configuration(settings))
    app.extensions[context.SETTINGS] = settings
    app.extensions[context.CLOCK] = clock
    app.extensions[context.FILES] = LocalFiles(settings.instance / "documents")
    app.extensions[context.MAIL] = mail or _mail(settings)
    app.extensions[context.PRINTER] = PangoPrinter()
    app.extensions[context.WEBHOOKS] = HttpsWebhooks()
    app.session_interface = Sessions()
    db.init_app(app)
    migrate.init_app(app, db, directory=str(ROOT / "migrations"), render_as_batch=True)
    csrf.init_app(app)
    compress.init_app(app)
    Babel(app, default_locale="fr", default_timezone="Europe/Paris")
    errors.install(app)
    install_pages(app)
    install_api(app)
    files: WSGIApplication = PublicFiles(app.wsgi_app, settings.instance / FOLDER)
    if settings.proxies:
        files = ProxyFix(files, x_for=settings.proxies, x_proto=settings.proxies)
    app.wsgi_app = files  # type: ignore[assignment, method-assign]  # what Flask says to do
    return app


def _configuration(settings: Settings) -> dict[str, object]:
    return {
        "SECRET_KEY": settings.secret_key,
        "BASE_URL": settings.base_url,
        "INSTANCE": str(settings.instance),
        "FEED_KEYS": str(settings.feed_keys),
        "SQLALCHEMY_DATABASE_URI": settings.database_url,
        "SESSION_COOKIE_NAME": "__Host-session" if settings.secure else "session",
        "SESSION_COOKIE_SECURE": settings.secure,
        "SESSION_COOKIE_HTTPONLY": True,
        "SESSION_COOKIE_SAMESITE": "Lax",
        "MAX_CONTENT_LENGTH": FILES_AT_ONCE * settings.upload_limit + FORM_LIMIT,
        "MAX_FORM_MEMORY_SIZE": FORM_LIMIT,
        "WTF_CSRF_TIME_LIMIT": None,
        "COMPRESS_MIMETYPES": ["text/html"],
        "COMPRESS_ALGORITHM": ["br", "gzip"],
        "STATE_BRAND": settings.state_brand,
        "SERVICE_ADDRESS": settings.service_address,
        "SERVICE_PHONE": settings.service_phone,
    }


def _mail(settings: Settings) -> Mail:
    if settings.smtp_host is None:
        return FolderMail(settings.instance / "outbox", settings.mail_sender)
    return SmtpMail(
        host=settings.smtp_host,
        port=settings.smtp_port,
        sender=settings.mail_sender,
        starttls=settings.smtp_starttls,
        user=settings.smtp_user or "",
        password=settings.smtp_password or "",
        timeout=20,
    )
