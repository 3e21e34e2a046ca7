"""What a search finds: a code exactly, or the names that have all of some words (reading L-1)."""

from collections.abc import Sequence
from typing import Final

from sqlalchemy import ColumnElement, Select, except_, exists, false, or_, select, union

from app.domain.aliases import Alias, brand_keys, reading
from app.domain.errors import InvalidValueError
from app.domain.folding import fold
from app.domain.identifiers import tvv as checked_tvv
from app.extensions import db
from app.models.listing import ListingRow, ListWord

FEW_NAMES: Final = 1_000
# Follows every letter of a folded word.
AFTER_LETTERS: Final = "{"


def of_brand(brand: str) -> ColumnElement[bool]:
    """Return the condition of a whole brand, by its name or an alias of it."""
    return ListingRow.brand_key.in_(sorted(brand_keys(brand)))


def about(containing: str) -> ColumnElement[bool]:
    """Return the condition of a code, or of a name that has all of some words.

    What is typed is searched as it is; an alias in it adds what the name of the list finds, unless
    it is the code of a version. What finds nothing is left out: an alternative hides the indexes
    from the databases.
    """
    coded, typed = _coded(containing), fold(containing).split()
    readings = [typed] if coded is not None else [typed, *_other_reading(containing)]
    named = _named([words for words in readings if words])
    if coded is None:
        return false() if named is None else named
    return coded if named is None else or_(coded, named)


def applied_aliases(containing: str) -> tuple[Alias, ...]:
    """Return the aliases that add names to a search, to say so; none for a code."""
    typed, others = fold(containing).split(), _other_reading(containing)
    if not others or _coded(containing) is not None:
        return ()
    added = except_(_places(others[0]), _places(typed))
    found = db.session.scalars(select(added.subquery().c.place).limit(1)).first()
    return () if found is None else reading(containing).aliases


def _other_reading(containing: str) -> list[list[str]]:
    other = reading(containing)
    return [list(other.words)] if other.aliases else []


def _coded(typed: str) -> ColumnElement[bool] | None:
    code = _code(typed)
    found = ListingRow.tvv == code
    return found if code is not None and db.session.scalar(select(exists().where(found))) else None


def _code(typed: str) -> str | None:
    try:
        return checked_tvv(typed)
    except InvalidValueError:
        return None


def _named(readings: Sequence[Sequence[str]]) -> ColumnElement[bool] | None:
    if not readings:
        return None
    each = [_places(words) for words in readings]
    chosen = select(union(*each).subquery().c.place) if len(each) > 1 else each[0]
    places = db.session.scalars(chosen.limit(FEW_NAMES)).all()
    if not places:
        return None
    # Names that are given go by the index; so many of them would not fit in a statement.
    return ListingRow.place.in_(chosen if len(places) == FEW_NAMES else places)


def _places(words: Sequence[str]) -> Select[str]:
    first, *others = (
        select(ListWord.place).where(ListWord.word >= word, ListWord.word < word + AFTER_LETTERS)
        for word in words
    )
    return first.where(*(ListWord.place.in_(other) for other in others)).distinct()
