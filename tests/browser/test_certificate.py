"""The certificate of a silent refusal on paper: alone, on A4, in Chromium."""

import re

import pytest

from tests.services.stories import Story

pytestmark = pytest.mark.browser

# 210 by 297 millimetres, in points, as PDF counts them.
A4 = (595, 842)


def sheets(pdf):
    """The width and height of each page of a PDF, in whole points."""
    boxes = re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", pdf)
    return [(round(float(width)), round(float(height))) for width, height in boxes]


def test_the_certificate_prints_alone_on_two_sheets_at_most(person, world):
    story = Story(world).tell(
        ("receive", "2026-03-02"), ("confirm", "2026-03-10"), ("tick", "2026-06-05")
    )
    manufacturer = person("manufacturer")
    page = manufacturer.goto(f"/constructeur/dossiers/{story.reference}/rejet-implicite")
    manufacturer.picture("certificate")
    printed = sheets(page.pdf(prefer_css_page_size=True))
    assert set(printed) == {A4}
    assert len(printed) <= 2
    page.emulate_media(media="print")
    manufacturer.picture("certificate-printed")
    for frame in ("header", "footer", "nav.fr-breadcrumb", ".fr-skiplinks", "text=Revenir au"):
        assert not page.locator(frame).first.is_visible(), frame
    assert page.locator("h1").is_visible()
    assert page.locator("text=au terme du").is_visible()


def test_a_long_digest_does_not_widen_the_page_of_a_phone(person, world):
    story = Story(world).tell(
        ("receive", "2026-03-02"), ("confirm", "2026-03-10"), ("tick", "2026-06-05")
    )
    phone = person("manufacturer", viewport={"width": 375, "height": 720})
    page = phone.goto(f"/constructeur/dossiers/{story.reference}/rejet-implicite")
    assert page.evaluate("document.documentElement.scrollWidth") == 375
