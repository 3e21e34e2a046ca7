"""The page of the API: its examples are taken from the page, and run as a reader would."""

import json
import subprocess
import sys
import threading
from dataclasses import replace

import pytest
from werkzeug.serving import make_server

from app.context import SETTINGS
from tests import orders
from tests.page_checks import text_of

CODE = "005Y7CRBVb3s5T3X"
# What each example gives of one version, listed from 16 December 2023, and known in 2026.
CURL = {
    "liste": lambda said: [one["tvv"] for one in said["versions"]] == [CODE],
    "statut": lambda said: said["verdict"] == "listed",
    "histoire": lambda said: [one["listed_from"] for one in said["history"]] == ["2023-12-16"],
    "lot": lambda said: [one["verdict"] for one in said["verdicts"]] == ["listed", "unknown"],
    "changements": lambda said: [one["sequence"] for one in said["changes"]] == [1],
    "jour": lambda said: (said["on"], said["count"]) == ("2023-12-16", 1),
    "difference": lambda said: (said["added_count"], said["removed_count"]) == (1, 0),
    "inchangee": lambda said: said == 200,
}
PYTHON = {
    "liste": "1\n",
    "statut": "listed Cette version atteint le score minimal : elle figure sur la liste le 16"
    " décembre 2023.\n",
    "histoire": "[('2023-12-16', '2026-03-02T09:00:00+00:00')]\n",
    "lot": f"{CODE} listed\nINCONNU unknown\n",
    "changements": "1 [1]\n",
    "jour": "2023-12-16 1\n",
    "difference": "1 0\n",
    "inchangee": "304\n",
}


@pytest.fixture
def served(app, world):
    """The portal on loopback, with one version that the list holds since 16 December 2023."""
    orders.enter(world, ("Tesla", "Model Y", CODE), on="2023-12-15")
    world.days_pass(1)
    kept = app.extensions[SETTINGS]
    server = make_server("127.0.0.1", 0, app, threaded=True)
    app.extensions[SETTINGS] = replace(kept, base_url=f"http://127.0.0.1:{server.port}")
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield
    server.shutdown()
    thread.join()
    server.server_close()
    app.extensions[SETTINGS] = kept


def shown(page, language):
    """The examples of a page in a language, by name."""
    return {
        section.get("id").removeprefix("exemple-"): text_of(block)
        for section in page.tree.iter("section")
        if (section.get("id") or "").startswith("exemple-")
        for block in section.iter("pre")
        if block.get("data-language") == language
    }


def run(command, folder):
    return subprocess.run(
        command, cwd=folder, capture_output=True, encoding="utf-8", timeout=60, check=True
    ).stdout


@pytest.mark.long
def test_each_command_of_the_page_does_what_it_says(served, browser, tmp_path):
    commands = shown(browser().get("/api"), "curl")
    assert commands.keys() == CURL.keys()
    for name, command in commands.items():
        assert command.startswith("curl ")
        assert CURL[name](json.loads(run(["sh", "-c", command], tmp_path))), name
    assert run(["sh", "-c", commands["inchangee"]], tmp_path) == "304"


@pytest.mark.long
def test_each_program_of_the_page_does_what_it_says(served, browser, tmp_path):
    programs = shown(browser().get("/api"), "python")
    assert programs.keys() == PYTHON.keys()
    for name, program in programs.items():
        told = run([sys.executable, "-X", "utf8", "-c", program], tmp_path)
        assert told.replace("\N{NO-BREAK SPACE}", " ") == PYTHON[name], name


def test_the_page_lists_every_operation_open_to_all_and_no_other(browser, anybody):
    page = browser().get("/api")
    described = anybody.get("/openapi.json").json["paths"]
    told = {text_of(one) for one in page.tree.iter("code")}
    for path, item in described.items():
        for method in item.keys() - {"parameters"}:
            is_open = not item[method].get("security")
            assert (f"{method.upper()} {path}" in told) == is_open, path


def test_the_page_says_the_rules_of_use(browser, app):
    kept = app.extensions[SETTINGS]
    app.extensions[SETTINGS] = replace(kept, requests_a_minute=123)
    page = browser().get("/api")
    app.extensions[SETTINGS] = kept
    assert "période de 60 secondes : 123 unités" in page.main
    for said in ("Atteindre le score n’est pas obtenir une aide", "304", "problem+json", "CORS"):
        assert said in page.main
    links = browser().get("/donnees").links()
    assert (links["Interface de programmation"], links["Exemples et règles d’usage"]) == (
        "/api",
        "/api",
    )
