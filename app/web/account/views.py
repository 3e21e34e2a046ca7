"""All the pages of an account."""

from app.web.account import profile_views, sign_in_views
from app.web.account.blueprint import blueprint

__all__ = ["blueprint", "profile_views", "sign_in_views"]
