"""Chromium on the portal served on loopback, with a clock that the test moves."""

import shutil
import threading
from pathlib import Path

import pyotp
import pytest
from werkzeug.serving import make_server

from tests.builders import PASSWORD

playwright = pytest.importorskip("playwright.sync_api", reason="Playwright is not installed")

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PICTURES = Path(__file__).resolve().parents[2] / ".artefacts"
WIDE = {"width": 1280, "height": 900}
PHONE = {"width": 375, "height": 720}


@pytest.fixture(scope="session")
def chromium():
    if CHROMIUM is None:
        pytest.skip("Chromium is not installed")
    with playwright.sync_playwright() as started:
        opened = started.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield opened
        opened.close()


@pytest.fixture
def address(app):
    """The address of the portal, served by threads of this process."""
    server = make_server("127.0.0.1", 0, app, threaded=True)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.port}"
    server.shutdown()
    thread.join()
    server.server_close()


class Person:
    """Somebody at a browser of their own."""

    def __init__(self, chromium, address, world, who=None, viewport=None, *, javascript=True):
        self.world = world
        self.who = who
        self.context = chromium.new_context(
            base_url=address,
            viewport=viewport or WIDE,
            locale="fr-FR",
            java_script_enabled=javascript,
            accept_downloads=True,
        )
        self.page = self.context.new_page()
        self.faults = []
        self.page.on("console", self._heard)
        self.page.on("pageerror", lambda error: self.faults.append(f"script: {error}"))
        self.page.on("response", self._answered)
        if who:
            self.sign_in()

    def _heard(self, message):
        if message.type == "error" and "Failed to load resource" not in message.text:
            self.faults.append(f"console: {message.text}")

    def _answered(self, response):
        missing = response.status >= 400 and response.request.resource_type != "document"
        if response.status >= 500 or missing:
            self.faults.append(f"{response.status} {response.url}")

    def sign_in(self):
        self.page.goto("/connexion")
        self.page.fill("input[type=email], input[name=email]", self.world.email(self.who))
        self.page.fill("input[type=password]", PASSWORD)
        self.page.click("main button")
        secret = self.world.secrets[self.who]
        if secret:
            self.page.wait_for_url("**/connexion/code*")
            self.page.fill("input[name=code]", pyotp.TOTP(secret).at(self.world.clock.now()))
            self.page.click("main button")

    def goto(self, path):
        self.page.goto(path)
        return self.page

    def picture(self, name):
        PICTURES.mkdir(exist_ok=True)
        # To hide the caret, Playwright writes a style that the policy of the pages refuses.
        self.page.screenshot(path=PICTURES / f"{name}.png", full_page=True, caret="initial")


@pytest.fixture
def person(chromium, address, world):
    """Open a browser for somebody: ``person("reviewer")``, or for anybody: ``person()``."""
    opened = []

    def open_for(who=None, **named):
        somebody = Person(chromium, address, world, who, **named)
        opened.append(somebody)
        return somebody

    yield open_for
    faults = [fault for somebody in opened for fault in somebody.faults]
    for somebody in opened:
        somebody.context.close()
    assert not faults, faults
