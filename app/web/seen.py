"""What a page had seen when it was shown, so that nobody acts on what has changed since."""

from collections.abc import Callable
from http import HTTPStatus

from wtforms import HiddenField

from app.domain.errors import DomainError, StaleDossierError
from app.web.fields import PortalForm
from app.web.refusals import refuse_in

NEVER = -1
MOST_DIGITS = 9


class SeenField(HiddenField):
    """The number of the last event, or of the last revision, that the page showed."""

    @property
    def number(self) -> int:
        """The number sent; one that nothing bears, hence a stale page, when it cannot be read."""
        text = str(self.data or "")
        readable = text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS
        return int(text) if readable else NEVER


class SeenForm(PortalForm):
    """A form of an act on something that others may change meanwhile."""

    seen = SeenField()


def refuse_seen(form: SeenForm, error: DomainError, *, present: Callable[[], int]) -> HTTPStatus:
    """Show a refusal in its form; a stale page is shown again as one that has seen the present.

    Args:
        form: the form that was sent.
        error: the refusal.
        present: gives the number of the last event, or of the last revision, as it is now.
    """
    if isinstance(error, StaleDossierError):
        form.seen.data = str(present())
    return refuse_in(form, error)
