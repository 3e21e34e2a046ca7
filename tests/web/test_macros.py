"""Forms, tables and lists are drawn as good pages, whatever they hold."""

from datetime import date

import pytest
from flask import flash, render_template
from wtforms import BooleanField, FieldList, Form, FormField, RadioField
from wtforms.fields.choices import SelectChoice
from wtforms.validators import InputRequired, Optional

from app.domain.actor import Actor, Role
from app.web import fields
from tests.page_checks import check_page
from tests.web.front import front_app, show

FORMS = '{% import "macros/forms.html" as forms %}'
KINDS = [SelectChoice("1", "Catégorie 1"), SelectChoice("2", "Catégorie 2")]


class Site(Form):
    name = fields.StrippedStringField("Nom", [InputRequired("Indiquez le nom du site.")])


class Version(fields.PortalForm):
    brand = fields.StrippedStringField(
        "Marque", [InputRequired("Indiquez la marque.")], description="Celle du certificat."
    )
    mass = fields.FrenchDecimalField("Masse (kg)", [Optional()])
    kind = RadioField("Catégorie", [InputRequired("Choisissez.")], choices=KINDS)
    certain = BooleanField("Je certifie", [InputRequired("Cochez la case.")])
    note = fields.StrippedTextField("Remarque", [Optional()])
    country = fields.CountryField("Pays", [Optional()], codes=lambda: ["FR"])
    proof = fields.EvidenceFileField("Pièce", [Optional()])
    sites = FieldList(FormField(Site, "Site"), "Sites", min_entries=2)


@pytest.fixture
def request_of():
    app = front_app()
    app.config["WTF_CSRF_CHECK_DEFAULT"] = False
    return app.test_request_context


def test_an_empty_form_is_a_good_page(request_of):
    with request_of("/"):
        html = show('{{ forms.form(form, "/") }}', imports=FORMS, form=Version())
    check_page(html)
    assert 'enctype="multipart/form-data"' in html
    assert "novalidate" in html
    assert "Remarque (facultatif)" in html
    assert "Celle du certificat." in html


def test_each_error_stands_beside_its_field_and_at_the_top(request_of):
    with request_of("/", method="POST", data={"brand": " ", "mass": "<b>", "country": "XX"}):
        form = Version()
        form.validate()
        form.form_errors.append("Les masses ne se referment pas.")
        html = show('{{ forms.form(form, "/") }}', imports=FORMS, form=form)
    check_page(html)
    top, beside = html.split("<form class=", 1)
    for said in (
        "Indiquez la marque.",
        "Choisissez.",
        "Cochez la case.",
        "Choisissez un pays de la liste.",
    ):
        assert said in top
        assert said in beside
    assert "Les masses ne se referment pas." in top
    assert '<a href="#sites-1-name">Site 2, Nom : Indiquez le nom du site.</a>' in top
    assert 'href="#kind"' in top
    assert "envoyez-la de nouveau" in top  # the token was not sent
    assert 'value="&lt;b&gt;"' in beside


def test_a_page_chooses_the_order_of_its_fields(request_of):
    drawn = '{{ forms.field(form.brand, autocomplete="off") }}'
    call = '{% call forms.form(form, "/") %}' + drawn + "{% endcall %}"
    with request_of("/"):
        html = show(call, imports=FORMS, form=Version())
    check_page(html)
    assert 'autocomplete="off"' in html
    assert 'name="mass"' not in html


def test_an_act_of_one_button_carries_its_token(request_of):
    with request_of("/"):
        html = show('{{ forms.act("Confirmer", "/", {"seen": 3}) }}', imports=FORMS)
    check_page(html)
    assert 'name="seen" value="3"' in html


def test_a_signed_in_person_can_leave_and_sees_the_menu(request_of):
    menu = [{"label": "Mes dossiers", "href": "/dossiers", "current": "page"}]
    actor = Actor(
        user_id=1,
        role=Role.MANUFACTURER,
        name="Camille",
        manufacturer_id=1,
        company="Constructeur A",
    )
    with request_of("/"):
        html = show("", current_actor=actor, navigation=menu, demonstration=True)
    check_page(html)
    assert "Se déconnecter" in html
    assert "Se connecter" not in html
    assert "Démonstration : données inventées" in html
    assert 'href="/dossiers" aria-current="page"' in html


def test_an_agent_has_no_company(request_of):
    actor = Actor(user_id=1, role=Role.REVIEWER, name="Claude")
    with request_of("/"):
        html = show("", current_actor=actor)
    check_page(html)
    assert "Instructeur (ADEME)" in html


def test_messages_of_an_act_are_read_out(request_of):
    with request_of("/"):
        flash("La batterie est enregistrée.")
        flash("La pièce est refusée.", "error")
        html = show("")
    check_page(html)
    success, failure = html.split("La batterie est enregistrée.")
    assert "fr-alert--success" in success
    assert 'role="status"' in success
    assert "fr-alert--error" in failure
    assert 'role="alert"' in failure


LISTS = """
{{ steps.steps([
  {'label': 'Version', 'href': '/v', 'status': 'done'},
  {'label': 'Sites', 'href': '/s', 'status': 'current'},
  {'label': 'Pièces', 'href': none, 'status': 'todo'},
]) }}
{% call tables.table('Dossiers', ['Référence', {'label': 'Masse', 'number': true}]) %}
  <tr>
    <td>{{ badges.badge('Complet', 'success') }}</td>
    <td class="portal-number">{{ 1574 | kg }}</td>
  </tr>
{% endcall %}
{{ tables.definitions([('Jour', day | jour)]) }}
{{ pagination.pagination(4, 12, 'home', q='e-Alpha') }}
{% call cards.callout('Reçu') %}<p>Votre dossier est reçu.</p>{% endcall %}
{{ cards.card('e-Alpha', '/v', 'Inscrite', 'M10') }}
{{ breadcrumb.breadcrumb([('Mes dossiers', '/d')], 'SE-1') }}
"""


def test_lists_and_tables_make_a_good_page(request_of):
    names = ("steps", "tables", "badges", "pagination", "cards", "breadcrumb")
    imports = "".join(f'{{% import "macros/{name}.html" as {name} %}}' for name in names)
    with request_of("/"):
        html = show(LISTS, imports=imports, day=date(2026, 3, 1))
    check_page(html)
    assert 'href="/?page=5&amp;q=e-Alpha"' in html
    assert "1er mars 2026" in html
    assert 'aria-current="step"' in html


@pytest.mark.parametrize(
    "name", ["refused", "not_found", "forbidden", "stale", "broken", "too_large"]
)
def test_an_error_page_says_what_happened_and_a_way_on(request_of, name):
    with request_of("/"):
        html = render_template(f"errors/{name}.html", error="Le dossier est déjà déposé.")
    check_page(html)
    assert 'href="/"' in html
    if name in {"refused", "stale", "forbidden"}:
        assert "Le dossier est déjà déposé." in html
