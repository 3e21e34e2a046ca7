"""The aids that a purchase, a lease or a conversion opens, on any day, with their reasons.

One module a regime in `regimes/`, one dated file a wording in `reference/`: a condition is a small
named function, its numbers, its article and its sentence are data. Standard library only.
"""
