"""What a visitor asks of the list; nothing is changed, so nothing is forged."""

from datetime import date
from typing import Any

from wtforms.validators import DataRequired, Length

from app.domain.identifiers import TVV_LENGTH
from app.web.fields import FrenchDateField, PortalForm, StrippedStringField

LONGEST_QUESTION = 200


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


class CodeForm(QuestionForm):
    """A code that an address cannot hold as a path."""

    code = StrippedStringField("Code", validators=[Length(max=TVV_LENGTH)])


def sent(form: QuestionForm, values: Any) -> bool:  # noqa: ANN401 - what the address holds
    """Tell whether the address answers the form at all."""
    return any(name in values for name in form.data)
