"""What the tests of the silent refusal share: stories, addresses, what a page says."""

from sqlalchemy import func, select

from app.extensions import db

COMPLETE = (("receive", "2026-03-02"), ("confirm", "2026-03-10"))
SILENCE = (*COMPLETE, ("tick", "2026-06-05"))
AUDIENCES = {"manufacturer": "constructeur", "reviewer": "instruction", "authority": "ministeres"}


def address(story, who, page="rejet-implicite"):
    return f"/{AUDIENCES[who]}/dossiers/{story.reference}/{page}"


def certificate(browser, story, who="manufacturer"):
    return browser(who).get(address(story, who))


def says(page, *words):
    text = page.main.replace("\u00a0", " ")
    missing = [word for word in words if word not in text]
    assert missing == [], text


def rows():
    """How many rows each table holds."""
    return {
        table.name: db.session.scalar(select(func.count()).select_from(table))
        for table in db.metadata.sorted_tables
    }
