"""A version on a day: its place on the list, what is open about it, who may speak for it."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Final

from sqlalchemy import ColumnElement, select

from app.domain.deadlines import PeriodKind, span
from app.domain.folding import fold
from app.domain.listing import Interval, Key, Row, intervals, on_day
from app.domain.procedure import UNSETTLED_STATES, Route, State
from app.domain.versions import VersionState
from app.extensions import db
from app.models.dossier import Dossier
from app.models.manufacturer import ManufacturerBrand
from app.queries.published import all_rows, rows_of_code, rows_of_codes

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
    return _version(code, brand, rows_of_code(code), on)


def version_to_come(tvv: str, brand: str, *, on: date) -> Version:
    """Return a version on a day; if it is off the list then, and announced, on its first day."""
    found = version_on(tvv, brand, on=on)
    if found.on_the_list:
        return found
    known = intervals(rows_of_code(found.tvv)).get((fold(brand), found.tvv), [])
    coming = [one.first for one in known if one.first > on]
    return version_on(tvv, brand, on=coming[0]) if coming else found


def dossiers_on_the_list(tvv: str, brand: str, *, after: date) -> frozenset[int]:
    """Return the dossiers by which a version is on the list from a day on, or will be."""
    found = intervals(rows_of_code(tvv)).get((fold(brand), tvv), [])
    return frozenset(
        identifier
        for one in found
        if one.until is None or one.until > after
        for identifier in one.dossier_ids
    )


def version_since(tvv: str, brand: str, *, at: datetime, on: date) -> Version:
    """Return the version that bore these words at an instant, whatever it is called since.

    An order may correct its brand or its code, and another version take them (row 29): what counts
    is the row that bore them then.

    Args:
        tvv: the code, as a report wrote it.
        brand: the brand, as it wrote it.
        at: when it was written, in UTC.
        on: the day the version is looked at.
    """
    folded, code = _key_since((fold(brand), tvv), rows_of_code(tvv), at=at)
    return version_on(code, folded, on=on)


def version_of_report(report: Dossier, *, on: date) -> Version:
    """Return the version that a change report is about, as it stands on a day."""
    return version_since(report.tvv, report.brand, at=report.created_at, on=on)


def _key_since(written: Key, rows: Collection[Row], *, at: datetime) -> Key:
    """Return the name of today of the version that bore a name at an instant."""
    # What was recorded at that very instant may have come after.
    before = at - timedelta.resolution
    then = intervals(rows, known_at=at).get(written) or intervals(rows, known_at=before).get(
        written, []
    )
    listed = {entry.first.id for one in then for entry in one.entries}
    for key, days in intervals(rows).items():
        if any(entry.first.id in listed for one in days for entry in one.entries):
            return key
    return written


def names_of(version: Version) -> frozenset[Key]:
    """Return every brand and code that an order gave a version, its own included."""
    written = version.interval.keys if version.interval else frozenset()
    return written | {(fold(version.brand), version.tvv)}


def versions_of(tvv: str, *, on: date) -> list[Version]:
    """Return the versions of a code that some published order lists, one for each brand."""
    code = tvv.strip()
    rows = rows_of_code(code)
    return [
        _version(code, found[0].opened_by.last.brand, rows, on)
        for (_, written), found in sorted(intervals(rows).items())
        if written == code
    ]


def may_speak_for(manufacturer_id: int, version: Version) -> bool:
    """Tell whether a company may report on a version, or answer for it.

    The company that filed the dossier that was listed; for an imported version, the one that
    answers for its brand.
    """
    return version.manufacturer_id == manufacturer_id


def versions_answered_for(manufacturer_id: int, *, on: date) -> list[Version]:
    """Return the versions on the list that a company may report on, by brand, model and code."""
    brands = set(
        db.session.scalars(
            select(ManufacturerBrand.folded).where(
                ManufacturerBrand.manufacturer_id == manufacturer_id
            )
        )
    )
    dossiers = {
        dossier.id: dossier
        for dossier in db.session.scalars(
            select(Dossier).where(
                Dossier.manufacturer_id == manufacturer_id, Dossier.state == State.LISTED_BY_ORDER
            )
        )
    }
    reports = _unsettled(Dossier.manufacturer_id == manufacturer_id)
    told = rows_of_codes({report.tvv for report in reports})
    found = []
    for (brand, code), days in intervals(all_rows()).items():
        interval = on_day(days, on)
        if interval is None:
            continue
        filed = interval.dossier_ids
        if filed[0] in dossiers if filed else brand in brands:
            listing = dossiers[filed[0]] if filed else None
            known = _reports_on((brand, code), told, reports)
            found.append(
                _placed(
                    (brand, code),
                    interval,
                    on,
                    listing=listing,
                    company=manufacturer_id,
                    reports=known,
                )
            )
    return sorted(found, key=lambda one: (fold(f"{one.brand} {one.commercial_name}"), one.tvv))


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


def _version(code: str, brand: str, rows: Collection[Row], on: date) -> Version:
    key = (fold(brand), code)
    found = intervals(rows).get(key, [])
    interval = on_day(found, on) or _last_before(found, on)
    listing = _dossier(interval)
    company = listing.manufacturer_id if listing else company_of(brand)
    written = {code} | {name for _, name in (interval.keys if interval else ())}
    reports = _reports_on(key, rows, _unsettled(Dossier.tvv.in_(written)))
    return _placed((brand, code), interval, on, listing=listing, company=company, reports=reports)


def _placed(
    key: Key,
    interval: Interval | None,
    on: date,
    *,
    listing: Dossier | None,
    company: int | None,
    reports: tuple[Dossier, ...],
) -> Version:
    brand, code = key
    words = interval.opened_by.last if interval else None
    return Version(
        tvv=code,
        brand=words.brand if words else brand,
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


def reports_are_open(codes: Collection[str]) -> bool:
    """Tell whether a change of one of some codes was reported that no order has settled."""
    return bool(_unsettled(Dossier.tvv.in_(codes)))


def _unsettled(condition: ColumnElement[bool]) -> Sequence[Dossier]:
    """Return the change reports that no order has settled, the oldest first."""
    return db.session.scalars(
        select(Dossier)
        .where(Dossier.route == Route.MODIFICATION, Dossier.state.in_(UNSETTLED_STATES), condition)
        .order_by(Dossier.id)
    ).all()


def _reports_on(key: Key, rows: Collection[Row], reports: Iterable[Dossier]) -> tuple[Dossier, ...]:
    """Return those on one version, by the name it bore when each was opened.

    One code may be listed under two brands: these are two versions.
    """
    return tuple(
        report
        for report in reports
        if _key_since((fold(report.brand), report.tvv), rows, at=report.created_at) == key
    )
