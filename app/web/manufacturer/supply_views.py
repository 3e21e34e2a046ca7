"""Supply what the agency asked for: files, an answer in words, or both, item by item."""

from collections.abc import Sequence
from http import HTTPStatus
from typing import Any

from flask import flash, redirect, render_template, url_for
from flask.typing import ResponseReturnValue
from wtforms import HiddenField
from wtforms.validators import Length, Optional

from app.context import current_actor, current_clock
from app.domain.actor import Role
from app.domain.errors import DomainError
from app.domain.procedure import Action, State
from app.queries.dossiers import get_dossier
from app.services.completeness import open_items_of, supply
from app.services.documents import KeptFile
from app.services.requested import Supplied
from app.web.fields import EvidenceFilesField, StrippedTextField
from app.web.manufacturer.blueprint import blueprint
from app.web.manufacturer.uploads import files_of, keep_all, note_of
from app.web.seen import SeenForm, refuse_seen

LONGEST_ANSWER = 5000


@blueprint.route("/dossiers/<reference:reference>/complements", methods=["GET", "POST"])
def supply_items(reference: str) -> ResponseReturnValue:
    """Supply some or all of the requested items."""
    dossier = get_dossier(reference, seen_by=current_actor())
    items = list(open_items_of(dossier))
    form = form_for(items)
    status = HTTPStatus.OK
    if not form.is_submitted():
        form.seen.data = str(dossier.last_sequence)
    else:
        form.validate()
        kept = receive(form, items)
        status = HTTPStatus.UNPROCESSABLE_ENTITY
        if not form.errors:
            try:
                supply(
                    reference,
                    supplied_in(form, kept),
                    expected=form.seen.number,
                    by=current_actor(),
                    clock=current_clock(),
                )
            except DomainError as error:
                status = refuse_seen(form, error, present=lambda: _last_sequence(reference))
            else:
                return _thanks(reference)
    page = render_template(
        "manufacturer/supply.html",
        dossier=dossier,
        form=form,
        items=items,
        kept={item.reference: form.kept(item.reference) for item in items},
        allowed=Action.SUPPLY_ITEM in dossier.acts_open_to(Role.MANUFACTURER),
    )
    return page, status


class SupplyForm(SeenForm):
    """What is supplied, item by item; its fields are added for the items of the page."""

    def part(self, name: str, item: str) -> Any:  # noqa: ANN401 - a field
        """Return the field *name* of an item."""
        return self[f"{name}-{item}"]

    def kept(self, item: str) -> list[KeptFile]:
        """Return the files of an item that an earlier sending already brought."""
        return files_of(self.part("kept", item).data, purpose=item)


def form_for(items: Sequence[Any]) -> SupplyForm:
    """Return the form of the items of a page, each with its three fields."""
    fields = {}
    for item in items:
        fields[f"files-{item.reference}"] = EvidenceFilesField(
            "Fichiers", description="PDF, XLSX, ODS, CSV, PNG ou JPEG."
        )
        fields[f"answer-{item.reference}"] = StrippedTextField(
            "Réponse",
            [Optional(), Length(max=LONGEST_ANSWER)],
            description="Seule, ou pour accompagner les fichiers.",
            render_kw={"rows": 3},
        )
        fields[f"kept-{item.reference}"] = HiddenField()
    form: SupplyForm = type("ItemsForm", (SupplyForm,), fields)()
    return form


def receive(form: SupplyForm, items: Sequence[Any]) -> dict[str, tuple[KeptFile, ...]]:
    """Keep the files sent, note them in the form, and write what is refused beside each field."""
    received = {}
    for item in items:
        field = form.part("files", item.reference)
        new, refused = keep_all(field.value)
        files = (*form.kept(item.reference), *new)
        form.part("kept", item.reference).data = note_of(files, purpose=item.reference)
        field.errors = [*field.errors, *refused]
        received[item.reference] = files
    return received


def supplied_in(form: SupplyForm, kept: dict[str, tuple[KeptFile, ...]]) -> dict[str, Supplied]:
    """Return the items for which something was sent."""
    given = {
        item: Supplied(files=files, answer=form.part("answer", item).data or "")
        for item, files in kept.items()
    }
    return {item: one for item, one in given.items() if one.files or one.answer}


def _last_sequence(reference: str) -> int:
    return int(get_dossier(reference, seen_by=current_actor()).last_sequence)


def _thanks(reference: str) -> ResponseReturnValue:
    """Say what the supplement did, and go back to the dossier."""
    dossier = get_dossier(reference, seen_by=current_actor())
    waiting = dossier.state == State.AWAITING_DOCUMENTS
    flash(
        "Ce que vous avez envoyé est reçu. Il reste des pièces à fournir."
        if waiting
        else "Ce que vous avez envoyé est reçu."
    )
    return redirect(url_for(".show_dossier", reference=reference))
