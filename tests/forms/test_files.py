import io
import zipfile

import pytest
from django.core.exceptions import ValidationError
from openpyxl import Workbook

from party.forms import files
from party.forms.files import text_of


def workbook(*rows):
    book = Workbook()
    for row in rows:
        book.active.append(row)
    data = io.BytesIO()
    book.save(data)
    return data.getvalue()


def packed(**parts):
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            archive.writestr(name.replace("__", "/").replace("_xml", ".xml"), text)
    return data.getvalue()


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_text_as_spreadsheets_save_it(encoding):
    text = "name\nZoë Müller\n"
    assert text_of(text.encode(encoding)) == text


def test_workbook_keeps_the_numbers_of_its_rows():
    rows = (
        ("No", "Name"),
        (),
        (7.0, "Nguyễn, Łukasz"),
        (1.5, True),
        ("x", "a\nb\tc"),
    )
    assert text_of(workbook(*rows)) == ("No\tName\n\n7\tNguyễn, Łukasz\n1.5\tTrue\nx\ta b c\n")


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"\xff\xfea", "Save the spreadsheet as CSV or XLSX"),
        (b"\x81\x8d", "Save the spreadsheet as CSV or XLSX"),
        (b"a\0b", "Save the spreadsheet as CSV or XLSX"),
        (b"\xd0\xcf\x11\xe0\xa1", "an old Excel file"),
        (b"PK\x03\x04\x00\x00", "cannot be opened"),
        (
            packed(mimetype="application/vnd.oasis.opendocument.spreadsheet"),
            "Save the spreadsheet",
        ),
        (packed(xl__workbook_xml="<workbook"), "cannot be opened"),
        (b"x" * 1_000_001, "larger than any list"),
        ("x" * 1_000_001, "larger than any list"),
    ],
)
def test_other_files_are_refused_in_words(data, words):
    with pytest.raises(ValidationError, match=words):
        text_of(data if isinstance(data, bytes) else workbook((data[:30_000],) * 40))


def test_workbook_that_unpacks_to_more_than_any_list_is_refused(monkeypatch):
    monkeypatch.setattr(files, "LARGEST_UNPACKED", 100)
    with pytest.raises(ValidationError, match="larger than any list"):
        text_of(workbook(("Alma",)))
