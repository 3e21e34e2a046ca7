"""Verify that nothing was changed in what happened."""

from app.queries.audit.faults import Fault
from app.queries.audit.whole import Verdict, broken_chains, verify, verify_in

__all__ = ["Fault", "Verdict", "broken_chains", "verify", "verify_in"]
