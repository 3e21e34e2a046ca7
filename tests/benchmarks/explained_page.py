"""How long the page of an explained score takes, served as the portal is.

``python -m tests.benchmarks.explained_page`` starts gunicorn with two workers on a portal of its
own in a temporary folder, then asks for the page of the worked case that has the longest
explanation: by one reader at a time, then by two at once. The goal is under 100 ms at the 95th
percentile. The figures are told and not checked: they are those of the machine and of what else it
does.
"""

import http.client
import statistics
import sys
import tempfile
import threading
import time
from contextlib import contextmanager
from pathlib import Path

from app import create_app
from app.clock import FixedClock, SystemClock
from app.services.schema import close_connections, upgrade_schema
from app.services.submission import submit_dossier
from tests.builders import World
from tests.cli.processes import free_port, gunicorn
from tests.clients import PageClient
from tests.conftest import settings
from tests.scoring.declarations import BY_ID, scored
from tests.services.derogations import by

WORKERS = 2
WARM_UP, REQUESTS = 20, 200


def steps(step):
    return 1 + sum(steps(child) for child in step.children)


def longest_case(on):
    """The worked case whose explanation holds the most steps."""
    return max(BY_ID, key=lambda name: steps(scored(BY_ID[name]["declaration"], on).trace))


def filled(folder):
    """Fill a portal; its settings, the address of a score, a cookie of the agency."""
    chosen = settings(folder, f"sqlite:///{folder / 'portal.db'}")
    clock = FixedClock(SystemClock().now())
    app = create_app(chosen, clock=clock)
    with app.app_context():
        upgrade_schema()
        world = World(app, clock)
        draft = world.draft(case=longest_case(clock.today()))
        for requirement, site in (("materials", "version"), ("site_attestation", "line:L1")):
            world.attach(draft, requirement, site)
        reference = submit_dossier(draft.reference, **by(world, "manufacturer")).reference
        reader = PageClient(app, world)
        reader.sign_in("reviewer")
        cookie = f"session={reader.client.get_cookie('session').value}"
        close_connections()
    return chosen, f"/instruction/dossiers/{reference}/score", cookie


@contextmanager
def served(chosen):
    """The portal behind gunicorn; its port."""
    port = free_port()
    environment = chosen.for_children(
        DATABASE_URL=chosen.database_url,
        SECRET_KEY=chosen.secret_key,
        BASE_URL=f"http://127.0.0.1:{port}",
    )
    with gunicorn("app:create_app()", port, environment):
        yield port


def ask(port, path, cookie, count):
    """The milliseconds of each of *count* requests, one after the other, on one connection."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    taken = []
    for _ in range(count):
        started = time.perf_counter()
        connection.request("GET", path, headers={"Cookie": cookie, "Accept-Encoding": "br"})
        answer = connection.getresponse()
        size = len(answer.read())
        taken.append(1000 * (time.perf_counter() - started))
        assert answer.status == 200, answer.status
    connection.close()
    return taken, size


def at_once(readers, *asked):
    """The same by several readers at once, each with as many requests."""
    found = []
    threads = [threading.Thread(target=lambda: found.append(ask(*asked))) for _ in range(readers)]
    for one in threads:
        one.start()
    for one in threads:
        one.join()
    assert len(found) == readers
    return [one for taken, _ in found for one in taken], found[0][1]


def main():
    with tempfile.TemporaryDirectory() as folder:
        chosen, path, cookie = filled(Path(folder))
        with served(chosen) as port:
            at_once(WORKERS, port, path, cookie, WARM_UP)
            for readers in (1, WORKERS):
                taken, size = at_once(readers, port, path, cookie, REQUESTS)
                middle, late = statistics.median(taken), statistics.quantiles(taken, n=20)[-1]
                sys.stdout.write(
                    f"{readers} at once, {WORKERS} workers, {size} bytes sent:"
                    f" median {middle:.0f} ms, 95th percentile {late:.0f} ms,"
                    f" longest {max(taken):.0f} ms\n"
                )


if __name__ == "__main__":
    main()
