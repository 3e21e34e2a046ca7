"""Sign in, in one or two steps, and out."""

from http import HTTPStatus
from typing import Final

from flask import flash, redirect, render_template, request, session, url_for
from flask.typing import ResponseReturnValue

from app.context import current_clock, visitor
from app.domain.actor import Role
from app.domain.errors import DomainError, SignInRefusedError
from app.services import sign_in as acts
from app.web.access import TOKEN
from app.web.account.blueprint import blueprint, remember, wanted
from app.web.account.forms import CodeForm, SignInForm
from app.web.refusals import refuse_in

HOME: Final = {
    Role.MANUFACTURER: "manufacturer.list_dossiers",
    Role.REVIEWER: "review.show_worklist",
    Role.AUTHORITY: "authority.list_proposals",
    Role.OPERATOR: "operator.list_accounts",
}


@blueprint.route("/connexion", methods=["GET", "POST"])
def sign_in() -> ResponseReturnValue:
    """Ask for the address and the password; send on whoever has already given them."""
    actor = visitor()
    if actor is not None:
        return redirect(wanted() or url_for(HOME[actor.role]))
    earlier = session.get(TOKEN)
    if earlier and acts.second_factor_due(earlier, clock=current_clock()):
        return redirect(url_for(".second_factor", suite=wanted()))
    form = SignInForm()
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.is_submitted() else HTTPStatus.OK
    if form.validate_on_submit():
        try:
            signed = acts.sign_in(
                form.email.value,
                form.password.data or "",
                browser=request.user_agent.string,
                clock=current_clock(),
            )
        except DomainError as error:
            status = refuse_in(form, error)
        else:
            remember(signed.token)
            return redirect(url_for(".sign_in", suite=wanted()))
    return render_template("account/sign_in.html", form=form, suite=wanted()), status


@blueprint.route("/connexion/code", methods=["GET", "POST"])
def second_factor() -> ResponseReturnValue:
    """Ask for the code, of a browser that has given the password and nothing more."""
    token = session.get(TOKEN)
    if not token or not acts.second_factor_due(token, clock=current_clock()):
        return redirect(url_for(".sign_in", suite=wanted()))
    form = CodeForm()
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.is_submitted() else HTTPStatus.OK
    if form.validate_on_submit():
        try:
            fresh = acts.confirm_second_factor(token, form.code.value, clock=current_clock())
        except SignInRefusedError:  # it was revoked while the code was being typed
            return redirect(url_for(".sign_in", suite=wanted()))
        except DomainError as error:
            status = refuse_in(form, error)
        else:
            remember(fresh)
            return redirect(url_for(".sign_in", suite=wanted()))
    return render_template("account/second_factor.html", form=form, suite=wanted()), status


@blueprint.post("/deconnexion")
def sign_out() -> ResponseReturnValue:
    """Revoke the session, whether its second factor was given or not, and empty the cookie."""
    token = session.get(TOKEN)
    if token:
        acts.sign_out(token, clock=current_clock())
    session.clear()
    flash("Vous êtes déconnecté.")
    return redirect(url_for(".sign_in"))
