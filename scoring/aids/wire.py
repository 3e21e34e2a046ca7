"""A case of the wire form and its answer: `score-env aids` and the API say the same."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from typing import Final

from scoring.aids.amounts import Line, plain
from scoring.aids.book import Book
from scoring.aids.evaluation import Outcome
from scoring.aids.facts import Facts
from scoring.aids.reading import FactError, FactsError, read_day, read_facts
from scoring.aids.registry import REGIMES
from scoring.aids.together import Total, alone, opened, rounded, together
from scoring.fields import escaped
from scoring.problems import Problem, quoted

KEYS: Final = frozenset({"id", "regimes", "reference_date", "facts"})
MOST_REGIMES: Final = len(REGIMES)
LONGEST_ID: Final = 200
# That a program may ask at once.
MOST_CASES: Final = 1_000
MOST_VEHICLES: Final = 5_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One case to answer.

    Attributes:
        id: repeated in the answer, None for none.
        regimes: those asked together; empty for every one of the day, each alone.
    """

    id: str | int | None
    regimes: tuple[str, ...]
    facts: Facts


def read_case(given: object) -> Case:
    """Return the case *given* as a JSON object.

    Raises:
        FactsError: it cannot be read; the pointers start from the case.
    """
    if not isinstance(given, dict):
        raise FactsError([Problem("wrong_type", "Un cas est un objet JSON.", "")])
    problems = [
        Problem("unknown_key", f"Clé inconnue : {quoted(str(key))}.", f"/{escaped(str(key))}")
        for key in given
        if key not in KEYS
    ]
    try:
        name = _id(given.get("id"))
        regimes = _regimes(given.get("regimes"))
        day = _reference_day(given)
    except FactError as error:
        pointer = error.args[1] if len(error.args) > 1 else "/reference_date"
        raise FactsError([*problems, Problem(error.code, str(error.args[0]), pointer)]) from error
    try:
        facts = read_facts(given.get("facts", {}), day)
    except FactsError as error:
        problems += [Problem(one.code, one.message, f"/facts{one.field}") for one in error.problems]
    if problems:
        raise FactsError(problems)
    return Case(id=name, regimes=regimes, facts=facts)


def _reference_day(given: Mapping[str, object]) -> date:
    if "reference_date" not in given:
        raise FactError(
            "required",
            "« reference_date » manque : jour de la facture, du premier loyer ou de la "
            "transformation.",
        )
    return read_day("reference_date", given["reference_date"])


def read_vehicles(given: object) -> list[Facts]:
    """Return the facts of one buyer with each of many vehicles.

    *given*: `reference_date`, `facts`, and `vehicles`, a list of further facts.

    Raises:
        FactsError: it cannot be read; the pointers start from the whole.
    """
    if not isinstance(given, dict):
        raise FactsError([Problem("wrong_type", "La demande est un objet JSON.", "")])
    unknown = [key for key in given if key not in {"reference_date", "facts", "vehicles"}]
    vehicles, shared = given.get("vehicles"), given.get("facts", {})
    if unknown:
        message = f"Clé inconnue : {quoted(str(unknown[0]))}."
        raise FactsError([Problem("unknown_key", message, f"/{escaped(str(unknown[0]))}")])
    if not isinstance(vehicles, list) or not 1 <= len(vehicles) <= MOST_VEHICLES:
        message = f"« vehicles » est une liste de 1 à {MOST_VEHICLES} véhicules."
        raise FactsError([Problem("out_of_range", message, "/vehicles")])
    try:
        day = _reference_day(given)
    except FactError as error:
        raise FactsError([Problem(error.code, str(error), "/reference_date")]) from error
    try:
        read_facts(shared, day)
    except FactsError as error:
        problems = [Problem(one.code, one.message, f"/facts{one.field}") for one in error.problems]
        raise FactsError(problems) from error
    found: list[Facts] = []
    problems = []
    for n, vehicle in enumerate(vehicles):
        try:
            found.append(read_facts({**shared, **_object(vehicle)}, day))
        except FactsError as error:
            problems += [
                Problem(one.code, one.message, f"/vehicles/{n}{one.field}")
                for one in error.problems
            ]
    if problems:
        raise FactsError(problems)
    return found


def _object(value: object) -> Mapping[str, object]:
    if not isinstance(value, dict):
        raise FactsError([Problem("wrong_type", "Un véhicule est un objet JSON.", "")])
    return value


def answer_opened(facts: Facts, book: Book) -> list[dict[str, object]]:
    """Return the aids that are due, or may be, each with its amount or its bounds."""
    return [{"regime": one.regime, **_one(book, one, explain=False)} for one in opened(book, facts)]


class _CaseError(FactError):
    """Something beside the facts cannot be read, at its own pointer."""

    def __init__(self, code: str, message: str, pointer: str) -> None:
        super().__init__(code, message)
        self.args = (message, pointer)


def _id(value: object) -> str | int | None:
    if value is None or (isinstance(value, int) and not isinstance(value, bool)):
        return value
    if isinstance(value, str) and len(value) <= LONGEST_ID:
        return value
    raise _CaseError("wrong_type", "« id » est un texte court ou un nombre entier.", "/id")


def _regimes(value: object) -> tuple[str, ...]:
    if value is None:
        return ()
    if not isinstance(value, list) or not value or len(value) > MOST_REGIMES:
        raise _CaseError(
            "wrong_type", "« regimes » est une liste de régimes, ou absent.", "/regimes"
        )
    for n, one in enumerate(value):
        if not isinstance(one, str) or one not in REGIMES:
            message = f"Régime inconnu : {quoted(str(one))}. Régimes : {', '.join(REGIMES)}."
            raise _CaseError("unknown_regime", message, f"/regimes/{n}")
    if len(set(value)) < len(value):
        raise _CaseError("duplicate", "Un régime est nommé deux fois.", "/regimes")
    return tuple(value)


def answer(case: Case, book: Book, *, explain: bool = False) -> dict[str, object]:
    """Return the answer to a *case*; with its grounds and its lines where *explain*."""
    if not case.regimes:
        found = alone(book, case.facts, book.of_day(case.facts))
        each = [{"regime": one.regime, **_one(book, one, explain=explain)} for one in found]
        return {"id": case.id, "regimes": each}
    if len(case.regimes) == 1:
        return {
            "id": case.id,
            **_one(book, alone(book, case.facts, case.regimes)[0], explain=explain),
        }
    return {
        "id": case.id,
        **_several(book, together(book, case.facts, case.regimes), explain=explain),
    }


def _one(book: Book, found: Outcome, *, explain: bool) -> dict[str, object]:
    """Return the answer of one regime."""
    exact = found.known
    answered: dict[str, object] = {
        "eligible": found.eligible,
        "amount_eur": _cents(exact),
        "amount_exact": _exact(exact),
        "failing": list(found.failing),
        "detail": _detail(found),
    }
    if found.missing:
        low, high = _bounds(found)
        answered |= {
            "depends_on": list(found.missing),
            "amount_min_eur": _cents(low),
            "amount_max_eur": _cents(high),
        }
    if found.wording is None:
        answered["outside"] = _covered(book, found.regime)
    else:
        answered["wording"] = {
            "from": found.wording.from_.isoformat(),
            "article": found.wording.article,
        }
        answered["not_modelled"] = list(found.wording.not_modelled)
    if explain:
        answered |= _explained(found)
    return answered


def _bounds(found: Outcome) -> tuple[Decimal | None, Decimal | None]:
    """Return the lowest and the highest amount still possible."""
    if found.amount is None:
        return None, None
    return (Decimal(0) if found.eligible is None else found.amount.low), found.amount.high


def _covered(book: Book, regime: str) -> dict[str, str | None]:
    first, last = book.covered(regime)
    return {
        "from": None if first is None else first.isoformat(),
        "until": None if last is None else last.isoformat(),
    }


def _detail(found: Outcome) -> dict[str, object]:
    detail = dict(found.more or {})
    if found.undue is not None:
        undue = found.undue
        detail["undue_eur"] = _cents(undue.amount.low)
        detail["repaid_by"] = undue.repaid_by
        if undue.repay_by is not None:
            detail["repay_by"] = undue.repay_by.isoformat()
    return detail


def _explained(found: Outcome) -> dict[str, object]:
    if found.wording is None:
        return {"grounds": [], "lines": []}
    explained: dict[str, object] = {
        "grounds": [
            {
                "id": one.id,
                "state": one.state,
                "article": one.article,
                "sentence": one.sentence,
                **({"depends_on": list(one.missing)} if one.missing else {}),
            }
            for one in found.grounds
        ],
        "lines": _lines(found.amount.lines if found.known else ()) if found.amount else [],
    }
    if found.transition is not None:
        explained["transition"] = {
            "text": found.transition.text,
            "source": found.transition.source,
        }
    return explained


def _lines(lines: Sequence[Line]) -> list[dict[str, str]]:
    return [{"label": one.label, "eur": plain(one.eur)} for one in lines]


def _several(book: Book, total: Total, *, explain: bool) -> dict[str, object]:
    """Return the answer of several regimes named together."""
    detail: dict[str, object] = {}
    for one in total.outcomes:
        detail |= {key: value for key, value in _detail(one).items() if key not in detail}
    for one in total.outcomes:
        if REGIMES[one.regime].caps:
            cut = total.cut
            detail[one.regime] = None if cut is None or cut.missing else plain(cut.low)
        elif one.amount is not None or one.wording is None:
            detail[one.regime] = _exact(one.known)
    answered: dict[str, object] = {
        "eligible": total.eligible,
        "amount_eur": _cents(total.known),
        "amount_exact": _exact(total.known),
        "failing": list(dict.fromkeys(one for each in total.outcomes for one in each.failing)),
        "detail": detail,
        "not_modelled": list(
            dict.fromkeys(
                one
                for each in total.outcomes
                if each.wording is not None
                for one in each.wording.not_modelled
            )
        ),
    }
    if total.missing:
        answered |= {
            "depends_on": list(total.missing),
            "amount_min_eur": _cents(total.low),
            "amount_max_eur": _cents(total.high),
        }
    if total.conflicts:
        answered["conflicts"] = [list(pair) for pair in total.conflicts]
    if all(one.outside for one in total.outcomes):
        answered["outside"] = _covered(book, total.outcomes[0].regime)
    if explain:
        answered["regimes"] = [
            {"regime": one.regime, **_one(book, one, explain=True)} for one in total.outcomes
        ]
        answered["grounds"] = [
            ground for one in total.outcomes for ground in _grounds_of(_explained(one))
        ]
    return answered


def _grounds_of(explained: Mapping[str, object]) -> list[object]:
    found = explained["grounds"]
    return found if isinstance(found, list) else []


def _exact(amount: Decimal | None) -> str | None:
    return None if amount is None else plain(amount)


def _cents(amount: Decimal | None) -> str | None:
    return None if amount is None else f"{rounded(amount):f}"
