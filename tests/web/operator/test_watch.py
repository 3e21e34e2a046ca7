"""What the operator watches."""

from dataclasses import replace
from datetime import timedelta

import pytest

from app.context import current_settings
from app.extensions import db
from app.models.outbox import OutboxMessage
from app.queries.operations import masked
from app.services.accounts import disable_account
from app.services.lapse import record_due_effects
from app.services.letters import write_missing_notices
from app.services.outbox import send_waiting
from app.services.runs import record_run
from app.services.transaction import transaction
from app.web.operator.deployment import settings_in_words


@pytest.fixture
def operator(browser):
    return browser("operator")


def run(world, job="effects", *, recorded=0, error=None):
    record_run(job, started_at=world.clock.now(), recorded=recorded, clock=world.clock, error=error)


def counted(page):
    """The counts of the messages, by their words."""
    items = ("".join(item.itertext()).split(" : ") for item in page.tree.iter("li"))
    return {item[0].strip(): item[1].strip() for item in items if len(item) == 2}


class TestRuns:
    def test_a_scheduler_that_never_ran_is_said(self, operator):
        page = operator.get("/exploitation/echeances")
        assert "Le planificateur ne passe plus" in page.main
        assert "Aucun constat des échéances n’a encore eu lieu." in page.main

    def test_ten_minutes_without_a_run_are_too_many(self, operator, world):
        run(world)
        world.clock.advance(timedelta(minutes=10, seconds=-1))
        assert "Le planificateur passe" in operator.get("/exploitation/echeances").main
        world.clock.advance(timedelta(seconds=1))
        assert "Le planificateur ne passe plus" in operator.get("/exploitation/echeances").main

    def test_another_job_does_not_hide_that_the_clock_stopped(self, operator, world):
        run(world)
        world.clock.advance(timedelta(minutes=11))
        run(world, "mail")
        assert "Le planificateur ne passe plus" in operator.get("/exploitation/echeances").main

    def test_a_run_that_failed_is_said_with_its_reason(self, operator, world):
        run(world, error="OperationalError: disque plein")
        page = operator.get("/exploitation/echeances")
        assert "Le dernier constat des échéances a échoué" in page.main
        assert "OperationalError: disque plein" in page.main

    def test_runs_that_did_something_stay_on_the_page(self, operator, world):
        run(world, recorded=3)
        world.clock.advance(timedelta(minutes=1))
        run(world)
        page = operator.get("/exploitation/echeances")
        rows = [row for row in page.tree.iter("tr") if "Constat" in "".join(row.itertext())]
        counts = ["".join(row.findall("td")[2].itertext()) for row in rows]
        assert counts == ["0", "3"]

    def test_an_effect_born_and_not_recorded_is_shown_with_its_source(self, operator, world):
        dossier = world.submitted()
        assert dossier.reference not in operator.get("/exploitation/echeances").main
        world.clock.advance(timedelta(days=40))
        operator.sign_in("operator")
        page = operator.get("/exploitation/echeances")
        assert dossier.reference in page.main
        assert "D. 251-1-A" in page.main
        assert "EXEMPLE001" not in page.main
        record_due_effects(clock=world.clock)
        assert dossier.reference not in operator.get("/exploitation/echeances").main


class TestMessages:
    def test_a_message_waits_fails_then_leaves(self, operator, world, mail):
        world.submitted()
        assert "En attente" in operator.get("/exploitation/messages").main
        mail.failing = True
        send_waiting(mail, clock=world.clock)
        assert "Échec, sera retenté" in operator.get("/exploitation/messages").main
        mail.failing = False
        send_waiting(mail, clock=world.clock)
        page = operator.get("/exploitation/messages")
        assert "Envoyé" in page.main
        assert "Échec" not in page.main

    def test_neither_the_body_nor_the_recipient_is_shown(self, operator, world, mail):
        dossier = world.submitted()
        send_waiting(mail, clock=world.clock)
        page = operator.get("/exploitation/messages")
        assert dossier.reference in page.main
        assert "***@exemple.test" in page.main
        assert "manufacturer@" not in page.html
        (message, *_) = mail.sent
        lines = [line for line in message.body.splitlines() if len(line) > 20]
        assert lines
        assert not [line for line in lines if line in page.html]

    def test_the_messages_expected_are_counted(self, operator, world, mail):
        world.complete()
        page = operator.get("/exploitation/messages")
        expected = {
            "attendus": "2",
            "écrits": "2",
            "envoyés": "0",
            "en attente": "2",
            "en échec, retentés": "0",
            "manquants": "0",
        }
        assert expected.items() <= counted(page).items()
        send_waiting(mail, clock=world.clock)
        assert counted(operator.get("/exploitation/messages"))["envoyés"] == "2"

    def test_a_message_that_is_missing_is_shown_until_it_is_written(self, operator, world):
        dossier = world.complete().reference
        assert "Des messages manquent" not in operator.get("/exploitation/messages").main
        with transaction():
            db.session.query(OutboxMessage).filter(OutboxMessage.key.startswith("receipt/")).delete(
                synchronize_session=False
            )
        page = operator.get("/exploitation/messages")
        assert "Des messages manquent" in page.main
        assert f"receipt/{dossier}" in page.main
        assert "Dépôt du dossier" in page.main
        assert counted(page)["manquants"] == "1"
        write_missing_notices(clock=world.clock)
        assert "Des messages manquent" not in operator.get("/exploitation/messages").main

    def test_acts_that_nobody_could_be_told_of_are_counted_apart(self, operator, world):
        world.submitted()
        disable_account(world.email("manufacturer"), clock=world.clock)
        assert "sans aucun compte" not in operator.get("/exploitation/messages").main
        world.days_pass(40)
        record_due_effects(clock=world.clock)
        operator.sign_in("operator")
        page = operator.get("/exploitation/messages")
        assert counted(page)["en plus, sans aucun compte à qui écrire"] == "1"

    @pytest.mark.parametrize(
        ("text", "shown"),
        [
            ("anne.martin@exemple.test", "***@exemple.test"),
            ("550 <a+b@exemple.test>: inconnu", "550 <***@exemple.test>: inconnu"),
            ("('c@d.e', 'f@g.h')", "('***@d.e', '***@g.h')"),
            ("aucune adresse", "aucune adresse"),
        ],
    )
    def test_an_address_keeps_its_domain_only(self, text, shown):
        assert masked(text) == shown


class TestSettings:
    def test_the_page_shows_the_settings_and_no_secret(self, operator):
        page = operator.get("/exploitation/reglages")
        assert "127.0.0.1" in page.main
        assert current_settings().secret_key not in page.html

    def test_secrets_of_the_database_and_of_the_mail_are_hidden(self, app):
        settings = replace(
            current_settings(),
            database_url="postgresql+psycopg://portail:tresor@base.example:5432/score?password=autre",
            smtp_host="courrier.example",
            smtp_password="cachette",
        )
        shown = dict(settings_in_words(settings))
        assert shown["Base de données"] == "postgresql, base.example:5432/score"
        assert shown["Mot de passe de ce compte"] == "en place, jamais affiché"
        assert shown["Serveur de messagerie"] == "courrier.example"
        for secret in ("tresor", "autre", "cachette", settings.secret_key):
            assert secret not in str(shown)

    def test_every_setting_has_its_words(self, app):
        assert not [name for name, _ in settings_in_words(current_settings()) if "_" in name]
