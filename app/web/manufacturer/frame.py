"""What the pages of a draft share: its steps, what is wrong in it, and how a form is answered."""

from collections.abc import Callable, Mapping, Sequence
from http import HTTPStatus
from typing import Any, Final

from flask import abort, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from app.context import current_actor, current_clock
from app.domain.errors import DomainError, OpenDossierExistsError
from app.domain.procedure import State
from app.queries.dossiers import get_dossier
from app.queries.evidence import missing_documents
from app.services.submission import submission_problems
from app.web.manufacturer.declared import DraftForm
from app.web.seen import NEVER, refuse_seen
from scoring.problems import Problem

# Part of the declaration, words, page.
STEPS: Final = (
    ("version", "Version", "manufacturer.edit_version"),
    ("reference_vehicle", "Véhicule de référence", "manufacturer.edit_vehicle"),
    ("manufacturing_lines", "Lignes de fabrication", "manufacturer.list_lines"),
    ("battery_sites", "Sites de batterie", "manufacturer.list_batteries"),
    ("documents", "Pièces", "manufacturer.list_documents"),
    ("check", "Vérifier et déposer", "manufacturer.check_draft"),
)


def draft_of(reference: str) -> Any:  # noqa: ANN401 - a row, read only
    """Return a draft of the company; the page of a filed dossier answers instead of its steps.

    A form sent on a dossier filed meanwhile goes on to the act, which refuses it in the form.

    Raises:
        UnknownDossierError: it does not exist, or is of another company.
    """
    dossier = get_dossier(reference, seen_by=current_actor())
    if dossier.state != State.DRAFT and request.method == "GET":
        abort(redirect(url_for("manufacturer.show_dossier", reference=reference)))
    return dossier


def problems_of(dossier: Any) -> tuple[Problem, ...]:  # noqa: ANN401 - a row, read only
    """Return what prevents the deposit of a draft."""
    return submission_problems(dossier, clock=current_clock())


def steps_of(
    dossier: Any,  # noqa: ANN401 - a row, read only
    current: str,
    problems: Sequence[Problem],
) -> list[dict[str, str]]:
    """Return the steps of a draft with where each stands."""
    wrong = {problem.field.split("/")[1] for problem in problems if problem.field}
    lacking = missing_documents(dossier, today=current_clock().today())

    def status(key: str) -> str:
        if key == current:
            return "current"
        if key == "documents":
            return "todo" if lacking else "done"
        if not dossier.content.get(key):
            return "todo"
        return "wrong" if key in wrong else "done"

    return [
        {
            "label": label,
            "href": url_for(endpoint, reference=dossier.reference),
            "status": status(key),
        }
        for key, label, endpoint in STEPS
    ]


def show_step(template: str, dossier: Any, current: str, **context: Any) -> str:  # noqa: ANN401 - a row, and what the template reads
    """Return a page of a draft, under its steps."""
    problems = problems_of(dossier)
    return render_template(
        f"manufacturer/{template}",
        dossier=dossier,
        steps=steps_of(dossier, current, problems),
        problems=problems,
        **context,
    )


def save_or_show(
    form: DraftForm,
    *,
    reference: str | None,
    save: Callable[[], object],
    saved: str,
    to: Callable[[], str],
    show: Callable[[], str],
) -> ResponseReturnValue:
    """Answer a form on a draft: kept and followed, or shown again with all that was typed.

    Args:
        form: what was sent, if it was.
        reference: the draft; none for one still to be created.
        save: the act.
        saved: the sentence once it is done.
        to: the page that follows.
        show: the page of the form.
    """

    def present() -> int:
        if reference is None:
            return NEVER
        return int(get_dossier(reference, seen_by=current_actor()).content_revision)

    status = HTTPStatus.OK
    if not form.is_submitted():
        form.seen.data = str(present())
    elif not form.validate():
        status = HTTPStatus.UNPROCESSABLE_ENTITY
    else:
        try:
            save()
        except DomainError as error:
            status = refuse_seen(form, error, present=present)
            if isinstance(error, OpenDossierExistsError):
                form.existing = error.reference
        else:
            flash(saved)
            return redirect(to())
    return show(), status


def site_at(content: Mapping[str, Any], part: str, number: int) -> Mapping[str, Any]:
    """Return the line or battery site of a rank from 1; 404 if there is none."""
    sites = content.get(part, [])
    if not 1 <= number <= len(sites):
        abort(HTTPStatus.NOT_FOUND)
    found: Mapping[str, Any] = sites[number - 1]
    return found
