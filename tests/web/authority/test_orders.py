"""Orders: prepared, published, and the list that follows."""

from datetime import date, timedelta

import pytest

from app.domain.orders import LineEffect
from app.domain.procedure import Action, State
from app.queries.status import Verdict, status
from app.services.completeness import Asked, Supplied, request_documents, supply
from app.services.lapse import record_due_effects
from app.services.orders import put_in_order
from app.services.review import send_proposal
from app.services.withdrawal import withdraw

NOR = "ENER2600123A"


def publication(order):
    return f"/ministeres/arretes/{order.reference}/publication"


def test_a_proposed_version_reaches_the_list_by_an_order(world, browser, app):
    dossier = world.proposed(tvv="Ab1")
    authority = browser("authority")
    page = authority.get("/ministeres/arretes")
    order = authority.submit(page.form("title"), title="Arrêté du 2 mars 2026")
    assert "ne contient encore aucune version" in order.main
    add = authority.get(order.links()["Ajouter une version"])
    held = authority.submit(add.form("version"), version=dossier.reference, effect="list")
    assert "Annexe" in held.main
    record = authority.get(held.links()["Enregistrer la publication"])
    done = authority.submit(record.form("nor"), nor=" ener2600123a ", published_on="02/03/2026")
    assert done.status == 200
    for words in (
        "La publication est enregistrée",
        NOR,
        "sur la liste à compter du 3 mars 2026",
        "Inscription par arrêté",
    ):
        assert words in done.main
    assert world.dossier(dossier.reference).state == State.LISTED_BY_ORDER
    assert status("Ab1", on=date(2026, 3, 3)).verdict == Verdict.LISTED
    assert status("Ab1", on=date(2026, 3, 2)).verdict == Verdict.NOT_LISTED


def test_the_public_files_follow_the_publication(world, browser, instance):
    dossier = world.proposed(tvv="Ab1")
    order = world.order(dossier)
    authority = browser("authority")
    authority.submit(
        authority.get(publication(order)).form("nor"),
        nor=NOR,
        published_on="02/03/2026",
        effective_on="02/03/2026",
    )
    published = (instance / "public" / "current" / "versions.csv").read_text(encoding="utf-8")
    assert "Ab1" in published


def test_a_public_folder_that_cannot_be_written_does_not_undo_the_act(world, browser, instance):
    dossier = world.proposed()
    order = world.order(dossier)
    (instance / "public").write_text("not a folder", encoding="utf-8")
    authority = browser("authority")
    done = authority.submit(
        authority.get(publication(order)).form("nor"), nor=NOR, published_on="02/03/2026"
    )
    assert done.status == 200
    assert world.dossier(dossier.reference).state == State.LISTED_BY_ORDER


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"nor": "ENER26"}, "Un numéro NOR compte quatre lettres, sept chiffres et une lettre."),
        ({"nor": "  "}, "Indiquez le numéro NOR."),
        ({"published_on": "03/03/2026"}, "Le jour de publication est encore à venir."),
        ({"published_on": "hier"}, "Écrivez une date sous la forme jj/mm/aaaa"),
        (
            {"published_on": "01/01/2020", "effective_on": ""},
            "Aucun texte ne régit un arrêté publié ce jour-là.",
        ),
        ({"published_on": "01/03/2026"}, "précède celui où le dossier"),
        ({"effective_on": "01/03/2026"}, "avant sa publication"),
    ],
)
def test_a_wrong_publication_is_refused_beside_its_field(world, browser, typed, sentence):
    dossier = world.proposed()
    order = world.order(dossier)
    authority = browser("authority")
    form = authority.get(publication(order)).form("nor")
    sent = {"nor": NOR, "published_on": "02/03/2026", "effective_on": "04/03/2026"} | typed
    page = authority.submit(form, **sent)
    assert page.status == 422
    assert sentence in page.main
    again = page.form("nor").values
    day, month, year = (sent["effective_on"] or "//").split("/")
    assert again["effective_on"] == [f"{year}-{month}-{day}".strip("-")]
    assert again["nor"] == [sent["nor"].strip()]
    assert world.dossier(dossier.reference).state == State.PROPOSED


def test_a_nor_serves_once(world, browser):
    world.listed(tvv="UN")
    order = world.order(world.proposed(tvv="DEUX"))
    authority = browser("authority")
    page = authority.submit(
        authority.get(publication(order)).form("nor"),
        nor="ENER2600001A",
        published_on="02/03/2026",
    )
    assert "Un arrêté porte déjà ce numéro NOR." in page.main


def test_an_empty_order_is_not_published(world, browser):
    order = world.order()
    authority = browser("authority")
    shown = authority.get(publication(order))
    assert "Cet arrêté ne contient encore aucune version" in shown.main
    assert "ajoutez-en une" in shown.links()
    # The form of another order, as one that lost its last version meanwhile would have it.
    form = authority.get(publication(world.order(world.proposed(tvv="Ab1")))).form("nor")
    form.action, form.values["seen"] = publication(order), [str(order.revision)]
    page = authority.submit(form, nor=NOR, published_on="02/03/2026")
    assert page.status == 409
    assert "Cet arrêté ne contient encore aucune version." in page.main
    assert page.form("nor").values["nor"] == [NOR]


def test_an_order_says_another_day_of_effect(world, browser):
    """Reading T-11: the day after publication, unless the order says another day."""
    dossier = world.proposed(tvv="Ab1")
    order = world.order(dossier)
    authority = browser("authority")
    done = authority.submit(
        authority.get(publication(order)).form("nor"),
        nor=NOR,
        published_on="2026-03-02",
        effective_on="2026-04-01",
    )
    assert "à compter du 1er avril 2026, annoncée d’ici là" in done.main
    assert status("Ab1", on=date(2026, 3, 31)).verdict == Verdict.NOT_LISTED


def test_an_order_published_in_time_and_recorded_late_undoes_the_silence(world, browser):
    """Transition 17: the day of the Journal officiel counts, however late it is recorded."""
    dossier = world.proposed()
    order = world.order(dossier)
    world.days_pass(100)
    record_due_effects(clock=world.clock)
    assert world.dossier(dossier.reference).state == State.REFUSED_BY_SILENCE
    authority = browser("authority")
    done = authority.submit(
        authority.get(publication(order)).form("nor"), nor=NOR, published_on="01/06/2026"
    )
    assert "Inscription par un arrêté publié à temps, enregistrée après coup" in done.main
    assert world.dossier(dossier.reference).events[-1].action == Action.LIST_IN_TIME


def test_an_unfavourable_proposal_warns_and_binds_nobody(world, browser):
    """CAMB-14: the proposal is a step of the procedure, not a binding opinion."""
    dossier = world.proposed(favourable=False)
    order = world.order()
    authority = browser("authority")
    add = authority.get(f"/ministeres/arretes/{order.reference}/ajout")
    held = authority.submit(add.form("version"), version=dossier.reference, effect="list")
    assert "L’agence propose de refuser cette version." in held.main
    record = authority.get(publication(order))
    assert "La proposition ne lie pas les ministres" in record.main
    authority.submit(record.form("nor"), nor=NOR, published_on="02/03/2026")
    assert world.dossier(dossier.reference).state == State.LISTED_BY_ORDER


def test_a_withdrawn_dossier_is_offered_for_an_order_published_before(world, browser):
    """Decision 0019: the order was not prepared here, and its publication is recorded late."""
    dossier = world.proposed()
    world.days_pass(3)
    by = {"by": world.actor("manufacturer"), "clock": world.clock}
    withdraw(dossier.reference, **by)
    order = world.order()
    authority = browser("authority")
    add = authority.get(f"/ministeres/arretes/{order.reference}/ajout")
    assert "dossier retiré depuis : seulement si l’arrêté a paru auparavant" in add.text
    held = authority.submit(add.form("version"), version=dossier.reference, effect="list")
    assert "l’arrêté l’emporte" in held.main
    authority.submit(
        authority.get(publication(order)).form("nor"), nor=NOR, published_on="04/03/2026"
    )
    assert world.dossier(dossier.reference).events[-1].action == Action.LIST_IN_TIME


def test_a_refusal_needs_reasons_and_a_listing_a_proposal(world, browser):
    """D. 251-1-A, I: nothing is listed without the proposal of the agency (INV-02)."""
    proposed, complete = world.proposed(tvv="PROPOSE"), world.complete(tvv="COMPLET")
    order = world.order()
    authority = browser("authority")
    form = authority.get(f"/ministeres/arretes/{order.reference}/ajout").form("version")
    page = authority.submit(form, version=proposed.reference, effect="refuse", reasons=" ")
    assert "Indiquez les motifs." in page.main
    assert page.form("version").values["version"] == [proposed.reference]
    page = authority.submit(form, version=complete.reference, effect="list")
    assert page.status == 409
    assert "L’agence n’a pas encore transmis de proposition" in page.main
    page = authority.submit(form, version="", effect="list")
    assert "Choisissez une version." in page.main
    done = authority.submit(
        form, version=complete.reference, effect="refuse", reasons="Pièces non probantes."
    )
    assert "Pièces non probantes." in done.main


def test_what_the_order_says_is_chosen_never_supposed(world, browser):
    """Reasons typed beside a choice left as it came would list what they refuse."""
    dossier = world.proposed()
    order = world.order()
    authority = browser("authority")
    form = authority.get(f"/ministeres/arretes/{order.reference}/ajout").form("version")
    page = authority.submit(form, version=dossier.reference, reasons="Le score est insuffisant.")
    assert (page.status, "Choisissez ce que dit l’arrêté." in page.main) == (422, True)
    page = authority.submit(
        page.form("version"), version=dossier.reference, effect="list", reasons="Insuffisant."
    )
    assert "choisissez qu’il la refuse, ou effacez les motifs" in page.main
    assert page.form("version").values["reasons"] == ["Insuffisant."]
    assert world.dossier(dossier.reference).state == State.PROPOSED


def test_an_order_against_the_score_is_pointed_out(world, browser):
    """CAMB-14: the ministers are free; what departs from the score is said before publication."""
    dossier = world.proposed(case="suv-china")
    order = world.order(dossier)
    page = browser("authority").get(f"/ministeres/arretes/{order.reference}")
    assert "Le score joint à la proposition n’atteint pas le minimum" in page.main
    assert "L’agence propose de refuser" not in page.main


def test_a_version_is_taken_out_of_an_order(world, browser):
    dossier = world.proposed(tvv="Ab1")
    order = world.order(dossier)
    authority = browser("authority")
    page = authority.get(f"/ministeres/arretes/{order.reference}")
    done = authority.submit(page.form("retrait"))
    assert "La version est ôtée de l’arrêté." in done.main
    assert "Annexe" not in done.main
    assert world.dossier(dossier.reference).state == State.PROPOSED


def test_a_version_withdrawn_since_is_taken_out_before_publication(world, browser):
    """Decision 0019: the authority is told, and decides what the order says."""
    leaves, stays = world.proposed(tvv="PART"), world.proposed(tvv="RESTE")
    order = world.order(leaves, stays)
    withdraw(leaves.reference, by=world.actor("manufacturer"), clock=world.clock)
    world.days_pass(1)
    authority = browser("authority")
    page = authority.get(publication(order))
    assert "À vérifier : PART" in page.main
    assert "Ce dossier a été retiré le 02/03/2026. Ôtez la version de l’arrêté" in page.main
    page = authority.submit(page.form("nor"), nor=NOR, published_on="03/03/2026")
    assert page.status == 409
    assert "La version PART" in page.main
    assert page.form("nor").values["nor"] == [NOR]
    page = authority.get(f"/ministeres/arretes/{order.reference}")
    authority.submit(page.form("retrait/1"))
    page = authority.get(publication(order))
    assert "1 version à inscrire" in page.main
    authority.submit(page.form("nor"), nor=NOR, published_on="03/03/2026")
    assert world.dossier(stays.reference).state == State.LISTED_BY_ORDER
    assert world.dossier(leaves.reference).state == State.WITHDRAWN


def test_two_agents_change_an_order_and_the_second_is_told(world, browser):
    dossier, other = world.proposed(tvv="UN"), world.proposed(tvv="DEUX")
    order = world.order(dossier)
    first, second = browser("authority"), browser("authority")
    address = f"/ministeres/arretes/{order.reference}"
    kept = second.get(address).form("retrait")
    add = first.get(f"{address}/ajout").form("version")
    first.submit(add, version=other.reference, effect="list")
    page = second.submit(kept)
    assert page.status == 409
    assert "L’arrêté a changé" in page.main
    assert "DEUX" in page.main


def test_a_version_that_can_no_longer_be_decided_is_named(world, browser):
    """Reading T-4: the agency asks again within a month of a supplement, the proposal lapses."""
    dossier = world.awaiting()
    reference, clock = dossier.reference, world.clock
    item = dossier.requested_items[0].reference
    supply(
        reference, {item: Supplied(answer="Voici.")}, by=world.actor("manufacturer"), clock=clock
    )
    reviewer = world.actor("reviewer")
    send_proposal(reference, favourable=True, reasons="Atteint.", by=reviewer, clock=clock)
    order = world.order(dossier)
    day = clock.today() + timedelta(days=15)
    request_documents(reference, [Asked(label="Plan")], answer_by=day, by=reviewer, clock=clock)
    world.days_pass(1)  # an order of the day of the request would have met the proposal
    authority = browser("authority")
    page = authority.get(publication(order))
    assert "Ce dossier ne peut plus être décidé (pièces demandées)" in page.main
    refused = authority.submit(page.form("nor"), nor=NOR, published_on="03/03/2026")
    assert refused.status == 409
    assert "ne peut plus être décidée" in refused.main


def test_a_published_order_does_not_change(world, browser):
    dossier = world.proposed()
    order = world.order(dossier)
    authority = browser("authority")
    add = authority.get(f"/ministeres/arretes/{order.reference}/ajout").form("version")
    record = authority.get(publication(order)).form("nor")
    world.publish(order)
    for page in (
        authority.submit(record, nor=NOR, published_on="02/03/2026"),
        authority.submit(add),
    ):
        assert page.status in {409, 422}
    assert "Cet arrêté est publié" in authority.get(publication(order)).main
    shown = authority.get(f"/ministeres/arretes/{order.reference}")
    assert "Ajouter une version" not in shown.links()


def test_an_order_without_a_title_and_an_unknown_order(world, browser):
    authority = browser("authority")
    form = authority.get("/ministeres/arretes").form("title")
    page = authority.submit(form, title="  ")
    assert page.status == 422
    assert "Donnez un intitulé à l’arrêté." in page.main
    assert authority.get("/ministeres/arretes/AR-2222-2222").status == 404


def test_an_express_refusal_says_what_happened(world, browser):
    dossier = world.proposed(favourable=False)
    order = world.order(dossier, effect=LineEffect.REFUSE)
    authority = browser("authority")
    done = authority.submit(
        authority.get(publication(order)).form("nor"), nor=NOR, published_on="02/03/2026"
    )
    assert "1 version refusée expressément" in done.main
    assert "Refus par arrêté" in done.main
    assert "Annexe" not in done.main
    assert world.dossier(dossier.reference).state == State.REFUSED_BY_ORDER


def test_an_order_in_preparation_says_by_when_it_must_appear(world, browser):
    """R. 251-1-B: the silence of the ministers refuses at the end of the third month."""
    first = world.proposed(tvv="Ab1")
    world.days_pass(5)
    order = world.order(first, world.proposed(tvv="Ab2"))
    page = browser("authority").get(f"/ministeres/arretes/{order.reference}")
    assert "2 versions à inscrire." in page.main
    assert "au plus tard le 2 juin 2026" in page.main


def test_an_order_against_the_agency_says_so_before_publication(world, browser):
    order = world.order(world.proposed(tvv="Ab1"), effect=LineEffect.REFUSE)
    authority = browser("authority")
    for address in (f"/ministeres/arretes/{order.reference}", publication(order)):
        assert "L’agence propose d’inscrire cette version." in authority.get(address).main


def test_a_double_click_prepares_one_order_and_an_empty_one_can_go(world, browser):
    authority = browser("authority")
    form = authority.get("/ministeres/arretes").form("title")
    page = authority.submit(form, title="Arrêté du jour")
    again = authority.submit(form, title="Arrêté du jour")
    assert again.status == 422
    assert "Un arrêté en préparation porte déjà cet intitulé." in again.main
    done = authority.submit(page.form("suppression"))
    assert "L’arrêté vide est supprimé." in done.main
    assert authority.submit(form, title="Arrêté du jour").status == 200


def test_an_order_that_holds_versions_is_not_thrown_away(world, browser):
    order = world.order()
    authority = browser("authority")
    form = authority.get(f"/ministeres/arretes/{order.reference}").form("suppression")
    dossier = world.proposed()
    put_in_order(
        order.reference,
        dossier.reference,
        effect=LineEffect.LIST,
        by=world.actor("authority"),
        clock=world.clock,
    )
    page = authority.submit(form)
    assert page.status == 409
    assert "L’arrêté a changé" in page.main


def test_a_day_of_effect_typed_by_mistake_is_refused(world, browser):
    order = world.order(world.proposed())
    form = browser("authority")
    page = form.submit(
        form.get(publication(order)).form("nor"),
        nor=NOR,
        published_on="02/03/2026",
        effective_on="03/03/9999",
    )
    assert page.status == 422
    assert "plus d’un an après la publication" in page.main


def test_a_dossier_withdrawn_a_year_ago_is_no_longer_offered(world, browser):
    withdraw(world.proposed().reference, by=world.actor("manufacturer"), clock=world.clock)
    order = world.order()
    for days, offered in ((365, True), (1, False)):
        world.days_pass(days)
        add = browser("authority").get(f"/ministeres/arretes/{order.reference}/ajout")
        assert ("dossier retiré depuis" in add.text) is offered
