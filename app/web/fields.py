"""Fields of the forms: what a person types in French, and what the domain reads of it.

``field.data`` is what WTForms keeps, possibly nothing; ``field.value`` is the same and never
nothing, for the methods of a form that hand a domain object over after validation.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable
from datetime import date
from decimal import Context, Decimal
from fractions import Fraction
from typing import Any, ClassVar, Final, Generic, TypeVar

from babel import Locale
from flask_wtf import FlaskForm
from flask_wtf.file import FileField, MultipleFileField
from werkzeug.datastructures import FileStorage
from wtforms import Field, SelectField, StringField
from wtforms.fields.choices import Choice, SelectChoice
from wtforms.meta import DefaultMeta
from wtforms.validators import StopValidation, ValidationError
from wtforms.widgets import TextArea, TextInput

from app.gateways.content import ACCEPTED_EXTENSIONS

T = TypeVar("T")

SPACES: Final = "\u0020\u00a0\u202f"
LONGEST_NUMBER: Final = 40
LONGEST_TEXT: Final = 10_000
NUMBER: Final = re.compile(
    rf"(?P<sign>[-\u2212]?)(?P<whole>[0-9]+|[0-9]{{1,3}}(?:[{SPACES}][0-9]{{3}})+)"
    r"(?:[.,](?P<part>[0-9]+))?"
)
FRENCH_DAY: Final = re.compile(r"([0-9]{1,2})/([0-9]{1,2})/([0-9]{4})")
ISO_DAY: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
# Blanks that Python does not count as such: zero-width space and joiners, byte order mark.
BLANKS: Final = "\u200b\u200c\u200d\u2060\ufeff"
CONTROLS: Final = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
WHOLE_NUMBER: Final = "Écrivez un nombre entier, par exemple 12."
NO_LONGER_OFFERED: Final = (
    "Ce choix n’est plus proposé : quelqu’un l’a peut-être pris entre-temps. Choisissez de nouveau."
)
# By the English of WTForms, of every field that offers a choice.
OWN_MESSAGES: Final = {
    "Not a valid choice.": NO_LONGER_OFFERED,
    "'%(value)s' is not a valid choice for this field.": NO_LONGER_OFFERED,
    "Invalid Choice: could not coerce.": NO_LONGER_OFFERED,
    "Invalid choice(s): one or more data inputs could not be coerced.": NO_LONGER_OFFERED,
}
ACCEPTED: Final = {"accept": ",".join(ACCEPTED_EXTENSIONS)}


class FrenchMessages:
    """The French messages of WTForms, and ours where they do not say why nor what to do."""

    def __init__(self, ready_made: Any) -> None:  # noqa: ANN401 - WTForms gives no type
        self._ready_made = ready_made

    def gettext(self, message: str) -> str:
        """Return a message in French."""
        return OWN_MESSAGES.get(message) or str(self._ready_made.gettext(message))

    def ngettext(self, singular: str, plural: str, number: int) -> str:
        """Return a message that counts, in French."""
        found = self._ready_made.ngettext(singular, plural, number)
        return OWN_MESSAGES.get(singular) or str(found)


class FrenchMeta(DefaultMeta):
    """Settings that WTForms reads: messages in French, wherever the form is built."""

    locales = ("fr",)

    def get_translations(self, form: Any) -> Any:  # noqa: ANN401 - WTForms gives no type
        """Take the messages from WTForms itself, not from Flask-Babel."""
        return FrenchMessages(DefaultMeta.get_translations(self, form))


class PortalForm(FlaskForm):
    """A form whose ready-made messages are in French."""

    class Meta(FrenchMeta, FlaskForm.Meta):
        """Settings that WTForms reads."""


def read_decimal(text: str, *, asked: str = "Écrivez un nombre, par exemple 1234,5.") -> Decimal:
    """Return the number typed as « 1 234,5 », « 1234.5 » or « 1234 ».

    Args:
        text: what was typed.
        asked: what to write instead, in French.

    Raises:
        ValueError: anything else (exponent, infinity, badly grouped or too long); in French.
    """
    found = NUMBER.fullmatch(text)
    if len(text) > LONGEST_NUMBER:
        raise ValueError("Ce nombre est trop long.")
    if not found:
        raise ValueError(asked)
    sign = "-" if found["sign"] else ""
    whole = "".join(digit for digit in found["whole"] if digit not in SPACES)
    return Decimal(f"{sign}{whole}.{found['part']}" if found["part"] else f"{sign}{whole}")


def read_day(text: str) -> date:
    """Return the day typed as jj/mm/aaaa, or sent by a browser as aaaa-mm-jj.

    Raises:
        ValueError: no such day, or another form; in French.
    """
    french = FRENCH_DAY.fullmatch(text)
    if not french and not ISO_DAY.fullmatch(text):
        raise ValueError("Écrivez une date sous la forme jj/mm/aaaa, par exemple 01/03/2026.")
    try:
        if french:
            return date(int(french[3]), int(french[2]), int(french[1]))
        return date.fromisoformat(text)
    except ValueError:
        raise ValueError("Ce jour n’existe pas dans le calendrier.") from None


def at_most(characters: int) -> Callable[[Any, Field], None]:
    """Return the check of a text that others read: at most so many characters.

    It gives no ``maxlength`` to the box: a browser would cut a pasted text without a word.
    """

    def grouped(number: int) -> str:
        return f"{number:_}".replace("_", "\u202f")

    def check(_form: Any, field: Field) -> None:  # noqa: ANN401 - as WTForms
        length = len(field.data or "")
        if length > characters:
            raise ValidationError(
                f"Écrivez au plus {grouped(characters)} caractères :"
                f" ce texte en compte {grouped(length)}."
            )

    return check


def strip_blanks(text: str) -> str:
    """Return *text* without the blanks around it, those that nobody sees included."""
    start, end = 0, len(text)
    while start < end and (text[start].isspace() or text[start] in BLANKS):
        start += 1
    while end > start and (text[end - 1].isspace() or text[end - 1] in BLANKS):
        end -= 1
    return text[start:end]


class DateInput(TextInput):
    """A date box of the browser, or plain text when it must show something that is no date."""

    def __call__(self, field: Field, **kwargs: Any) -> Any:  # noqa: ANN401 - WTForms gives no type
        """Return the input: a date box would hide « 31/02/2026 » from the person who typed it."""
        shown = field._value()  # noqa: SLF001 - the protocol between WTForms fields and widgets
        kwargs.setdefault("type", "date" if not shown or ISO_DAY.fullmatch(shown) else "text")
        return super().__call__(field, **kwargs)


class TypedField(Field, Generic[T]):
    """A field of one line that is read into something, and shows again what could not be read."""

    widget = TextInput()
    attributes: ClassVar[dict[str, str]] = {}
    data: T | None
    typed: str | None = None

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **_with(self.attributes, kwargs))

    @property
    def value(self) -> T:
        """The data; ValueError if there is none."""
        return _present(self.name, self.data)

    def process_formdata(self, valuelist: list[str]) -> None:
        """Read what was sent; blanks alone are nothing."""
        if not valuelist:
            return
        self.data = None
        self.typed = strip_blanks(str(valuelist[0]))
        self.raw_data = [self.typed]
        if self.typed:
            self.data = self.read(self.typed)

    def process(self, *args: Any, **kwargs: Any) -> None:
        """Start again from nothing typed."""
        self.typed = None
        super().process(*args, **kwargs)

    def pre_validate(self, form: Any) -> None:  # noqa: ANN401, ARG002 - as WTForms
        """Say one thing at a time: what cannot be read is not also too small."""
        if self.process_errors:
            raise StopValidation

    def read(self, text: str) -> T:
        """Return what *text* means; raise ValueError with a French sentence."""
        raise NotImplementedError

    def written(self) -> str:
        """Return the data as it is typed."""
        raise NotImplementedError

    def _value(self) -> str:
        if self.typed is not None:
            return self.typed
        return "" if self.data is None else self.written()


class FrenchDecimalField(TypedField[Decimal]):
    """An exact number: « 1 234,5 » with any of the three spaces, a comma or a dot."""

    attributes: ClassVar[dict[str, str]] = {"inputmode": "decimal", "autocomplete": "off"}

    def read(self, text: str) -> Decimal:
        """Return the number typed."""
        return read_decimal(text)

    def written(self) -> str:
        """Return the number with a comma and no grouping, so that it is easy to correct."""
        number: Decimal | Fraction = self.value
        if isinstance(number, Fraction):  # the domain computes in fractions of typed decimals
            number = Context(prec=LONGEST_NUMBER).divide(
                Decimal(number.numerator), Decimal(number.denominator)
            )
        return format(number, "f").replace(".", ",")


class FrenchIntegerField(TypedField[int]):
    """A whole number, with or without spaces between thousands."""

    attributes: ClassVar[dict[str, str]] = {"inputmode": "numeric", "autocomplete": "off"}

    def read(self, text: str) -> int:
        """Return the number typed, refused if it has a part after the comma."""
        number = read_decimal(text, asked=WHOLE_NUMBER)
        if number != number.to_integral_value():
            raise ValueError(WHOLE_NUMBER)
        return int(number)

    def written(self) -> str:
        """Return the digits."""
        return str(self.data)


class FrenchDateField(TypedField[date]):
    """A day, typed as jj/mm/aaaa or chosen in the date box of the browser."""

    widget = DateInput()

    def read(self, text: str) -> date:
        """Return the day typed."""
        return read_day(text)

    def written(self) -> str:
        """Return the day the way a date box wants it."""
        return self.value.isoformat()

    def _value(self) -> str:
        return self.written() if self.data is not None else super()._value()


class StrippedStringField(StringField):
    """Text without the blanks around it; blanks alone are nothing (None)."""

    @property
    def value(self) -> str:
        """The text; ValueError if there is none."""
        return _present(self.name, self.data)

    def process_formdata(self, valuelist: list[str]) -> None:
        """Keep the text; InputRequired looks at the raw data, so blanks go from there too."""
        if not valuelist:
            return
        text = strip_blanks(str(valuelist[0]))
        self.raw_data = [text]
        self.data = text or None
        if CONTROLS.search(text):
            self.data = CONTROLS.sub("", text)
            raise ValueError(
                "Ce texte contient des caractères invisibles, retirés ici : vérifiez-le."
            )


class StrippedTextField(StrippedStringField):
    """The same on several lines."""

    widget = TextArea()


class CountryField(SelectField):
    """A country, stored as its two-letter code, shown under its French name.

    Args:
        label: what is asked.
        validators: as any field.
        codes: gives the codes on offer, when the form is built.
    """

    def __init__(
        self,
        label: str | None = None,
        validators: Iterable[Any] | None = None,
        *,
        codes: Callable[[], Iterable[str]],
        **kwargs: Any,
    ) -> None:
        super().__init__(label, validators, choices=lambda: country_choices(codes()), **kwargs)

    @property
    def value(self) -> str:
        """The code; ValueError if there is none."""
        return _present(self.name, self.data)

    def process_formdata(self, valuelist: list[str]) -> None:
        """Read the code sent; the empty choice is nothing."""
        if valuelist:
            self.data = strip_blanks(str(valuelist[0])) or None

    def iter_choices(self) -> list[Choice]:
        """Give the choices, and first what came from elsewhere and is none of them."""
        known: list[Choice] = super().iter_choices()
        if not self.data or any(choice.selected for choice in known):
            return known
        return [
            Choice(self.data, f"{self.data} (pays inconnu)", selected=True, render_kw={}),
            *known,
        ]

    def pre_validate(self, form: Any) -> None:  # noqa: ANN401, ARG002 - as WTForms
        """Refuse a country that is not on offer."""
        if self.data and not any(choice.selected for choice in super().iter_choices()):
            raise StopValidation("Choisissez un pays de la liste.")


def country_choices(codes: Iterable[str]) -> list[SelectChoice]:
    """Return the countries in the order of a French dictionary, after an empty choice."""
    names = Locale("fr").territories
    found = [SelectChoice(code, names.get(code, code)) for code in codes]
    found.sort(key=lambda choice: dictionary_key(choice.label))
    return [SelectChoice("", "Choisissez un pays"), *found]


def dictionary_key(text: str) -> tuple[str, str]:
    """Return a key that sorts « Égypte » among the E and then by accents."""
    split = unicodedata.normalize("NFD", text)
    letters = "".join(letter for letter in split if not unicodedata.combining(letter))
    return letters.casefold(), split


class EvidenceFileField(FileField):
    """One file of evidence; what it holds is checked by the service that keeps it."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **_with(ACCEPTED, kwargs))

    @property
    def value(self) -> FileStorage:
        """The file; ValueError if there is none."""
        file: FileStorage = _present(self.name, self.data)
        return file


class EvidenceFilesField(MultipleFileField):
    """Several files of evidence."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **_with(ACCEPTED, kwargs))

    @property
    def value(self) -> list[FileStorage]:
        """The files, possibly none."""
        return [file for file in self.data or () if file]


def _with(defaults: dict[str, str], kwargs: dict[str, Any]) -> dict[str, Any]:
    """Return *kwargs* of a field with *defaults* under its own attributes."""
    return kwargs | {"render_kw": defaults | (kwargs.get("render_kw") or {})}


def _present(name: str, data: T | None) -> T:
    """Return *data*, or say that the field *name* was read before it was validated."""
    if data is None:
        raise ValueError(f"{name} is empty")
    return data
