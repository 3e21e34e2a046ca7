"""Bonus for a new van: code de l'énergie, D. 251-1-1."""

from typing import Final

from scoring.aids.regime import Regime
from scoring.aids.regimes.shares import PersonShare

REGIME: Final = Regime(id="bonus-van-new", amount=PersonShare, counted=True)
