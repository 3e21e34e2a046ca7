"""Many people at once: each with an account, a browser and a thread of their own."""

import secrets
import threading
from datetime import timedelta

from app.extensions import db
from app.models.account import SignInSession, User
from app.services.tokens import digest
from app.web.access import TOKEN
from tests.clients import PageClient

A_DAY = timedelta(days=1)
PATIENCE_SECONDS = 60


def crowd(world, like, count):
    """Signed-in browsers of *count* people of the role of *like*, by their names.

    Their rows are copies: hashing a password for each would take longer than the test.
    """
    model = db.session.query(User).filter_by(email=world.email(like)).one()
    tokens = {}
    for number in range(count):
        name = f"{like.capitalize()} {number + 1:02}"
        person = User(
            reference=f"UT-{like[:4].upper()}-{number:04}",
            email=f"{like}{number}@exemple.test",
            name=name,
            role=model.role,
            password_hash=model.password_hash,
            totp_secret=model.totp_secret,
            created_at=world.clock.now(),
        )
        db.session.add(person)
        db.session.flush()
        tokens[name] = secrets.token_urlsafe(32)
        db.session.add(_session(person, tokens[name], world.clock.now()))
    db.session.commit()
    return {name: _browser(world, token) for name, token in tokens.items()}


def _session(person, token, now):
    return SignInSession(
        token_digest=digest(token),
        user_id=person.id,
        created_at=now,
        last_seen_at=now,
        expires_at=now + A_DAY,
        second_factor_at=now,
        browser="essai",
    )


def _browser(world, token):
    client = PageClient(world.app, world)
    with client.client.session_transaction() as session:
        session[TOKEN] = token
    return client


def at_once(acts):
    """Do the acts at one signal, each in its thread, and return what each gave, by its name."""
    db.session.remove()
    start, given = threading.Barrier(len(acts)), {}

    def run(name, act):
        start.wait(timeout=PATIENCE_SECONDS)
        given[name] = act()

    threads = [threading.Thread(target=run, args=pair) for pair in acts.items()]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=PATIENCE_SECONDS)
    assert given.keys() == acts.keys(), "an act did not end, or failed"
    return given
