"""Each dated case of the procedure is replayed by a test that names it."""

import ast
import re

from tests.structure.tree import ROOT

# In the name or the docstring of a test: « Case 20 », « cases_33_and_34 »; or an identifier.
SAID = re.compile(r"[Cc]ases?[ _](\d+)(?:[ _]and[ _](\d+))?")
LISTED = re.compile(r'id="(\d+), ')
CASES = 39


def numbers_told():
    for path in (ROOT / "tests" / "services").glob("test_*.py"):
        source = path.read_text(encoding="utf-8")
        yield from LISTED.findall(source)
        for node in ast.walk(ast.parse(source)):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                for found in SAID.findall(f"{node.name} {ast.get_docstring(node) or ''}"):
                    yield from filter(None, found)


def test_each_case_is_told_by_a_test():
    """Section 11 of the procedure."""
    told = {int(number) for number in numbers_told()}
    assert [case for case in range(1, CASES + 1) if case not in told] == []


def test_a_number_is_read_from_a_name_a_sentence_or_an_identifier():
    assert SAID.findall("test_cases_33_and_34_of_a_list") == [("33", "34")]
    assert SAID.findall("Case 20: refused, then listed.") == [("20", "")]
    assert LISTED.findall('id="2, no 31 November"') == ["2"]
