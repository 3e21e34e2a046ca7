"""Scrapping grant of 2009, passenger cars: décret 2009-66, article 12, I."""

from typing import Final

from scoring.aids.regime import Regime
from scoring.aids.regimes.scrappage_2009 import (
    amount,
    emits_at_most,
    in_windows,
    invoiced_in_band,
)

REGIME: Final = Regime(
    id="scrappage-2009-car",
    amount=amount,
    conditions={
        "in_windows": in_windows,
        "invoiced_in_band": invoiced_in_band,
        "window_emits_at_most": emits_at_most,
    },
)
