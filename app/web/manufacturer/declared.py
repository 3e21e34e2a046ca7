"""The form of one part of a declaration: the law's own table checks it, beside each field."""

import re
from typing import Any, ClassVar, Final

from wtforms import Field, FieldList, Form, FormField

from app.context import current_clock
from app.web.fields import FrenchMeta
from app.web.manufacturer.wire import for_wire, problems_in
from app.web.seen import SeenForm
from scoring.fields import Record
from scoring.law import Method, load, method_on
from scoring.problems import Problem

# What the table says for a program, said for a person who types.
SENTENCES: Final = {
    "not_a_quantity": "Écrivez au plus neuf chiffres avant la virgule et neuf après.",
}

# What is absent; the field has a sentence of its own for it, unless it was forgotten.
ABSENT: Final = frozenset({"required", "blank"})

# « Nombre de places » at the beginning of a sentence.
NAMED: Final = re.compile(r"^« [^»]+ » ")


class PartForm(Form):
    """A group of fields inside a form."""

    Meta = FrenchMeta


class DraftForm(SeenForm):
    """A form on a draft: ``seen`` is the revision of the draft that its reader had before them.

    Attributes:
        existing: the open dossier of the company for the code typed, once the act was refused.
    """

    existing: str | None = None


class DeclaredForm(DraftForm):
    """A form whose fields are one record of the declaration."""

    record: ClassVar[Record]
    # The field that shows a problem of a key that has no field of its own.
    shown_at: ClassVar[dict[str, str]] = {}

    def part(self) -> dict[str, Any]:
        """Return what was typed, in the wire format."""
        found: dict[str, Any] = for_wire(self.record, self.data)
        return found

    def validate(self, extra_validators: Any = None) -> bool:  # noqa: ANN401 - as WTForms
        """Check the fields, then the record as the calculation will read it."""
        valid = bool(super().validate(extra_validators))
        for problem in problems_in(self.record, self.part(), method=current_method()):
            if problem.field != "/id":  # the portal names lines and sites
                valid = False
                self._show(problem)
        return valid

    def _show(self, problem: Problem) -> None:
        """Write a problem beside its field, unless the field already says what is wrong."""
        keys = problem.field.split("/")[1:]
        field = self._field_at(keys)
        sentence = SENTENCES.get(problem.code, problem.message)
        if field is not None:  # whose label stands right above
            sentence = NAMED.sub("Ce champ ", sentence)
            if problem.code in ABSENT:
                sentence = f"Indiquez « {field.label.text} »."
        if field is None:
            self.form_errors.append(sentence)
        elif not any(isinstance(error, str) for error in field.errors):
            field.errors = [*field.errors, sentence]

    def _field_at(self, keys: list[str]) -> Field | None:
        """Return the field under *keys*, or the list that holds it."""
        if not keys:
            name = self.shown_at.get("")
            return self[name] if name else None
        holder: Any = self
        for key in keys:
            if isinstance(holder, FieldList):
                holder = holder.entries[int(key)] if int(key) < len(holder.entries) else None
            else:
                form = holder.form if isinstance(holder, FormField) else holder
                name = self.shown_at.get(key, key)
                holder = next((one for one in form if one.short_name == name), None)
            if holder is None:
                return None
        return None if isinstance(holder, FormField) else holder


def current_method() -> Method:
    """Return the method in force today: its countries, its modes and zones."""
    return method_on(load(), current_clock().today())


def country_codes() -> list[str]:
    """Return the countries the tables of today name."""
    return list(current_method().countries)
