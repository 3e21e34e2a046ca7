"""Bonus for a used clean car or van: code de l'énergie, D. 251-2."""

from typing import Final

from scoring.aids.regime import Regime
from scoring.aids.regimes.shares import flat_sum

REGIME: Final = Regime(id="bonus-used", amount=flat_sum, counted=True)
