"""French words for what the code names in English."""

from enum import StrEnum
from typing import Final

from app.domain.actor import Role
from app.domain.breaches import BreachKind
from app.domain.chain import Damage
from app.domain.deadlines import PeriodKind, PeriodOutcome
from app.domain.differences import DifferenceKind
from app.domain.holders import Holder
from app.domain.ministries import Ministry, Stance
from app.domain.obtained import ListingStage
from app.domain.orders import LineEffect, OrderOrigin, OrderState
from app.domain.procedure import Action, Route, State
from app.domain.scans import Scan
from app.domain.specific import LABELS as COMPONENTS
from app.domain.subscriptions import SubscriptionState
from app.domain.versions import VersionAction, VersionState
from app.queries.status import Verdict
from scoring.inputs import Mode, TransportZone

# Pairs, and not a dictionary: equal values of different enumerations are equal keys.
PAIRS: Final[tuple[tuple[StrEnum, str], ...]] = (
    (Damage.ALTERED, "Modifié"),
    (Damage.DROPPED, "Supprimé"),
    (Damage.INSERTED, "Inséré"),
    (Damage.SWAPPED, "Interverti"),
    (State.DRAFT, "Brouillon"),
    (State.SUBMITTED, "Déposé"),
    (State.AWAITING_DOCUMENTS, "Pièces demandées"),
    (State.COMPLETE, "En instruction"),
    (State.PROPOSED, "Proposé aux ministres"),
    (State.LISTED_BY_ORDER, "Inscrit sur la liste"),
    (State.REFUSED_BY_ORDER, "Refusé par arrêté"),
    (State.REFUSED_BY_SILENCE, "Rejet implicite"),
    (State.INADMISSIBLE, "Irrecevable"),
    (State.WITHDRAWN, "Dossier retiré"),
    (State.REPORTED, "Modification signalée"),
    (State.SETTLED, "Modification réglée par arrêté"),
    (State.SILENT, "Silence sur la modification"),
    (Route.REFERENCE, "Valeurs de référence (I)"),
    (Route.DEROGATION, "Dérogation (II)"),
    (Route.MODIFICATION, "Modification (III)"),
    (Action.SUBMIT, "Dépôt du dossier"),
    (Action.SUBMIT_DEROGATION, "Dépôt d’une demande de dérogation"),
    (Action.SUBMIT_INADMISSIBLE, "Dépôt d’une dérogation irrecevable"),
    (Action.REQUEST_DOCUMENTS, "Demande de pièces"),
    (Action.REQUEST_AGAIN, "Nouvelle demande de pièces"),
    (Action.REQUEST_WITHOUT_EFFECT, "Demande de pièces sans effet sur les délais"),
    (Action.CONFIRM_COMPLETE, "Complétude confirmée"),
    (Action.DEEM_COMPLETE, "Dossier réputé complet"),
    (Action.SUPPLY_ITEM, "Pièces reçues"),
    (Action.SUPPLY_LAST_ITEM, "Dernière pièce demandée reçue"),
    (Action.ADD_DOCUMENT, "Pièce ajoutée"),
    (Action.CORRECT, "Correction d’une valeur déclarée"),
    (Action.PROPOSE, "Proposition transmise aux ministres"),
    (Action.PROPOSE_AFTER_SILENCE, "Proposition transmise après le rejet implicite"),
    (Action.LIST_BY_ORDER, "Inscription par arrêté"),
    (Action.LIST_AFTER_SILENCE, "Inscription par arrêté après un rejet implicite"),
    (Action.LIST_IN_TIME, "Inscription par un arrêté publié à temps, enregistrée après coup"),
    (Action.REFUSE_BY_ORDER, "Refus par arrêté"),
    (Action.REFUSE_AFTER_SILENCE, "Refus par arrêté après un rejet implicite"),
    (Action.REFUSE_IN_TIME, "Refus par un arrêté publié à temps, enregistré après coup"),
    (Action.REFUSE_BY_SILENCE, "Rejet implicite"),
    (Action.WITHDRAW, "Retrait du dossier par le constructeur"),
    (Action.REQUEST_REASONS, "Demande des motifs du rejet implicite"),
    (Action.GIVE_REASONS, "Motifs du rejet implicite communiqués"),
    (Action.REPORT_CHANGE, "Signalement d’une modification"),
    (Action.GIVE_OPINION, "Avis de l’agence sur le maintien"),
    (Action.MISS_OPINION, "Délai d’avis de l’agence écoulé"),
    (Action.KEEP_BY_ORDER, "Maintien sur la liste par arrêté"),
    (Action.PASS_OVER_IN_SILENCE, "Silence des ministres sur la modification"),
    (Action.REMOVE_BY_ORDER, "Retrait de la liste par arrêté"),
    (Action.CORRECT_BY_ORDER, "Rectification par arrêté"),
    (Action.REQUEST_EVIDENCE, "Demande de justificatifs complémentaires"),
    (Action.SUPPLY_EVIDENCE, "Justificatifs complémentaires reçus"),
    (Action.SHOW_PUBLICLY, "Accord pour montrer « en cours d’examen » au public"),
    (Action.STOP_SHOWING, "Fin de cet accord"),
    (Role.MANUFACTURER, "Constructeur"),
    (Role.REVIEWER, "Instructeur (ADEME)"),
    (Role.AUTHORITY, "Ministères"),
    (Role.OPERATOR, "Exploitant"),
    (Role.CLOCK, "Échéance"),
    (Holder.MANUFACTURER, "Le constructeur"),
    (Holder.AGENCY, "L’agence"),
    (Holder.MINISTERS, "Les ministres"),
    (Holder.NOBODY, "Personne"),
    (PeriodKind.COMPLETENESS, "Vérification de la complétude"),
    (PeriodKind.RECHECK, "Vérification après complément"),
    (PeriodKind.REVIEW, "Instruction par l’agence"),
    (PeriodKind.SILENCE, "Décision des ministres"),
    (PeriodKind.INSPECTION, "Contrôle de la version inscrite"),
    (PeriodKind.REASONS, "Communication des motifs"),
    (PeriodOutcome.RUNNING, "En cours"),
    (PeriodOutcome.MET, "Respecté"),
    (PeriodOutcome.EXPIRED, "Échu"),
    (PeriodOutcome.SUPERSEDED, "Remplacé"),
    (PeriodOutcome.STOPPED, "Clos"),
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
    (LineEffect.KEEP, "Maintien"),
    (LineEffect.REMOVE, "Retrait de la liste"),
    (LineEffect.CORRECT, "Rectification"),
    (Ministry.ECONOMY, "Économie"),
    (Ministry.ENERGY, "Énergie"),
    (Ministry.ECOLOGY, "Écologie"),
    (Ministry.TRANSPORT, "Transports"),
    (Stance.FAVOURABLE, "Favorable"),
    (Stance.RESERVED, "Réservé"),
    (Stance.UNFAVOURABLE, "Défavorable"),
    (BreachKind.FRAUD, "Fraude"),
    (BreachKind.BREACH, "Manquement"),
    (Verdict.LISTED, "Inscrite"),
    (Verdict.NOT_LISTED, "Non inscrite ce jour-là"),
    (Verdict.REMOVED, "Retirée de la liste"),
    (Verdict.UNDER_REVIEW, "En cours d’examen"),
    (Verdict.UNKNOWN, "Code inconnu de la liste"),
    (ListingStage.ANNOUNCED, "Inscription annoncée"),
    (ListingStage.HELD, "Inscrit sur la liste"),
    (ListingStage.ENDING, "Retrait de la liste annoncé"),
    (ListingStage.OVER, "Retirée de la liste"),
    (VersionState.UNLISTED, "Non inscrite"),
    (VersionState.LISTED, "Inscrite"),
    (VersionState.UNDER_MODIFICATION, "Inscrite, modification signalée"),
    (VersionState.REMOVED, "Retirée de la liste"),
    (VersionAction.LIST, "Inscription par arrêté"),
    (VersionAction.REPORT_CHANGE, "Signalement d’une modification"),
    (VersionAction.SETTLE_REPORT, "Maintien par arrêté, d’autres modifications restant à régler"),
    (VersionAction.SETTLE_LAST_REPORT, "Maintien par arrêté"),
    (VersionAction.REMOVE, "Retrait de la liste par arrêté"),
    (VersionAction.REQUEST_EVIDENCE, "Demande de justificatifs"),
    (VersionAction.REPORT_BREACH, "Signalement d’une fraude ou d’un manquement"),
    (VersionAction.CORRECT, "Rectification par arrêté"),
    (DifferenceKind.ADDED, "Ajouté"),
    (DifferenceKind.REMOVED, "Supprimé"),
    (DifferenceKind.CHANGED, "Modifié"),
    *COMPONENTS.items(),
    (Mode.SEA, "Maritime"),
    (Mode.RIVER, "Fluvial"),
    (Mode.AIR, "Aérien"),
    (Mode.ROAD, "Routier"),
    (Mode.RAIL, "Ferroviaire"),
    (TransportZone.ALL, "Toutes les zones"),
    (TransportZone.AFRICA, "Afrique"),
    (TransportZone.AMERICA, "Amérique"),
    (TransportZone.ASIA, "Asie"),
    (TransportZone.EUROPE_WITHOUT_FRANCE, "Europe hors France"),
    (TransportZone.FRANCE, "France"),
    (TransportZone.OCEANIA, "Océanie"),
    (SubscriptionState.ASKED, "À prouver"),
    (SubscriptionState.ACTIVE, "En cours"),
    (SubscriptionState.STOPPED, "Arrêté"),
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
    State.INADMISSIBLE: "error",
    State.WITHDRAWN: "info",
    State.REPORTED: "info",
    State.SETTLED: "success",
    State.SILENT: "warning",
}


def words(word: StrEnum) -> str:
    """Return the French words for a member of an enumeration.

    Raises:
        KeyError: it has none, which a test of structure refuses.
    """
    return _WORDS[type(word), word.value]
