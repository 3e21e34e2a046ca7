"""Show a refusal in the form that was sent, beside its field, with all that was typed."""

from http import HTTPStatus

from flask_wtf import FlaskForm

from app.domain.errors import DomainError, Done, StaleDossierError
from app.errors import status_of
from app.labels import words
from app.web.filters import instant


def refuse_in(form: FlaskForm, error: DomainError) -> HTTPStatus:
    """Write the sentence of *error* in *form* and return the status of the answer.

    The field is the one that the error names; an error that names none, or a field that this form
    does not have, stands above the form.
    """
    name = getattr(error, "field", None)
    if name is not None and name in form:
        form[name].errors = [*form[name].errors, str(error)]
    else:
        form.form_errors = [*form.form_errors, str(error), *_since(error)]
    return status_of(error)


def _since(error: DomainError) -> list[str]:
    """Return what was done since a page was shown, act by act."""
    return [told(one) for one in error.since] if isinstance(error, StaleDossierError) else []


def told(done: Done) -> str:
    """Return an act that its reader had not seen, in a sentence: who, when, what."""
    when, what = instant(done.at), words(done.action)
    if done.clock:
        return f"Échéance constatée le {when} : {what}."
    return f"{'Vous' if done.yours else done.who}, le {when} : {what}."
