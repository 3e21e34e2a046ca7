"""Accounts: how one signs in, how long it lasts, and what ends it."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pyotp
import pytest

from app.domain.actor import Role
from app.domain.errors import (
    InvalidValueError,
    NotAllowedError,
    SecondFactorRefusedError,
    SignInRefusedError,
    TooManyAttemptsError,
    UnknownThingError,
)
from app.extensions import db
from app.queries.accounts import (
    all_accounts,
    company_names,
    get_account,
    open_sessions,
    tokens_of,
)
from app.services import accounts, companies, sign_in, tokens
from app.services.operation import Person, close_account, open_account, renew_access
from tests.builders import PASSWORD

STEP = timedelta(seconds=30)
NEW_PASSWORD = "un autre cheval encore plus long"


def enter(world, who="manufacturer", password=PASSWORD):
    """Sign in, as far as the password goes."""
    return sign_in.sign_in(world.email(who), password, browser="Firefox/140.0", clock=world.clock)


def code(world, who="reviewer", *, steps=0):
    return pyotp.TOTP(world.secrets[who]).at(world.clock.now() + steps * STEP)


def confirmed(world, who="reviewer"):
    """Sign in with both factors; the clock moves on, because a code serves once."""
    world.clock.advance(STEP)
    return sign_in.confirm_second_factor(
        enter(world, who).token, code(world, who), clock=world.clock
    )


def who_is(world, token):
    return sign_in.actor_of_session(token, clock=world.clock)


def fail(world, times, who="manufacturer"):
    for _ in range(times):
        with pytest.raises(SignInRefusedError):
            enter(world, who, "un mauvais mot de passe")


class TestAttempts:
    def test_nine_failures_leave_the_right_password_a_chance(self, world):
        fail(world, 9)
        assert who_is(world, enter(world).token).name == "Anne Martin"

    def test_ten_failures_close_the_address_even_to_the_right_password(self, world):
        fail(world, 10)
        with pytest.raises(TooManyAttemptsError):
            enter(world)

    def test_the_address_opens_again_after_a_quarter_of_an_hour(self, world):
        fail(world, 10)
        world.clock.advance(timedelta(minutes=15, seconds=-1))
        with pytest.raises(TooManyAttemptsError):
            enter(world)
        world.clock.advance(timedelta(seconds=1))
        assert who_is(world, enter(world).token)

    def test_a_success_forgets_the_failures_before_it(self, world):
        fail(world, 9)
        enter(world)
        fail(world, 9)
        assert enter(world)

    def test_an_address_without_account_is_limited_in_the_same_way(self, world):
        fail(world, 10, "personne")
        with pytest.raises(TooManyAttemptsError):
            enter(world, "personne")
        assert enter(world)

    def test_guesses_sent_all_at_once_do_not_pass_the_limit(self, app, world):
        email = world.email("manufacturer")

        def guess(_number):
            with app.app_context():
                try:
                    sign_in.sign_in(email, "mauvais", browser="", clock=world.clock)
                except (SignInRefusedError, TooManyAttemptsError) as error:
                    return type(error)
                finally:
                    db.session.remove()

        with ThreadPoolExecutor(8) as pool:
            answers = list(pool.map(guess, range(16)))
        assert answers.count(SignInRefusedError) == 10
        assert answers.count(TooManyAttemptsError) == 6

    def test_ten_wrong_codes_close_the_second_factor(self, world):
        token = enter(world, "reviewer").token
        for _ in range(10):
            with pytest.raises(SecondFactorRefusedError):
                sign_in.confirm_second_factor(token, "abc", clock=world.clock)
        with pytest.raises(TooManyAttemptsError):
            sign_in.confirm_second_factor(token, code(world), clock=world.clock)


class TestSecondFactor:
    def test_a_password_alone_identifies_nobody(self, world):
        signed = enter(world, "reviewer")
        assert signed.second_factor_due
        assert who_is(world, signed.token) is None

    @pytest.mark.parametrize("steps", [-1, 0, 1])
    def test_a_code_of_the_neighbouring_half_minute_is_accepted(self, world, steps):
        token = enter(world, "reviewer").token
        fresh = sign_in.confirm_second_factor(token, code(world, steps=steps), clock=world.clock)
        assert who_is(world, fresh).role == Role.REVIEWER

    @pytest.mark.parametrize("steps", [-2, 2])
    def test_a_code_a_minute_away_is_refused(self, world, steps):
        token = enter(world, "reviewer").token
        with pytest.raises(SecondFactorRefusedError):
            sign_in.confirm_second_factor(token, code(world, steps=steps), clock=world.clock)

    @pytest.mark.parametrize("steps", [-1, 0])
    def test_a_code_used_or_older_than_the_used_one_is_refused(self, world, steps):
        first, second = enter(world, "reviewer").token, enter(world, "reviewer").token
        sign_in.confirm_second_factor(first, code(world), clock=world.clock)
        with pytest.raises(SecondFactorRefusedError):
            sign_in.confirm_second_factor(second, code(world, steps=steps), clock=world.clock)

    def test_the_token_of_the_password_is_worth_nothing_afterwards(self, world):
        token = enter(world, "reviewer").token
        fresh = sign_in.confirm_second_factor(token, code(world), clock=world.clock)
        assert fresh != token
        assert who_is(world, token) is None
        with pytest.raises(SignInRefusedError):
            sign_in.confirm_second_factor(token, code(world, steps=1), clock=world.clock)

    def test_a_code_with_a_space_in_the_middle_is_the_same_code(self, world):
        typed = code(world)
        token = enter(world, "reviewer").token
        assert sign_in.confirm_second_factor(token, f"{typed[:3]} {typed[3:]}", clock=world.clock)


class TestSessions:
    def test_a_session_without_a_request_for_two_hours_is_over(self, world):
        token = enter(world).token
        world.clock.advance(timedelta(hours=2, seconds=-1))
        assert who_is(world, token)
        world.clock.advance(timedelta(hours=2))
        assert who_is(world, token) is None

    def test_a_session_in_use_is_over_after_twelve_hours(self, world):
        token = enter(world).token
        for _ in range(11):
            world.clock.advance(timedelta(hours=1))
            assert who_is(world, token)
        world.clock.advance(timedelta(hours=1, seconds=-1))
        assert who_is(world, token)
        world.clock.advance(timedelta(seconds=1))
        assert who_is(world, token) is None

    def test_one_revokes_a_session_of_ones_own_by_its_mark(self, world):
        kept, lost = enter(world).token, enter(world).token
        mark = tokens.digest(lost)[:16]
        sign_in.revoke_session(mark, by=world.actor("manufacturer"), clock=world.clock)
        assert who_is(world, lost) is None
        assert who_is(world, kept)

    def test_the_session_of_somebody_else_does_not_exist(self, world):
        token = enter(world).token
        mark = tokens.digest(token)[:16]
        with pytest.raises(UnknownThingError):
            sign_in.revoke_session(mark, by=world.actor("rival"), clock=world.clock)
        assert who_is(world, token)

    @pytest.mark.parametrize("mark", ["", "0", "%", "_" * 16])
    def test_part_of_a_mark_names_no_session(self, world, mark):
        token = enter(world).token
        with pytest.raises(UnknownThingError):
            sign_in.revoke_session(mark, by=world.actor("manufacturer"), clock=world.clock)
        assert who_is(world, token)

    def test_revoking_the_others_keeps_the_session_that_asks(self, world):
        opened = [enter(world).token for _ in range(3)]
        stranger = enter(world, "rival").token
        by = world.actor("manufacturer")
        assert sign_in.revoke_other_sessions(opened[0], by=by, clock=world.clock) == 2
        assert [bool(who_is(world, token)) for token in opened] == [True, False, False]
        assert who_is(world, stranger)

    def test_the_list_of_sessions_tells_those_that_are_over_apart(self, world):
        enter(world)
        world.clock.advance(timedelta(hours=2))
        token = enter(world).token
        (only,) = open_sessions(
            world.actor("manufacturer"),
            current_digest=tokens.digest(token),
            at=world.clock.now(),
        )
        assert only.current
        assert not only.awaiting_code

    def test_a_session_that_knows_only_the_password_is_shown_to_its_owner(self, world):
        enter(world, "reviewer")
        (only,) = open_sessions(world.actor("reviewer"), current_digest="", at=world.clock.now())
        assert only.awaiting_code


class TestPasswords:
    def test_a_new_password_ends_every_session(self, world):
        token = enter(world).token
        accounts.change_password(
            PASSWORD, NEW_PASSWORD, by=world.actor("manufacturer"), clock=world.clock
        )
        assert who_is(world, token) is None
        with pytest.raises(SignInRefusedError):
            enter(world)
        assert enter(world, password=NEW_PASSWORD)

    def test_without_the_current_password_nothing_changes(self, world):
        token = enter(world).token
        with pytest.raises(InvalidValueError) as refusal:
            accounts.change_password(
                "deviné par hasard", NEW_PASSWORD, by=world.actor("manufacturer"), clock=world.clock
            )
        assert refusal.value.field == "current"
        assert who_is(world, token)

    def test_a_stolen_session_cannot_guess_the_current_password(self, world):
        by = world.actor("manufacturer")
        for _ in range(10):
            with pytest.raises(InvalidValueError):
                accounts.change_password("deviné", NEW_PASSWORD, by=by, clock=world.clock)
        with pytest.raises(TooManyAttemptsError):
            accounts.change_password(PASSWORD, NEW_PASSWORD, by=by, clock=world.clock)

    @pytest.mark.parametrize("weak", ["onze signes", "a" * 12, "abc" * 5, "x" * 199 + "yz"])
    def test_a_weak_password_is_refused(self, weak):
        with pytest.raises(InvalidValueError):
            accounts.check_password(weak)


class TestTokens:
    def test_a_token_speaks_for_its_owner_until_it_is_revoked(self, world):
        by = world.actor("manufacturer")
        token = tokens.create_api_token("Essai", by=by, clock=world.clock)
        assert tokens.actor_of_api_token(token, clock=world.clock) == by
        (reference,) = [token.reference for token in tokens_of(by)]
        with pytest.raises(UnknownThingError):
            tokens.revoke_api_token(reference, by=world.actor("rival"), clock=world.clock)
        tokens.revoke_api_token(reference, by=by, clock=world.clock)
        assert tokens.actor_of_api_token(token, clock=world.clock) is None

    @pytest.mark.parametrize("who", ["reviewer", "authority", "operator"])
    def test_only_manufacturers_have_tokens(self, world, who):
        with pytest.raises(NotAllowedError):
            tokens.create_api_token("Essai", by=world.actor(who), clock=world.clock)


def test_a_new_access_ends_the_tokens_of_the_old_one(world):
    token = tokens.create_api_token("essai", by=world.actor("manufacturer"), clock=world.clock)
    assert tokens.actor_of_api_token(token, clock=world.clock) is not None
    accounts.reset_access(world.email("manufacturer"), clock=world.clock)
    assert tokens.actor_of_api_token(token, clock=world.clock) is None


class TestNames:
    """What no column could hold is refused with a sentence, on every database."""

    @pytest.mark.parametrize(
        ("field", "email", "name"),
        [
            ("email", f"{'a' * 250}@exemple.test", "Nom"),
            ("name", "a@exemple.test", "N" * 121),
        ],
    )
    def test_what_is_too_long_is_refused_beside_its_field(self, world, field, email, name):
        with pytest.raises(InvalidValueError) as refusal:
            accounts.create_account(email, name=name, role=Role.REVIEWER, clock=world.clock)
        assert refusal.value.field == field

    def test_a_company_keeps_a_name_that_fits(self, world):
        with pytest.raises(InvalidValueError, match="dépasse"):
            companies.create_company("C" * 121, country="FR", clock=world.clock)


class TestOperator:
    def test_a_closed_account_loses_its_sessions_and_tokens(self, world):
        session = enter(world).token
        program = tokens.create_api_token(
            "Essai", by=world.actor("manufacturer"), clock=world.clock
        )
        accounts.disable_account(world.email("manufacturer"), clock=world.clock)
        assert who_is(world, session) is None
        assert tokens.actor_of_api_token(program, clock=world.clock) is None
        with pytest.raises(SignInRefusedError):
            enter(world)

    def test_an_account_opened_again_has_a_new_access(self, world):
        by = world.actor("operator")
        reference = reference_of(world, "reviewer")
        session = confirmed(world)
        close_account(reference, by=by, clock=world.clock)
        access = renew_access(reference, by=by, clock=world.clock)
        assert access.totp_secret != world.secrets["reviewer"]
        with pytest.raises(SignInRefusedError):
            enter(world, "reviewer")
        assert enter(world, "reviewer", access.password).second_factor_due
        assert who_is(world, session) is None

    def test_a_renewed_access_ends_the_sessions_and_the_old_codes(self, world):
        session = confirmed(world)
        access = renew_access(
            reference_of(world, "reviewer"), by=world.actor("operator"), clock=world.clock
        )
        assert who_is(world, session) is None
        token = enter(world, "reviewer", access.password).token
        with pytest.raises(SecondFactorRefusedError):
            sign_in.confirm_second_factor(token, code(world, steps=1), clock=world.clock)
        new = pyotp.TOTP(access.totp_secret).at(world.clock.now())
        assert sign_in.confirm_second_factor(token, new, clock=world.clock)

    @pytest.mark.parametrize("who", ["manufacturer", "reviewer", "authority"])
    def test_nobody_else_acts_on_accounts(self, world, who):
        by, reference = world.actor(who), reference_of(world, "rival")
        person = Person(email="un@exemple.test", name="Un", role=Role.OPERATOR)
        with pytest.raises(NotAllowedError):
            open_account(person, by=by, clock=world.clock)
        with pytest.raises(UnknownThingError):
            close_account(reference, by=by, clock=world.clock)
        with pytest.raises(UnknownThingError):
            renew_access(reference, by=by, clock=world.clock)
        assert all_accounts(by) == []

    def test_an_operator_does_not_close_the_own_account(self, world):
        by, reference = world.actor("operator"), reference_of(world, "operator")
        with pytest.raises(NotAllowedError):
            close_account(reference, by=by, clock=world.clock)
        assert get_account(reference, seen_by=by).disabled_at is None

    def test_a_refused_account_does_not_leave_its_new_company_behind(self, world):
        person = Person(
            email=world.email("rival"),
            name="Un",
            role=Role.MANUFACTURER,
            company="Constructeur C",
            country="JP",
        )
        with pytest.raises(InvalidValueError) as refusal:
            open_account(person, by=world.actor("operator"), clock=world.clock)
        assert refusal.value.field == "email"
        assert company_names() == ["Constructeur A", "Constructeur B"]

    @pytest.mark.parametrize("country", ["", "XX", "France", "fr", "D"])
    def test_a_country_that_the_law_does_not_know_is_refused(self, world, country):
        """Annex of the order: each country has its zone; the remedies depend on it too."""
        person = Person(
            email="un@exemple.test",
            name="Un",
            role=Role.MANUFACTURER,
            company="Constructeur C",
            country=country,
        )
        for act in (
            lambda: companies.create_company("Constructeur C", country=country, clock=world.clock),
            lambda: open_account(person, by=world.actor("operator"), clock=world.clock),
        ):
            with pytest.raises(InvalidValueError) as refusal:
                act()
            assert refusal.value.field == "country"
        assert company_names() == ["Constructeur A", "Constructeur B"]

    def test_a_company_overseas_is_entered(self, world):
        """CJA R. 421-7: the remedies name these territories."""
        companies.create_company("Constructeur C", country="RE", clock=world.clock)
        assert "Constructeur C" in company_names()

    @pytest.mark.parametrize("email", ["", "anne", "@exemple.test", "anne@", "a b@c.d", "a@b@c"])
    def test_what_is_no_address_opens_no_account(self, world, email):
        with pytest.raises(InvalidValueError):
            accounts.create_account(email, name="Un", role=Role.REVIEWER, clock=world.clock)


def reference_of(world, who):
    return next(
        account.reference
        for account in all_accounts(world.actor("operator"))
        if account.email == world.email(who)
    )


def test_a_purge_forgets_what_can_no_longer_count(world):
    enter(world)
    world.clock.advance(timedelta(hours=24))
    fail(world, 3, "rival")
    token = enter(world).token
    assert sign_in.purge_sign_ins(clock=world.clock) == 0
    world.clock.advance(timedelta(minutes=15, seconds=1))
    assert sign_in.purge_sign_ins(clock=world.clock) == 3 + 1
    assert who_is(world, token)
