"""The settings in force, in words; a secret is never among them."""

from dataclasses import fields
from typing import Final

from sqlalchemy import make_url

from app.settings import Settings
from app.web.filters import octets

HIDDEN: Final = "en place, jamais affiché"
LABELS: Final = {
    "instance": "Dossier de l’instance",
    "database_url": "Base de données",
    "secret_key": "Clé de signature des cookies",
    "base_url": "Adresse publique",
    "host": "Adresse d’écoute",
    "port": "Port d’écoute",
    "workers": "Processus qui servent les pages",
    "upload_limit": "Taille maximale d’un document",
    "smtp_host": "Serveur de messagerie",
    "smtp_port": "Port du serveur de messagerie",
    "smtp_user": "Compte sur le serveur de messagerie",
    "smtp_password": "Mot de passe de ce compte",
    "smtp_starttls": "Connexion chiffrée au serveur de messagerie",
    "mail_sender": "Expéditeur des messages",
    "service_address": "Adresse postale du service",
    "service_phone": "Téléphone du service",
    "state_brand": "Marque de l’État",
    "demonstration": "Démonstration",
    "change_report_lag_days": "Jours au-delà desquels une modification est signalée tardivement",
    "feed_keys_folder": "Dossier des clés des fichiers publics",
    "requests_a_minute": "Demandes à l’API par client et par minute",
    "proxies": "Mandataires devant le portail",
    "breach_lag_days": "Jours au-delà desquels un manquement est dit signalé tardivement",
}
NONE: Final = {
    "feed_keys_folder": "celui de l’instance",
    "smtp_host": "aucun : les messages sont écrits dans un dossier de l’instance",
    "service_address": "aucune : l’accusé de réception renvoie à la page Contact",
    "service_phone": "aucun : l’accusé de réception renvoie à la page Contact",
}


def settings_in_words(settings: Settings) -> list[tuple[str, str]]:
    """Return each setting and its value; one without words keeps its name."""
    return [
        (LABELS.get(field.name, field.name), _value(settings, field.name, secret=not field.repr))
        for field in fields(settings)
    ]


def _value(settings: Settings, name: str, *, secret: bool) -> str:
    value = getattr(settings, name)
    if value in {None, ""}:
        return NONE.get(name, "aucun")
    if secret:
        return HIDDEN
    if name == "database_url":
        return _without_password(value)
    if name == "upload_limit":
        return octets(value)
    if isinstance(value, bool):
        return "oui" if value else "non"
    return str(value)


def _without_password(address: str) -> str:
    """Return where the database is; neither account, nor password, nor options."""
    url = make_url(address)
    place = f"{url.host}:{url.port or ''}".rstrip(":") + "/" if url.host else ""
    return f"{url.get_backend_name()}, {place}{url.database or ''}"
