"""The form of a what-if: every figure that the score reads, filled as it is declared.

The data on repairability and materials are left out: the edition in force gives no point for them.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Final

from wtforms import Field, SelectField
from wtforms.fields.choices import SelectChoice
from wtforms.form import BaseForm
from wtforms.validators import Optional, StopValidation

from app.domain.specific import SPECIFIC_VALUES, target_of
from app.web.fields import CountryField, FrenchDecimalField, FrenchIntegerField, FrenchMeta
from app.web.filters import nombre
from app.web.manufacturer.declared import NAMED, SENTENCES
from scoring.changes import Change, Operation
from scoring.law import Method
from scoring.problems import Problem
from scoring.wire import BATTERY, REFERENCE_VEHICLE

# With countries to choose among, a page of more fields would weigh several megabytes.
MOST_FIELDS: Final = 300
BETWEEN: Final = "|"
YES: Final = "yes"
NO: Final = "no"
ANSWERS: Final = (SelectChoice(YES, "Oui"), SelectChoice(NO, "Non"))
MASSES: Final = "/reference_vehicle/running_mass_kg"
MASSES_HINT: Final = "Si vous changez une autre masse, changez celle-ci d’autant."
COUNTS_HINT: Final = "Une valeur qui n’est pas acceptée laisse compter la valeur de référence."
# The steps of a line that have one site each.
STEPS: Final = (
    ("body_in_white", "Caisse en blanc"),
    ("painting", "Peinture"),
    ("assembly", "Assemblage"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """A declared figure that can be changed.

    Attributes:
        pointer: where it is in the declaration (RFC 6901); of a leg, where its zone is.
        declared: what is declared, as its field holds it.
        field: its field, still to be bound to a form.
        written: gives the values of the wire form from what the field holds, by their pointers.
    """

    pointer: str
    declared: Any
    field: Any
    written: Callable[[str, Any], Mapping[str, object]]

    @property
    def name(self) -> str:
        """The name of its field, and of its parameter in an address."""
        return _name(self.pointer)

    def changes(self, held: Any) -> Iterator[Change]:  # noqa: ANN401 - what a field holds
        """Yield what is to be changed in the declaration for it to be what a field holds."""
        if held != self.declared:
            for pointer, value in self.written(self.pointer, held).items():
                # An addition to an object replaces what is there (RFC 6902).
                yield Change(op=Operation.ADD, path=pointer, value=value)


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """Figures shown together."""

    title: str
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Tried:
    """A figure that was changed, in words."""

    label: str
    declared: str
    tried: str


class ChangesForm(BaseForm):
    """What is declared, and what is typed over it. It is never kept, so it has no revision.

    Attributes:
        sections: the figures that it asks for.
        left_out: the titles of those that a page cannot hold.
    """

    def __init__(self, sections: Iterable[Section], sent: Any) -> None:  # noqa: ANN401 - a MultiDict
        self.sections, self.left_out = _that_fit(sections)
        self.entries = {one.name: one for part in self.sections for one in part.entries}
        fields = [(name, one.field) for name, one in self.entries.items()]
        super().__init__(fields, meta=FrenchMeta())
        self.process(sent, data={name: one.declared for name, one in self.entries.items()})

    def changes(self) -> list[Change]:
        """Return what differs from the declaration, once the fields are valid."""
        return [
            change for name, one in self.entries.items() for change in one.changes(self[name].data)
        ]

    def changed(self) -> list[str]:
        """Return the names of the fields that differ from the declaration."""
        return [name for name, one in self.entries.items() if self[name].data != one.declared]

    def tried(self) -> list[Tried]:
        """Return the figures that differ from the declaration, in words."""
        return [
            Tried(
                label=self[name].label.text,
                declared=_told(self[name], self.entries[name].declared),
                tried=_told(self[name], self[name].data),
            )
            for name in self.changed()
        ]

    def show(self, problems: Iterable[Problem]) -> None:
        """Write each problem of the changed declaration beside its field."""
        for problem in problems:
            name = _name(_shown_at(problem.field))
            sentence = SENTENCES.get(problem.code, problem.message)
            if name in self.entries:
                field = self[name]
                field.errors = [*field.errors, NAMED.sub("Ce champ ", sentence)]
            else:
                self.form_errors.append(sentence)


def sections_of(content: Mapping[str, Any], *, method: Method) -> list[Section]:
    """Return the figures of a declaration that can be read.

    Args:
        content: the declaration, in its wire form.
        method: the method of the day: its countries, its modes and zones.
    """
    return [
        Section(title="Véhicule de référence", entries=tuple(_vehicle(content))),
        *_batteries(content["battery_sites"], method),
        *_values(content),
        *_lines(content["manufacturing_lines"], method),
    ]


def _vehicle(content: Mapping[str, Any]) -> Iterator[Entry]:
    vehicle = content["reference_vehicle"]
    for one in REFERENCE_VEHICLE.fields:
        pointer = f"/reference_vehicle/{one.key}"
        if one.key == "seats":
            yield _count(pointer, one.label, vehicle[one.key])
        elif one.key != "battery":
            hint = MASSES_HINT if pointer == MASSES else ""
            yield _quantity(pointer, one.label, vehicle[one.key], hint)
    for one in BATTERY.fields:
        pointer = f"/reference_vehicle/battery/{one.key}"
        yield _quantity(pointer, one.label, vehicle["battery"][one.key])


def _batteries(sites: Iterable[Mapping[str, Any]], method: Method) -> Iterator[Section]:
    for rank, site in enumerate(sites):
        start, named = f"/battery_sites/{rank}", f"Site de batterie {site['id']}"
        cells = f"{named} : pays des cellules"
        yield Section(
            title=f"{named} ({site['name']})",
            entries=(
                _country(f"{start}/cell_country", cells, site["cell_country"], method),
                *_volume(start, named, site),
            ),
        )


def _values(content: Mapping[str, Any]) -> Iterator[Section]:
    """Yield one section for the specific values, if there are any (S-13)."""
    entries: list[Entry] = []
    for rank, value in enumerate(content.get(SPECIFIC_VALUES) or ()):
        target, start = target_of(value), f"/{SPECIFIC_VALUES}/{rank}"
        named = target.label if target else f"Valeur {rank + 1}"
        counts, number = f"{named} : acceptée", f"{named} : valeur spécifique"
        entries += [
            _quantity(f"{start}/value", number, value["value"]),
            _flag(f"{start}/accepted", counts, value.get("accepted"), COUNTS_HINT),
        ]
    if entries:
        yield Section(title="Valeurs spécifiques", entries=tuple(entries))


def _lines(lines: Iterable[Mapping[str, Any]], method: Method) -> Iterator[Section]:
    for rank, line in enumerate(lines):
        start, named = f"/manufacturing_lines/{rank}", f"Ligne {line['id']}"
        yield Section(
            title=f"Ligne de fabrication {line['id']}",
            entries=(
                *_sites(start, named, line, method),
                *_volume(start, named, line),
                *_legs(f"{start}/delivery", named, line["delivery"], method),
            ),
        )


def _sites(start: str, named: str, line: Mapping[str, Any], method: Method) -> Iterator[Entry]:
    for rank, site in enumerate(line["stamping"]):
        pointer, label = f"{start}/stamping/{rank}", f"{named}, emboutissage ({site['name']})"
        yield _country(f"{pointer}/country", f"{label} : pays", site["country"], method)
        if len(line["stamping"]) > 1:
            stamped = site.get("stamped_mass_kg")
            label = f"{label} : masse emboutie (kg)"
            yield _quantity(f"{pointer}/stamped_mass_kg", label, stamped, optional=True)
    for key, words in STEPS:
        label = f"{named}, {words.lower()} ({line[key]['name']}) : pays"
        yield _country(f"{start}/{key}/country", label, line[key]["country"], method)


def _volume(start: str, named: str, holder: Mapping[str, Any]) -> Iterator[Entry]:
    volume, proven = holder.get("volume_six_months"), holder.get("volume_proven")
    label = f"{named} : volume des six derniers mois"
    yield _count(f"{start}/volume_six_months", label, volume, optional=True)
    yield _flag(f"{start}/volume_proven", f"{named} : volume prouvé", proven)


def _legs(
    start: str, named: str, legs: Iterable[Mapping[str, Any]], method: Method
) -> Iterator[Entry]:
    for rank, leg in enumerate(legs):
        pointer, label = f"{start}/{rank}", f"{named}, trajet {rank + 1}"
        yield _journey(f"{pointer}/zone", f"{label} : mode et zone", leg, method)
        yield _quantity(f"{pointer}/distance_km", f"{label} : distance (km)", leg["distance_km"])


def _quantity(
    pointer: str, label: str, declared: str | None, hint: str = "", *, optional: bool = False
) -> Entry:
    return Entry(
        pointer=pointer,
        declared=None if declared is None else Decimal(declared),
        field=FrenchDecimalField(label, [_asked(optional=optional)], description=hint),
        written=lambda at, held: {at: None if held is None else format(held, "f")},
    )


def _count(pointer: str, label: str, declared: int | None, *, optional: bool = False) -> Entry:
    return Entry(
        pointer=pointer,
        declared=declared,
        field=FrenchIntegerField(label, [_asked(optional=optional)]),
        written=lambda at, held: {at: held},
    )


def _country(pointer: str, label: str, declared: str, method: Method) -> Entry:
    return Entry(
        pointer=pointer,
        declared=declared,
        field=CountryField(label, [_asked(optional=False)], codes=lambda: list(method.countries)),
        written=lambda at, held: {at: held},
    )


def _flag(pointer: str, label: str, declared: object, hint: str = "") -> Entry:
    return Entry(
        pointer=pointer,
        declared=YES if declared else NO,
        field=SelectField(label, choices=ANSWERS, description=hint),
        written=lambda at, held: {at: held == YES},
    )


def _journey(pointer: str, label: str, leg: Mapping[str, Any], method: Method) -> Entry:
    """Return a mode and a zone chosen together, so that they always go with each other."""
    known = method.transport.items()
    pairs = [SelectChoice(f"{mode}{BETWEEN}{zone}", one.label) for (mode, zone), one in known]

    def written(at: str, held: str) -> Mapping[str, object]:
        mode, _, zone = held.partition(BETWEEN)
        return {f"{at.removesuffix('zone')}mode": mode, at: zone}

    return Entry(
        pointer=pointer,
        declared=f"{leg['mode']}{BETWEEN}{leg['zone']}",
        field=SelectField(label, choices=pairs),
        written=written,
    )


def _asked(*, optional: bool) -> Any:  # noqa: ANN401 - a validator of WTForms
    return Optional() if optional else _filled


def _filled(_form: Any, field: Field) -> None:  # noqa: ANN401 - as WTForms
    """Refuse a field that was emptied; one that an address does not name is as declared."""
    if field.data is None:
        raise StopValidation("Ce champ ne peut pas être vide.")


def _that_fit(sections: Iterable[Section]) -> tuple[list[Section], list[str]]:
    """Return the sections that a page can hold, and the titles of the others."""
    fit: list[Section] = []
    left_out: list[str] = []
    fields = 0
    for one in sections:
        fields += len(one.entries)
        if fields <= MOST_FIELDS:
            fit.append(one)
        else:
            left_out.append(one.title)
    return fit, left_out


def _shown_at(pointer: str) -> str:
    """Return where the problem of a pointer is shown: some have no field of their own."""
    if pointer == "/reference_vehicle":  # masses that do not close (S-10)
        return MASSES
    leg = pointer.removesuffix("/mode")
    return pointer if leg == pointer else f"{leg}/zone"


def _name(pointer: str) -> str:
    return pointer.removeprefix("/").replace("/", "-")


def _told(field: Field, held: Any) -> str:  # noqa: ANN401 - what a field holds
    if isinstance(field, SelectField):
        return next(str(one.label) for one in field.iter_choices() if one.value == held)
    return nombre(held)
