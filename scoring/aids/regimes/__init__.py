"""One module a regime: the conditions that only it asks, and how its amount is made."""
