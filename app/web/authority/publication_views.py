"""Record that an order was published: the list and its public files follow."""

from http import HTTPStatus

from flask import current_app, flash, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from app.context import current_actor, current_clock, current_settings
from app.domain.errors import DomainError
from app.domain.orders import title_as_published
from app.queries.orders import get_order
from app.services.decision import record_publication
from app.services.publication import publish_list
from app.web.authority.blueprint import blueprint
from app.web.authority.forms import PublicationForm
from app.web.authority.order_page import order_page, refuse_order
from app.web.filters import jour


@blueprint.route("/arretes/<reference:reference>/publication", methods=["GET", "POST"])
def publish_order(reference: str) -> ResponseReturnValue:
    """Record the publication of an order in the Journal officiel."""
    order = get_order(reference, seen_by=current_actor())
    form = PublicationForm(seen=order.revision, title=title_as_published(order.title))
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.is_submitted() else HTTPStatus.OK
    if form.validate_on_submit():
        try:
            order = record_publication(
                reference,
                nor=form.nor.value,
                published_on=form.published_on.value,
                effective_on=form.effective_on.data,
                title=form.title.value,
                by=current_actor(),
                clock=current_clock(),
                revision=form.seen.number,
            )
        except DomainError as error:
            status = refuse_order(form, error, reference)
        else:
            write_public_files()
            flash(
                f"La publication est enregistrée. L’arrêté {order.nor} prend effet le"
                f" {jour(order.effective_on)}."
            )
            return redirect(url_for("authority.show_order", reference=reference))
    order = get_order(reference, seen_by=current_actor())
    return render_template(
        "authority/publication.html",
        form=form,
        **order_page(order, today=current_clock().today()),
    ), status


def write_public_files() -> None:
    """Write the public files; a failure is logged, and the scheduler catches up."""
    try:
        publish_list(current_settings().instance / "public", clock=current_clock())
    except Exception:
        # The order is recorded and prevails: what goes wrong with a file must not hide it.
        current_app.logger.exception("public files not written")
