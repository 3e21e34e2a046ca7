"""What the tables of the domain cannot say by themselves, for ``docs/procedure.md``.

What each rule of the law means, when a guard gives each answer, what a length counts from.
A rule, a period or a guard left unsaid is an error of the drawing.
"""

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from app.domain import guards
from app.domain.procedure import Action, Route


class Meaning(NamedTuple):
    """A rule of the law: the sentence of D. 251-1-A, its twin in II or III, what it means."""

    where: str
    twins: str
    words: str


MEANINGS: Final[dict[str, Meaning]] = {
    "P-08": Meaning(
        "D. 251-1, I, 6° c, third paragraph",
        "-",
        "a joint order of the four ministers sets the method and the minimum score",
    ),
    "P-11": Meaning(
        "I, first paragraph",
        "II, first paragraph (P-19)",
        "the manufacturer files on the platform of the agency; a version is listed only on the"
        " agency’s proposal",
    ),
    "P-12": Meaning(
        "I, second paragraph",
        "II, first paragraph (P-20)",
        "the dossier holds the information and evidence that the order on the method asks for",
    ),
    "P-13": Meaning(
        "I, third paragraph", "-", "with several sites, information and evidence for each of them"
    ),
    "P-14": Meaning(
        "I, fourth paragraph, first sentence",
        "II, second paragraph (P-22)",
        "within the completeness period the agency checks the dossier and asks for what is missing",
    ),
    "P-15": Meaning(
        "I, fourth paragraph, second sentence",
        "II, second paragraph (P-22)",
        "failing that, the dossier is deemed complete at the end of that period; what is asked"
        " later changes nothing",
    ),
    "P-16": Meaning(
        "I, fifth paragraph",
        "II, third paragraph (P-23); III, second paragraph (P-26)",
        "once the dossier is complete the agency reviews it and sends its proposal to the four"
        " ministers",
    ),
    "P-17": Meaning(
        "I, sixth paragraph, first sentence",
        "II, fourth paragraph (P-24); III, second paragraph (P-27)",
        "the ministers decide by order",
    ),
    "P-18": Meaning(
        "I, sixth paragraph, second sentence; length in R. 251-1-B",
        "II, fourth paragraph (P-24); III, second paragraph (P-28)",
        "the silence of the ministers is a refusal",
    ),
    "P-19": Meaning(
        "II, first paragraph, first sentence",
        "-",
        "after a refusal the manufacturer may file a new dossier with values other than the"
        " reference values; without one the dossier is inadmissible",
    ),
    "P-21": Meaning(
        "II, first paragraph, third sentence",
        "-",
        "the evidence of a derogation proves that no low-carbon parts are reserved for vehicles of"
        " the European market",
    ),
    "P-25": Meaning(
        "III, first paragraph",
        "-",
        "the manufacturer tells the agency without delay of any change that could move the score",
    ),
    "P-26": Meaning(
        "III, second paragraph, first sentence",
        "-",
        "the agency gives its opinion on keeping the version on the list",
    ),
    "P-27": Meaning(
        "III, second paragraph, second sentence",
        "III, fifth paragraph (P-31)",
        "the order that fixes the list is amended for that version, where appropriate",
    ),
    "P-28": Meaning(
        "III, second paragraph, third sentence; length in R. 251-1-B",
        "-",
        "the silence of the ministers is a refusal; the version stays listed until an order",
    ),
    "P-29": Meaning(
        "III, third paragraph",
        "-",
        "after publication the agency may, for a time, ask for further evidence on a listed"
        " version",
    ),
    "P-30": Meaning(
        "III, fourth paragraph",
        "-",
        "a fraud or a breach is reported at once to the four ministers, whatever the day",
    ),
}

# Rules of other codes that the readings of the project bring in.
READINGS: Final[dict[str, Meaning]] = {
    "T-13": Meaning(
        "none: L. 232-4 of the code des relations entre le public et l’administration",
        "-",
        "reasons of a silent refusal may be asked for while it can be taken to court, and are due"
        " within a month",
    ),
    "L. 311-6": Meaning(
        "none: L. 311-6 of the code des relations entre le public et l’administration",
        "-",
        "no text makes a pending dossier public and its secrets are its company’s: it is shown as"
        " under review only while the company agrees (decision 0033)",
    ),
}

GUARDS: Final[Mapping[Callable[..., Action], Mapping[Action, str]]] = {
    guards.request_action: {
        Action.REQUEST_DOCUMENTS: "completeness is not confirmed and its period runs, or the"
        " recheck period does",
        Action.REQUEST_AGAIN: "the dossier is complete or proposed and the recheck period runs;"
        " the other periods are superseded, a proposal already sent lapses",
        Action.REQUEST_WITHOUT_EFFECT: "otherwise: items may be supplied, no period moves",
    },
    guards.supply_action: {
        Action.SUPPLY_LAST_ITEM: "nothing that was asked in time is left to supply",
        Action.SUPPLY_ITEM: "something is left, or nothing was waited for",
    },
    guards.proposal_action: {
        Action.PROPOSE: "the ministers may still decide in time",
        Action.PROPOSE_AFTER_SILENCE: "silence has refused; the proposal stands beside it",
    },
    guards.listing_action: {
        Action.LIST_BY_ORDER: "the dossier is proposed, and was complete when the order was"
        " published",
        Action.LIST_IN_TIME: "the dossier was proposed the day the order was published: what was"
        " recorded since (a silence, a withdrawal, a request) came too late",
        Action.LIST_AFTER_SILENCE: "silence had refused and the order came later",
    },
    guards.refusal_action: {
        Action.REFUSE_BY_ORDER: "the dossier is under decision, and was when the order was"
        " published",
        Action.REFUSE_IN_TIME: "it was under decision the day the order was published: what was"
        " recorded since came too late",
        Action.REFUSE_AFTER_SILENCE: "silence had refused and the order came later",
    },
    guards.submit_action: {
        Action.SUBMIT: "reference route",
        Action.SUBMIT_DEROGATION: "derogation, after a refusal, express or silent, of a dossier of"
        " the company on the version",
        Action.SUBMIT_INADMISSIBLE: "derogation, without one",
        Action.REPORT_CHANGE: "modification of a listed version",
    },
}

NUMERALS: Final[Mapping[Route, str]] = {
    Route.REFERENCE: "I",
    Route.DEROGATION: "II",
    Route.MODIFICATION: "III",
}

# The day each length counts from, by the name of its parameter.
ORIGINS: Final[Mapping[str, str]] = {
    "completeness": "day of receipt",
    "recheck": "day the last requested item was received",
    "review_reference": "day the dossier is complete",
    "review_derogation": "day the dossier is complete",
    "review_modification": "day the agency is informed",
    "silence_reference": "day the dossier is complete",
    "silence_derogation": "day the dossier is complete",
    "silence_modification": "day the agency is informed",
    "inspection": "day of publication of the order",
    "remedy_court": "day of the refusal",
    "remedy_court_abroad": "added to the former",
    "remedy_court_overseas": "added to the former",
    "reasons": "day the reasons are asked for",
    "order_effect": "day of publication of the order",
}
