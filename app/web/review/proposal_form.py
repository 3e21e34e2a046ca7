"""A proposal or an opinion of the agency, and what it answers on each specific value."""

import hashlib
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, TypeVar

from wtforms import Field, RadioField
from wtforms.fields.choices import SelectChoice
from wtforms.validators import InputRequired, ValidationError

from app.domain.specific import Target
from app.domain.value_decisions import DecidedValue, Decision
from app.web.fields import LONGEST_TEXT, StrippedTextField, at_most
from app.web.seen import SeenForm
from scoring.score import Score

FAVOURABLE: Final = "favorable"
UNFAVOURABLE: Final = "defavorable"
ACCEPTED: Final = "acceptee"
REFUSED: Final = "refusee"
NAME_LENGTH: Final = 12
# The button that computes the score of what is chosen, and sends nothing.
COMPUTE: Final = "compute"


class ValuesForm(SeenForm):
    """An answer of the agency on each specific value that waits for it."""

    targets: tuple[Target, ...] = ()

    @property
    def favourable(self) -> bool:
        """Whether the agency is for the version being on the list."""
        return bool(self.opinion.data == FAVOURABLE)

    def decision_of(self, target: Target) -> Field:
        """Return the field of the answer on a value."""
        return self[decision_name(target)]

    def reason_of(self, target: Target) -> Field:
        """Return the field of its reason."""
        return self[reason_name(target)]

    def decisions(self) -> dict[str, Decision]:
        """Return what is answered, by the key of the target; what is not yet is left out."""
        return {
            target.key: Decision(
                accepted=self.decision_of(target).data == ACCEPTED,
                reason=self.reason_of(target).data or "",
            )
            for target in self.targets
            if self.decision_of(target).data in {ACCEPTED, REFUSED}
        }

    def chosen(self) -> tuple[DecidedValue, ...]:
        """Return the same as decisions, whether or not they could be sent as they are."""
        found = self.decisions()
        return tuple(
            DecidedValue(target=one, accepted=found[one.key].accepted, reason=found[one.key].reason)
            for one in self.targets
            if one.key in found
        )


class ProposalForm(ValuesForm):
    """The proposal of the agency, with its reasons."""

    opinion = RadioField(
        "Sens de la proposition",
        [InputRequired("Choisissez le sens de la proposition.")],
        choices=[
            SelectChoice(FAVOURABLE, "Favorable : inscrire la version sur la liste"),
            SelectChoice(UNFAVOURABLE, "Défavorable : refuser la version"),
        ],
    )
    reasons = StrippedTextField(
        "Motifs",
        [at_most(LONGEST_TEXT)],
        description="Ils sont transmis aux quatre ministres, et le constructeur les lit dans son"
        " dossier.",
        render_kw={"rows": 8},
    )


class OpinionForm(ValuesForm):
    """The opinion of the agency, with its reasons."""

    opinion = RadioField(
        "Sens de l’avis",
        [InputRequired("Choisissez le sens de l’avis.")],
        choices=[
            SelectChoice(FAVOURABLE, "Favorable : maintenir la version sur la liste"),
            SelectChoice(UNFAVOURABLE, "Défavorable : la retirer de la liste"),
        ],
    )
    reasons = StrippedTextField(
        "Motifs",
        [at_most(LONGEST_TEXT)],
        description="Ils sont transmis aux ministres, et le constructeur les lit dans son dossier.",
        render_kw={"rows": 8},
    )


Answer = TypeVar("Answer", bound=ValuesForm)


def answer_form(
    kind: type[Answer],
    values: Iterable[Target],
    *,
    seen: int,
    verdict: str = "",
    before: Iterable[DecidedValue] = (),
) -> Answer:
    """Return the form of a proposal or of an opinion, with an answer and a reason for each value.

    Args:
        kind: `ProposalForm` or `OpinionForm`.
        values: the targets to decide on.
        seen: the number of the last event of the dossier.
        verdict: what the score says, shown beside the choice, which it does not make.
        before: the decisions of an earlier answer that still hold.
    """
    targets = tuple(values)
    fields: dict[str, Any] = {"targets": targets}
    for target in targets:
        fields |= _fields(target)
    form: type[Answer] = type(kind.__name__, (kind,), fields)
    made = form(seen=seen, **_kept(before))
    made.opinion.description = verdict
    return made


def verdict_in_words(score: Score | None) -> str:
    """Return what a score says of the minimum, beside a choice that stays to the reviewer."""
    if score is None:
        return ""
    reaches = "atteint" if score.reached else "n’atteint pas"
    return f"Le score calculé {reaches} le minimum : le sens reste à choisir."


def decision_name(target: Target) -> str:
    """Return the name of a field: a target has words of its own, that no name may hold."""
    return f"decision_{_short(target)}"


def reason_name(target: Target) -> str:
    """Return the name of the field of its reason."""
    return f"reason_{_short(target)}"


def _fields(target: Target) -> dict[str, Field]:
    return {
        decision_name(target): RadioField(
            f"Décision, {target.label}",
            [InputRequired("Acceptez ou refusez cette valeur.")],
            choices=[SelectChoice(ACCEPTED, "Accepter"), SelectChoice(REFUSED, "Refuser")],
        ),
        reason_name(target): StrippedTextField(
            f"Motif, {target.label}",
            [at_most(LONGEST_TEXT), _needed_by_refusal(target)],
            description="Obligatoire pour un refus.",
            render_kw={"rows": 3},
        ),
    }


def _needed_by_refusal(target: Target) -> Callable[[ValuesForm, Field], None]:
    def check(form: ValuesForm, field: Field) -> None:
        if form.decision_of(target).data == REFUSED and not field.data:
            raise ValidationError("Indiquez pourquoi cette valeur est refusée.")

    return check


def _kept(before: Iterable[DecidedValue]) -> Mapping[str, str]:
    return {
        name: said
        for one in before
        for name, said in (
            (decision_name(one.target), ACCEPTED if one.accepted else REFUSED),
            (reason_name(one.target), one.reason),
        )
    }


def _short(target: Target) -> str:
    return hashlib.sha256(target.key.encode()).hexdigest()[:NAME_LENGTH]
