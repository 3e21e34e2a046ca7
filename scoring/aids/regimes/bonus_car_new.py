"""Bonus for a new passenger car: code de l'énergie, D. 251-1."""

from typing import Final

from scoring.aids.regime import Regime
from scoring.aids.regimes.shares import PersonShare

REGIME: Final = Regime(id="bonus-car-new", amount=PersonShare, counted=True)
