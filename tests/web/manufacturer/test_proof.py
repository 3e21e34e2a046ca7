"""A company downloads the proof of its dossier from its page."""

import json

from app.queries.proof import proof_of
from tests.services.stories import Story


def test_the_page_of_a_dossier_gives_its_proof(browser, world):
    story = Story(world).tell(("receive", "2026-03-02"), ("confirm", "2026-03-10"))
    client = browser("manufacturer")
    page = client.get(f"/constructeur/dossiers/{story.reference}")
    name = next(name for name in page.links() if name.startswith("Télécharger la preuve"))
    answer = client.client.get(page.links()[name])
    assert answer.status_code == 200
    assert answer.mimetype == "application/json"
    wanted = f"attachment; filename=preuve-{story.reference}.json"
    assert answer.headers["Content-Disposition"] == wanted
    found = json.loads(answer.get_data(as_text=True))
    expected = json.loads(json.dumps(proof_of(story.dossier, at=story.clock.now())))
    assert found.pop("generated_at") >= expected.pop("generated_at")
    assert found == expected


def test_nobody_else_downloads_it_and_a_draft_has_none(browser, world):
    story = Story(world).tell(("receive", "2026-03-02"))
    draft = world.draft(tvv="V2").reference
    for who, reference, status in (
        ("rival", story.reference, 404),
        ("manufacturer", draft, 404),
        ("reviewer", story.reference, 403),
    ):
        page = browser(who).get(f"/constructeur/dossiers/{reference}/preuve")
        assert page.status == status
