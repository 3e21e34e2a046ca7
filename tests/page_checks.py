"""What every page of the portal must be: used by PageClient on each page a test fetches."""

import re
from collections import Counter
from xml.etree.ElementTree import Element

import html5lib

INVISIBLE = {"script", "style", "template", "code", "pre", "textarea"}  # not what was typed
UNLABELLED = {"hidden", "submit", "button", "reset", "image"}
# The code's words for states and acts; English words that are also French ones stay out.
UNTRANSLATED = re.compile(
    r"\b(?:draft|submitted|awaiting_documents|proposed|withdrawn|listed|removed|deemed"
    r"|manufacturer|reviewer|authority|operator|complete|refused|pending|infected|not_scanned"
    r")\b(?!@)"  # but not an address
    r"|(?<![\w./-])[a-z]+(?:_[a-z]+)+(?!\w|\.\w|[/-])"  # but not the name of a file
    r"|\b(?:State|Action|Route|Role)\.[A-Z_]+\b"
    r"|<[\w.]+ object at 0x"
)


def check_page(html: str) -> Element:
    """Return the parsed page, or raise AssertionError with all that is wrong in it."""
    parser = html5lib.HTMLParser(namespaceHTMLElements=False)
    page = parser.parse(html)
    wrong = [f"HTML: {code} {details} at {place}" for place, code, details in parser.errors]
    for problems in (heading, language, identifiers, labels, forms, inline, language_of_states):
        wrong += problems(page)
    assert not wrong, "The page is wrong:\n- " + "\n- ".join(wrong)
    return page


def heading(page: Element) -> list[str]:
    headings = page.findall(".//h1")
    found = [] if len(headings) == 1 else [f"{len(headings)} h1 instead of one"]
    if not text_of(page.find(".//title")):
        found.append("no title")
    if len(page.findall(".//main")) != 1:
        found.append("not exactly one main")
    return found


def language(page: Element) -> list[str]:
    return [] if page.get("lang") == "fr" else [f"lang is {page.get('lang')!r}, not 'fr'"]


def identifiers(page: Element) -> list[str]:
    ids = Counter(element.get("id") for element in page.iter() if element.get("id") is not None)
    found = [f"id {name!r} is there {count} times" for name, count in ids.items() if count > 1]
    for element in page.iter():
        for attribute in ("for", "aria-labelledby", "aria-describedby", "aria-controls"):
            found += [
                f"{attribute}={name!r} names nothing"
                for name in (element.get(attribute) or "").split()
                if name not in ids
            ]
    return found


def labels(page: Element) -> list[str]:
    labelled = {label.get("for") for label in page.iter("label") if text_of(label)}
    wrapped = {field for label in page.iter("label") if text_of(label) for field in label.iter()}
    return [
        f"no label for {field.tag} {field.get('name')!r}"
        for field in page.iter()
        if field.tag in {"input", "select", "textarea"}
        and field.get("type") not in UNLABELLED
        and field.get("id") not in labelled - {None}
        and field not in wrapped
        and not (field.get("aria-label") or field.get("aria-labelledby"))
    ]


def forms(page: Element) -> list[str]:
    found = []
    for form in page.iter("form"):
        if not form.get("action"):
            found.append("a form has no action")
        tokens = [
            field.get("value")
            for field in form.iter("input")
            if field.get("name") == "csrf_token" and field.get("type") == "hidden"
        ]
        if form.get("method", "get").lower() == "post" and not any(tokens):
            found.append(f"the form to {form.get('action')!r} has no csrf_token")
    return found


def inline(page: Element) -> list[str]:
    found = []
    for element in page.iter():
        if not isinstance(element.tag, str):
            continue  # a comment
        if element.tag == "style" or (element.tag == "script" and not element.get("src")):
            found.append(f"inline {element.tag}")
        for name, value in element.attrib.items():
            if name == "style" or name.startswith("on"):
                found.append(f"{element.tag} has {name}={value!r}")
            if value.strip().lower().startswith("javascript:"):
                found.append(f"{element.tag} has {name}={value!r}")
    return found


def language_of_states(page: Element) -> list[str]:
    body = page.find("body")
    words = UNTRANSLATED.findall(visible_text(body)) if body is not None else []
    return [f"untranslated: {word!r}" for word in words]


def visible_text(element: Element) -> str:
    if not isinstance(element.tag, str) or element.tag in INVISIBLE:
        return ""
    parts = [element.text or ""]
    for child in element:
        parts += [visible_text(child), child.tail or ""]
    return " ".join(parts)


def text_of(element: Element | None) -> str:
    return "" if element is None else "".join(element.itertext()).strip()
