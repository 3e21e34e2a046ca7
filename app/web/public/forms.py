"""What a visitor asks of the list; nothing is changed, so nothing is forged."""

from datetime import date
from typing import Any

from wtforms import FileField
from wtforms.validators import DataRequired, Length

from app.domain.errors import InvalidValueError
from app.domain.identifiers import TVV_LENGTH
from app.queries.status import MOST_CODES
from app.web.fields import (
    FrenchDateField,
    PortalForm,
    StrippedStringField,
    StrippedTextField,
)

LONGEST_QUESTION = 200
# What the first line of a file may be.
HEADINGS = frozenset({"tvv", "code", "d.2"})


class QuestionForm(PortalForm):
    """A form that is sent by its address."""

    class Meta(PortalForm.Meta):
        """Settings that WTForms reads: the session is left alone."""

        csrf = False


class SearchForm(QuestionForm):
    """A brand, a model, or a code exactly."""

    q = StrippedStringField(
        "Marque, modèle ou code",
        description="Par exemple Renault 5, ë-C3, ou le code entier de la case D.2.",
        validators=[Length(max=LONGEST_QUESTION, message="Cette recherche est trop longue.")],
    )


class DayForm(QuestionForm):
    """The day on which a version was, or will be, on the list."""

    le = FrenchDateField(
        "Jour à vérifier",
        description="Jour de la commande, de la facture ou du premier loyer, selon l’aide.",
        validators=[DataRequired("Indiquez un jour.")],
    )
    su = FrenchDateField(
        "Tel que le portail le savait à la fin du",
        description="Facultatif : ce que cette page disait alors, avant les arrêtés connus depuis.",
    )

    def day(self, today: date) -> date:
        """Return the day asked for, or *today*."""
        asked: date | None = self.le.data
        return asked or today


class ListDayForm(QuestionForm):
    """The day of the list to show."""

    le = FrenchDateField("Jour de la liste", validators=[DataRequired("Indiquez un jour.")])

    def day(self, today: date) -> date:
        """Return the day asked for, or *today*."""
        asked: date | None = self.le.data
        return asked or today


class TwoDaysForm(QuestionForm):
    """Two days of the list to compare."""

    du = FrenchDateField("Du", validators=[DataRequired("Indiquez le premier jour.")])
    au = FrenchDateField("Au", validators=[DataRequired("Indiquez l’autre jour.")])


class CodesForm(PortalForm):
    """Many codes to check on a day: pasted, or in a file, one a line."""

    codes = StrippedTextField("Codes, un par ligne")
    file = FileField(
        "Ou un fichier de codes",
        description="Un fichier de texte ou un CSV dont la première colonne est le code, en UTF-8.",
    )
    le = FrenchDateField("Jour à vérifier", description="Aujourd’hui si vous n’en indiquez pas.")

    def given(self) -> list[str]:
        """Return the codes, one a line; the blank lines are left out.

        Raises:
            InvalidValueError: none, too many, or a file that is no text.
        """
        text = self.codes.data or ""
        if self.file.data:
            try:
                text += "\n" + self.file.data.read().decode("utf-8-sig")
            except UnicodeDecodeError as error:
                raise InvalidValueError(
                    "file", "Ce fichier n’est pas un texte en UTF-8."
                ) from error
        lines = (line.split(";")[0].split("\t")[0].strip() for line in text.splitlines())
        found = [line.strip('"') for line in lines if line and line.casefold() not in HEADINGS]
        if not found:
            raise InvalidValueError("codes", "Donnez au moins un code.")
        if len(found) > MOST_CODES:
            raise InvalidValueError(
                "codes", f"Donnez {MOST_CODES} codes au plus : il y en a {len(found)}."
            )
        return found


class CodeForm(QuestionForm):
    """A code that an address cannot hold as a path."""

    code = StrippedStringField("Code", validators=[Length(max=TVV_LENGTH)])


def sent(form: QuestionForm, values: Any) -> bool:  # noqa: ANN401 - what the address holds
    """Tell whether the address answers the form at all."""
    return any(name in values for name in form.data)
