"""Orders for the tests of the list: entered as printed, or prepared and published."""

from datetime import date

from app.domain.orders import LineEffect
from app.services.orders import (
    NewWords,
    PublishedRow,
    import_published_order,
    prepare_order,
    put_correction,
    put_in_order,
    put_removal,
)

REASONS = "Une donnée déclarée était fausse."


def by(world, who="authority"):
    return {"by": world.actor(who), "clock": world.clock}


def day(text):
    return date.fromisoformat(text)


def enter(world, *rows, on, effect=None, title="Arrêté repris", **named):
    """An order as printed: brand, model, code, and « remove » when the row removes."""
    printed = [
        PublishedRow(
            brand=brand, commercial_name=name, tvv=tvv, effect=LineEffect(*said or ("list",))
        )
        for brand, name, tvv, *said in rows
    ]
    return import_published_order(
        title,
        printed,
        published_on=day(on),
        effective_on=effect and day(effect),
        **(by(world) | named),
    )


def prepared(world, title=None):
    world.orders += 1
    return prepare_order(title or f"Arrêté d’essai n° {world.orders}", **by(world))


def removal(world, *versions, order=None):
    """An order in preparation that removes versions: code and brand."""
    order = order or prepared(world)
    for tvv, brand in versions:
        put_removal(order.reference, tvv, brand, reasons=REASONS, **by(world))
    return order


def correction(world, corrected, position, *, order=None, **said):
    """An order in preparation that corrects a row of a published one."""
    order = order or prepared(world)
    put_correction(order.reference, corrected.reference, position, NewWords(**said), **by(world))
    return order


def keeping(world, *reports, order=None):
    """An order in preparation that keeps versions after their changes."""
    order = order or prepared(world)
    for report in reports:
        put_in_order(order.reference, report.reference, effect=LineEffect.KEEP, **by(world))
    return order
