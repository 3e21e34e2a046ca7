"""Pages that explain: open data, accessibility, contact."""

from flask import render_template
from flask.typing import ResponseReturnValue

from app.context import current_settings
from app.queries.list_changes import changed_brands
from app.services.public_feeds import slug
from app.web.public.blueprint import blueprint


@blueprint.get("/donnees")
def open_data() -> ResponseReturnValue:
    """Describe the files, the feed and the API."""
    return render_template(
        "public/open_data.html",
        base_url=current_settings().base_url,
        brands=[{"brand": brand, "slug": slug(key)} for key, brand in changed_brands()],
    )


@blueprint.get("/accessibilite")
def accessibility() -> ResponseReturnValue:
    """Say how accessible the pages are known to be."""
    return render_template("public/accessibility.html")


@blueprint.get("/contact")
def contact() -> ResponseReturnValue:
    """Say whom to ask what."""
    settings = current_settings()
    return render_template(
        "public/contact.html", address=settings.service_address, phone=settings.service_phone
    )
