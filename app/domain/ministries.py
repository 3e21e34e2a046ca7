"""The four ministers who decide together, and the position each takes (D. 251-1, I, 6° c)."""

from enum import StrEnum


class Ministry(StrEnum):
    """The ministers who sign the list order (P-08, P-17)."""

    ECONOMY = "economy"
    ENERGY = "energy"
    ECOLOGY = "ecology"
    TRANSPORT = "transport"


class Stance(StrEnum):
    """What one minister thinks of listing, or of keeping, a version; it decides nothing alone."""

    FAVOURABLE = "favourable"
    RESERVED = "reserved"
    UNFAVOURABLE = "unfavourable"
