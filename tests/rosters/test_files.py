import io
import zipfile
from datetime import date, datetime, timedelta

import pytest
from openpyxl import Workbook, load_workbook

from party.rosters import files, workbooks
from party.rosters.files import FileText, RosterError, read_file
from tests.lists import workbook


def zip_file(**parts):
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            archive.writestr(name.replace("__", "/").replace("_xml", ".xml"), text)
    return data.getvalue()


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252"]
)
def test_a_text_is_read_in_each_encoding_that_spreadsheets_write(encoding):
    text = "name\nZoë Müller\n"
    note = files.WINDOWS_TEXT if encoding == "cp1252" else ""
    assert read_file(text.encode(encoding)) == FileText(text, encoding_note=note)


def test_a_row_of_a_workbook_becomes_the_line_of_the_same_number():
    rows = (
        ("No", "Name"),
        (),
        (7.0, "Nguyễn, Łukasz"),
        (1.5, True),
        ("x", "a\nb\tc"),
        (date(2026, 11, 14), datetime(2026, 11, 14, 19, 30)),  # noqa: DTZ001 -- cells have no time zone
    )
    assert read_file(workbook(*rows)).text == (
        "No\tName\n\n7\tNguyễn, Łukasz\n1.5\tTrue\nx\ta ⏎ b c\n2026-11-14\t2026-11-14 19:30:00\n"
    )


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"\xff\xfea", "Save the spreadsheet as CSV or XLSX"),
        (b"\x81\x8d", "Save the spreadsheet as CSV or XLSX"),
        (b"a\0b", "Save the spreadsheet as CSV or XLSX"),
        (b"\xd0\xcf\x11\xe0\xa1", "an old Excel file"),
        (b"\xd0\xcf\x11\xe0" + "EncryptedPackage".encode("utf-16-le"), "has a password"),
        (b"%PDF-1.4\nobj", "Save the spreadsheet"),
        (b" <html><td>Alma", "Save the spreadsheet"),
        (b"<?xml version='1.0'?>", "Save the spreadsheet"),
        (b"\xef\xbb\xbf<?xml version='1.0'?>", "Save the spreadsheet"),
        (b"{\\rtf1 Alma}", "Save the spreadsheet"),
        (b'[{"name": "Alma"}]', "Save the spreadsheet"),
        (b"\x89PNG\r\n\x1a\n\0\0", "Save the spreadsheet"),
        ("Alma".encode("utf-32"), "Save the spreadsheet"),
        (b"PK\x03\x04\x00\x00", "cannot be opened"),
        (
            zip_file(mimetype="application/vnd.oasis.opendocument.spreadsheet"),
            "Save the spreadsheet",
        ),
        (zip_file(xl__workbook_xml="<workbook"), "cannot be opened"),
        (b"x" * 1_000_001, "larger than any list"),
        ("x" * 1_000_001, "larger than any list"),
    ],
)
def test_a_file_that_is_no_list_is_refused_with_advice(data, words):
    with pytest.raises(RosterError, match=words):
        read_file(data if isinstance(data, bytes) else workbook((data[:30_000],) * 40))


def test_a_workbook_that_is_too_large_after_unpacking_is_refused(monkeypatch):
    monkeypatch.setattr(workbooks, "LARGEST_UNPACKED", 100)
    with pytest.raises(RosterError, match="far more in this workbook"):
        read_file(workbook(("Alma",)))


def sheets_workbook(*contents, merged=()):
    book = Workbook()
    book.remove(book.active)
    for number, rows in enumerate(contents, 1):
        sheet = book.create_sheet(f"Sheet {number}")
        for row in rows:
            sheet.append(row)
    for span in merged:
        book["Sheet 1"].merge_cells(span)
    data = io.BytesIO()
    book.save(data)
    return data.getvalue()


def test_the_first_sheet_that_is_not_empty_is_read_and_named():
    assert read_file(sheets_workbook([("Alma",)])) == FileText("Alma\n")
    assert read_file(sheets_workbook([("Alma",)], [("Bert",)])) == FileText("Alma\n", "Sheet 1")
    assert read_file(sheets_workbook([], [("Bert",)])) == FileText("Bert\n", "Sheet 2")
    assert read_file(sheets_workbook([], [])) == FileText("")


def test_the_text_of_a_merged_cell_counts_in_each_of_its_rows():
    rows = [
        ("Our members", None, None),
        ("Name", None, "Group"),
        ("Alma", None, "women"),
        ("Zoë", None, None),
        ("Bert", None, "men"),
    ]
    data = sheets_workbook(rows, merged=("A1:C1", "A2:B2", "A3:B3", "C3:C4", "BA1:BA3"))
    assert read_file(data).text == (
        "Our members\nName\t\tGroup\nAlma\t\twomen\nZoë\t\twomen\nBert\t\tmen\n"
    )


def test_formulas_without_results_are_refused():
    for rows in (('="Alma"',), ("=A1",)), (("Name",), ("Alma",), ("=A2",)):
        with pytest.raises(RosterError, match="formulas without results"):
            read_file(workbook(*rows))


def test_the_stored_result_of_a_formula_is_read_even_if_it_is_empty():
    data = workbook(("Name", "Notes"), ("=A3", "=B3"))
    cells = {b'"A2"><f>A3</f><v />': b'"A2" t="str"><f>A3</f><v>Alma</v>'}
    cells[b'"B2"><f>B3</f><v />'] = b'"B2" t="str"><f>B3</f><v></v>'
    assert read_file(change_part(data, cells)).text == "Name\tNotes\nAlma\n"


def change_part(data, changes, part_name="sheet1.xml"):
    data_out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as source, zipfile.ZipFile(data_out, "w") as target:
        for part in source.namelist():
            text = source.read(part)
            for text_before, text_after in changes.items() if part.endswith(part_name) else ():
                assert text_before in text
                text = text.replace(text_before, text_after)
            target.writestr(part, text)
    return data_out.getvalue()


def test_a_hidden_sheet_is_not_read():
    data = hide_first_sheet(sheets_workbook([("Once here",)], [("Alma",)]))
    assert read_file(data) == FileText("Alma\n", "Sheet 2")


def hide_first_sheet(data):
    book = load_workbook(io.BytesIO(data))
    book["Sheet 1"].sheet_state = "hidden"
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def open_document(rows):
    names = "urn:oasis:names:tc:opendocument:xmlns"
    text = (
        f'<a xmlns:table="{names}:table:1.0" xmlns:text="{names}:text:1.0"><table:table>'
        f"{rows}</table:table></a>"
    )
    return zip_file(**{"content.xml": text})


EMPTY = '<table:table-row table:number-rows-repeated="11000"><table:table-cell/></table:table-row>'
CELL = "<table:table-cell><text:p>Alma</text:p></table:table-cell>"


@pytest.mark.parametrize(
    "data",
    [
        workbook([f"Alma {number}" for number in range(51)]),
        workbook(["Alma"], *[[]] * 11_000, ["Bert"]),
        open_document(f"<table:table-row>{CELL * 51}</table:table-row>"),
        open_document(f"{EMPTY}<table:table-row>{CELL}</table:table-row>"),
    ],
    ids=["columns", "rows", "columns of ODS", "rows of ODS"],
)
def test_a_sheet_with_cells_beyond_the_limits_is_refused_as_a_whole(data):
    with pytest.raises(RosterError, match="far more"):
        read_file(data)


def workbook_of_cells(*cells):
    """Return a workbook whose first row has these cells, each given as XML."""
    data = workbook(("A",))
    old_cell = b'<c r="A1" t="inlineStr"><is><t>A</t></is></c>'
    return change_part(data, {old_cell: "".join(cells).encode()})


def test_every_kind_of_xml_cell_is_read():
    runs = "<is><r><t>Alma</t></r><r><rPr/><t> Ek</t></r><rPh><t>arma</t></rPh></is>"
    data = workbook_of_cells(
        f'<c t="inlineStr">{runs}</c>',
        '<c r="C1" t="d"><v>2026-11-14T19:30:00</v></c>',
        '<c t="b"><v>0</v></c><c><v>1E+3</v></c><c t="e"><v>#N/A</v></c><c/>',
    )
    assert read_file(data).text == "Alma Ek\t\t2026-11-14 19:30:00\tFalse\t1000\t#N/A\n"


def test_a_number_is_read_as_a_date_if_the_style_of_its_cell_says_so():
    book = Workbook()
    book.active.append((timedelta(hours=26), date(2026, 11, 14)))
    book.active["C1"].value, book.active["C1"].number_format = 1e9, "yyyy-mm-dd"
    data = io.BytesIO()
    book.save(data)
    assert read_file(data.getvalue()).text == "1 day, 2:00:00\t2026-11-14\t#VALUE!\n"


@pytest.mark.parametrize(
    ("cells", "words"),
    [
        ('<c r="B1"><v>1</v></c><c r="A1"><v>2</v></c>', "cannot be opened"),
        ('<c r="A1"><v>1</v></c></row><row r="1"><c r="A1"><v>2</v></c>', "cannot be opened"),
        ('<c r="A1" t="s"><v>9999</v></c>', "cannot be opened"),
        ("<!ENTITY>", "cannot be opened"),
    ],
)
def test_impossible_sheets_are_refused(cells, words):
    with pytest.raises(RosterError, match=words):
        read_file(workbook_of_cells(cells))


def test_a_file_that_would_expand_is_refused_before_it_expands():
    row = "<table:table-row table:number-rows-repeated='9000'>{}</table:table-row>"
    repeated_cell = CELL.replace("cell>", "cell table:number-columns-repeated='50'>", 1)
    for encoding in ("utf-8", "utf-16", "iso-8859-1"):
        entities = f'<?xml version="1.0" encoding="{encoding}"?><!DOCTYPE a [<!ENTITY b "c">]><a/>'
        with pytest.raises(RosterError, match="not a list that can be read"):
            read_file(zip_file(**{"content.xml": entities.encode(encoding)}))
    with pytest.raises(RosterError, match="far more"):
        read_file(open_document(row.format(repeated_cell)))
    with pytest.raises(RosterError, match="far more"):
        read_file(workbook_of_cells(*["<c><v>1</v></c>" * 50 + "</row><row>"] * 2_500))


def test_the_limits_count_only_for_the_sheet_that_is_read():
    full = f"<table:table-row>{CELL * 60}</table:table-row>"
    rows = f"<table:table-row>{CELL}</table:table-row></table:table><table:table>{full}"
    assert read_file(open_document(rows)) == FileText("Alma\n")


def test_shared_texts_are_read():
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"
    part = f'<Override PartName="/xl/sharedStrings.xml" ContentType="{kind}"/></Types>'
    namespace = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    texts = "<si><t>Name</t></si><si><r><t>Alma </t></r><r><t>Ek</t></r></si>"
    data = workbook_of_cells('<c t="s"><v>0</v></c></row><row><c t="s"><v>1</v></c>')
    out = io.BytesIO(change_part(data, {b"</Types>": part.encode()}, "[Content_Types].xml"))
    with zipfile.ZipFile(out, "a") as archive:
        archive.writestr("xl/sharedStrings.xml", f'<sst xmlns="{namespace}">{texts}</sst>')
    assert read_file(out.getvalue()).text == "Name\nAlma Ek\n"
