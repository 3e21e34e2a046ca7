"""The examples of the page of the API, kept once: the page shows them, a test runs them from it."""

from dataclasses import dataclass
from typing import Final

CODE: Final = "005Y7CRBVb3s5T3X"
VERSIONS: Final = "BASE/api/v1/versions"


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """One question and two ways to ask it; BASE stands for the address of the portal.

    Attributes:
        name: names it in the address of the page.
        title: the question.
        curl: a command that prints the answer.
        python: a program of the standard library that prints what matters in the answer.
    """

    name: str
    title: str
    curl: str
    python: str


def _read(address: str, shown: str) -> str:
    return f"""import json
from urllib.request import urlopen

with urlopen("{address}") as answer:
    found = json.load(answer)
print({shown})"""


def _example(name: str, title: str, address: str, shown: str) -> Example:
    return Example(
        name=name, title=title, curl=f"curl -sS '{address}'", python=_read(address, shown)
    )


PAGES: Final = f"""import json
from urllib.parse import urlencode
from urllib.request import urlopen

asked, codes = {{"brand": "tesla", "limit": 200}}, []
while True:
    with urlopen("{VERSIONS}?" + urlencode(asked)) as answer:
        page = json.load(answer)
    codes += [version["tvv"] for version in page["versions"]]
    if page["next_cursor"] is None:
        break
    asked["cursor"] = page["next_cursor"]
print(len(codes))"""

CHECK: Final = f"""import json
from urllib.request import Request, urlopen

sent = json.dumps({{"codes": ["{CODE}", "INCONNU"]}}).encode()
asked = Request("{VERSIONS}/check", sent, {{"Content-Type": "application/json"}})
with urlopen(asked) as answer:
    found = json.load(answer)
for one in found["verdicts"]:
    print(one["tvv"], one["verdict"])"""

UNCHANGED: Final = f"""from urllib.error import HTTPError
from urllib.request import Request, urlopen

address = "{VERSIONS}?brand=tesla"
with urlopen(address) as answer:
    tag = answer.headers["ETag"]
try:
    urlopen(Request(address, headers={{"If-None-Match": tag}}))
except HTTPError as error:
    print(error.code)"""

EXAMPLES: Final = (
    Example(
        name="liste",
        title="Quelles versions d’une marque sont sur la liste, page après page ?",
        curl=f"curl -sS '{VERSIONS}?brand=tesla&sort=newest&limit=50'",
        python=PAGES,
    ),
    _example(
        "statut",
        "Un code était-il sur la liste tel jour, d’après ce que le portail savait à tel instant ?",
        f"{VERSIONS}/status?tvv={CODE}&on=2023-12-16&known_at=2026-03-02T12:00:00Z",
        'found["verdict"], found["sentence"]',
    ),
    _example(
        "histoire",
        "Qu’a dit la liste d’un code, et quand le portail l’a-t-il su ?",
        f"{VERSIONS}/history?tvv={CODE}",
        '[(one["listed_from"], one["known_from"]) for one in found["history"]]',
    ),
    Example(
        name="lot",
        title="Jusqu’à 10 000 codes d’un coup : lesquels sont sur la liste ?",
        curl=f"curl -sS -H 'Content-Type: application/json' \\\n"
        f'     --data \'{{"codes": ["{CODE}", "INCONNU"]}}\' {VERSIONS}/check',
        python=CHECK,
    ),
    _example(
        "changements",
        "Qu’est-ce qui a changé depuis le numéro que j’ai gardé ?",
        "BASE/api/v1/changes?since=0&limit=100",
        'found["last"], [one["sequence"] for one in found["changes"]]',
    ),
    _example(
        "jour",
        "Quelle était la liste un jour donné ?",
        f"{VERSIONS}?on=2023-12-16&limit=200",
        'found["on"], found["count"]',
    ),
    _example(
        "difference",
        "Qu’est-ce qui diffère entre deux jours ?",
        f"{VERSIONS}/difference?from=2023-12-15&to=2023-12-16",
        'found["added_count"], found["removed_count"]',
    ),
    Example(
        name="inchangee",
        title="La réponse que j’ai gardée vaut-elle toujours ?",
        curl="curl -sS --etag-save etiquette --etag-compare etiquette \\\n"
        f"     -o versions.json -w '%{{http_code}}' '{VERSIONS}?brand=tesla'",
        python=UNCHANGED,
    ),
)


def written(text: str, base_url: str) -> str:
    """Return a command or a program with the address of the portal in it."""
    return text.replace("BASE", base_url)
