"""Orders that keep, remove and correct: rows 22, 23, 28 and 29."""

from datetime import date

import pytest

from app.domain.errors import (
    InvalidValueError,
    OrderRefusedError,
    ReasonsMissingError,
    UnknownThingError,
    VersionRuleError,
)
from app.domain.orders import LineEffect
from app.domain.procedure import Action, State
from app.domain.versions import VersionState
from app.queries.audit import broken_chains
from app.queries.published import rows_of_code
from app.queries.status import Verdict, status
from app.queries.versions import version_on
from app.services.changes import open_report
from app.services.companies import add_brand
from app.services.drafting import replace_declaration
from app.services.orders import (
    NewWords,
    order_in_preparation,
    put_correction,
    put_in_order,
    put_removal,
    take_out_line,
)
from app.services.orders.frame import add_line, printed
from app.services.submission import submit_dossier
from tests import orders
from tests.builders import declaration
from tests.orders import day
from tests.services.stories import Story, messages
from tests.web.changes import reported

LISTED = (
    ("receive", "2023-10-16"),
    ("confirm", "2023-11-02"),
    ("propose", "2023-12-08"),
    ("list_by_order", "2023-12-15"),
)
# What the row that lists V1 says.
WORDS = {
    "brand": "Exemple",
    "commercial_name": "Modèle E",
    "tvv": "V1",
    "listed_from": date(2023, 12, 16),
}


@pytest.fixture
def listed(world):
    return Story(world, tvv="V1").tell(*LISTED)


def report(world, when, **named):
    world.clock.move_to(Story(world).on(when).clock.now())
    return reported(world, **named)


def state(on, tvv="V1", brand="Exemple"):
    return version_on(tvv, brand, on=day(on)).state


def verdict(on, tvv="V1"):
    return status(tvv, on=day(on)).verdict


class TestKeeping:
    def test_an_order_keeps_a_changed_version_expressly(self, world, listed):
        """Row 22: the report is settled, and the version is listed as before."""
        change = report(world, "2024-05-31")
        assert state("2024-05-31") == VersionState.UNDER_MODIFICATION
        listed.on("2024-06-20")
        world.publish(orders.keeping(world, change))
        settled = world.dossier(change.reference)
        assert (settled.state, settled.decided_on) == (State.SETTLED, date(2024, 6, 20))
        assert settled.events[-1].action == Action.KEEP_BY_ORDER
        assert "running" not in {one.outcome.value for one in settled.periods}
        assert state("2024-06-20") == VersionState.LISTED
        assert len(messages(f"decision/{change.reference}")) == 1

    def test_the_version_waits_for_its_last_report(self, world, listed):
        """Row 22: listed when it was the last open report."""
        one = report(world, "2024-05-31")
        two = report(world, "2024-06-03")
        world.publish(orders.keeping(world, one))
        assert state("2024-06-03") == VersionState.UNDER_MODIFICATION
        assert world.dossier(two.reference).state == State.REPORTED
        world.publish(orders.keeping(world, two))
        assert state("2024-06-03") == VersionState.LISTED

    def test_an_order_that_lists_another_version_settles_no_report(self, world, listed):
        """A version that the order does not name is left as it is."""
        change = report(world, "2024-05-31")
        world.listed(tvv="V2")
        assert world.dossier(change.reference).state == State.REPORTED
        assert state("2024-06-01") == VersionState.UNDER_MODIFICATION

    @pytest.mark.parametrize(
        ("published_on", "silence", "told"),
        [("2024-08-31", "superseded", 1), ("2024-09-01", "expired", 1)],
    )
    def test_a_silence_that_an_order_prevented_was_never_born(
        self, world, listed, published_on, silence, told
    ):
        """Transition 17 for a report: informed on 31 May, silence at the end of 31 August."""
        change = report(world, "2024-05-31")
        order = orders.keeping(world, change)
        listed.tell(("tick", "2024-09-02"))
        assert world.dossier(change.reference).state == State.SILENT
        assert version_on("V1", "Exemple", on=day("2024-09-02")).silent
        listed.on("2024-09-10")
        world.publish(order, published_on=day(published_on))
        kept = world.dossier(change.reference)
        (period,) = (one for one in kept.periods if one.kind == "silence")
        assert (kept.state, period.outcome) == (State.SETTLED, silence)
        assert len(messages(f"passed_over/{change.reference}")) == told

    def test_an_order_in_time_recorded_late_finds_no_silence_to_observe(self, world, listed):
        """Transition 17 with the scheduler stopped."""
        change = report(world, "2024-05-31")
        order = orders.keeping(world, change)
        listed.on("2024-09-10")
        world.publish(order, published_on=day("2024-08-31"))
        assert messages(f"passed_over/{change.reference}") == []

    def test_only_an_open_report_is_kept(self, world, listed):
        with pytest.raises(OrderRefusedError, match="aucune modification"):
            orders.keeping(world, listed.dossier)
        change = report(world, "2024-05-31")
        world.publish(orders.keeping(world, change))
        with pytest.raises(OrderRefusedError):
            orders.keeping(world, change)

    def test_a_report_is_neither_listed_nor_refused(self, world, listed):
        change = report(world, "2024-05-31")
        for effect in (LineEffect.LIST, LineEffect.REFUSE):
            with pytest.raises(OrderRefusedError, match="signale une modification"):
                world.order(change, effect=effect)

    def test_an_order_older_than_the_report_settles_nothing(self, world, listed):
        change = report(world, "2024-05-31")
        order = orders.keeping(world, change)
        with pytest.raises(InvalidValueError) as refused:
            world.publish(order, published_on=day("2024-05-30"))
        assert refused.value.field == "published_on"
        assert world.dossier(change.reference).state == State.REPORTED

    def test_a_version_removed_meanwhile_is_not_kept(self, world, listed):
        change = report(world, "2024-05-31")
        order = orders.keeping(world, change)
        orders.enter(world, ("Exemple", "E", "V1", "remove"), on="2024-05-31")
        with pytest.raises(OrderRefusedError, match="ne peut plus être décidée"):
            world.publish(order)


class TestRemoving:
    def test_a_version_is_on_the_list_until_the_day_before_the_removal_takes_effect(
        self, world, listed
    ):
        """Row 23, reading T-11."""
        listed.on("2024-09-10")
        world.publish(orders.removal(world, ("V1", "Exemple")))
        assert verdict("2024-09-10") == Verdict.LISTED
        assert verdict("2024-09-11") == Verdict.REMOVED
        assert state("2024-09-11") == VersionState.REMOVED
        told = listed.dossier
        assert told.state == State.LISTED_BY_ORDER
        assert told.events[-1].action == Action.REMOVE_BY_ORDER
        assert told.events[-1].details["reasons"] == orders.REASONS
        assert "running" not in {one.outcome.value for one in told.periods}

    def test_the_company_is_told_with_the_reasons_and_the_remedies(self, world, listed):
        listed.on("2024-09-10")
        world.publish(orders.removal(world, ("V1", "Exemple")))
        (_, letter) = messages(f"decision/{listed.reference}")
        assert "retire" in letter.body
        assert orders.REASONS in letter.body
        assert "tribunal administratif" in letter.body

    def test_the_reports_about_a_removed_version_are_settled(self, world, listed):
        """What they were about is gone, silent ones included."""
        one = report(world, "2024-05-31")
        listed.tell(("tick", "2024-09-02"))
        two = report(world, "2024-09-03")
        world.publish(orders.removal(world, ("V1", "Exemple")))
        for change in (one, two):
            settled = world.dossier(change.reference)
            assert settled.state == State.SETTLED
            assert settled.events[-1].action == Action.REMOVE_BY_ORDER
        assert version_on("V1", "Exemple", on=day("2024-09-04")).reports == ()

    def test_a_removal_in_time_recorded_late_leaves_no_silence(self, world, listed):
        """Transition 17 for a report."""
        change = report(world, "2024-05-31")
        order = orders.removal(world, ("V1", "Exemple"))
        listed.tell(("tick", "2024-09-02"))
        world.publish(order, published_on=day("2024-08-30"))
        settled = world.dossier(change.reference)
        (period,) = (one for one in settled.periods if one.kind == "silence")
        assert (settled.state, period.outcome) == (State.SETTLED, "superseded")

    def test_a_removal_may_wait_for_a_day_of_its_own(self, world, listed):
        listed.on("2024-09-10")
        world.publish(orders.removal(world, ("V1", "Exemple")), effective_on=day("2024-10-01"))
        assert verdict("2024-09-30") == Verdict.LISTED
        assert verdict("2024-10-01") == Verdict.REMOVED

    def test_a_report_between_the_removal_and_its_effect_is_settled_by_it(self, world, listed):
        """P-25: the duty holds until the removal takes effect; row 23 then settles the report."""
        listed.on("2024-09-10")
        world.publish(orders.removal(world, ("V1", "Exemple")), effective_on=day("2024-10-01"))
        change = report(world, "2024-09-20")
        settled = world.dossier(change.reference)
        last = settled.events[-1]
        assert (settled.state, last.action) == (State.SETTLED, Action.REMOVE_BY_ORDER)
        assert last.occurred_on == day("2024-09-20")
        assert {(one.kind.value, one.outcome.value) for one in settled.periods} == {
            ("review", "stopped"),
            ("silence", "superseded"),
        }
        assert len(messages(f"decision/{change.reference}")) == 1
        assert version_on("V1", "Exemple", on=day("2024-09-20")).reports == ()
        assert list(broken_chains()) == []

    def test_a_report_stays_open_when_the_removal_is_followed_by_a_listing(self, world, listed):
        """The version never leaves the list: its change is still to be settled."""
        listed.on("2024-09-10")
        world.publish(orders.removal(world, ("V1", "Exemple")), effective_on=day("2024-10-01"))
        orders.enter(world, ("Exemple", "Modèle E", "V1"), on="2024-09-10", effect="2024-10-01")
        change = report(world, "2024-09-20")
        assert world.dossier(change.reference).state == State.REPORTED

    def test_a_version_removed_today_and_announced_again_may_be_removed(self, world, listed):
        listed.on("2024-09-10")
        world.publish(orders.removal(world, ("V1", "Exemple")))
        listed.on("2024-09-12")
        orders.enter(world, ("Exemple", "Modèle E", "V1"), on="2024-09-12", effect="2024-11-04")
        listed.on("2024-09-20")
        world.publish(orders.removal(world, ("V1", "Exemple")))
        assert verdict("2024-11-05") == Verdict.REMOVED

    def test_an_imported_version_is_removed_without_a_dossier(self, world):
        orders.enter(world, ("Fiat", "600", "f6"), on="2026-01-15")
        world.publish(orders.removal(world, ("f6", "FIAT")))
        assert verdict("2026-03-03", "f6") == Verdict.REMOVED

    def test_a_version_announced_may_be_removed_before_it_comes(self, world):
        orders.enter(world, ("Fiat", "600", "f6"), on="2026-03-02", effect="2026-04-01")
        world.days_pass(1)
        world.publish(orders.removal(world, ("f6", "Fiat")))
        assert verdict("2026-04-02", "f6") == Verdict.UNKNOWN

    def test_a_removal_needs_a_listed_version_and_reasons(self, world, listed):
        order = orders.prepared(world)
        with pytest.raises(VersionRuleError, match="n’est pas sur la liste"):
            orders.removal(world, ("inconnu", "Exemple"), order=order)
        with pytest.raises(VersionRuleError):
            orders.removal(world, ("V1", "Fiat"), order=order)
        with pytest.raises(ReasonsMissingError):
            put_removal(order.reference, "V1", "Exemple", reasons=" ", **orders.by(world))

    def test_a_version_removed_meanwhile_is_not_removed_twice(self, world, listed):
        listed.on("2024-09-10")
        order = orders.removal(world, ("V1", "Exemple"))
        orders.enter(world, ("Exemple", "E", "V1", "remove"), on="2024-09-10")
        with pytest.raises(VersionRuleError):
            world.publish(order, published_on=day("2024-09-10"))
        take_out_line(order.reference, 1, by=world.actor("authority"))
        with pytest.raises(OrderRefusedError, match="aucune version"):
            world.publish(order)

    def test_an_order_does_not_keep_and_remove_a_version(self, world, listed):
        change = report(world, "2024-05-31")
        kept = orders.keeping(world, change)
        with pytest.raises(OrderRefusedError, match="figure déjà"):
            orders.removal(world, ("V1", "Exemple"))
        take_out_line(kept.reference, 1, by=world.actor("authority"))
        orders.removal(world, ("V1", "Exemple"))
        with pytest.raises(OrderRefusedError, match="figure déjà"):
            orders.keeping(world, change, order=kept)

    def test_a_removal_starts_from_the_version_not_from_a_dossier(self, world, listed):
        order = orders.prepared(world)
        for effect in (LineEffect.REMOVE, LineEffect.CORRECT):
            with pytest.raises(OrderRefusedError, match="pas d’un dossier"):
                put_in_order(order.reference, listed.reference, effect=effect, **orders.by(world))

    def test_a_removal_recorded_after_a_new_listing_leaves_the_new_one(self, world, listed):
        """INV-01: the new listing is later; the first dossier is told all the same."""
        listed.on("2024-09-10")
        order = orders.removal(world, ("V1", "Exemple"))
        again = Story(world, tvv="V1").tell(
            ("receive", "2024-09-12"),
            ("confirm", "2024-09-13"),
            ("propose", "2024-09-20"),
            ("list_by_order", "2024-09-25"),
        )
        listed.on("2024-10-01")
        world.publish(order, published_on=day("2024-09-10"))
        assert [verdict(on) for on in ("2024-09-10", "2024-09-11", "2024-09-26")] == [
            Verdict.LISTED,
            Verdict.REMOVED,
            Verdict.LISTED,
        ]
        assert listed.dossier.events[-1].action == Action.REMOVE_BY_ORDER
        assert again.dossier.events[-1].action == Action.LIST_BY_ORDER


class TestCorrecting:
    def correct(self, world, story, **said):
        return orders.correction(world, story.order, 1, **(WORDS | said))

    def test_a_code_is_corrected_and_both_rows_are_kept(self, world, listed):
        """Row 29."""
        listed.on("2024-02-01")
        world.publish(self.correct(world, listed, tvv="V1b"))
        assert verdict("2024-02-01") == Verdict.UNKNOWN
        assert verdict("2023-12-16", "V1b") == Verdict.LISTED
        for code in ("V1", "V1b"):
            (said,) = status(code, on=day("2024-02-01")).corrections
            assert (said.before.tvv, said.after.tvv) == ("V1", "V1b")
        assert listed.dossier.events[-1].action == Action.CORRECT_BY_ORDER
        assert listed.dossier.state == State.LISTED_BY_ORDER

    def test_a_day_is_corrected(self, world, listed):
        listed.on("2024-02-01")
        world.publish(self.correct(world, listed, listed_from=day("2024-01-01")))
        assert verdict("2023-12-31") == Verdict.NOT_LISTED
        assert verdict("2024-01-01") == Verdict.LISTED

    def test_a_correction_leaves_the_evidence_window(self, world, listed):
        """CAMB-11."""
        listed.on("2024-02-01")
        world.publish(self.correct(world, listed, commercial_name="Modèle F"))
        version = version_on("V1", "Exemple", on=day("2024-02-01"))
        assert version.commercial_name == "Modèle F"
        assert version.inspection_last_day == date(2025, 12, 15)

    def test_a_report_follows_the_version_to_its_new_code(self, world, listed):
        """Row 22 after row 29."""
        change = report(world, "2024-05-31")
        world.publish(self.correct(world, listed, tvv="V1b"))
        assert state("2024-05-31", "V1b") == VersionState.UNDER_MODIFICATION
        world.publish(orders.keeping(world, change))
        assert state("2024-05-31", "V1b") == VersionState.LISTED

    def test_a_removed_version_stays_removed_when_its_words_are_corrected(self, world, listed):
        """Row 29: unchanged; the removal names words that the correction takes away."""
        listed.on("2024-09-10")
        gone = world.publish(orders.removal(world, ("V1", "Exemple")))
        order = self.correct(world, listed, tvv="V1b")
        with pytest.raises(OrderRefusedError, match="rectifiez aussi"):
            world.publish(order)
        said = WORDS | {"tvv": "V1b", "listed_from": day("2024-09-11")}
        orders.correction(world, gone, 1, order=order, **said)
        world.publish(order)
        assert verdict("2024-09-10", "V1b") == Verdict.LISTED
        assert verdict("2024-09-11", "V1b") == Verdict.REMOVED

    def test_a_correction_is_itself_corrected_never_its_row_twice(self, world, listed):
        listed.on("2024-02-01")
        one, two = (
            self.correct(world, listed, tvv="V1b"),
            orders.prepared(world),
        )
        with pytest.raises(OrderRefusedError, match="déjà rectifiée"):
            orders.correction(world, listed.order, 1, order=two, **WORDS | {"tvv": "V1c"})
        world.publish(one)
        with pytest.raises(OrderRefusedError, match="a déjà rectifié cette ligne"):
            orders.correction(world, listed.order, 1, order=two, **WORDS | {"tvv": "V1c"})
        orders.correction(world, one, 1, order=two, **WORDS | {"tvv": "V1c"})
        world.publish(two)
        assert verdict("2024-02-01", "V1c") == Verdict.LISTED
        assert verdict("2024-02-01", "V1b") == Verdict.UNKNOWN

    def test_two_corrections_of_one_row_prepared_at_one_instant_are_published_once(
        self, world, listed
    ):
        """Each had looked before the other was written: the publication looks again."""
        listed.on("2024-02-01")
        one, two = self.correct(world, listed, tvv="V1b"), orders.prepared(world)
        said = one.lines[0]
        with order_in_preparation(
            two.reference, revision=None, by=world.actor("authority")
        ) as late:
            add_line(
                late,
                effect=LineEffect.CORRECT,
                words=printed("Exemple", "Modèle E", "V1c"),
                replaces_id=said.replaces_id,
                listed_from=said.listed_from,
            )
        world.publish(one)
        with pytest.raises(OrderRefusedError, match="a déjà rectifié cette ligne"):
            world.publish(two)
        assert verdict("2024-02-01", "V1b") == Verdict.LISTED
        assert verdict("2024-02-01", "V1c") == Verdict.UNKNOWN

    def test_a_correction_never_takes_the_name_of_another_version(self, world, listed):
        """INV-09: one of the two would disappear from the list, which no order says."""
        listed.on("2024-02-01")
        orders.enter(world, ("Exemple", "Autre", "V2"), on="2024-02-01")
        order = self.correct(world, listed, tvv="V2")
        with pytest.raises(OrderRefusedError, match="nomme déjà la version V2"):
            world.publish(order)
        assert verdict("2024-02-02", "V2") == Verdict.LISTED
        assert verdict("2024-02-02") == Verdict.LISTED

    def test_two_versions_may_exchange_their_names_in_one_order(self, world, listed):
        listed.on("2024-02-01")
        other = orders.enter(world, ("Exemple", "Autre", "V2"), on="2024-02-01")
        order = self.correct(world, listed, tvv="V2")
        words = {"brand": "Exemple", "commercial_name": "Autre", "tvv": "V1"}
        orders.correction(world, other, 1, order=order, listed_from=day("2024-02-02"), **words)
        world.publish(order)
        assert version_on("V1", "Exemple", on=day("2024-02-02")).commercial_name == "Autre"
        assert version_on("V2", "Exemple", on=day("2024-02-02")).commercial_name == "Modèle E"
        assert verdict("2024-02-01", "V1") == Verdict.NOT_LISTED

    def test_two_versions_never_get_one_name_in_one_order(self, world, listed):
        listed.on("2024-02-01")
        other = orders.enter(world, ("Exemple", "Autre", "V2"), on="2024-02-01")
        order = self.correct(world, listed, tvv="V3")
        words = {"brand": "Exemple", "commercial_name": "Autre", "tvv": "V3"}
        orders.correction(world, other, 1, order=order, listed_from=day("2024-02-02"), **words)
        with pytest.raises(OrderRefusedError, match="le même nom, V3"):
            world.publish(order)
        assert {verdict("2024-02-02", code) for code in ("V1", "V2")} == {Verdict.LISTED}

    def test_a_version_held_by_two_rows_is_renamed_row_after_row(self, world, listed):
        """Both rows bore the same words: it is the same version."""
        listed.on("2024-02-01")
        again = orders.enter(world, ("Exemple", "Modèle E", "V1"), on="2024-02-01")
        world.publish(self.correct(world, listed, tvv="V1b"))
        said = WORDS | {"tvv": "V1b", "listed_from": day("2024-02-02")}
        world.publish(orders.correction(world, again, 1, **said))
        assert verdict("2024-02-02") == Verdict.UNKNOWN
        assert verdict("2024-02-02", "V1b") == Verdict.LISTED

    def test_the_row_of_a_removal_never_removes_another_version(self, world, listed):
        """V2 would leave the list, and V1 come back, without a word to their dossiers."""
        listed.on("2024-02-01")
        orders.enter(world, ("Exemple", "Autre", "V2"), on="2024-02-01")
        gone = world.publish(orders.removal(world, ("V1", "Exemple")))
        listed.on("2024-02-05")
        said = {"brand": "Exemple", "commercial_name": "Autre", "tvv": "V2"}
        order = orders.correction(world, gone, 1, listed_from=day("2024-02-02"), **said)
        with pytest.raises(OrderRefusedError, match="préparez son retrait de la liste"):
            world.publish(order)
        assert verdict("2024-02-05", "V2") == Verdict.LISTED
        assert verdict("2024-02-05") == Verdict.REMOVED

    def test_an_order_that_renames_a_version_neither_lists_nor_removes_it(self, world, listed):
        """Prepared at one instant, each line having looked before the other was written."""
        listed.on("2024-02-01")
        order = self.correct(world, listed, tvv="V1b")
        with order_in_preparation(
            order.reference, revision=None, by=world.actor("authority")
        ) as it:
            add_line(it, effect=LineEffect.REMOVE, words=printed("Exemple", "E", "V1"), reasons="X")
        with pytest.raises(OrderRefusedError, match="gardez une seule des deux lignes"):
            world.publish(order)
        assert verdict("2024-02-02") == Verdict.LISTED

    def test_a_name_that_an_order_in_preparation_lists_is_not_taken(self, world, listed):
        third = Story(world, tvv="V3").tell(*LISTED[:3])
        listed.on("2024-02-01")
        world.order(third.dossier)
        with pytest.raises(OrderRefusedError, match="figure déjà"):
            self.correct(world, listed, tvv="V3")
        assert self.correct(world, listed, commercial_name="Modèle F").lines

    def test_a_report_stays_with_its_version_when_two_exchange_their_names(self, world, listed):
        """Row 22 after row 29: the row that bore the name then, not whoever bears it now."""
        change = report(world, "2024-05-31")
        other = orders.enter(world, ("Exemple", "Autre", "V2"), on="2024-05-31")
        order = self.correct(world, listed, tvv="V2")
        words = {"brand": "Exemple", "commercial_name": "Autre", "tvv": "V1"}
        orders.correction(world, other, 1, order=order, listed_from=day("2024-06-01"), **words)
        listed.on("2024-06-03")
        world.publish(order)
        assert state("2024-06-03", "V2") == VersionState.UNDER_MODIFICATION
        assert state("2024-06-03", "V1") == VersionState.LISTED
        world.publish(orders.removal(world, ("V1", "Exemple")))
        assert world.dossier(change.reference).state == State.REPORTED
        kept = world.publish(orders.keeping(world, change))
        assert [(line.tvv, line.commercial_name) for line in kept.lines] == [("V2", "Modèle E")]
        assert world.dossier(change.reference).state == State.SETTLED

    def test_a_report_is_settled_though_its_brand_is_now_that_of_nobody(self, world, listed):
        """Row 23: the removal settles what is open on the version, whoever answers for it."""
        add_brand("Constructeur A", "Fiat")
        orders.enter(world, ("Fiat", "600", "f6"), on="2023-12-15")
        listed.on("2024-05-31")
        by = {"by": world.actor("manufacturer"), "clock": world.clock}
        change = open_report("f6", "Fiat", changed_on=world.clock.today(), **by)
        content = declaration(tvv="f6", brand="Fiat", name="600")
        replace_declaration(change.reference, content, revision=None, **by)
        change = submit_dossier(change.reference, **by)
        (row,) = rows_of_code("f6")
        order = orders.prepared(world)
        new = {"brand": "Abarth", "commercial_name": "600", "tvv": "f6", "listed_from": row.day}
        put_correction(order.reference, row.order.reference, 1, NewWords(**new), **orders.by(world))
        world.publish(order)
        assert state("2024-06-01", "f6", "Abarth") == VersionState.UNDER_MODIFICATION
        world.publish(orders.removal(world, ("f6", "Abarth")))
        assert world.dossier(change.reference).state == State.SETTLED

    def test_an_order_says_one_thing_of_a_version(self, world, listed):
        """It removes it first, and lists it then: the second line is refused."""
        again = Story(world, tvv="V1").tell(
            ("receive", "2024-06-03"), ("confirm", "2024-06-04"), ("propose", "2024-06-10")
        )
        order = orders.removal(world, ("V1", "Exemple"))
        with pytest.raises(OrderRefusedError, match="dit déjà autre chose"):
            put_in_order(
                order.reference,
                again.reference,
                effect=LineEffect.LIST,
                **orders.by(world),
            )

    def test_an_order_does_not_rename_a_version_and_remove_it(self, world, listed):
        """Under its old name or its new one."""
        third = Story(world, tvv="V3").tell(*LISTED)
        listed.on("2024-02-01")
        order = self.correct(world, listed, tvv="V1b")
        with pytest.raises(OrderRefusedError, match="figure déjà"):
            orders.removal(world, ("V1", "Exemple"), order=order)
        orders.enter(world, ("Exemple", "Autre", "V2"), on="2024-02-01", effect="2024-02-01")
        orders.removal(world, ("V2", "Exemple"))
        with pytest.raises(OrderRefusedError, match="figure déjà"):
            self.correct(world, third, tvv="V2")

    @pytest.mark.parametrize(
        ("said", "field"),
        [
            ({}, "listed_from"),
            ({"brand": " "}, "brand"),
            ({"commercial_name": ""}, "commercial_name"),
            ({"tvv": " "}, "tvv"),
            ({"tvv": "A\0B"}, "tvv"),
            ({"brand": "B" * 121}, "brand"),
            ({"listed_from": date(9999, 1, 1)}, "listed_from"),
        ],
    )
    def test_a_correction_that_cannot_be_is_refused_beside_its_field(
        self, world, listed, said, field
    ):
        with pytest.raises(InvalidValueError) as refused:
            self.correct(world, listed, **said)
        assert refused.value.field == field

    def test_a_row_that_no_published_order_has_is_not_corrected(self, world, listed):
        order = orders.prepared(world)
        for reference, position in (
            (listed.order.reference, 2),
            ("AR-2222-2222", 1),
            (order.reference, 1),
        ):
            with pytest.raises(UnknownThingError):
                put_correction(
                    order.reference, reference, position, NewWords(**WORDS), **orders.by(world)
                )


class TestImporting:
    def test_an_imported_order_lists_and_removes(self, world):
        """Row 28."""
        orders.enter(world, ("Fiat", "600", "f6"), on="2023-12-15")
        orders.enter(world, ("Fiat", "600", "f6", "remove"), ("DS", "N°8", "n8"), on="2024-09-10")
        assert verdict("2024-09-10", "f6") == Verdict.LISTED
        assert verdict("2024-09-11", "f6") == Verdict.REMOVED
        assert verdict("2024-09-11", "n8") == Verdict.LISTED

    def test_an_imported_removal_reaches_the_dossier_and_its_reports(self, world, listed):
        """L-2: the orders prevail, wherever they were prepared."""
        change = report(world, "2024-05-31")
        orders.enter(world, ("EXEMPLE", "E", "V1", "remove"), on="2024-05-31")
        assert listed.dossier.events[-1].action == Action.REMOVE_BY_ORDER
        assert world.dossier(change.reference).state == State.SETTLED

    def test_an_imported_removal_is_taken_as_published(self, world):
        """Even of a version the portal never knew on the list."""
        orders.enter(world, ("Fiat", "600", "f6", "remove"), on="2024-09-10")
        assert verdict("2024-09-11", "f6") == Verdict.UNKNOWN

    def test_an_order_does_not_say_the_contrary_of_itself(self, world):
        rows = (("Fiat", "600", "f6"), ("FIAT", "600 e", "f6", "remove"))
        with pytest.raises(OrderRefusedError, match="à la fois"):
            orders.enter(world, *rows, on="2024-09-10")
        with pytest.raises(InvalidValueError):
            orders.enter(world, ("Fiat", "600", "f6", "refuse"), on="2024-09-10")


def test_no_row_is_corrected_to_a_day_without_a_list(world):
    """Décret 2023-930: no text set a list before 10 October 2023."""
    entered = orders.enter(world, ("Fiat", "600", "f6"), on="2023-12-15")
    words = {"brand": "Fiat", "commercial_name": "600", "tvv": "f6"}
    with pytest.raises(InvalidValueError, match="Aucun texte ne prévoyait de liste") as refused:
        orders.correction(world, entered, 1, listed_from=day("2023-10-09"), **words)
    assert refused.value.field == "listed_from"
    corrected = orders.correction(world, entered, 1, listed_from=day("2023-10-11"), **words)
    world.publish(corrected)
    assert status("f6", on=day("2023-10-11")).verdict == Verdict.LISTED
