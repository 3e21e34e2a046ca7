"""Accounts: the list, a new one, its access and its end."""

from http import HTTPStatus

import pyotp
from flask import flash, make_response, redirect, render_template, url_for
from flask.typing import ResponseReturnValue

from app.context import current_actor, current_clock
from app.domain.errors import DomainError
from app.queries.accounts import all_accounts, get_account
from app.services import operation
from app.services.accounts import NewAccount
from app.services.operation import close_account, open_account, renew_access
from app.web.operator.blueprint import blueprint
from app.web.operator.forms import AccountForm, BrandForm, MinistryForm
from app.web.refusals import refuse_in

# Without an accent: some applications show the name of the issuer as they received it.
ISSUER = "Score environnemental"


@blueprint.get("/comptes")
def list_accounts() -> str:
    """List the accounts with their state."""
    return render_template("operator/accounts.html", accounts=all_accounts(current_actor()))


@blueprint.route("/comptes/nouveau", methods=["GET", "POST"])
def create_account() -> ResponseReturnValue:
    """Open an account."""
    form = AccountForm()
    status = HTTPStatus.UNPROCESSABLE_ENTITY if form.is_submitted() else HTTPStatus.OK
    if form.validate_on_submit():
        try:
            access = open_account(form.person(), by=current_actor(), clock=current_clock())
        except DomainError as error:
            status = refuse_in(form, error)
        else:
            return show_access("Le compte est ouvert", access)
    return render_template("operator/new_account.html", form=form), status


@blueprint.get("/comptes/<reference:reference>")
def show_account(reference: str) -> ResponseReturnValue:
    """Show one account and what can be done with it."""
    account = get_account(reference, seen_by=current_actor())
    return _show(reference, MinistryForm(account.ministry), BrandForm(), HTTPStatus.OK)


@blueprint.post("/comptes/<reference:reference>/ministere")
def attach_to_ministry(reference: str) -> ResponseReturnValue:
    """Say for which minister an agent of an authority speaks."""
    form = MinistryForm()
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    if form.validate_on_submit():
        try:
            operation.attach_to_ministry(reference, form.chosen(), by=current_actor())
        except DomainError as error:
            status = refuse_in(form, error)
        else:
            flash("Le ministère du compte est enregistré.")
            return redirect(url_for(".show_account", reference=reference))
    return _show(reference, form, BrandForm(), status)


@blueprint.post("/comptes/<reference:reference>/marques")
def add_brand(reference: str) -> ResponseReturnValue:
    """Say that the company of an account answers for a brand."""
    form = BrandForm()
    status = HTTPStatus.UNPROCESSABLE_ENTITY
    if form.validate_on_submit():
        try:
            operation.answer_for_brand(reference, form.brand.value, by=current_actor())
        except DomainError as error:
            status = refuse_in(form, error)
        else:
            flash("La marque est rattachée à l’entreprise.")
            return redirect(url_for(".show_account", reference=reference))
    return _show(reference, MinistryForm(), form, status)


def _show(
    reference: str, ministry: MinistryForm, brand: BrandForm, status: HTTPStatus
) -> ResponseReturnValue:
    account = get_account(reference, seen_by=current_actor())
    page = render_template(
        "operator/account.html",
        account=account,
        own=account.id == current_actor().user_id,
        ministry_form=ministry,
        brand_form=brand,
    )
    return page, status


@blueprint.post("/comptes/<reference:reference>/acces")
def reset_access(reference: str) -> ResponseReturnValue:
    """Draw a new access; a closed account opens again."""
    access = renew_access(reference, by=current_actor(), clock=current_clock())
    return show_access("L’accès est renouvelé", access)


@blueprint.post("/comptes/<reference:reference>/fermer")
def disable_account(reference: str) -> ResponseReturnValue:
    """Close an account."""
    close_account(reference, by=current_actor(), clock=current_clock())
    flash("Le compte est fermé : ses sessions et ses jetons ne valent plus rien.")
    return redirect(url_for(".show_account", reference=reference))


def show_access(title: str, access: NewAccount) -> ResponseReturnValue:
    """Show a password and a secret once, on a page that no browser keeps."""
    address = None
    if access.totp_secret:
        totp = pyotp.TOTP(access.totp_secret)
        address = totp.provisioning_uri(name=access.email, issuer_name=ISSUER)
    page = render_template("operator/access.html", heading=title, access=access, otpauth=address)
    answer = make_response(page)
    answer.headers["Cache-Control"] = "no-store"
    return answer
