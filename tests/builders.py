"""Dossiers in every state, made by doing the acts: no state that the procedure forbids."""

import io
import json
from copy import deepcopy
from datetime import timedelta
from pathlib import Path

from app.context import current_files
from app.domain.actor import Actor, Role
from app.domain.orders import LineEffect
from app.extensions import db
from app.models.account import User
from app.queries.dossiers import get_dossier
from app.services.accounts import create_account
from app.services.companies import create_company
from app.services.completeness import Asked, confirm_complete, request_documents
from app.services.decision import record_publication
from app.services.documents import Upload, add_document, keep_upload
from app.services.drafting import create_draft
from app.services.lapse import record_due_effects
from app.services.orders import prepare_order, put_in_order
from app.services.review import send_proposal
from app.services.submission import submit_dossier
from tests.gateways import samples

PASSWORD = "correct cheval agrafe pile"
PEOPLE = {
    "manufacturer": ("Anne Martin", Role.MANUFACTURER, "Constructeur A"),
    "rival": ("Bruno Petit", Role.MANUFACTURER, "Constructeur B"),
    "reviewer": ("Chloé Bernard", Role.REVIEWER, None),
    "colleague": ("Denis Moreau", Role.REVIEWER, None),
    "authority": ("Élise Robert", Role.AUTHORITY, None),
    "operator": ("Farid Simon", Role.OPERATOR, None),
}
CASES = Path(__file__).parent / "cases" / "score.jsonl"


def declaration(*, tvv="EXEMPLE001", case="suv-france", brand="Exemple", name="Modèle E"):
    """A declaration of the oracles with a code and names of one's choice.

    ``suv-france`` scores 80 points, ``suv-china`` 1.1: both have closed masses.
    """
    for line in CASES.read_text(encoding="utf-8").splitlines():
        found = json.loads(line)
        if found["id"] == case:
            content = deepcopy(found["declaration"])
            content["version"] |= {"tvv": tvv, "brand": brand, "commercial_name": name}
            return content
    raise LookupError(case)


def people(clock):
    """Make the companies and accounts, and return the secrets of their second factors."""
    create_company("Constructeur A", country="FR", clock=clock)
    create_company("Constructeur B", country="KR", clock=clock)
    return {
        who: create_account(
            World.email(who), name=name, role=role, company=company, password=PASSWORD, clock=clock
        ).totp_secret
        for who, (name, role, company) in PEOPLE.items()
    }


class World:
    """People, and dossiers brought to a state by their acts, at the hour of the clock."""

    def __init__(self, app, clock, secrets=None):
        self.app = app
        self.clock = clock
        self.secrets = people(clock) if secrets is None else secrets
        self.nors = 0
        self.orders = 0

    @staticmethod
    def email(who):
        return f"{who}@exemple.test"

    def actor(self, who) -> Actor:
        return (
            db.session.query(User).filter_by(email=self.email(who)).populate_existing().one()
        ).as_actor()

    def dossier(self, reference, who="reviewer"):
        return get_dossier(reference, seen_by=self.actor(who))

    def days_pass(self, days):
        self.clock.advance(timedelta(days=days))

    def draft(self, *, who="manufacturer", **named):
        content = named.pop("content", None) or declaration(**named)
        return create_draft(content, by=self.actor(who), clock=self.clock)

    def submitted(self, *, who="manufacturer", **named):
        draft = self.draft(who=who, **named)
        return submit_dossier(draft.reference, by=self.actor(who), clock=self.clock)

    def awaiting(self, *labels, **named):
        dossier = self.submitted(**named)
        return request_documents(
            dossier.reference,
            [Asked(label=label) for label in labels or ("Attestation de la direction",)],
            answer_by=self.clock.today() + timedelta(days=15),
            by=self.actor("reviewer"),
            clock=self.clock,
        )

    def complete(self, **named):
        dossier = self.submitted(**named)
        return confirm_complete(dossier.reference, by=self.actor("reviewer"), clock=self.clock)

    def proposed(self, *, favourable=True, **named):
        dossier = self.complete(**named)
        send_proposal(
            dossier.reference,
            favourable=favourable,
            reasons="Le score minimal est atteint." if favourable else "Score insuffisant.",
            by=self.actor("reviewer"),
            clock=self.clock,
        )
        return dossier

    def order(self, *dossiers, effect=LineEffect.LIST, title=None):
        by = self.actor("authority")
        self.orders += 1
        order = prepare_order(title or f"Arrêté d’essai n° {self.orders}", by=by, clock=self.clock)
        for dossier in dossiers:
            put_in_order(
                order.reference,
                dossier.reference,
                effect=effect,
                reasons="" if effect == LineEffect.LIST else "Score insuffisant.",
                by=by,
                clock=self.clock,
            )
        return order

    def publish(self, order, **named):
        self.nors += 1
        return record_publication(
            order.reference,
            nor=f"ENER26{self.nors:05}A",
            published_on=named.pop("published_on", self.clock.today()),
            by=self.actor("authority"),
            clock=self.clock,
            **named,
        )

    def listed(self, **named):
        dossier = self.proposed(**named)
        self.publish(self.order(dossier))
        return dossier

    def refused_by_silence(self, **named):
        dossier = self.complete(**named)
        self.days_pass(120)
        record_due_effects(clock=self.clock)
        return dossier

    def attach(self, dossier, requirement, site, *, content=None, filename="piece.pdf"):
        kept = keep_upload(
            Upload(filename=filename, stream=io.BytesIO(content or samples.pdf())),
            files=current_files(),
            limit_bytes=1_000_000,
        )
        return add_document(
            dossier.reference,
            kept,
            requirement=requirement,
            site=site,
            by=self.actor("manufacturer"),
            clock=self.clock,
        )
