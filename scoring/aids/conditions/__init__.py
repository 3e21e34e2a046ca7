"""Conditions that several regimes share; each takes its numbers and returns a test.

The names are the keys of `test` in the wordings; the numbers come from there, never from here.
"""
