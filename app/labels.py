"""French words for what the code names in English."""

from enum import StrEnum
from typing import Final

from app.domain.actor import Role
from app.domain.deadlines import PeriodKind, PeriodOutcome
from app.domain.orders import LineEffect, OrderOrigin, OrderState
from app.domain.procedure import Action, Route, State
from app.domain.scans import Scan
from app.queries.register import Verdict

# Pairs, and not a dictionary: equal values of different enumerations are equal keys.
PAIRS: Final[tuple[tuple[StrEnum, str], ...]] = (
    (State.DRAFT, "Brouillon"),
    (State.SUBMITTED, "Déposé"),
    (State.AWAITING_DOCUMENTS, "Pièces demandées"),
    (State.COMPLETE, "En instruction"),
    (State.PROPOSED, "Proposé aux ministres"),
    (State.LISTED_BY_ORDER, "Inscrit sur la liste"),
    (State.REFUSED_BY_ORDER, "Refusé par arrêté"),
    (State.REFUSED_BY_SILENCE, "Rejet implicite"),
    (State.WITHDRAWN, "Retiré"),
    (Route.REFERENCE, "Valeurs de référence (I)"),
    (Route.DEROGATION, "Dérogation (II)"),
    (Route.MODIFICATION, "Modification (III)"),
    (Action.SUBMIT, "Dépôt du dossier"),
    (Action.REQUEST_DOCUMENTS, "Demande de pièces"),
    (Action.REQUEST_AGAIN, "Nouvelle demande de pièces"),
    (Action.REQUEST_WITHOUT_EFFECT, "Demande de pièces sans effet sur les délais"),
    (Action.CONFIRM_COMPLETE, "Complétude confirmée"),
    (Action.DEEM_COMPLETE, "Dossier réputé complet"),
    (Action.SUPPLY_ITEM, "Pièces reçues"),
    (Action.SUPPLY_LAST_ITEM, "Dernière pièce demandée reçue"),
    (Action.ADD_DOCUMENT, "Pièce ajoutée"),
    (Action.PROPOSE, "Proposition transmise aux ministres"),
    (Action.PROPOSE_AFTER_SILENCE, "Proposition transmise après le rejet implicite"),
    (Action.LIST_BY_ORDER, "Inscription par arrêté"),
    (Action.LIST_AFTER_SILENCE, "Inscription par arrêté après un rejet implicite"),
    (Action.LIST_IN_TIME, "Inscription par arrêté, le rejet implicite n’étant jamais né"),
    (Action.REFUSE_BY_ORDER, "Refus par arrêté"),
    (Action.REFUSE_AFTER_SILENCE, "Refus par arrêté après un rejet implicite"),
    (Action.REFUSE_IN_TIME, "Refus par arrêté, le rejet implicite n’étant jamais né"),
    (Action.REFUSE_BY_SILENCE, "Rejet implicite"),
    (Action.WITHDRAW, "Retrait par le constructeur"),
    (Role.MANUFACTURER, "Constructeur"),
    (Role.REVIEWER, "Instructeur (ADEME)"),
    (Role.AUTHORITY, "Ministères"),
    (Role.OPERATOR, "Exploitant"),
    (Role.CLOCK, "Échéance"),
    (PeriodKind.COMPLETENESS, "Vérification de la complétude"),
    (PeriodKind.RECHECK, "Vérification après complément"),
    (PeriodKind.REVIEW, "Instruction par l’agence"),
    (PeriodKind.SILENCE, "Décision des ministres"),
    (PeriodKind.INSPECTION, "Contrôle de la version inscrite"),
    (PeriodOutcome.RUNNING, "En cours"),
    (PeriodOutcome.MET, "Respecté"),
    (PeriodOutcome.EXPIRED, "Échu"),
    (PeriodOutcome.SUPERSEDED, "Remplacé"),
    (PeriodOutcome.STOPPED, "Arrêté"),
    (Scan.NOT_SCANNED, "Non analysée"),
    (Scan.PENDING, "Analyse en cours"),
    (Scan.CLEAN, "Analysée"),
    (Scan.INFECTED, "Refusée par l’antivirus"),
    (Scan.ERROR, "Analyse impossible"),
    (OrderState.PREPARED, "En préparation"),
    (OrderState.PUBLISHED, "Publié"),
    (OrderOrigin.PORTAL, "Préparé dans le portail"),
    (OrderOrigin.IMPORTED, "Repris du Journal officiel"),
    (LineEffect.LIST, "Inscription"),
    (LineEffect.REFUSE, "Refus"),
    (Verdict.LISTED, "Inscrite"),
    (Verdict.NOT_LISTED, "Non inscrite ce jour-là"),
    (Verdict.UNKNOWN, "Code inconnu de la liste"),
)

_WORDS: Final = {(type(word), word.value): text for word, text in PAIRS}

SEVERITY: Final[dict[State, str]] = {
    State.DRAFT: "info",
    State.SUBMITTED: "info",
    State.AWAITING_DOCUMENTS: "warning",
    State.COMPLETE: "info",
    State.PROPOSED: "info",
    State.LISTED_BY_ORDER: "success",
    State.REFUSED_BY_ORDER: "error",
    State.REFUSED_BY_SILENCE: "error",
    State.WITHDRAWN: "info",
}


def words(word: StrEnum) -> str:
    """Return the French words for a member of an enumeration.

    Raises:
        KeyError: it has none, which a test of structure refuses.
    """
    return _WORDS[type(word), word.value]
