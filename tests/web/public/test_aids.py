"""The page of the aids, walked without JavaScript: what it asks, what it answers, what it keeps."""

import pytest

from tests.web.public.aid_people import PEOPLE, list_a_version

MOST_PAGES = 40


def asked_by(page):
    """The form of the questions, and the names it asks."""
    form = next((one for one in page.forms() if "demande" in one.values), None)
    return (None, []) if form is None else (form, form.values["demande"][0].split(","))


def walk(visitor, situation, known):
    """Answer page after page from what a person knows, up to the result."""
    page, seen = visitor.get("/aides"), []
    for _ in range(MOST_PAGES):
        form, names = asked_by(page)
        if form is None:
            return page, seen
        seen.append(names)
        if names == ["quoi"]:
            page = visitor.submit(form, quoi=situation)
        elif names == ["version_listed"] and "tvv" in known:
            search = page.form("version")
            page = visitor.submit(search, version=known["tvv"])
            page = visitor.submit(page.form("tvv"))
        else:
            page = visitor.submit(form, **{name: known[name] for name in names})
    raise AssertionError(f"never ends: {seen}")


@pytest.mark.parametrize("who", PEOPLE)
def test_five_people_get_their_sum(visitor, world, who):
    """The sums are worked out by hand in `aid_people`."""
    situation, known, expected = PEOPLE[who]
    list_a_version(world)
    page, seen = walk(visitor, situation, known)
    assert page.title == "Les aides de votre cas"
    assert expected in page.main.replace("\u202f", " ").replace("\u00a0", " "), page.main
    flat = [name for names in seen for name in names]
    assert len(flat) == len(set(flat)), "a fact is asked twice"
