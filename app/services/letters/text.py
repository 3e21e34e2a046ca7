"""Text templates of the messages."""

from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from app.domain.french import day_in_words
from app.domain.notices import missing_mentions

TEMPLATES: Final = Path(__file__).resolve().parents[3] / "templates" / "mail"


class MentionsMissingError(Exception):
    """A letter lacks what the law wants said in it: it is not written."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Letter:
    """A message to render.

    Attributes:
        template: its file in ``templates/mail``.
        subject: its subject, without the reference of the dossier.
        context: what the template reads.
        mentions: what its text must say.
    """

    template: str
    subject: str
    context: dict[str, Any] = field(default_factory=dict)
    mentions: tuple[str, ...] = ()

    def body(self, **shared: Any) -> str:
        """Render the text.

        Raises:
            MentionsMissingError: a mention is not in it.
        """
        text = environment().get_template(self.template).render(**shared, **self.context)
        missing = missing_mentions(text, self.mentions)
        if missing:
            raise MentionsMissingError(f"{self.template}: {', '.join(missing)}")
        return text


@cache
def environment() -> Environment:
    """Return the engine of the templates, made once."""
    made = Environment(
        loader=FileSystemLoader(TEMPLATES),
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=False,  # noqa: S701 - plain text, never shown as HTML without escaping
    )
    made.filters["jour"] = day_in_words
    return made
