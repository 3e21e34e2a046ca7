"""Subscribe to the changes of the list: feeds for readers, messages for programs."""

from http import HTTPStatus
from typing import Any

from flask import Response, render_template, request
from flask.typing import ResponseReturnValue

from app.context import current_clock, current_settings, current_webhooks
from app.domain.errors import (
    DomainError,
    InvalidValueError,
    SubscriptionRefusedError,
    UnknownThingError,
)
from app.queries.list_changes import changed_brands
from app.services.public_feeds import slug
from app.services.subscriptions import (
    prove,
    replay,
    subscribe,
    subscription_of,
    unsubscribe,
)
from app.web.public.blueprint import blueprint
from app.web.public.subscription_forms import KeyForm, SubscribeForm

REFUSED = HTTPStatus.UNPROCESSABLE_ENTITY


@blueprint.get("/abonnements")
def subscriptions() -> ResponseReturnValue:
    """Say how to be told of the changes of the list."""
    return _page()


@blueprint.post("/abonnements")
def open_subscription() -> ResponseReturnValue:
    """Subscribe an address; its key and its secret are shown once."""
    form = SubscribeForm()
    try:
        if not form.validate():
            return _page(asked=form), REFUSED
        opened = subscribe(
            form.address.data or "",
            brand=form.brand.data or "",
            email=form.email.data or "",
            since=None,
            clock=current_clock(),
        )
    except InvalidValueError as error:
        form[error.field].errors = [str(error)]
        return _page(asked=form), REFUSED
    except SubscriptionRefusedError as error:
        form.address.errors = [str(error)]
        return _page(asked=form), HTTPStatus.CONFLICT
    return _never_kept(_page(opened=opened, known=KeyForm(formdata=None, key=opened.key)))


@blueprint.post("/abonnements/cle")
def use_subscription() -> ResponseReturnValue:
    """Read, prove, replay or forget the subscription that a key opens."""
    form = KeyForm()
    if not form.validate():
        return _page(known=form), REFUSED
    key, done = form.key.data or "", ""
    act = request.form.get("act", "read")
    try:
        if act == "prove":
            prove(key, webhooks=current_webhooks(), clock=current_clock())
            done = "L’adresse est prouvée : les messages commencent."
        elif act == "replay":
            replay(key, form.since.data or 0, clock=current_clock())
            done = "Les messages reprennent après ce changement."
        elif act == "forget":
            unsubscribe(key)
            return _page(done="L’abonnement est terminé : il n’en reste rien ici.")
        found = subscription_of(key)
    except UnknownThingError:
        form.key.errors = ["Cette clé n’ouvre aucun abonnement."]
        return _page(known=form), HTTPStatus.NOT_FOUND
    except InvalidValueError as error:
        form.since.errors = [str(error)]
        return _never_kept(_page(known=form)), REFUSED
    except DomainError as error:
        form.key.errors = [str(error)]
        return _never_kept(_page(known=form)), HTTPStatus.CONFLICT
    return _never_kept(_page(known=form, found=found, done=done))


def _page(**named: Any) -> str:
    shown = {"asked": None, "known": None, "opened": None, "found": None, "done": ""} | named
    shown["asked"] = shown["asked"] or SubscribeForm(formdata=None)
    shown["known"] = shown["known"] or KeyForm(formdata=None)
    return render_template(
        "public/subscriptions.html",
        **shown,
        base_url=current_settings().base_url,
        brands=[{"brand": brand, "slug": slug(key)} for key, brand in changed_brands()],
    )


def _never_kept(page: str) -> Response:
    answer = Response(page)
    answer.headers["Cache-Control"] = "no-store"
    return answer
