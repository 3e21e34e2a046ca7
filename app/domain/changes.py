"""What an event keeps of a correction or of a change report (P-12, P-25)."""

import json
from collections.abc import Iterable
from datetime import date
from typing import Any

from app.domain.differences import Difference


def noted(found: Iterable[Difference]) -> list[dict[str, str | None]]:
    """Return differences as an event keeps them: where, before, after, each a text or nothing."""
    return [
        {"pointer": one.pointer, "before": _text(one.before), "after": _text(one.after)}
        for one in found
    ]


def lag_days(changed_on: date, reported_on: date) -> int:
    """Return the days between a change and its report, which is due without delay (P-25)."""
    return (reported_on - changed_on).days


def _text(value: Any) -> str | None:  # noqa: ANN401 - any JSON
    if value is None or isinstance(value, str):
        return value
    return json.dumps(value, ensure_ascii=False)
