"""Conversion premium for a pedal-assisted cycle: code de l'énergie, D. 251-4-3."""

from typing import Final

from scoring.aids.regime import Regime
from scoring.aids.regimes.shares import limited_share

REGIME: Final = Regime(id="conversion-cycle", amount=limited_share, counted=True)
