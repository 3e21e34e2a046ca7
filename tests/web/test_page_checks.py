"""The checks of pages refuse what they are there to refuse."""

import pytest

from tests.page_checks import check_page

FORM = (
    '<form method="post" action="/a"><input type="hidden" name="csrf_token" value="t">'
    '<label for="m">Masse</label><input id="m" name="m"><button>Envoyer</button></form>'
)


def page(body: str, *, title="Titre", lang="fr", heading="<h1>Titre</h1>") -> str:
    return (
        f'<!DOCTYPE html><html lang="{lang}"><head><title>{title}</title></head>'
        f"<body><main>{heading}{body}</main></body></html>"
    )


@pytest.mark.parametrize(
    "good",
    [
        pytest.param(page(FORM), id="a form with its label and token"),
        pytest.param(page('<label>Masse <input name="m"></label>'), id="a label around its field"),
        pytest.param(page("<p>Dossier complet, refusé puis inscrit.</p>"), id="French states"),
        pytest.param(
            page("<p>Écrire : <code>silence_last_day</code></p>"), id="code shown as code"
        ),
        pytest.param(page("<p>Pièce : rapport_de_site.pdf</p>"), id="the name of a file"),
        pytest.param(page('<form action="/"><button>Chercher</button></form>'), id="a search"),
    ],
)
def test_a_good_page_passes(good):
    check_page(good)


@pytest.mark.parametrize(
    ("bad", "said"),
    [
        pytest.param(page("<p>a</p></div>"), "HTML", id="a tag closed and never opened"),
        pytest.param(page("", heading=""), "0 h1", id="no heading"),
        pytest.param(page("<h1>Deux</h1>"), "2 h1", id="two headings"),
        pytest.param(page("", title=" "), "no title", id="a blank title"),
        pytest.param(page("", lang="en"), "lang is 'en'", id="another language"),
        pytest.param(page('<p id="a">a</p><p id="a">b</p>'), "id 'a'", id="an id twice"),
        pytest.param(page('<p aria-describedby="z">a</p>'), "'z' names nothing", id="a lost id"),
        pytest.param(page('<input name="m">'), "no label for input 'm'", id="no label"),
        pytest.param(
            page('<label for="m"> </label><input id="m" name="m">'),
            "no label for input 'm'",
            id="a blank label",
        ),
        pytest.param(page('<select name="s"></select>'), "no label for select", id="bare select"),
        pytest.param(page("<form><button>a</button></form>"), "no action", id="no action"),
        pytest.param(
            page('<form method="POST" action="/a"><button>a</button></form>'),
            "no csrf_token",
            id="no token",
        ),
        pytest.param(page(FORM.replace('value="t"', "")), "no csrf_token", id="an empty token"),
        pytest.param(page('<p style="color:red">a</p>'), "p has style", id="an inline style"),
        pytest.param(page("<script>a()</script>"), "inline script", id="an inline script"),
        pytest.param(page('<p onclick="a()">a</p>'), "p has onclick", id="an inline handler"),
        pytest.param(page('<a href="javascript:a()">a</a>'), "javascript:", id="a script link"),
        pytest.param(page("<td>a</td>"), "HTML", id="a cell outside a table"),
        pytest.param(
            page("<p>État : awaiting_documents</p>"), "awaiting_documents", id="a raw state"
        ),
        pytest.param(page("<p>Acte : list_by_order.</p>"), "list_by_order", id="a raw act"),
        pytest.param(page("<p>État : submitted</p>"), "submitted", id="an English state"),
        pytest.param(page("<p>State.COMPLETE</p>"), "State.COMPLETE", id="a name of the code"),
    ],
)
def test_a_bad_page_is_refused(bad, said):
    with pytest.raises(AssertionError, match="The page is wrong") as refusal:
        check_page(bad)
    assert said in str(refusal.value)
