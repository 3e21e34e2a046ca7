"""What a derogation meets: a silence that nothing observed yet."""

from datetime import date

from app.domain.deadlines import PeriodKind, span
from app.domain.procedure import State
from app.queries.dossiers import open_dossier
from app.queries.periods import last_day_of


def refusal_is_born(manufacturer_id: int, tvv: str, *, today: date) -> bool:
    """Tell whether silence already refused the open dossier of a company, observed or not (T-8).

    Read only: a page warns by it; the deposit records it.
    """
    other = open_dossier(manufacturer_id, tvv)
    if other is None:
        return False
    last_day = None
    if other.state in {State.COMPLETE, State.PROPOSED}:
        last_day = last_day_of(other, PeriodKind.SILENCE)
    elif other.state == State.SUBMITTED:
        # Deemed complete on the last day of its month, had any run recorded it (P-15).
        month = last_day_of(other, PeriodKind.COMPLETENESS)
        last_day = span(PeriodKind.SILENCE, other.route, month).last_day if month else None
    return last_day is not None and last_day < today
