"""Everything that can be refused, each with a code and a sentence in French.

The domain says what is refused and why; the web and the API decide how it is answered.
"""

from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

    from app.domain.procedure import Action, State
    from scoring.problems import Problem


class DomainError(Exception):
    """A refusal: ``code`` for machines, ``str(error)`` a sentence in French for people."""

    code = "refused"


class UnknownDossierError(DomainError):
    """No such dossier, or none that the actor may see: the same answer for both."""

    code = "unknown_dossier"

    def __init__(self) -> None:
        super().__init__("Ce dossier n’existe pas ou ne vous est pas accessible.")


class UnknownThingError(DomainError):
    """A document, an order, an account that does not exist or may not be seen."""

    code = "unknown"

    def __init__(self, what: str) -> None:
        super().__init__(f"{what} n’existe pas ou ne vous est pas accessible.")


class NotAllowedError(DomainError):
    """The role of the actor does not open this act."""

    code = "not_allowed"

    def __init__(self, sentence: str = "Votre rôle ne permet pas cet acte.") -> None:
        super().__init__(sentence)


class TransitionNotAllowedError(DomainError):
    """The state of the dossier does not allow the act."""

    code = "transition_not_allowed"

    def __init__(self, state: "State", action: "Action") -> None:
        super().__init__(
            "L’état actuel du dossier ne permet pas cet acte. Rien n’a été enregistré ;"
            " rouvrez le dossier pour voir où il en est."
        )
        self.state = state
        self.action = action


class VersionRuleError(DomainError):
    """The place of a version on the list does not allow the act."""

    code = "version_not_allowed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Done:
    """What was done meanwhile.

    Attributes:
        who: who did it.
        action: which act.
        at: the instant it was entered, in UTC.
        yours: whether the reader did it, from another page.
        clock: whether nobody did: a period ran out.
    """

    who: str
    action: "Action"
    at: "datetime"
    yours: bool = False
    clock: bool = False


class StaleDossierError(DomainError):
    """Someone acted on the dossier after the page was shown.

    Attributes:
        since: what was done since, the last act at the end; empty when it is not known.
        who: the last to act; none when it is not known.
    """

    code = "stale"
    what = "Le dossier"

    def __init__(self, since: "Iterable[Done]" = ()) -> None:
        self.since = tuple(since)
        last = self.since[-1] if self.since else None
        self.who = last.who if last else None
        super().__init__(
            f"{self._changed(last)} Rien {'de plus ' if last and last.yours else ''}n’a été"
            " enregistré ; vérifiez ce qui a changé puis validez de nouveau."
        )

    def _changed(self, last: Done | None) -> str:
        if last is not None and last.yours:
            return f"Vous avez déjà agi sur {self.what.lower()} depuis l’affichage de cette page."
        changed = f"{self.what} a changé depuis l’affichage de cette page"
        if last is None:
            return f"{changed}."
        if last.clock:
            return f"{changed} : une échéance est passée entre-temps."
        return f"{changed} : {last.who} a agi entre-temps."


class StaleOrderError(StaleDossierError):
    """Someone put a version in the order, or took one out, after the page was shown."""

    code = "stale_order"
    what = "L’arrêté"


class InvalidValueError(DomainError):
    """A value that its field cannot take; ``field`` names the field."""

    code = "invalid_value"

    def __init__(self, field: str, sentence: str) -> None:
        super().__init__(sentence)
        self.field = field


class OpenDossierExistsError(DomainError):
    """A second open dossier of the same company for the same code."""

    code = "open_dossier_exists"
    field = "tvv"

    def __init__(self, reference: str) -> None:
        super().__init__(
            f"Votre entreprise a déjà un dossier en cours pour ce code : {reference}."
            " Poursuivez-le, ou retirez-le avant d’en ouvrir un autre."
        )
        self.reference = reference


class DeclarationRefusedError(DomainError):
    """The declaration cannot be received as it is; ``problems`` names each point."""

    code = "declaration_refused"

    def __init__(self, problems: "Iterable[Problem]") -> None:
        self.problems = tuple(problems)
        count = len(self.problems)
        super().__init__(
            "La déclaration comporte un point à corriger."
            if count == 1
            else f"La déclaration comporte {count} points à corriger."
        )


class MethodChangedError(DomainError):
    """A filed declaration that the method of the day no longer reads: it has no score (S-12)."""

    code = "method_changed"

    def __init__(self, problems: "Iterable[Problem]") -> None:
        self.problems = tuple(problems)
        super().__init__(
            "La méthode en vigueur aujourd’hui ne permet plus de calculer le score de la"
            " déclaration déposée. Rien n’a été enregistré. "
            + " ".join(problem.message for problem in self.problems)
        )


class UnknownItemError(DomainError):
    """A supplement that names an item the agency did not ask for."""

    code = "unknown_item"

    def __init__(self) -> None:
        super().__init__("Cette pièce n’est pas, ou n’est plus, demandée par l’agence.")


class NothingRequestedError(DomainError):
    """A request for documents without any item."""

    code = "nothing_requested"
    field = "items"

    def __init__(self) -> None:
        super().__init__("Choisissez au moins une pièce à demander.")


class ReasonsMissingError(DomainError):
    """A proposal, or a refusal, without its reasons."""

    code = "reasons_missing"
    field = "reasons"

    def __init__(self) -> None:
        super().__init__("Indiquez les motifs.")


class NothingChangedError(DomainError):
    """A correction, or a change report, that says nothing else than what was declared."""

    code = "nothing_changed"

    def __init__(self) -> None:
        super().__init__("Rien ne diffère de ce qui est déjà déclaré : il n’y a rien à déposer.")


class ProposalMissingError(DomainError):
    """An order that would list a version without the agency's proposal (P-11, INV-02)."""

    code = "proposal_missing"

    def __init__(
        self, tvv: str, reference: str, *, published_on: date | None = None, sent_on: str = ""
    ) -> None:
        """Say what is missing.

        Args:
            tvv: the version.
            reference: its dossier.
            published_on: the day on which no proposal stood; none before that day is known.
            sent_on: the days of the proposals that were sent, in words; empty when none was.
        """
        missing = (
            f"Aucune proposition de l’agence ne tenait le {published_on:%d/%m/%Y} (transmise le"
            f" {sent_on}) pour la version {tvv}"
            if published_on and sent_on
            else f"L’agence n’a pas encore transmis de proposition pour la version {tvv}"
        )
        super().__init__(
            f"{missing} (dossier {reference}) : elle ne peut pas être inscrite"
            f"{' par un arrêté de ce jour-là' if sent_on else ''} (article D. 251-1-A, I)."
        )
        self.reference = reference


class OrderRefusedError(DomainError):
    """An order that cannot be changed or published as it is."""

    code = "order_refused"

    def __init__(self, sentence: str, *, field: str | None = None) -> None:
        super().__init__(sentence)
        self.field = field


class SubscriptionRefusedError(DomainError):
    """An address that was not proved, or one too many that waits to be."""

    code = "subscription_refused"


class ReasonsRefusedError(DomainError):
    """A request for reasons, or an answer to it, that comes too late, twice or from nowhere."""

    code = "reasons_refused"

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)


class EvidenceRefusedError(DomainError):
    """Evidence asked for once its two years are over (P-29, INV-12)."""

    code = "evidence_refused"

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)


class SignInRefusedError(DomainError):
    """The same sentence whatever is wrong, so that nothing is revealed of an account."""

    code = "sign_in_refused"

    def __init__(self) -> None:
        super().__init__("Adresse électronique ou mot de passe incorrect.")


class SecondFactorRefusedError(DomainError):
    """A code that is wrong, expired or already used."""

    code = "second_factor_refused"
    field = "code"

    def __init__(self) -> None:
        super().__init__("Ce code n’est pas valable ou a déjà servi. Attendez le code suivant.")


class TooManyAttemptsError(DomainError):
    """Too many attempts within the window."""

    code = "too_many_attempts"

    def __init__(self) -> None:
        super().__init__("Trop d’essais. Patientez quinze minutes avant de recommencer.")
