"""Workbooks: written to be filled in, read apart from the portal, hostile ones refused."""

import io
import json
import random
from decimal import Decimal
from fractions import Fraction

import openpyxl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl.xml import DEFUSEDXML

from app.gateways.workbook import child, reading
from app.gateways.workbook.cells import MOST_BYTES, CellKind, ReadCell, WorkbookRefusedError
from app.gateways.workbook.numbers import in_cell, plain
from app.gateways.workbook.reading import read_workbook
from app.gateways.workbook.writing import LISTS, WrittenColumn, WrittenSheet, write_workbook
from scoring.fields import QUANTITY
from tests.gateways import samples, workbooks

# Before a test puts another in its place.
ROOT = reading.ROOT
QUANTITIES = st.from_regex(QUANTITY, fullmatch=True)


def refused(content):
    with pytest.raises(WorkbookRefusedError) as found:
        read_workbook(content)
    return str(found.value)


def answer(tmp_path, content):
    """The answer of the child, computed in this process."""
    path = tmp_path / "received.xlsx"
    path.write_bytes(content)
    return list(child.answer(path))


def said(tmp_path, content):
    """The refusal of the child, computed in this process."""
    return answer(tmp_path, content)[-1]["refused"]


@pytest.fixture
def here(monkeypatch, tmp_path):
    """Read in this very process: quicker, and without the limits of the child."""

    def run(path, kept):
        kept.writelines(json.dumps(line).encode() + b"\n" for line in child.answer(path))

    monkeypatch.setattr(reading, "_run", run)


def cells(content):
    """The cells of the first sheet, by coordinates."""
    first = read_workbook(content)[0]
    return {(row.number, rank): cell for row in first.rows for rank, cell in row.cells.items()}


def saved(*rows):
    """What a spreadsheet program would save."""
    book, buffer = openpyxl.Workbook(), io.BytesIO()
    for row in rows:
        book.active.append(row)
    book.save(buffer)
    return buffer.getvalue()


class TestNumbers:
    @pytest.mark.parametrize(
        ("kept", "typed"),
        [
            # What Excel writes in the file for what a person typed, in 17 digits.
            (77.400000000000006, "77.4"),
            (0.10000000000000001, "0.1"),
            (1234567.8899999999, "1234567.89"),
            (412, "412"),
            (412.0, "412"),
            (1e-7, "0.0000001"),
            (1e15, "1000000000000000"),
            (-0.0, "0"),
            (-2.5, "-2.5"),
            (100, "100"),
        ],
    )
    def test_a_binary_number_is_the_decimal_that_was_typed(self, kept, typed):
        assert plain(kept) == typed

    @pytest.mark.parametrize("kept", [float("inf"), float("nan")])
    def test_what_is_not_finite_is_no_number(self, kept):
        assert plain(kept) is None

    @given(st.integers(0, 10**15 - 1), st.integers(0, 9))
    def test_fifteen_digits_always_come_back(self, digits, after):
        typed = Decimal(digits).scaleb(-after)
        assert Fraction(plain(float(typed))) == Fraction(typed)

    @given(QUANTITIES)
    def test_a_quantity_put_in_a_cell_comes_back_to_the_letter(self, text):
        written = in_cell(text)
        assert (plain(float(written)) if isinstance(written, Decimal) else written) == text

    @pytest.mark.parametrize("text", ["1650.50", "0.10", "123456789.123456789", "1.0"])
    def test_what_a_number_would_change_is_kept_as_a_text(self, text):
        assert in_cell(text) == text


@pytest.mark.usefixtures("here")
class TestReading:
    def test_each_kind_of_cell_is_told(self, tmp_path):
        book, buffer = openpyxl.Workbook(), io.BytesIO()
        sheet = book.active
        sheet.append(["texte", 77.4, 5, True, "=A1", "00123"])
        sheet.append([None, "  ", None, Decimal("0.3")])
        sheet["A4"] = "#N/A"
        sheet["A4"].data_type = "e"
        sheet["A5"] = 45000
        sheet["A5"].number_format = "dd/mm/yyyy"
        book.save(buffer)
        found = cells(buffer.getvalue())
        assert found == {
            (1, 1): ReadCell(CellKind.TEXT, "texte"),
            (1, 2): ReadCell(CellKind.NUMBER, "77.4"),
            (1, 3): ReadCell(CellKind.NUMBER, "5"),
            (1, 4): ReadCell(CellKind.FLAG, "true"),
            (1, 5): ReadCell(CellKind.FORMULA, ""),
            (1, 6): ReadCell(CellKind.TEXT, "00123"),
            (2, 4): ReadCell(CellKind.NUMBER, "0.3"),
            (4, 1): ReadCell(CellKind.FAILURE, ""),
            (5, 1): ReadCell(CellKind.DAY, ""),
        }

    @pytest.mark.parametrize("dimension", ["A1:B2", "A1", "A1:XFD1048576", "C3:D4"])
    def test_what_a_sheet_says_of_its_size_changes_nothing(self, dimension):
        found = cells(workbooks.book(workbooks.rows(500), dimension=dimension))
        assert len(found) == 1_000

    def test_a_number_kept_in_seventeen_digits_is_the_decimal_that_was_typed(self):
        """As Excel writes what a person typed as 77,4 and as 1,1."""
        found = cells(
            workbooks.book(
                "<row><c><v>77.400000000000006</v></c><c><v>1.1000000000000001</v></c></row>"
            )
        )
        assert [cell.value for cell in found.values()] == ["77.4", "1.1"]

    def test_a_cell_that_says_more_than_a_number_holds_is_no_number(self):
        found = cells(workbooks.book("<row><c><v>1e999</v></c></row>"))
        assert found[1, 1].kind is CellKind.FAILURE

    def test_a_text_of_a_million_signs_is_told_apart(self):
        noise = random.Random(5).randbytes(450_000).hex()  # compressed, it is a bomb
        found = cells(workbooks.book(workbooks.text(noise)))
        assert found == {(1, 1): ReadCell(CellKind.LONG, "")}

    def test_shared_and_array_formulas_are_formulas(self):
        rows = (
            '<row r="1"><c r="A1"><f t="shared" ref="A1:A2" si="0">B1+1</f><v>2</v></c></row>'
            '<row r="2"><c r="A2"><f t="shared" si="0"/><v>3</v></c>'
            '<c r="B2"><f t="array" ref="B2">SUM(C1:C2)</f><v>3</v></c></row>'
        )
        found = cells(workbooks.book(rows))
        assert {cell.kind for cell in found.values()} == {CellKind.FORMULA}
        assert len(found) == 3

    def test_a_last_row_of_nothing_is_honest(self):
        """Some programs write the very last row, empty, to give it a height."""
        rows = workbooks.rows(2) + '<row r="1048576" ht="12.8"/>'
        assert len(cells(workbooks.book(rows))) == 4


class TestRefusals:
    @pytest.mark.parametrize(
        ("content", "told"),
        [
            pytest.param(b"", "est vide", id="empty"),
            pytest.param(b"a;b\n", "n’est pas celui du tableur", id="a text"),
            pytest.param(samples.pdf(), "n’est pas celui du tableur", id="a PDF"),
            pytest.param(samples.ods(), "ne contient pas de classeur XLSX", id="an ODS"),
            pytest.param(
                samples.archive({"word/document.xml": b"<a/>"}), "pas de classeur XLSX", id="a DOCX"
            ),
            pytest.param(samples.xlsx()[:-30], "abîmé", id="cut short"),
            pytest.param(samples.xlsx_encrypted(), "mot de passe", id="encrypted parts"),
            pytest.param(
                b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600, "mot de passe", id="encrypted"
            ),
            pytest.param(
                samples.xlsx_with(**{"xl/vbaProject.bin": b"x"}), "contient des macros", id="macros"
            ),
            pytest.param(b"\0" * (MOST_BYTES + 1), "1 Mo au plus", id="too large"),
        ],
    )
    def test_what_is_no_honest_workbook_is_refused(self, here, content, told):
        assert told in refused(content)

    def test_the_formats_of_documents_are_not_offered(self, here):
        assert "PDF" not in refused(samples.ods())

    def test_a_sheet_that_is_no_xml_is_refused(self):
        broken = samples.xlsx_with(**{workbooks.SHEET: b"<worksheet"})
        assert refused(broken) == reading.UNREADABLE

    @pytest.mark.long
    @pytest.mark.parametrize("name", workbooks.HOSTILE)
    def test_what_is_made_to_use_up_memory_or_time_is_refused(self, name):
        assert refused(workbooks.HOSTILE[name]())

    def test_parts_are_read_by_the_parser_that_refuses_entities(self):
        assert DEFUSEDXML


class TestChild:
    """The child in this very process, without its limits."""

    def test_its_answer_ends_with_a_word_that_says_so(self, tmp_path):
        assert answer(tmp_path, saved(["a", 1])) == [
            {"sheet": "Sheet"},
            {"row": 1, "cells": [(1, "text", "a"), (2, "number", "1")]},
            {"done": True},
        ]

    def test_a_declaration_of_too_many_cells_is_refused(self, tmp_path):
        many = workbooks.book(workbooks.rows(child.MOST_CELLS // 4 + 1, width=4))
        assert answer(tmp_path, many)[-1] == {"refused": child.TOO_MUCH}

    @pytest.mark.parametrize(
        ("name", "told"),
        [
            ("one far cell", "la cellule XFD1048576 est remplie"),
            ("a row beyond the last", child.TOO_MUCH),
            ("wide rows of nothing", child.TOO_MUCH),
            ("a hundred sheets", "100 feuilles"),
            ("a hundred thousand rows that say two", "une fois décompressé"),
            ("billion laughs in a sheet", "entités XML"),
            ("billion laughs in the strings", "entités XML"),
            ("a hundred texts of 20 kB", "une fois décompressé"),
            ("three thousand sheets", "une fois décompressé"),
        ],
    )
    def test_each_danger_is_refused_for_what_it_is(self, tmp_path, name, told):
        assert told in said(tmp_path, workbooks.HOSTILE[name]())

    @pytest.mark.parametrize("said_bytes", [None, 1_000], ids=["as it is", "lying"])
    def test_a_sheet_that_inflates_too_much_is_refused_before_it_is_read(
        self, tmp_path, said_bytes
    ):
        bomb = workbooks.streamed(20_000_000, said_bytes=said_bytes)
        (only,) = answer(tmp_path, bomb)
        assert "une fois décompressé" in only["refused"]


class TestApart:
    """What the portal does with a child that does not answer as it should."""

    @pytest.fixture
    def child_is(self, tmp_path, monkeypatch):
        """Put another program in place of the child; it finds itself as the portal runs it."""

        def put(source):
            (tmp_path / "other_child.py").write_text(source, encoding="utf-8")
            monkeypatch.setattr(reading, "CHILD", "other_child")
            monkeypatch.setattr(reading, "ROOT", tmp_path)

        return put

    @pytest.mark.parametrize(
        "source",
        [
            pytest.param("raise MemoryError", id="dies"),
            pytest.param('print(\'{"sheet": "A"}\')', id="stops before its end"),
            pytest.param("print('{\"sheet\": ')", id="stops in a line"),
            pytest.param("import os; os.abort()", id="is ended by the system"),
        ],
    )
    def test_no_whole_answer_is_a_refusal(self, child_is, source):
        child_is(source)
        assert refused(samples.xlsx()) == reading.UNREADABLE

    def test_a_child_that_never_ends_is_ended(self, child_is, monkeypatch):
        child_is("import time; time.sleep(60)")
        monkeypatch.setattr(reading, "LONGEST_SECONDS", 0.2)
        assert refused(samples.xlsx()) == reading.UNREADABLE

    def test_it_is_given_nothing_of_what_the_portal_knows(self, child_is, monkeypatch):
        monkeypatch.setenv("SCORE_ENV_SECRET_KEY", "secret")
        child_is(
            "import os, json\n"
            "print(json.dumps({'sheet': ' '.join(sorted(os.environ))}))\n"
            "print(json.dumps({'done': True}))"
        )
        assert "SECRET" not in read_workbook(samples.xlsx())[0].title

    def test_it_sets_its_own_limits_first(self, child_is):
        """Memory, what it may write, processor: a child that uses them up is ended."""
        for greed in ("[bytes(600 * 1024 * 1024)]", "print('a' * 9_000_000)", "while True: pass"):
            child_is(
                f"import sys; sys.path.insert(0, {str(ROOT)!r})\n"
                f"from app.gateways.workbook.child import limit_process\nlimit_process()\n{greed}"
                "\nprint('{\"done\": true}')"
            )
            assert refused(samples.xlsx()) == reading.UNREADABLE

    def test_no_file_is_left(self, tmp_path, monkeypatch):
        monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
        read_workbook(samples.xlsx())
        refused(workbooks.HOSTILE["billion laughs in a sheet"]())
        assert list(tmp_path.iterdir()) == []


COLUMNS = (
    WrittenColumn(title="Code", prompt="Un texte.", is_text=True),
    WrittenColumn(title="Masse (kg)", prompt="Un nombre.", is_text=False),
    WrittenColumn(title="Pays", prompt="Au choix.", is_text=True, choices="Pays"),
)


@pytest.mark.usefixtures("here")
class TestWriting:
    def written(self, *rows):
        sheet = WrittenSheet(title="Essai", columns=COLUMNS, rows=rows)
        return write_workbook("Guide", [["Bonjour"], [], ["a", "b"]], [sheet], {"Pays": ["France"]})

    def test_what_is_written_is_read(self):
        book = read_workbook(self.written(["00123", Decimal("77.4"), "France"], [None, "1.50"]))
        assert [sheet.title for sheet in book] == ["Guide", "Essai", LISTS]
        first, second = book[1].rows[1:]
        assert first.cells == {
            1: ReadCell(CellKind.TEXT, "00123"),
            2: ReadCell(CellKind.NUMBER, "77.4"),
            3: ReadCell(CellKind.TEXT, "France"),
        }
        assert second.cells == {2: ReadCell(CellKind.TEXT, "1.50")}

    @pytest.mark.parametrize("text", ["=1+1", '=HYPERLINK("http://a")', "+1", "-1", "@a", "#N/A"])
    def test_a_text_is_never_a_formula(self, text):
        (row,) = read_workbook(self.written([text]))[1].rows[1:]
        assert row.cells == {1: ReadCell(CellKind.TEXT, text)}

    def test_what_no_file_can_hold_is_left_out(self):
        (row,) = read_workbook(self.written(["a\x00b\ud800c"]))[1].rows[1:]
        assert row.cells == {1: ReadCell(CellKind.TEXT, "abc")}

    def test_choices_and_formats_stand_below_the_headings(self):
        sheet = openpyxl.load_workbook(io.BytesIO(self.written()))["Essai"]
        rules = {str(rule.sqref)[0]: rule for rule in sheet.data_validations.dataValidation}
        assert rules["C"].formula1 == "Listes!$A$2:$A$2"
        assert rules["C"].type == "list"
        assert rules["A"].prompt == "Un texte."
        assert rules["A"].type is None
        assert sheet.column_dimensions["A"].number_format == "@"
        assert sheet.column_dimensions["B"].number_format == "General"
        assert sheet.freeze_panes == "A2"
