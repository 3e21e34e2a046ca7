"""Settings: read once, refused all at once, secrets never shown."""

import os
import stat

import pytest

from app.settings import PREFIX, ROOT, Settings, SettingsError


@pytest.fixture
def environment(monkeypatch, tmp_path):
    for name in [name for name in os.environ if name.startswith(PREFIX)]:
        monkeypatch.delenv(name)

    def change(**named):
        for name, value in named.items():
            monkeypatch.setenv(f"{PREFIX}{name}", str(value))

    change(INSTANCE=tmp_path / "instance")
    return change


def test_nothing_set_is_a_portal_on_this_machine_alone(environment, tmp_path):
    found = Settings.from_environment()
    assert found.database_url == f"sqlite:///{tmp_path / 'instance' / 'portal.db'}"
    assert (found.host, found.base_url) == ("127.0.0.1", "http://127.0.0.1:8000")
    assert (found.secure, found.demonstration, found.smtp_host) == (False, False, None)
    assert found.upload_limit == 50_000_000
    assert found.breach_lag_days == 3


def test_the_instance_is_that_of_the_checkout_by_default(environment, monkeypatch):
    monkeypatch.delenv(f"{PREFIX}INSTANCE")
    monkeypatch.setenv(f"{PREFIX}SECRET_KEY", "given, so that nothing is written")
    assert Settings.from_environment().instance == ROOT / "instance"


def test_a_secret_is_drawn_once_and_kept_for_its_owner(environment, tmp_path):
    first = Settings.from_environment().secret_key
    assert len(first) >= 48
    assert Settings.from_environment().secret_key == first
    kept = tmp_path / "instance" / "secret_key"
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert sorted(path.name for path in kept.parent.iterdir()) == ["portal.db", "secret_key"]


def test_only_its_owner_reads_the_instance(environment, tmp_path):
    """Passwords, second factors and dossiers; a web server crosses it to the public files."""
    Settings.from_environment()
    folder = tmp_path / "instance"
    assert stat.S_IMODE(folder.stat().st_mode) == 0o711
    assert stat.S_IMODE((folder / "portal.db").stat().st_mode) == 0o600


def test_secrets_are_never_shown(environment):
    environment(SECRET_KEY="sesame-1", SMTP_PASSWORD="sesame-2")
    shown = repr(Settings.from_environment())
    assert "sesame" not in shown


@pytest.mark.parametrize(
    ("named", "sentence"),
    [
        ({"PORT": "http"}, "SCORE_ENV_PORT : écrivez un nombre entier."),
        ({"PORT": "70000"}, "SCORE_ENV_PORT : écrivez un port, de 1 à 65535."),
        ({"SMTP_PORT": "0"}, "SCORE_ENV_SMTP_PORT : écrivez un port, de 1 à 65535."),
        ({"WORKERS": "0"}, "SCORE_ENV_WORKERS : écrivez un nombre entier, 1 au moins."),
        ({"UPLOAD_LIMIT_MB": "-1"}, "SCORE_ENV_UPLOAD_LIMIT_MB : écrivez un nombre entier, 1 au"),
        ({"BREACH_LAG_DAYS": "0"}, "SCORE_ENV_BREACH_LAG_DAYS : écrivez un nombre entier, 1 au"),
        ({"SMTP_STARTTLS": "si"}, "SCORE_ENV_SMTP_STARTTLS : écrivez true ou false."),
        ({"BASE_URL": "portail.example"}, "SCORE_ENV_BASE_URL : écrivez une adresse qui commence"),
        ({"INSTANCE": "/proc/nowhere"}, "ne peut pas être utilisé."),
    ],
)
def test_a_setting_that_is_wrong_is_refused(environment, named, sentence):
    environment(**named)
    with pytest.raises(SettingsError) as refused:
        Settings.from_environment()
    assert sentence in str(refused.value)


def test_all_that_is_wrong_is_told_at_once(environment):
    environment(PORT="http", WORKERS="none", DEMONSTRATION="peut-être")
    with pytest.raises(SettingsError) as refused:
        Settings.from_environment()
    assert len(str(refused.value).splitlines()) == 3


def test_a_public_address_decides_that_cookies_are_secure(environment):
    environment(BASE_URL="https://portail.example/")
    found = Settings.from_environment()
    assert (found.secure, found.base_url) == (True, "https://portail.example")


def test_the_service_has_no_address_until_it_is_given(environment):
    found = Settings.from_environment()
    assert (found.service_address, found.service_phone) == (None, None)
    environment(SERVICE_ADDRESS=" 1 rue de l’Essai, 49000 Angers ", SERVICE_PHONE="  ")
    found = Settings.from_environment()
    assert found.service_address == "1 rue de l’Essai, 49000 Angers"
    assert found.service_phone is None


def test_an_address_of_the_sixth_version_is_bracketed(environment):
    environment(HOST="::1", PORT=8001)
    found = Settings.from_environment()
    assert (found.address, found.base_url) == ("[::1]:8001", "http://[::1]:8001")


def test_a_process_gets_the_settings_of_the_one_that_starts_it(environment, tmp_path):
    environment(STATE_BRAND="true")
    told = Settings.from_environment(within="demo").for_children(PORT="8123")
    assert told[f"{PREFIX}INSTANCE"] == str(tmp_path / "instance" / "demo")
    assert (told[f"{PREFIX}PORT"], told[f"{PREFIX}STATE_BRAND"]) == ("8123", "true")
    assert told["PATH"] == os.environ["PATH"]
