"""The title of an order: as it is prepared, and as the Journal officiel prints it."""

import pytest

from app.domain.orders import title_as_published


@pytest.mark.parametrize(
    ("prepared", "published"),
    [
        ("Projet d’arrêté fixant la liste", "Arrêté fixant la liste"),
        ("Projet d'arrêté fixant la liste", "Arrêté fixant la liste"),
        ("PROJET D’ARRÊTÉ FIXANT LA LISTE", "ARRÊTÉ FIXANT LA LISTE"),
        ("projet  d’ arrêté du 2 mars", "Arrêté du 2 mars"),
        ("Arrêté du 2 mars 2026", "Arrêté du 2 mars 2026"),
        ("Arrêté relatif au projet d’arrêté type", "Arrêté relatif au projet d’arrêté type"),
        ("Projet de liste", "Projet de liste"),
        ("Projet d’arrêté", "Arrêté"),
    ],
)
def test_the_title_as_published_is_no_longer_a_draft(prepared, published):
    assert title_as_published(prepared) == published
