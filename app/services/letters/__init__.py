"""The messages that go with acts, rendered when the act is done.

A new one takes a row of ``app.domain.notices.NOTICES``, a template of ``templates/mail``, a letter
of ``composed.LETTERS`` made from the event alone, and ``tell(dossier, event, clock=clock)`` at the
end of the act.
"""

from app.services.letters.missing import write_missing_notices
from app.services.letters.notices import (
    completeness_notice,
    decision_notice,
    inadmissible_notice,
    proposal_notice,
    receipt_notice,
    refusal_by_silence_notice,
    request_notice,
    withdrawal_notice,
)
from app.services.letters.writing import tell

__all__ = [
    "completeness_notice",
    "decision_notice",
    "inadmissible_notice",
    "proposal_notice",
    "receipt_notice",
    "refusal_by_silence_notice",
    "request_notice",
    "tell",
    "withdrawal_notice",
    "write_missing_notices",
]
