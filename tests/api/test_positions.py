"""What the ministers weigh is in no answer of the API."""

from app.domain.ministries import Ministry, Stance
from app.services.accounts import set_ministry
from app.services.positions import give_position
from tests.web.changes import reported

SECRET = "Délibération interne du cabinet."


def test_a_program_of_the_company_reads_nothing_of_the_positions(world, program):
    world.listed(tvv="V1")
    world.days_pass(2)
    dossiers = [reported(world), world.proposed(tvv="V2")]
    for ministry in Ministry:
        set_ministry(world.email("authority"), ministry)
        for dossier in dossiers:
            give_position(
                dossier.reference,
                stance=Stance.UNFAVOURABLE,
                comment=SECRET,
                by=world.actor("authority"),
                clock=world.clock,
            )
    client = program()
    paths = ["/dossiers", "/versions/status?tvv=V1", "/versions/status?tvv=V2"]
    for dossier in dossiers:
        own = f"/dossiers/{dossier.reference}"
        paths += [own, f"{own}/score", f"{own}/proof"]
    for path in paths:
        answer = client.get(path).get_data(as_text=True)
        assert "unfavourable" not in answer, path
        assert "libération" not in answer, path
        assert "Élise" not in answer, path
        assert "lise Robert" not in answer, path
