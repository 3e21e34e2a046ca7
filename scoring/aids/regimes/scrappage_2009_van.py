"""Scrapping grant of 2009, vans: décret 2009-66, article 12, II."""

from typing import Final

from scoring.aids.regime import Regime
from scoring.aids.regimes.scrappage_2009 import (
    amount,
    in_windows,
    invoiced_in_band,
)

REGIME: Final = Regime(
    id="scrappage-2009-van",
    amount=amount,
    conditions={
        "in_windows": in_windows,
        "invoiced_in_band": invoiced_in_band,
    },
)
