"""The list in figures: by brand, and month after month, of all brands or of one."""

from http import HTTPStatus

from flask import render_template, request
from flask.typing import ResponseReturnValue

from app.context import current_clock
from app.domain.folding import fold
from app.queries.list_statistics import by_brand, by_month
from app.web.public.blueprint import blueprint
from app.web.public.charts import bars, columns
from app.web.public.forms import LONGEST_QUESTION


@blueprint.get("/statistiques")
def show_statistics() -> ResponseReturnValue:
    """Show how many versions the list has, month after month, and by brand; or those of a brand."""
    today = current_clock().today()
    asked = request.args.get("marque", "").strip()[:LONGEST_QUESTION]
    counted = sorted(by_brand(on=today), key=lambda one: (-one.versions, fold(one.brand)))
    shown = [one for one in counted if not asked or fold(one.brand) == fold(asked)]
    months = by_month(until=today, brand_key=fold(asked) if asked else None)
    page = render_template(
        "public/statistics.html",
        today=today,
        brand=shown[0].brand if asked and shown else asked,
        brands=[] if asked else shown,
        months=months,
        count=sum(one.versions for one in shown),
        drawn_brands=bars([(one.brand, one.versions) for one in shown]),
        drawn_months=columns([(one.month, one.versions) for one in months]) if months else None,
    )
    return page, HTTPStatus.NOT_FOUND if asked and not months else HTTPStatus.OK
