"""Make one PDF in a process of its own: ``python -m app.gateways.paper.child``.

HTML comes in, a PDF goes out. WeasyPrint and Pango are loaded here and nowhere else: the portal
starts without them, and a page that is slow to lay out holds no other page back.
"""

import sys
from typing import Final, NoReturn

from weasyprint import HTML
from weasyprint.urls import URLFetcher

# Tagged, with its title and its language: read aloud as well as seen.
VARIANT: Final = "pdf/ua-1"


class NothingFetched(URLFetcher):  # type: ignore[misc]  # its base says no types
    """Refuses every address: a page on paper holds all that it shows.

    By default WeasyPrint would put any file of the machine that a page names into the PDF.
    """

    def fetch(self, url: str, *_: object) -> NoReturn:
        """Refuse an address.

        Raises:
            ValueError: always; WeasyPrint goes on without it.
        """
        raise ValueError(f"nothing is fetched for a PDF: {url[:100]}")


def as_pdf(html: str) -> bytes:
    """Return a page as a tagged PDF; the same page makes the same bytes."""
    made: bytes = HTML(string=html, url_fetcher=NothingFetched()).write_pdf(pdf_variant=VARIANT)
    return made


def main() -> None:
    """Answer the page of the standard input."""
    sys.stdout.buffer.write(as_pdf(sys.stdin.buffer.read().decode()))


if __name__ == "__main__":
    main()
