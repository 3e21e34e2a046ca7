"""Workbooks of declarations as a person fills them, read in this process."""

import io
import json
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import openpyxl

from app.gateways.workbook import child, reading
from app.web.workbook.filling import workbook_of
from app.web.workbook.reading import read_declaration
from scoring.law import load, method_on
from scoring.wire import problems_of
from tests.builders import declaration
from tests.conftest import START

TODAY = START.date()
METHOD = method_on(load(), TODAY)


def written(content, *, values=False):
    """The workbook of a declaration."""
    return _written(json.dumps(content), values)


@cache
def _written(content, values):
    return workbook_of(json.loads(content), method=METHOD, values=values)


def edited(change, content=None, *, values=False):
    """The workbook of a declaration, once a person did something to it."""
    book = openpyxl.load_workbook(io.BytesIO(written(content or declaration(), values=values)))
    change(book)
    return saved(book)


def saved(book):
    kept = io.BytesIO()
    book.save(kept)
    return kept.getvalue()


def cell(title, place, value):
    """Type a value in a cell."""

    def change(book):
        book[title][place].value = value

    return change


def sheets(content):
    """The sheets of a workbook, read without a process apart."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "received.xlsx"
        path.write_bytes(content)
        return reading._sheets(json.dumps(line).encode() for line in child.answer(path))


def read(content):
    """What a workbook declares."""
    return read_declaration(sheets(content), METHOD)


def faults(content):
    """All that is wrong in a workbook, each with its place in words."""
    filled = read(content)
    problems = problems_of(filled.content, on=TODAY, law=load())
    return [f"{one.place} : {one.message}" for one in filled.all_faults(problems)]
