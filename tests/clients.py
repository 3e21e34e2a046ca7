"""A client that checks every page it fetches, and fills forms as a person would."""

from dataclasses import dataclass, field
from datetime import timedelta
from xml.etree.ElementTree import Element

import html5lib
import pyotp

from app.services.sign_in import confirm_second_factor, sign_in
from app.web.access import TOKEN
from tests.builders import PASSWORD
from tests.page_checks import check_page, text_of

_ONE_STEP = timedelta(seconds=30)


@dataclass
class Form:
    """A form of a page, with what it would send."""

    action: str
    method: str
    values: dict[str, list]
    buttons: dict[str, str] = field(default_factory=dict)


class Page:
    """An answer that is a page."""

    def __init__(self, response, html, tree):
        self.response = response
        self.status = response.status_code
        self.path = response.request.path
        self.html = html
        self.tree = tree

    @property
    def text(self) -> str:
        """The visible text, blanks folded."""
        return " ".join(text_of(self.tree.find(".//body")).split())

    @property
    def main(self) -> str:
        """The visible text of the content only."""
        return " ".join(text_of(self.tree.find(".//main")).split())

    @property
    def title(self) -> str:
        return " ".join(text_of(self.tree.find(".//h1")).split())

    def links(self) -> dict[str, str]:
        return {
            " ".join(text_of(a).split()): a.get("href")
            for a in self.tree.iter("a")
            if a.get("href")
        }

    def forms(self) -> list[Form]:
        return [_read_form(form, self.path) for form in self.tree.iter("form")]

    def form(self, containing="") -> Form:
        """The form whose action or field names contain *containing*; sign-out set apart."""
        found = [
            form
            for form in self.forms()
            if not form.action.endswith("/deconnexion")
            and (containing in form.action or containing in form.values)
        ]
        assert found, f"no form {containing!r} on {self.path}: {self.main[:500]}"
        return found[0]


def _read_form(form: Element, path: str) -> Form:
    values: dict[str, list] = {}
    buttons: dict[str, str] = {}
    for item in form.iter():
        name = item.get("name")
        if not name:
            continue
        kind = item.get("type", "text")
        if item.tag == "select":
            options = list(item.iter("option"))
            chosen = [o for o in options if o.get("selected") is not None] or options[:1]
            values[name] = [o.get("value", text_of(o)) for o in chosen]
        elif item.tag == "textarea":
            values.setdefault(name, []).append(item.text or "")
        elif item.tag == "button" or kind == "submit":
            buttons[name] = item.get("value", "")
        elif item.tag == "input" and kind == "file":
            values.setdefault(name, [])
        elif item.tag == "input" and kind in {"checkbox", "radio"}:
            values.setdefault(name, [])
            if item.get("checked") is not None:
                values[name].append(item.get("value", "on"))
        elif item.tag == "input":
            values.setdefault(name, []).append(item.get("value", ""))
    return Form(form.get("action") or path, form.get("method", "get"), values, buttons)


class PageClient:
    """A browser without JavaScript."""

    def __init__(self, app, world):
        self.client = app.test_client()
        self.world = world

    def sign_in(self, who):
        """Open a session as the pages do, without their forms: those have tests of their own."""
        clock = self.world.clock
        signed = sign_in(self.world.email(who), PASSWORD, browser="essai", clock=clock)
        token = signed.token
        if signed.second_factor_due:
            # A code serves once: the next thirty seconds give the next one.
            clock.advance(_ONE_STEP)
            code = pyotp.TOTP(self.world.secrets[who]).at(clock.now())
            token = confirm_second_factor(token, code, clock=clock)
        with self.client.session_transaction() as session:
            session.clear()
            session[TOKEN] = token

    def get(self, path, *, follow=True) -> Page:
        return self._page(self.client.get(path, follow_redirects=follow))

    def submit(self, form: Form, *, button=None, files=None, **values) -> Page:
        """Send *form* with some values changed, through a named button if one is given."""
        sent = {name: list(value) for name, value in form.values.items()}
        for name, value in values.items():
            assert name in sent, f"the form has no field {name!r}: {sorted(sent)}"
            sent[name] = value if isinstance(value, list) else [value]
        if button:
            assert button in form.buttons, f"no button {button!r}: {sorted(form.buttons)}"
            sent[button] = [form.buttons[button]]
        for name, given in (files or {}).items():
            assert name in sent, f"the form has no field {name!r}: {sorted(sent)}"
            sent[name] = given if isinstance(given, list) else [given]
        if form.method.lower() == "get":
            return self._page(
                self.client.get(form.action, query_string=sent, follow_redirects=True)
            )
        return self._page(
            self.client.post(
                form.action,
                data=sent,
                content_type="multipart/form-data",
                follow_redirects=True,
            )
        )

    def _page(self, response) -> Page:
        html = response.get_data(as_text=True) if response.mimetype == "text/html" else ""
        if html and response.status_code not in {301, 302, 303}:
            return Page(response, html, check_page(html))
        return Page(response, html, html5lib.parse(html, namespaceHTMLElements=False))
