"""The session of the browser: none is looked for where no cookie came."""

from flask import Flask, Request
from flask.sessions import SecureCookieSession, SecureCookieSessionInterface


class Sessions(SecureCookieSessionInterface):
    """The signed cookie of Flask, unpacked only when there is one.

    A program of the API, or a reader of the list, sends none: to prepare the signature for nothing
    takes as long as to evaluate an aid.
    """

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession | None:
        """Return the session of the cookie, or a new one where there is none."""
        if app.secret_key and self.get_cookie_name(app) not in request.cookies:
            return self.session_class()
        return super().open_session(app, request)
