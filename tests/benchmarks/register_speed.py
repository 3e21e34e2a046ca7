"""What the list costs: a code, a search, its brands, a batch of codes, among many versions.

``python -m tests.benchmarks.register_speed`` measures ten thousand versions and a hundred thousand,
turn by turn in one run. The databases are SQLite in a temporary folder, or fresh ones on the server
that SCORE_ENV_TEST_DATABASE names. The versions come from orders entered as the Journal officiel
would print them, with removals and corrections; brands and models are invented, but for one brand
that is searched by its alias.
"""

import random
import statistics
import sys
import time
from contextlib import ExitStack
from datetime import date, timedelta

from sqlalchemy import text

from app.domain.orders import LineEffect
from app.extensions import db
from app.queries.list_changes import changed_brands
from app.queries.register import PAGE, Wanted, count_listed, listed
from app.queries.search import applied_aliases
from app.queries.status import answers, status
from app.queries.suggestions import suggestions
from app.services.orders import PublishedRow, import_published_order
from tests.benchmarks.pass_cost import portal

FEW, MANY = 10_000, 100_000
ORDERS = 25
FIRST = date(2023, 12, 15)
CALLS = 300
BATCH = 10_000
SYLLABLES = ("ba", "ci", "do", "fu", "ga", "li", "mo", "né", "pi", "ra", "so", "tu", "ve", "zo")
LETTERS = "abcdefghkmnpqrstuvwxyzABCDEFGHKMNPQRSTUVWXYZ0123456789"
# Milliseconds at the 95th percentile, and seconds for a batch.
TARGETS = {"status": 5, "search": 20, "aliases": 20, "brands": 5, "suggestions": 20, "batch": 2}
# A code among ten times as many versions.
RATIO = 1.5
SAID = {True: "met", False: "MISSED"}


def cars(count, seed=1):
    """So many versions: thirty brands, a model for some thirty versions of one."""
    draw = random.Random(seed)
    names = ["Volkswagen", *("".join(draw.sample(SYLLABLES, 3)).title() for _ in range(29))]
    models = [
        (draw.choice(names), f"{''.join(draw.sample(SYLLABLES, 2)).title()} {draw.randint(1, 99)}")
        for _ in range(count // 30)
    ]
    return [
        (*draw.choice(models), f"{''.join(draw.choices(LETTERS, k=14))}{number}")
        for number in range(count)
    ]


def fill(world, count):
    """Enter the orders, one version in fifty removed by the last; give the rows."""
    rows = [PublishedRow(brand=b, commercial_name=n, tvv=t) for b, n, t in cars(count)]
    each = -(-count // ORDERS)
    for number, start in enumerate(range(0, count, each)):
        enter(world, rows[start : start + each], number)
    gone = [
        PublishedRow(
            brand=row.brand,
            commercial_name=row.commercial_name,
            tvv=row.tvv,
            effect=LineEffect.REMOVE,
        )
        for row in rows[::50]
    ]
    enter(world, gone, ORDERS)
    with world.app.app_context():  # what a server does by itself, a minute later
        db.session.execute(text("ANALYZE"))
        db.session.commit()
    return rows


def enter(world, rows, number):
    with world.app.app_context():
        import_published_order(
            f"Arrêté inventé n° {number}",
            rows,
            published_on=FIRST + timedelta(days=30 * number),
            by=world.actor("authority"),
            clock=world.clock,
        )


def timed(world, call, calls):
    """The 95th percentile of the calls and their median, in milliseconds."""
    taken = []
    with world.app.app_context():
        for one in calls:
            start = time.perf_counter()
            call(one)
            taken.append((time.perf_counter() - start) * 1000)
            db.session.rollback()
    return statistics.quantiles(taken, n=20)[-1], statistics.median(taken)


def search(words):
    """What the page does: how many there are, the first of them, and the other names tried."""
    wanted = Wanted(on=date(2026, 3, 1), containing=words)
    count_listed(wanted)
    listed(wanted, most=PAGE)
    applied_aliases(words)


def model(row):
    """The first word of its model."""
    return row.commercial_name.split()[0]


def measure(world, rows, calls):
    """Milliseconds of each question, seconds of a batch."""
    draw = random.Random(2)
    some = draw.choices(rows, k=calls)
    on = date(2026, 3, 1)
    words = [
        draw.choice(
            (row.brand, row.commercial_name, f"{row.brand} {row.commercial_name}", row.tvv, "")
        )
        for row in some
    ]
    codes = [row.tvv for row in draw.sample(rows, min(BATCH, len(rows)))]
    asked = {
        "status": (lambda row: status(row.tvv, on=on), some),
        "search": (search, words),
        "aliases": (search, ["VW"] * (calls // 2) + ["vw " + model(row) for row in some[::2]]),
        "brands": (lambda _: changed_brands(), some),
        "suggestions": (lambda row: suggestions(row.tvv.swapcase()), some),
    }
    found = {}
    for name, (call, each) in asked.items():
        found[name], found[f"median {name}"] = timed(world, call, each)
    with world.app.app_context():
        start = time.perf_counter()
        answers(codes, on=on)
        found["batch"] = time.perf_counter() - start
    return found


def figures(few=FEW, many=MANY, calls=CALLS):
    """What was measured for both sizes."""
    with ExitStack() as stack:
        found = {}
        for name, count in (("few", few), ("many", many)):
            world = stack.enter_context(portal(f"score_env_register_{name}"))
            start = time.perf_counter()
            rows = fill(world, count)
            found[count] = world, rows, time.perf_counter() - start
        return {
            count: measure(world, rows, calls) | {"fill": seconds}
            for count, (world, rows, seconds) in found.items()
        }


def ratio_of(small, large):
    """How much more a code costs among ten times as many, by its median."""
    return large["median status"] / small["median status"]


def lines(found):
    """What is said of both sizes, a line a figure, and whether all is met."""
    small, large = found.values()
    told, met = [], True
    for name, target in TARGETS.items():
        unit = "s" if name == "batch" else "ms"
        held = large[name] <= target
        told.append(
            f"{name:12} {small[name]:8.2f} {large[name]:8.2f} {unit:2} ≤ {target:4} {SAID[held]}"
        )
        met = met and held
    ratio = ratio_of(small, large)
    told.append(f"{'ratio':12} {ratio:17.2f}    ≤ {RATIO:4} {SAID[ratio <= RATIO]}")
    told.append(f"{'orders':12} {small['fill']:8.1f} {large['fill']:8.1f} s  entered")
    return told, met and ratio <= RATIO


def main():
    told, met = lines(figures())
    sys.stdout.write("\n".join(told) + "\n")
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
