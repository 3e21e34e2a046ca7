"""A second specific value for what one already replaces: the page says which, and leads to it."""

from app.domain.procedure import Route
from app.services.drafting import copy_draft


def test_a_value_sent_twice_is_said_to_be_there_already(browser, world):
    """The back button, then another number for the same reference value."""
    refused = world.refused_by_silence()
    draft = copy_draft(
        refused.reference,
        route=Route.DEROGATION,
        by=world.actor("manufacturer"),
        clock=world.clock,
    )
    client = browser("manufacturer")
    values = f"/constructeur/dossiers/{draft.reference}/valeurs"
    form = client.get(f"{values}/ajouter").form("target")
    first = client.submit(form, target="specific:battery:B1", value="40")
    assert first.path == values
    page = client.submit(form, target="specific:battery:B1", value="41")
    assert page.status == 422
    assert "Une valeur spécifique remplace déjà cette valeur de référence" in page.main
    assert "Ce champ est obligatoire" not in page.main
    again = page.form("target").values
    assert (again["target"], again["value"]) == (["specific:battery:B1"], ["41"])
    link = page.links()["Modifier la valeur déjà déclarée"]
    assert link == f"{values}/1"
    assert client.get(link).form("value").values["value"] == ["40"]
