"""What the operator watches: the runs of the scheduler, the mail, the settings."""

from datetime import timedelta
from typing import Final

from flask import render_template

from app.context import current_actor, current_clock, current_settings
from app.queries.operations import (
    due_effects,
    envelopes,
    last_passes,
    message_tally,
    telling_passes,
)
from app.web.operator.blueprint import blueprint
from app.web.operator.deployment import settings_in_words

# The job that records what silence does: the one whose lateness matters to the procedure.
EFFECTS: Final = "effects"
LATE: Final = timedelta(minutes=10)
JOBS: Final = {
    EFFECTS: "Constat des échéances",
    "notices": "Écriture des messages manquants",
    "reminders": "Rappels des échéances à venir",
    "mail": "Envoi des messages",
    "publication": "Publication de la liste",
    "files": "Ménage des fichiers abandonnés",
    "sign_ins": "Ménage des connexions",
}


@blueprint.get("/echeances")
def list_runs() -> str:
    """Show when the scheduler last ran, what it recorded, and what is due."""
    actor, now = current_actor(), current_clock().now()
    passes = last_passes(actor)
    clock_pass = next((run for run in passes if run.job == EFFECTS), None)
    return render_template(
        "operator/runs.html",
        passes=passes,
        telling=telling_passes(actor),
        due=due_effects(actor, at=now),
        clock_pass=clock_pass,
        late=clock_pass is None or now - clock_pass.finished_at >= LATE,
        minutes=int(LATE.total_seconds()) // 60,
        jobs=JOBS,
    )


@blueprint.get("/messages")
def list_messages() -> str:
    """Show the messages expected, where they stand; not their bodies, which tell of dossiers."""
    actor = current_actor()
    return render_template(
        "operator/messages.html", envelopes=envelopes(actor), tally=message_tally(actor)
    )


@blueprint.get("/reglages")
def show_settings() -> str:
    """Show the settings in force, secrets hidden."""
    return render_template("operator/settings.html", settings=settings_in_words(current_settings()))
