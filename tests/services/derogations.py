"""Derogations with specific values, filed after a silent refusal (D. 251-1-A, II)."""

from app.domain.procedure import Route
from app.domain.specific import Target
from app.domain.value_decisions import Decision
from app.services.completeness import confirm_complete
from app.services.drafting import copy_draft
from app.services.review import send_proposal
from app.services.specific_values import record_specific_value
from app.services.submission import submit_dossier
from scoring.inputs import Component

BATTERY = Target(component=Component.BATTERY, owner="B1")
FERROUS = Target(component=Component.FERROUS, owner="L1")
ROAD = Target(component=Component.DELIVERY, owner="L1", leg=1)
# In the unit of each table.
VALUES = {BATTERY: "40", FERROUS: "1.5", ROAD: "0.05"}
YES, NO = Decision(accepted=True), Decision(accepted=False, reason="Preuve insuffisante.")


def by(world, who):
    return {"by": world.actor(who), "clock": world.clock}


def filed(world, values=VALUES, **named):
    """A derogation with its values, that was just received."""
    refused = world.refused_by_silence(**named)
    draft = copy_draft(refused.reference, route=Route.DEROGATION, **by(world, "manufacturer"))
    for target, value in values.items():
        record_specific_value(
            draft.reference,
            target,
            value,
            revision=draft.content_revision,
            **by(world, "manufacturer"),
        )
    return submit_dossier(draft.reference, **by(world, "manufacturer"))


def derogation(world, values=VALUES, **named):
    """The same, that the agency found complete: its values are to be decided on."""
    dossier = filed(world, values, **named)
    return confirm_complete(dossier.reference, **by(world, "reviewer"))


def propose(world, dossier, decisions, *, favourable=True, reasons="Score atteint."):
    return send_proposal(
        dossier.reference,
        favourable=favourable,
        reasons=reasons,
        decisions={target.key: decision for target, decision in decisions.items()},
        **by(world, "reviewer"),
    )


def listed(world, values, decisions, **named):
    """The same, that an order listed ten days ago."""
    dossier = derogation(world, values, **named)
    propose(world, dossier, decisions)
    world.publish(world.order(world.dossier(dossier.reference)))
    world.days_pass(10)
    return world.dossier(dossier.reference)
