"""What the register adds to the facts of an aid: whether the version was on the list."""

from collections.abc import Sequence
from itertools import groupby

from app.domain.folding import fold
from app.queries.chunks import chunks
from app.queries.listing_rows import Listing
from app.queries.register import histories_of
from scoring.aids.facts import Facts


def completed(cases: Sequence[Facts]) -> list[Facts]:
    """Return the facts of each case, with `version_listed` from the register.

    The code is looked up on the reference day (reading L-2), under the brand where it is given.
    A fact that is given wins; without a code, nothing is added.
    """
    asked = [one for one in cases if _is_asked(one)]
    if not asked:
        return list(cases)
    held: dict[str, list[Listing]] = {}
    for codes in chunks(dict.fromkeys((one.tvv or "").strip() for one in asked)):
        found = histories_of(codes, known_at=None)
        held |= {code: list(days) for code, days in groupby(found, key=lambda one: one.tvv)}
    return [
        one.but(version_listed=_is_listed(one, held)) if _is_asked(one) else one for one in cases
    ]


def _is_asked(facts: Facts) -> bool:
    return facts.version_listed is None and facts.tvv is not None


def _is_listed(facts: Facts, held: dict[str, list[Listing]]) -> bool:
    code = (facts.tvv or "").strip()
    return any(
        one.holds(facts.reference_date)
        and (facts.brand is None or fold(one.brand) == fold(facts.brand))
        for one in held.get(code, ())
    )
