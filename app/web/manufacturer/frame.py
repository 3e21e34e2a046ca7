"""What the pages of a draft share: its steps, what is wrong in it, and how a form is answered."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from http import HTTPStatus
from typing import Any, Final

from flask import abort, flash, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from app.context import current_actor, current_clock
from app.domain.actor import Role
from app.domain.drafts import OTHER_ELEMENTS
from app.domain.errors import DomainError, OpenDossierExistsError
from app.domain.plausibility import doubts
from app.domain.procedure import Action, Route, State
from app.domain.specific import SPECIFIC_VALUES
from app.queries.decided_values import takes_values
from app.queries.dossiers import declared_content, get_dossier
from app.queries.evidence import missing_documents
from app.services.submission import submission_problems
from app.web.manufacturer.declared import DraftForm, current_method
from app.web.manufacturer.places import placed
from app.web.seen import NEVER, refuse_seen
from scoring.problems import Problem

# Part of the declaration, words, page.
STEPS: Final[tuple[tuple[str, str, str], ...]] = (
    ("version", "Version", "manufacturer.edit_version"),
    ("reference_vehicle", "Véhicule de référence", "manufacturer.edit_vehicle"),
    ("manufacturing_lines", "Lignes de fabrication", "manufacturer.list_lines"),
    ("battery_sites", "Sites de batterie", "manufacturer.list_batteries"),
    (OTHER_ELEMENTS, "Réparabilité et matières", "manufacturer.edit_other_elements"),
    (SPECIFIC_VALUES, "Valeurs spécifiques", "manufacturer.list_values"),
    ("documents", "Pièces", "manufacturer.list_documents"),
    ("check", "Vérifier et déposer", "manufacturer.check_draft"),
)

# What is said of a step that is done, or where nothing has to be declared.
NOTHING_LEFT: Final = frozenset({"done", "empty"})

# The last step of a draft that asks for no certification.
CHECK_REPORT: Final = ("check", "Vérifier et signaler", "manufacturer.check_report")
CHECK_CORRECTION: Final = ("check", "Vérifier la correction", "manufacturer.check_correction")


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


def editable_of(reference: str) -> Any:  # noqa: ANN401 - a row, read only
    """Return a draft of the company, or a filed dossier that can still be corrected (row 19).

    Raises:
        UnknownDossierError: it does not exist, or is of another company.
    """
    dossier = get_dossier(reference, seen_by=current_actor())
    if Action.CORRECT in dossier.acts_open_to(Role.MANUFACTURER):
        return dossier
    return draft_of(reference)


def leave_if_filed(reference: str, sentence: str) -> None:
    """Go on to the receipt of what was a draft: a second click, or a colleague, has filed it."""
    if get_dossier(reference, seen_by=current_actor()).state != State.DRAFT:
        flash(sentence)
        abort(redirect(receipt_of(reference)))


def receipt_of(reference: str) -> str:
    """Return the receipt; the page of the dossier when nothing was received."""
    dossier = get_dossier(reference, seen_by=current_actor())
    page = "show_dossier" if dossier.state == State.INADMISSIBLE else "show_receipt"
    return url_for(f"manufacturer.{page}", reference=reference)


def correcting(dossier: Any) -> bool:  # noqa: ANN401 - a row, read only
    """Tell whether a correction is written that is not filed (row 19)."""
    open_ = Action.CORRECT in dossier.acts_open_to(Role.MANUFACTURER)
    return open_ and dossier.content != declared_content(dossier)


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
            return "empty" if key == OTHER_ELEMENTS else "todo"
        return "wrong" if key in wrong else "done"

    return [
        {
            "label": label,
            "href": url_for(endpoint, reference=dossier.reference),
            "status": status(key),
        }
        for key, label, endpoint in _steps(dossier)
    ]


def _steps(dossier: Any) -> Iterator[tuple[str, str, str]]:  # noqa: ANN401 - a row, read only
    """Yield the steps that a draft, or a correction, has."""
    filed = dossier.state != State.DRAFT
    values = takes_values(dossier) or dossier.content.get(SPECIFIC_VALUES)
    for step in STEPS:
        if step[0] == "check" and filed:
            yield CHECK_CORRECTION
        elif step[0] == "check" and dossier.route == Route.MODIFICATION:
            yield CHECK_REPORT
        elif (step[0] != SPECIFIC_VALUES or values) and (step[0] != "documents" or not filed):
            yield step


def page_after(dossier: Any, key: str) -> str:  # noqa: ANN401 - a row, read only
    """Return the page of the step that follows another one."""
    pages = {step: endpoint for step, _, endpoint in _steps(dossier)}
    following = list(pages)[list(pages).index(key) + 1]
    return url_for(pages[following], reference=dossier.reference)


def show_step(template: str, dossier: Any, current: str, **context: Any) -> str:  # noqa: ANN401 - a row, and what the template reads
    """Return a page of a draft, under its steps."""
    problems = problems_of(dossier)
    steps = steps_of(dossier, current, problems)
    after = [step["href"] for step in steps[_rank(steps) + 1 :]]
    return render_template(
        f"manufacturer/{template}",
        dossier=dossier,
        steps=steps,
        next_step=after[0] if after else None,
        problems=problems,
        correctable=Action.CORRECT in dossier.acts_open_to(Role.MANUFACTURER),
        correcting=correcting(dossier),
        doubts=[
            placed(one, dossier.content, reference=dossier.reference)
            for one in doubts(dossier.content, method=current_method())
        ],
        **context,
    )


def _rank(steps: Sequence[dict[str, str]]) -> int:
    return [step["status"] for step in steps].index("current")


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
