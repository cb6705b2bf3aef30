"""Lists as files: any spreadsheet can read them, and runs no formula."""

import io

import pytest
from openpyxl import load_workbook

from party.tables.spreadsheets import csv_file, disarm_formula, workbook

HEADINGS = ("Name", "Total")


def sheet(content):
    return load_workbook(io.BytesIO(content)).active


@pytest.mark.parametrize("sign", ["=", "+", "-", "@", "\t", "\r"])
def test_a_text_that_looks_like_a_formula_gets_an_apostrophe(sign):
    assert disarm_formula(f"{sign}1+1") == f"'{sign}1+1"


def test_a_negative_number_does_not_get_an_apostrophe():
    assert disarm_formula(-60) == -60
    assert disarm_formula(None) is None


def test_a_csv_file_has_a_byte_order_mark_and_quotes():
    content = csv_file(HEADINGS, [('Zoë "Zo", Berg', -60), ("=SUM(A1)", None)])
    assert content.startswith(b"\xef\xbb\xbf")
    assert content.decode("utf-8-sig").splitlines() == [
        "Name,Total",
        '"Zoë ""Zo"", Berg",-60',
        "'=SUM(A1),",
    ]


def test_a_workbook_keeps_numbers_and_runs_no_formula():
    page = sheet(workbook([("Standings", (HEADINGS, [("=SUM(A1)", -60)]))]))
    assert [cell.value for cell in page[2]] == ["'=SUM(A1)", -60]
    assert [cell.data_type for cell in page[2]] == ["s", "n"]
    assert page.freeze_panes == "A2"


def test_a_workbook_drops_characters_it_cannot_hold():
    page = sheet(workbook([("R[1]\x0b/3?", (HEADINGS, [("Al\x00ma", 1)]))]))
    assert page.title == "R13"
    assert page["A2"].value == "Alma"


def test_the_sheet_of_a_workbook_without_a_usable_title_is_called_list():
    assert sheet(workbook([("/?*", (HEADINGS, []))])).title == "List"
