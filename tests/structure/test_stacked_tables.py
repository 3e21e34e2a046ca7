"""A table whose rows become lists on a phone tells each column beside its value."""

import re

import pytest

from tests.structure.tree import ROOT

CALL = re.compile(
    r"{% call tables\.table\('[^']*', (\[.*?\])[^\]]*stacked=true\) %}(.*?){% endcall %}", re.DOTALL
)
COLUMN = re.compile(r"'label': '([^']*)'|(?<=[\[ ])'([^']*)'(?=[,\]])")
ROW = re.compile(r"<tr(.*?)</tr>", re.DOTALL)
CELL = re.compile(r'<td role="cell" data-label="([^"]*)"')
TABLES = [
    pytest.param(columns, body, id=f"{path.name}-{number}")
    for path in sorted((ROOT / "templates").rglob("*.html"))
    for number, (columns, body) in enumerate(CALL.findall(path.read_text(encoding="utf-8")))
]


def test_the_tables_of_the_ministries_are_stacked():
    found = [
        path.name
        for path in sorted((ROOT / "templates" / "authority").glob("*.html"))
        if len(re.findall(r"tables\.table\(", path.read_text(encoding="utf-8")))
        != len(CALL.findall(path.read_text(encoding="utf-8")))
    ]
    assert found == []


@pytest.mark.parametrize(("columns", "body"), TABLES)
def test_each_cell_bears_the_name_of_its_column(columns, body):
    names = [one or other for one, other in COLUMN.findall(columns)]
    rows = ROW.findall(body)
    assert rows
    for row in rows:
        assert row.startswith(' role="row"')
        assert CELL.findall(row) == names
        assert row.count("<td") == len(names)
