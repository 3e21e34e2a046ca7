"""A version on a day: its place on the list, what is open about it, who may speak for it."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date
from typing import Final

from sqlalchemy import select

from app.domain.deadlines import PeriodKind, span
from app.domain.folding import fold
from app.domain.listing import Interval, Key, intervals, on_day
from app.domain.procedure import UNSETTLED_STATES, Route, State
from app.domain.versions import VersionState
from app.extensions import db
from app.models.dossier import Dossier
from app.models.manufacturer import ManufacturerBrand
from app.queries.published import rows_of_code

# The evidence window does not depend on the route of the dossier that was listed.
ANY_ROUTE: Final = Route.REFERENCE


@dataclass(frozen=True, slots=True, kw_only=True)
class Version:
    """A version as it stands on a day.

    Attributes:
        tvv: its code.
        brand: its brand, as the order wrote it; as it was asked for when no order did.
        commercial_name: its model, as the order wrote it; empty when no order did.
        on: the day.
        state: where it stands.
        interval: its days on the list: those that hold *on*, else the last that ended before it;
            none when no order put it on the list by then.
        listing: the dossier that was listed; none for an imported version.
        manufacturer_id: the company that may speak for it; none when the portal knows none.
        reports: its change reports that no order has settled, as they are now, oldest first.
        inspection_last_day: last day on which evidence may be asked for, counted from the
            publication of the order that first listed it in *interval* (reading T-10, CAMB-11).
    """

    tvv: str
    brand: str
    commercial_name: str
    on: date
    state: VersionState
    interval: Interval | None
    listing: Dossier | None
    manufacturer_id: int | None
    reports: tuple[Dossier, ...]
    inspection_last_day: date | None

    @property
    def silent(self) -> bool:
        """Whether silence passed over a change that no order has settled (reading T-9)."""
        return any(report.state == State.SILENT for report in self.reports)

    @property
    def on_the_list(self) -> bool:
        """Whether it is on the list that day, a change being open or not."""
        return self.state in {VersionState.LISTED, VersionState.UNDER_MODIFICATION}


def version_on(tvv: str, brand: str, *, on: date) -> Version:
    """Return a version as it stands on a day; an unknown one is unlisted.

    Args:
        tvv: its code, exactly, outer blanks removed (reading L-1).
        brand: its brand; case and accents do not count.
        on: the day.
    """
    code = tvv.strip()
    key = (fold(brand), code)
    found = intervals(rows_of_code(code)).get(key, [])
    return _version(code, brand, found, on)


def version_to_come(tvv: str, brand: str, *, on: date) -> Version:
    """Return a version on a day, or, if it is only announced then, on its first day."""
    found = version_on(tvv, brand, on=on)
    if found.state != VersionState.UNLISTED:
        return found
    coming = intervals(rows_of_code(found.tvv)).get((fold(brand), found.tvv))
    return version_on(tvv, brand, on=coming[0].first) if coming else found


def dossiers_on_the_list(tvv: str, brand: str, *, after: date) -> frozenset[int]:
    """Return the dossiers by which a version is on the list from a day on, or will be."""
    found = intervals(rows_of_code(tvv)).get((fold(brand), tvv), [])
    return frozenset(
        identifier
        for one in found
        if one.until is None or one.until > after
        for identifier in one.dossier_ids
    )


def version_of_report(report: Dossier, *, on: date) -> Version:
    """Return the version that a change report is about, whatever an order calls it since."""
    found = intervals(rows_of_code(report.tvv))
    written = (fold(report.brand), report.tvv)
    named = [key for key, days in found.items() if any(written in one.keys for one in days)]
    if written in named or not named:
        return version_on(report.tvv, report.brand, on=on)
    brand, code = min(named)
    return version_on(code, brand, on=on)


def versions_of(tvv: str, *, on: date) -> list[Version]:
    """Return the versions of a code that some published order lists, one for each brand."""
    code = tvv.strip()
    return [
        _version(code, found[0].opened_by.last.brand, found, on)
        for (_, written), found in sorted(intervals(rows_of_code(code)).items())
        if written == code
    ]


def may_speak_for(manufacturer_id: int, version: Version) -> bool:
    """Tell whether a company may report on a version, or answer for it.

    The company that filed the dossier that was listed; for an imported version, the one that
    answers for its brand.
    """
    return version.manufacturer_id == manufacturer_id


def company_of(brand: str) -> int | None:
    """Return the row of the company that answers for a brand; none when the portal knows none."""
    return db.session.scalars(
        select(ManufacturerBrand.manufacturer_id).where(ManufacturerBrand.folded == fold(brand))
    ).one_or_none()


def inspection_last_day(interval: Interval) -> date:
    """Return the last day on which evidence may be asked for (P-29, reading T-10, CAMB-11).

    An order that repeats or corrects a listing restarts nothing; a listing after a removal does.
    """
    published_on = interval.opened_by.first.order.published_on
    return span(PeriodKind.INSPECTION, ANY_ROUTE, published_on).last_day


def _version(code: str, brand: str, found: list[Interval], on: date) -> Version:
    interval = on_day(found, on) or _last_before(found, on)
    listing = _dossier(interval)
    words = interval.opened_by.last if interval else None
    written = words.brand if words else brand
    company = listing.manufacturer_id if listing else company_of(written)
    keys = {(fold(written), code)} | (interval.keys if interval else frozenset())
    reports = _open_reports(company, keys)
    return Version(
        tvv=code,
        brand=written,
        commercial_name=words.commercial_name if words else "",
        on=on,
        state=_state(interval, on, bool(reports)),
        interval=interval,
        listing=listing,
        manufacturer_id=company,
        reports=reports,
        inspection_last_day=inspection_last_day(interval) if interval else None,
    )


def _state(interval: Interval | None, on: date, changed: bool) -> VersionState:  # noqa: FBT001 - what the state depends on
    if interval is None:
        return VersionState.UNLISTED
    if not interval.holds(on):
        return VersionState.REMOVED
    return VersionState.UNDER_MODIFICATION if changed else VersionState.LISTED


def _last_before(found: list[Interval], on: date) -> Interval | None:
    ended = [one for one in found if one.until is not None and one.until <= on]
    return ended[-1] if ended else None


def _dossier(interval: Interval | None) -> Dossier | None:
    if interval is None or not interval.dossier_ids:
        return None
    return db.session.get(Dossier, interval.dossier_ids[0])


def _open_reports(company: int | None, keys: Collection[Key]) -> tuple[Dossier, ...]:
    """Return the unsettled reports of a company, by every name that an order gave the version.

    One code may be listed under two brands: these are two versions.
    """
    if company is None:
        return ()
    found = db.session.scalars(
        select(Dossier)
        .where(
            Dossier.tvv.in_({code for _, code in keys}),
            Dossier.manufacturer_id == company,
            Dossier.route == Route.MODIFICATION,
            Dossier.state.in_(UNSETTLED_STATES),
        )
        .order_by(Dossier.id)
    )
    return tuple(report for report in found if (fold(report.brand), report.tvv) in keys)
