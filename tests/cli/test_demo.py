"""The demonstration: the main job told by its acts, whatever today is."""

from datetime import UTC, date, datetime
from http import HTTPStatus
from itertools import chain

import pyotp
import pytest
import sqlalchemy as sa

from app import create_app
from app.cli.serve import demonstration_settings, prepare_demonstration
from app.clock import FixedClock
from app.demonstration import cars, fill
from app.demonstration.papers import paper
from app.demonstration.report import print_report
from app.demonstration.teller import derogated, reported
from app.domain.deadlines import legal_day
from app.domain.procedure import State
from app.extensions import Base, db
from app.queries.audit import verify
from app.queries.notices import tally_messages
from app.services.lapse import record_due_effects
from app.services.schema import upgrade_schema
from app.services.sign_in import confirm_second_factor, sign_in
from app.web.access import TOKEN

ENDS = {
    cars.CITY.code: State.LISTED_BY_ORDER,
    reported(cars.CITY): State.SILENT,
    cars.SUV.code: State.LISTED_BY_ORDER,
    reported(cars.SUV): State.REPORTED,
    cars.ROADSTER.code: State.LISTED_BY_ORDER,
    cars.HATCHBACK.code: State.LISTED_BY_ORDER,
    cars.CROSSOVER.code: State.LISTED_BY_ORDER,
    cars.IMPORTED.code: State.REFUSED_BY_SILENCE,
    derogated(cars.IMPORTED): State.COMPLETE,
    cars.MINIVAN.code: State.REFUSED_BY_SILENCE,
    cars.VAN.code: State.WITHDRAWN,
    derogated(cars.VAN): State.INADMISSIBLE,
    cars.SALOON.code: State.PROPOSED,
    cars.MINI.code: State.COMPLETE,
    cars.COMPACT.code: State.AWAITING_DOCUMENTS,
    cars.ESTATE.code: State.SUBMITTED,
    cars.COUPE.code: State.DRAFT,
}
# On the list today; an order removed the hatchback.
LISTED = [cars.CITY.code, cars.SUV.code, cars.ROADSTER.code, cars.CROSSOVER.code]
REAL = ("005Y7CRBVb3s5T3X", "005Y7CRPZb3s5T3X")
NOWS = [
    pytest.param(datetime(2027, 3, 28, 1, 30, tzinfo=UTC), id="the hour after the one skipped"),
    pytest.param(
        datetime(2027, 3, 31, 22, 30, tzinfo=UTC),
        id="already April in Paris",
        marks=pytest.mark.long,
    ),
    pytest.param(
        datetime(2027, 10, 31, 0, 30, tzinfo=UTC),
        id="the hour that comes twice",
        marks=pytest.mark.long,
    ),
    pytest.param(datetime(2027, 12, 31, 23, 30, tzinfo=UTC), id="already next year in Paris"),
    pytest.param(datetime(2028, 2, 29, 12, 0, tzinfo=UTC), id="29 February"),
]


@pytest.fixture
def told(environment, capfd):
    """Fill a demonstration that ends at an instant; its settings, what it holds, what it prints."""

    def fill_until(now):
        settings = demonstration_settings(port=None)
        app = create_app(settings, clock=FixedClock(now))
        with app.app_context():
            upgrade_schema()
        filled = fill(settings, now=now)
        capfd.readouterr()
        print_report(filled, settings, now=now)
        return app, filled, capfd.readouterr().out

    return fill_until


# What is still to come by its nature.
TO_COME = {
    "period.last_day",
    "period.effect_at",
    "requested_item.answer_by",
    "sign_in_session.expires_at",
    "ministerial_order.effective_on",
}


def days_and_instants():
    """Every day and every instant of the database, with the column it stands in."""
    for table in Base.metadata.sorted_tables:
        for column in table.columns:
            if issubclass(column.type.python_type, date):
                for when in db.session.scalars(sa.select(column).where(column.is_not(None))):
                    yield f"{table.name}.{column.name}", when


@pytest.mark.long
@pytest.mark.parametrize("now", NOWS)
def test_the_story_ends_as_told_whatever_today_is(told, now):
    app, filled, printed = told(now)
    with app.app_context():
        found = dict(db.session.execute(sa.text("SELECT reference, state FROM dossier")).all())
        assert {key: found.pop(reference) for key, reference in filled.dossiers.items()} == ENDS
        assert found == {}
        assert verify().first is None
        assert tally_messages().missing == ()
        assert record_due_effects(clock=FixedClock(now)) == []
        late = [
            where
            for where, when in days_and_instants()
            if where not in TO_COME
            and (when > now if isinstance(when, datetime) else when > legal_day(now))
        ]
        assert late == []
        db.engine.dispose()
    shown = printed[: printed.index("Comptes")]
    codes = [code for code in chain(ENDS, REAL) if code in shown]
    assert sorted(codes) == sorted((*LISTED, *REAL))
    assert f"Versions inscrites au {legal_day(now):%d/%m/%Y}" in printed


def signed_in(app, token):
    client = app.test_client()
    with client.session_transaction() as session:
        session[TOKEN] = token
    return client


@pytest.mark.long
def test_the_accounts_that_are_printed_open_the_pages_that_are_printed(told):
    now = datetime(2026, 11, 30, 20, 0, tzinfo=UTC)
    app, filled, printed = told(now)
    clock = FixedClock(now)
    clients = {None: app.test_client()}
    with app.app_context():
        for account in filled.accounts:
            line = next(line for line in printed.splitlines() if account.email in line)
            _, password, code, secret = line.split()
            session = sign_in(account.email, password, browser="test", clock=clock)
            assert session.second_factor_due is (code != "–")
            token = session.token
            if session.second_factor_due:
                assert pyotp.TOTP(secret).at(now) == code
                token = confirm_second_factor(token, code, clock=clock)
            clients[account.email] = signed_in(app, token)
        db.session.remove()
    for sight in filled.sights:
        assert clients[sight.email].get(sight.path).status_code == HTTPStatus.OK, sight
        line = next(line for line in printed.splitlines() if line.endswith(f" {sight.path}"))
        assert f" {sight.email or '–'} " in line
    with app.app_context():
        db.engine.dispose()
    assert len(filled.accounts) == 9


@pytest.mark.long
def test_a_demonstration_replaces_the_one_before(score_env, tmp_path):
    left = tmp_path / "demo" / "left"
    left.parent.mkdir()
    left.touch()
    done = score_env("demo", "--no-serve")
    assert (done.status, done.err) == (0, "")
    assert not left.exists()
    assert cars.CITY.code in done.out
    # Nothing of the instance beside it is touched, and its files are published.
    assert [path.name for path in tmp_path.iterdir()] == ["demo"]
    published = (tmp_path / "demo" / "public" / "current" / "versions.csv").read_text(
        encoding="utf-8"
    )
    codes = [line.split(",")[2] for line in published.splitlines()[1:]]
    assert codes == [*LISTED, *REAL]


@pytest.mark.parametrize("host", ["0.0.0.0", "192.0.2.7", "::", "portail.example"])
def test_a_demonstration_is_never_shown_to_others(score_env, environment, tmp_path, host):
    environment(HOST=host)
    kept = tmp_path / "demo" / "kept"
    kept.parent.mkdir()
    kept.touch()
    assert score_env("demo", "--no-serve").refused("n’écoute qu’en local")
    assert kept.exists()


def test_a_demonstration_keeps_away_from_the_real_database(environment, tmp_path):
    environment(DATABASE_URL=f"sqlite:///{tmp_path / 'real.db'}", SMTP_HOST="smtp.example")
    settings = demonstration_settings(port=8123)
    assert settings.database_url == f"sqlite:///{tmp_path / 'demo' / 'portal.db'}"
    assert (settings.smtp_host, settings.demonstration) == (None, True)
    assert settings.base_url == "http://127.0.0.1:8123"


def test_a_demonstration_being_served_is_not_erased(environment, tmp_path, listener):
    kept = tmp_path / "demo" / "kept"
    kept.parent.mkdir()
    kept.touch()
    with pytest.raises(Exception, match="déjà pris"):
        prepare_demonstration(port=listener, serving=True)
    assert kept.exists()


def test_a_paper_keeps_its_accents_and_its_parentheses():
    made = paper("Schéma (œuvre) d’acheminement \\ Zaragoza")
    assert "Schéma \\(œuvre\\) d’acheminement \\\\ Zaragoza".encode("cp1252") in made
    assert b"/WinAnsiEncoding" in made
    start = int(made.split(b"startxref\n")[1].split()[0])
    assert made[start:].startswith(b"xref\n")
    entries = made[start:].splitlines()[3:8]
    for number, entry in enumerate(entries, start=1):
        assert made[int(entry.split()[0]) :].startswith(b"%d 0 obj" % number)
