"""JSON, /api/v1."""

from flask import Flask


def install(app: Flask) -> None:
    """Register the API."""
