"""A filled portal to look at: invented data, except the real codes of the first published list."""

from app.demonstration.story import Filled, fill

__all__ = ["Filled", "fill"]
