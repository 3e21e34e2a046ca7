"""What schemas are made of: parameters of an address, fields with their meaning, refusals."""

from typing import Any, Final

from marshmallow import RAISE, Schema, fields
from marshmallow.validate import Length, OneOf, Range

MOST: Final = 200
DEFAULT: Final = 50
FRENCH: Final = {
    "required": "Ce paramètre est obligatoire.",
    "null": "Ce paramètre ne peut pas être vide.",
    "invalid": "Cette valeur n’est pas valable.",
    "invalid_utf8": "Ce texte n’est pas en UTF-8.",
    "too_large": "Ce nombre est trop grand.",
}


def said(meaning: str, **named: Any) -> dict[str, Any]:
    """Return the options of a parameter: its meaning, and its refusals in French."""
    return {"metadata": {"description": meaning, **named}, "error_messages": FRENCH}


def word(words: type[Any], *, meaning: str = "", nullable: bool = False) -> fields.String:
    """Return a field that holds one of the words of an enumeration."""
    return fields.String(
        required=True,
        allow_none=nullable,
        validate=OneOf([word.value for word in words]),
        metadata={"description": meaning},
    )


def text(meaning: str = "", *, nullable: bool = False) -> fields.String:
    """Return a field that holds a text."""
    return fields.String(required=True, allow_none=nullable, metadata={"description": meaning})


def day(meaning: str = "", *, nullable: bool = False) -> fields.Date:
    """Return a field that holds a day."""
    return fields.Date(required=True, allow_none=nullable, metadata={"description": meaning})


def written_day(meaning: str) -> fields.String:
    """Return the field of a day that is already written, as in the public files."""
    return fields.String(required=True, metadata={"description": meaning, "format": "date"})


def instant(meaning: str = "") -> fields.AwareDateTime:
    """Return a field that holds an instant, with its zone."""
    return fields.AwareDateTime(required=True, metadata={"description": meaning})


def flag(meaning: str = "") -> fields.Boolean:
    """Return a field that is true or false."""
    return fields.Boolean(required=True, metadata={"description": meaning})


def list_of(schema: type[Schema], meaning: str = "") -> fields.List[Any]:
    """Return a field that holds a list of objects."""
    return fields.List(fields.Nested(schema), required=True, metadata={"description": meaning})


class Parameters(Schema):
    """Parameters of an address: one that is unknown is refused, since it would be ignored."""

    class Meta:
        """Settings that marshmallow reads."""

        unknown = RAISE

    error_messages = {  # noqa: RUF012 - as marshmallow
        "unknown": "Ce paramètre n’existe pas ici.",
        "type": "Cette demande n’est pas un objet JSON.",
    }


class PageParameters(Parameters):
    """Which page of a long list."""

    limit = fields.Integer(
        load_default=DEFAULT,
        strict=False,
        validate=Range(min=1, max=MOST, error=f"De 1 à {MOST} par page."),
        **said("Combien par page."),
    )
    cursor = fields.String(
        load_default="",
        validate=Length(max=2000, error="Ce curseur n’est pas valable."),
        **said("Le curseur que donne la page précédente."),
    )


class PointSchema(Schema):
    """One point to correct."""

    code = text("Nom stable.")
    detail = text("Ce qu’il faut corriger.")
    pointer = text("Où, en pointeur JSON dans ce qui a été envoyé.")


class ProblemSchema(Schema):
    """A refusal (RFC 9457)."""

    type = text("« about:blank » : le refus est nommé par son code, et n’a pas de page.")
    title = text("Le nom du statut HTTP.")
    status = fields.Integer(required=True)
    detail = text("Le refus, en une phrase.")
    code = text("Nom stable.")
    pointer = fields.String(metadata={"description": "Où, s’il n’y a qu’un point."})
    errors = fields.List(fields.Nested(PointSchema))
