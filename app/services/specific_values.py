"""Write the specific values of a derogation, or of a change, still in draft (S-13)."""

from app.clock import Clock
from app.domain.actor import Actor
from app.domain.errors import InvalidValueError, NotAllowedError
from app.domain.specific import (
    SPECIFIC_VALUES,
    Target,
    target_of,
    targets_of,
    values_by_target,
    without_values,
)
from app.models.dossier import Dossier
from app.queries.decided_values import takes_values
from app.services.drafts import editing, forget_supports_of


def record_specific_value(
    reference: str, target: Target, value: str, *, revision: int | None, by: Actor, clock: Clock
) -> Dossier:
    """Put a value in place of a reference value, or change the one that is there.

    Args:
        reference: the draft.
        target: the reference value it replaces.
        value: a decimal string, in the unit of the table it replaces.
        revision: the revision of the draft that the actor had seen; none for programs.
        by: a person of the company.
        clock: the clock of the act.

    Raises:
        NotAllowedError: the draft is no derogation, nor the change of a version listed with some.
        InvalidValueError: the declaration holds no such target.
        StaleDossierError: the draft changed since *revision*.
    """
    with editing(reference, revision=revision, by=by, clock=clock) as dossier:
        if not takes_values(dossier):
            raise NotAllowedError("Une valeur spécifique relève d’un dossier de dérogation.")
        if target not in targets_of(dossier.content):
            raise InvalidValueError("target", "Le dossier ne déclare plus ce que vous remplacez.")
        # Accepting it or not is the agency's part.
        declared = {**target.to_wire(), "value": value, "accepted": None}
        values = list(dossier.content.get(SPECIFIC_VALUES) or ())
        if target in values_by_target(dossier.content):
            values = [declared if target_of(one) == target else one for one in values]
        else:
            values.append(declared)
        dossier.content = {**dossier.content, SPECIFIC_VALUES: values}
    return dossier


def remove_specific_value(
    reference: str, target: Target, *, revision: int | None, by: Actor, clock: Clock
) -> Dossier:
    """Go back to the reference value; what supported the value goes with it.

    Raises:
        StaleDossierError: the draft changed since *revision*.
    """
    with editing(reference, revision=revision, by=by, clock=clock) as dossier:
        dossier.content = without_values(dossier.content, [target])
        forget_supports_of(dossier, target.key)
    return dossier
