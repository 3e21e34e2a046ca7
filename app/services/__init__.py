"""The acts: one function, one transaction; page, API, job and command all call these."""
