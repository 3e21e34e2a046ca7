"""Declare what article 12 asks beside the footprint: repair of the battery, materials."""

from flask.typing import ResponseReturnValue

from app.context import current_actor, current_clock
from app.domain.drafts import OTHER_ELEMENTS
from app.services.drafting import record_other_elements
from app.web.manufacturer.blueprint import blueprint
from app.web.manufacturer.declared import current_method
from app.web.manufacturer.element_forms import OtherElementsForm
from app.web.manufacturer.frame import editable_of, page_after, save_or_show, show_step
from app.web.manufacturer.wire import for_form
from scoring.wire import OTHER_ELEMENTS as RECORD


@blueprint.route("/dossiers/<reference:reference>/reparabilite", methods=["GET", "POST"])
def edit_other_elements(reference: str) -> ResponseReturnValue:
    """Declare repairability and materials, or nothing of them."""
    dossier = editable_of(reference)
    form = OtherElementsForm(data=for_form(RECORD, dossier.content.get(OTHER_ELEMENTS)))
    return save_or_show(
        form,
        reference=reference,
        save=lambda: record_other_elements(
            reference,
            form.part(),
            revision=form.seen.number,
            by=current_actor(),
            clock=current_clock(),
        ),
        saved="La réparabilité et les matières sont enregistrées.",
        to=lambda: page_after(dossier, OTHER_ELEMENTS),
        show=lambda: show_step(
            "elements.html",
            dossier,
            OTHER_ELEMENTS,
            form=form,
            most_points=current_method().number("other_points"),
        ),
    )
