"""One's account: sessions, password, tokens of programs."""

from http import HTTPStatus

from flask import flash, make_response, redirect, render_template, session, url_for
from flask.typing import ResponseReturnValue

from app.context import current_actor, current_clock
from app.domain.actor import Role
from app.domain.errors import DomainError, NotAllowedError
from app.queries.accounts import email_of, open_sessions, tokens_of
from app.services import accounts, sign_in, tokens
from app.web.access import TOKEN
from app.web.account.blueprint import blueprint
from app.web.account.browsers import browser_in_words
from app.web.account.forms import PasswordForm, TokenForm
from app.web.refusals import refuse_in


@blueprint.get("/compte")
def profile() -> str:
    """Show who one is, the browsers that are signed in and the tokens in use."""
    actor = current_actor()
    return render_template(
        "account/profile.html",
        actor=actor,
        email=email_of(actor),
        sessions=open_sessions(
            actor, current_digest=tokens.digest(session[TOKEN]), at=current_clock().now()
        ),
        browser_in_words=browser_in_words,
        programs=actor.role == Role.MANUFACTURER,
        tokens=tokens_of(actor),
    )


@blueprint.post("/compte/sessions/<mark>/fermer")
def revoke_session(mark: str) -> ResponseReturnValue:
    """Sign out one browser."""
    sign_in.revoke_session(mark, by=current_actor(), clock=current_clock())
    flash("La session est fermée.")
    return redirect(url_for(".profile"))


@blueprint.post("/compte/sessions/fermer-les-autres")
def revoke_other_sessions() -> ResponseReturnValue:
    """Sign out every browser but this one."""
    sign_in.revoke_other_sessions(session[TOKEN], by=current_actor(), clock=current_clock())
    flash("Toutes vos autres sessions sont fermées.")
    return redirect(url_for(".profile"))


@blueprint.route("/compte/mot-de-passe", methods=["GET", "POST"])
def change_password() -> ResponseReturnValue:
    """Change the password; every session ends, this one too."""
    form = PasswordForm()
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.is_submitted() else HTTPStatus.OK
    if form.validate_on_submit():
        try:
            accounts.change_password(
                form.current.data or "",
                form.password.data or "",
                by=current_actor(),
                clock=current_clock(),
            )
        except DomainError as error:
            status = refuse_in(form, error)
        else:
            session.clear()
            flash("Le mot de passe est changé. Connectez-vous avec le nouveau.")
            return redirect(url_for(".sign_in"))
    page = render_template("account/password.html", form=form, email=email_of(current_actor()))
    return page, status


@blueprint.route("/compte/jetons/nouveau", methods=["GET", "POST"])
def create_token() -> ResponseReturnValue:
    """Create a token for a program, and show it once: the page that shows it is not kept."""
    if current_actor().role != Role.MANUFACTURER:
        raise NotAllowedError("Les jetons servent aux programmes des constructeurs.")
    form = TokenForm()
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.is_submitted() else HTTPStatus.OK
    if form.validate_on_submit():
        try:
            token = tokens.create_api_token(
                form.label.value, by=current_actor(), clock=current_clock()
            )
        except DomainError as error:
            status = refuse_in(form, error)
        else:
            page = render_template("account/token.html", token=token, label=form.label.value)
            answer = make_response(page)
            answer.headers["Cache-Control"] = "no-store"
            return answer
    return render_template("account/new_token.html", form=form), status


@blueprint.post("/compte/jetons/<reference:reference>/revoquer")
def revoke_token(reference: str) -> ResponseReturnValue:
    """Revoke a token."""
    tokens.revoke_api_token(reference, by=current_actor(), clock=current_clock())
    flash("Le jeton est révoqué : les programmes qui s’en servaient sont refusés.")
    return redirect(url_for(".profile"))
