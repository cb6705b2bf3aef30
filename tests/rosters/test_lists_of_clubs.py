"""Lists of clubs, in files of many kinds, each with its expected outcome in `lists`."""

import io
import tomllib
import zipfile
from pathlib import Path

import pytest

from party.rosters.files import UNREADABLE, RosterError, read_file
from party.rosters.lists import Choices, read_people
from tests.lists import workbook

FOLDER = Path(__file__).parent / "lists"
EXPECTED = tomllib.loads((FOLDER / "expected.toml").read_text(encoding="utf-8"))
MILLERS = ("Ann Miller", "Bob Miller")
OFFICE = "urn:oasis:names:tc:opendocument:xmlns:%s:1.0"


TITLES = ("500 Party at St Ann’s", "2026 Autumn Party")
STREETS = ("12 Oak Street", "12 Party Lane, Springfield")


@pytest.mark.parametrize("line", [*TITLES, *STREETS])
def test_the_title_of_a_list_is_not_called_an_address(line):
    (aside,) = read_people(f"{line}\nAlma Ek\nBert Holm").ignored_lines
    fault = "it is the title of the list" if line in TITLES else "it is an address"
    assert (aside.name, aside.fault) == (line, fault)


def person_in_short(line):
    details = line.group, line.number and f"#{line.number}", line.notes and f"({line.notes})"
    return "; ".join(filter(None, (line.clean_name, *details)))


def outcome(data, choices=None):
    """Return the outcome of a list in the form of `expected.toml`."""
    try:
        file_text = read_file(data)
    except RosterError as error:
        return {"refused": str(error)}
    reading = read_people(file_text.text, choices=choices)
    if not reading.lines and not reading.has_open_questions:
        return {"refused": reading.faults[0]}
    actual = {
        "people": [person_in_short(line) for line in reading.lines],
        "asks": [each.kind for each in reading.questions]
        + ["columns"] * bool(reading.unsure_columns),
        "aside": [line.name for line in (*reading.ignored_lines, *reading.faulty_lines)],
        "encoding_note": file_text.encoding_note,
    }
    return {key: value for key, value in actual.items() if value or key == "people"}


def test_every_list_of_a_club_has_an_expected_outcome():
    assert {path.name for path in FOLDER.iterdir()} == {"expected.toml", *EXPECTED}


@pytest.mark.parametrize("name", EXPECTED)
def test_a_list_of_a_club_has_its_expected_outcome(name):
    actual = outcome((FOLDER / name).read_bytes())
    for text in ("encoding_note", "refused"):
        assert EXPECTED[name].get(text, "") in actual.pop(text, "")
    expected = {key: value for key, value in EXPECTED[name].items() if isinstance(value, list)}
    for lines in (actual, expected):
        lines.get("aside", []).sort()
    assert actual == expected


@pytest.mark.parametrize(
    ("name", "answers", "people"),
    [
        ("half-first.csv", {1: "last"}, ["Alma Rasmussen", "Bert Keller", "Cora Dahl"]),
        ("half-first.csv", {1: "-"}, ["Alma", "Bert", "Cora"]),
        ("half-last.csv", {1: "first"}, ["Anna Huber", "Otto Moser"]),
        ("half-heading.csv", {1: "last"}, ["Alma Rasmussen; women", "Bert Keller; men", ...]),
        ("two-name-headings.csv", {1: "name"}, ["Alma; women", "Rasmussen; women", ...]),
        ("first-and-last-bare.txt", {1: "last"}, ["Alma Rasmussen", "Bert Keller", ...]),
        ("first-and-last-bare.txt", {1: "group"}, ["Alma; Rasmussen", "Bert; Keller", ...]),
        ("two-after-comma.txt", {"comma": "two"}, ["Alma Ek", "Bert Holm", "Cora Dahl", ...]),
        ("two-surnames-comma.txt", {"comma": "one"}, ["Ana María García López", ...]),
        ("pairs-of-first-names.txt", {"and": "two"}, ["Alma", "Bert", "Cora", "Dora"]),
        ("ortega-y-gasset.txt", {"and": "one"}, ["José Ortega y Gasset", "Ana García"]),
        ("couples-surname-first.txt", {"and": "two"}, [*MILLERS, "Eva Huber", "Otto Huber", ...]),
        ("couples-in-columns.csv", {"and": "two"}, [*MILLERS, "Carla Stone", "Eva Huber", ...]),
        ("asistencia.csv", {"answer-si": "yes"}, ["Ana García"]),
        ("zusagen-absagen.txt", {"answer-absagen": "no"}, ["Anna Huber"]),
        ("zusagen-absagen.txt", {"answer-absagen": "yes"}, ["Anna Huber", "Otto Moser"]),
        ("section-of-half-a-name.csv", {"people": "one"}, ["Monday group", "Alma Ek", ...]),
        ("section-of-half-a-name.csv", {"people": "none"}, ["Alma Ek", "Bert Holm", ...]),
    ],
)
def test_the_answer_to_a_question_decides_who_is_read(name, answers, people):
    columns = {key: value for key, value in answers.items() if isinstance(key, int)}
    actual = outcome((FOLDER / name).read_bytes(), Choices(columns, answers))
    expected = [each for each in people if each is not ...]
    assert actual["people"][: len(expected)] == expected
    assert ... in people or len(actual["people"]) == len(expected)
    assert not [kind for kind in actual.get("asks", ()) if kind not in answers]


def ods(*rows, doctype="", more_sheets=""):
    """Return an OpenDocument sheet; each of `rows` is a tuple of cells, or XML."""
    names = " ".join(
        f'xmlns:{name}="{OFFICE % name}"' for name in ("office", "table", "text", "style")
    )
    sheet = "".join(row if isinstance(row, str) else ods_row(*row) for row in rows)
    content = (
        f'<?xml version="1.0" encoding="UTF-8"?>{doctype}<office:document-content {names}>'
        '<office:automatic-styles><style:style style:name="ta2" style:family="table">'
        '<style:table-properties table:display="false"/></style:style></office:automatic-styles>'
        f'<office:body><office:spreadsheet><table:table table:name="Sheet1">{sheet}</table:table>'
        f"{more_sheets}</office:spreadsheet></office:body></office:document-content>"
    )
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr("content.xml", content)
    return data.getvalue()


def ods_row(*cells, options=""):
    inner = "".join(
        f"<table:table-cell><text:p>{cell}</text:p></table:table-cell>" for cell in cells
    )
    return f"<table:table-row{options}>{inner}</table:table-row>"


HIDDEN = ' table:visibility="filter"'
MANY = ' table:number-rows-repeated="1048570"'
WORKBOOKS = {
    "xlsx filtered": (
        workbook(("Name", "Group"), ("Alma Ek", "women"), ("Bert Holm", "men"), hidden=[3]),
        {"people": ["Alma Ek; women"], "aside": ["Bert Holm men"]},
    ),
    "xlsx letterhead": (
        workbook(
            *[(f"Line {n} of the letterhead",) for n in range(9)],
            ("Nom", "Prénom"),
            ("Roux", "Ida"),
        ),
        {"people": ["Ida Roux"], "aside": [f"Line {n} of the letterhead" for n in range(9)]},
    ),
    "xlsx side by side": (
        workbook(
            ("Name", "Group", None, "Name", "Group"),
            ("Alma Ek", "women", None, "Bert Holm", "men"),
            ("Cora Dahl", "women", None, None, None),
        ),
        {"people": ["Alma Ek; women", "Bert Holm; men", "Cora Dahl; women"]},
    ),
    "xlsx couples over two lines": (
        workbook(
            ("Name", "Notes"), ("Ann Miller\nBob Stone", "by car\nat eight"), ("Alma\nEk", None)
        ),
        {
            "people": ["Ann Miller; (by car at eight)", "Bob Stone; (by car at eight)"],
            "asks": ["and"],
        },
    ),
    "xlsx ticks": (
        workbook(("Name", "Coming"), ("Alma Ek", True), ("Bert Holm", False)),
        {"people": ["Alma Ek"], "aside": ["Bert Holm"]},
    ),
    "xlsx total": (
        workbook(("Name", "Fee"), ("Alma Ek", 5), ("Bert Holm", 5), ("Total", 10)),
        {"people": ["Alma Ek", "Bert Holm"], "aside": ["Total 10"]},
    ),
    "ods": (
        ods(("Vorname", "Nachname"), ("Zoë", "Müller"), ods_row("", options=MANY)),
        {"people": ["Zoë Müller"]},
    ),
    "ods filtered": (
        ods(("Name",), ("Alma Ek",), ods_row("Bert Holm", options=HIDDEN), ("Cora Dahl",)),
        {"people": ["Alma Ek", "Cora Dahl"], "aside": ["Bert Holm"]},
    ),
    "ods merged and repeated": (
        ods(
            ("Name", "", "Group"),
            '<table:table-row><table:table-cell table:number-columns-repeated="2"/>'
            '<table:table-cell table:number-rows-spanned="2"><text:p>women</text:p>'
            "</table:table-cell></table:table-row>",
            "<table:table-row><table:table-cell><text:p>Alma<text:s/>Ek</text:p><text:p>Ida "
            "Roux</text:p></table:table-cell><table:table-cell/><table:covered-table-cell/>"
            "</table:table-row>",
        ),
        {"people": ["Alma Ek; women", "Ida Roux; women"], "aside": ["women"]},
    ),
    "ods of two sheets, one hidden": (
        ods(
            ("Alma Ek",),
            more_sheets='<table:table table:name="Old" table:style-name="ta2">'
            f"{ods_row('Once Here')}</table:table>",
        ),
        {"people": ["Alma Ek"]},
    ),
    "ods with entities": (
        ods(("Alma",), doctype='<!DOCTYPE x [<!ENTITY a "b">]>'),
        {"refused": UNREADABLE},
    ),
}


@pytest.mark.parametrize("name", WORKBOOKS)
def test_a_workbook_of_a_club_has_its_expected_outcome(name):
    data, expected = WORKBOOKS[name]
    assert outcome(data) == expected


def test_a_text_document_is_refused_with_advice():
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as packed:
        packed.writestr("word/document.xml", "<w/>")
    assert "Copy the names out of it" in outcome(data.getvalue())["refused"]


@pytest.mark.parametrize(
    "text",
    ["a - " * 3_000, "(" * 9_000, "1." * 4_000, "Al, " * 2_400, "12 3" * 2_000, "a@" * 4_000],
)
def test_no_line_takes_long_to_read(text):
    assert read_people(f"Alma\n{text}x").lines[0].name == "Alma"
