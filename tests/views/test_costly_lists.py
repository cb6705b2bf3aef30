"""Small lists and records that expand when they are read: each takes little time and memory.

A child process sends the list to the page and measures the request.
"""

import gc
import html
import io
import json
import os
import re
import resource
import struct
import time
import zipfile
from itertools import product
from random import Random
from string import ascii_lowercase
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.template.base import Template
from django.urls import reverse
from openpyxl import Workbook

from tests.evening import start
from tests.lists import organised_party

# Times are compared with an honest list of 9,900 names, because the speed of machines varies.
TIMES_AN_HONEST_LIST, MEGABYTES = 3, 100
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
KIND = "application/vnd.openxmlformats-officedocument.spreadsheetml"
OPEN = "urn:oasis:names:tc:opendocument:xmlns"
FULL, LARGE, BROKEN = "far more in this workbook", "larger than any list", "cannot be opened"
UNREADABLE, LONG, WIDE = "not a list that can be read", "more than 10,000 names", "read at once"
ODD, ALIKE, SHOWN = "no name has", "are alike", "Look at the list"
NO_NAME = "no name in this file"
OVER, NOBODY = "longer than 120 letters", "Type or paste the names"


def packed(parts, method=zipfile.ZIP_DEFLATED):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        for name, text in parts.items():
            archive.writestr(name, text)
    return out.getvalue()


def xlsx(rows="", *, after="", sheets=1, **parts):
    """Return a workbook of these rows; the arguments can replace its parts."""
    names = "".join(f'<sheet name="S{n}" r:id="r"/>' for n in range(sheets))
    types = "".join(
        f'<Override PartName="/xl/{name}.xml" ContentType="{KIND}.{name}+xml"/>'
        for name in ("styles", "sharedStrings")
    )
    relation = f'<Relationship Id="r" Type="{OFFICE}/worksheet" Target="sheet.xml"/>'
    main = f'<workbook xmlns="{MAIN}" xmlns:r="{OFFICE}">'
    usual = {
        "types": f'<Types xmlns="{PACKAGE}/content-types">{types}</Types>',
        "book": f"{main}<sheets>{names}</sheets></workbook>",
        "relations": f'<Relationships xmlns="{PACKAGE}/relationships">{relation}</Relationships>',
        "sheet": f'<worksheet xmlns="{MAIN}"><sheetData>{rows}</sheetData>{after}</worksheet>',
        "styles": f'<styleSheet xmlns="{MAIN}"/>',
        "strings": f'<sst xmlns="{MAIN}"/>',
    }
    places = ("[Content_Types]", "xl/workbook", "xl/_rels/workbook", "xl/sheet", "xl/styles")
    made = usual | parts
    files = dict(zip((*places, "xl/sharedStrings"), made.values(), strict=True))
    return packed({f"{n}.xml{'.rels' if '_rels' in n else ''}": t for n, t in files.items()})


def ods(rows, *, before="", method=zipfile.ZIP_DEFLATED):
    spaces = " ".join(f'xmlns:{name}="{OPEN}:{name}:1.0"' for name in ("table", "text", "style"))
    text = f"<a {spaces}>{before}<table:table>{rows}</table:table></a>"
    return packed({"content.xml": text}, method)


def with_false_sizes(data, part):
    """Return an archive whose directory claims that a part has a thousand bytes."""
    archive = bytearray(data)
    for begin, size, name in ((b"PK\x03\x04", 22, 30), (b"PK\x01\x02", 24, 46)):
        for found in re.finditer(re.escape(begin), data):
            at = found.start()
            if data[at + name :].startswith(part):
                struct.pack_into("<I", archive, at + size, 1_000)
    return bytes(archive)


def expanding_xml(root, inside=""):
    """Return XML in UTF-16, with an entity that expands to 200 million letters after `inside`."""
    names = "".join(f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 9))
    text = f'<!DOCTYPE a [<!ENTITY a0 "ha">{names}]><{root}>{inside}&a8;</{root.split()[0]}>'
    return f'<?xml version="1.0" encoding="UTF-16"?>{text}'.encode("utf-16")


def cell(text, tag="", row=""):
    inside = f"<table:table-cell {tag}><text:p>{text}</text:p></table:table-cell>"
    return f"<table:table-row {row}>{inside}</table:table-row>"


def shared(text):
    return f'<sst xmlns="{MAIN}"><si><t>{text}</t></si></sst>'


def different_names(count):
    """Return the names of this number of people, few of them similar."""
    parts, some = ["".join(each) for each in product("bdfgklmnprstv", "aeiou", "ln")], Random(7)
    return [
        f"{''.join(some.choices(parts, k=2))} {''.join(some.choices(parts, k=3))}".title()
        for _ in range(count)
    ]


def ordinary_workbook(rows):
    """Return an ordinary workbook: names, groups, and other text in ten columns."""
    book, out = Workbook(write_only=True), io.BytesIO()
    sheet = book.create_sheet()
    sheet.append(["Name", "Group", *(f"Extra {n}" for n in range(8))])
    for name in different_names(rows):
        sheet.append([name, "women", *range(8)])
    book.save(out)
    return out.getvalue()


def numbered(text, count):
    """Return this number of lines; each has three other letters in place of the star."""
    triples = map("".join, product(ascii_lowercase, repeat=3))
    return "".join(text.replace("*", next(triples)) + "\n" for _ in range(count))


ROW, INLINE = "<row>{}</row>", '<c t="inlineStr"><is><t>{}</t></is></c>'
ONE = ROW.format(INLINE.format("Alma"))
SHARED = ROW.format('<c t="s"><v>0</v></c>' * 50) * 2_000
MERGED = '<mergeCell ref="A1:A11000"/>' * 300_000
REPEATED, ROWS = ('table:number-columns-repeated="50"', 'table:number-rows-repeated="10000"')
SPANNED = 'table:number-rows-spanned="9000"'
CELLS = f"<table:table-row>{f'<table:table-cell {REPEATED}/>' * 250_000}</table:table-row>"
NOTHING = " " * 120_000_000
CARD, PRINTABLE = "BEGIN:VCARD\n", "FN;ENCODING=QUOTED-PRINTABLE:"
# Each kind and name has the function that makes the file and the expected words of the page.
WORKBOOKS = {
    "xlsx honest": (lambda: ordinary_workbook(5_000), SHOWN),
    "xlsx styles": (lambda: xlsx(styles=f"<a><cellXfs>{'<xf/>' * 2_900_000}"), FULL),
    "xlsx no shared texts": (lambda: xlsx(strings="<sst>" + "<si/>" * 2_900_000), FULL),
    "xlsx one shared text": (lambda: xlsx(SHARED, strings=shared("a" * 30_000)), LARGE),
    "xlsx shared blanks": (lambda: xlsx(SHARED, strings=shared(" " * 1_000_000)), LARGE),
    "xlsx empty rows": (lambda: xlsx("<row/>" * 2_000_000), FULL),
    "xlsx empty cells": (lambda: xlsx(ROW.format("<c/>" * 3_000_000)), FULL),
    "xlsx cells": (lambda: xlsx(ROW.format("<c><v>1</v></c>" * 50) * 10_900), FULL),
    "xlsx zeros far right": (lambda: xlsx('<row><c r="XFD1"><v>0</v></c></row>' * 9_000), NO_NAME),
    "xlsx merged": (lambda: xlsx(ONE * 9_000, after=MERGED), FULL),
    "xlsx deep": (lambda: xlsx("<a>" * 2_400_000), FULL),
    "xlsx attributes": (
        lambda: xlsx(f"<row {' '.join(f'a{n}=_' for n in range(900_000))}/>".replace("_", '""')),
        FULL,
    ),
    "xlsx comment": (lambda: xlsx(f"<!--{'a<' * 7_000_000}-->"), FULL),
    "xlsx line ends": (lambda: xlsx(ROW.format(INLINE.format("\n" * 14_000_000))), FULL),
    "xlsx sheets": (lambda: xlsx(sheets=60_000), FULL),
    "xlsx entities": (lambda: xlsx(sheet=expanding_xml("worksheet")), UNREADABLE),
    "xlsx entities in styles": (lambda: xlsx(ONE, styles=expanding_xml("styleSheet")), UNREADABLE),
    "xlsx with false sizes": (lambda: with_false_sizes(xlsx(NOTHING), b"xl/sheet.xml"), BROKEN),
    "xlsx members": (lambda: packed({"a": ""} | {f"{n}": "" for n in range(45_000)}), FULL),
}
DOCUMENTS = {
    "ods repeated": (lambda: ods(cell("a" * 30_000, REPEATED, row=ROWS)), FULL),
    "ods repeated cell of 317 bytes": (lambda: ods(cell("Alma Ek", REPEATED, row=ROWS)), FULL),
    "ods spanned rows": (lambda: ods(cell("a" * 30_000, SPANNED) + cell("") * 8_000), LARGE),
    "ods empty cells": (lambda: ods(CELLS), NO_NAME),
    "ods spans": (lambda: ods(cell("<text:span/>" * 1_200_000)), FULL),
    "ods sheets": (lambda: ods("</table:table><table:table>" * 300_000), FULL),
    "ods styles": (lambda: ods("", before="<style:style>" * 3_000), FULL),
    "ods entities": (lambda: packed({"content.xml": expanding_xml("a")}), UNREADABLE),
    "ods with false sizes": (lambda: with_false_sizes(ods(NOTHING), b"content.xml"), BROKEN),
    "ods bzip2": (
        lambda: with_false_sizes(ods(NOTHING, method=zipfile.ZIP_BZIP2), b"content.xml"),
        BROKEN,
    ),
}
CONTACTS = {
    "vcf lines between": (lambda: f"{CARD}END:VCARD\n" + "x\n" * 2_000_000, LONG),
    "vcf cards": (lambda: f"{CARD}FN:A\n" * 200_000, LONG),
    "vcf fields": (lambda: CARD + "FN:Al\n" * 800_000, SHOWN),
    "vcf semicolons": (lambda: f"{CARD}N:{';' * 4_900_000}", "there is no name"),
    "vcf soft ends": (lambda: f"{CARD}{PRINTABLE}{'a' * 900_000}=\n" + "=\n" * 1_900_000, OVER),
    "vcf folded": (lambda: f"{CARD}FN:A\n" + " b\n" * 1_600_000, OVER),
    "csv empty lines": (lambda: "\n" * 990_000, NO_NAME),
    "csv short lines": (lambda: "a\n" * 490_000, LONG),
    "tsv honest": (lambda: "Name\tNotes\n" + "\t1\n".join(different_names(9_900)), SHOWN),
}
PASTES = {
    "paste quotes": (lambda: ('";' * 9_000 + "\n") * 50, NOBODY),
    "paste quoted lines": (lambda: ('"' + ';"a' * 5_000 + "\n") * 60, "200 columns"),
    "paste one line of quotes": (lambda: '";' * 200_000, NOBODY),
    "paste blanks between strokes": (lambda: ("|a" + " " * 9_000 + "b|\n") * 90, SHOWN),
    "paste accents": (lambda: ("a" + "\u0300\u0327" * 4_900 + "\n") * 100, ODD),
    "paste phrases": (lambda: ("\ufdfa" * 110 + "\n") * 2_900, ODD),
    "paste one letter apart": (lambda: numbered("Almaberta* Holmann", 9_900), ALIKE),
    "paste ideographs": (lambda: "".join(f"Almabe {chr(19968 + n)}\n" for n in range(9_900)), ""),
    "paste long names": (lambda: numbered("Al*" + "berta" * 18, 9_900), WIDE),
    "paste notes": (lambda: numbered(f"Al* Ek ({'b' * 80})", 9_800), WIDE),
    "paste one name": (lambda: "x" * 990_000, "longer than"),
    "paste struck out": (lambda: f"~{'Alma' * 1_900}~\nBert", SHOWN),
    "paste who stays away": (lambda: f"Alma{'na' * 4_000} - no\nBert", SHOWN),
    "paste headings": (lambda: f"Name;{'x' * 9_000}\nAlma;{'y' * 9_000}\nBert;b\n", SHOWN),
    "paste questions": (lambda: f"{'José' * 900} Ortega y Gasset\nAlma\n", SHOWN),
}
RECORDS = {
    "ptn jokers": (lambda: '[Contract "8N"]\n[Play "N"]\nJH - - -\n\n' * 10_000, "100 records"),
    "ptn events": (lambda: '[Event "a"]\n' * 38_000, "100 records"),
    "ptn cards": (lambda: '[Play "N"]\n' + "zz\n" * 160_000, "is not a card"),
}


def in_child(work):
    """Run a function in a new process and return its result; None if it fails or is slow."""
    get, put = os.pipe()
    if not (child := os.fork()):
        try:
            resource.setrlimit(resource.RLIMIT_CPU, (20, 20))
            with os.fdopen(put, "wb") as out:
                out.write(work())
        finally:
            os._exit(0)  # the child does not go on with the tests
    os.close(put)
    with os.fdopen(get, "rb") as answer:
        answer_bytes = answer.read()
    os.waitpid(child, 0)
    return answer_bytes


def measure(send):
    """Return the words of a page, and the seconds and megabytes that it took."""
    # The child must not close the connection of its parent, so the reference to it is kept.
    _parents, connection.connection = connection.connection, None
    Template._render = lambda page, context: page.nodelist.render(context)  # keep no contexts
    before, begun = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, time.process_time()
    page = send()
    seconds = time.process_time() - begun
    more = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    text = page.content.decode()
    shown = re.sub(r"<textarea.*?</textarea>|<[^>]*>", " ", text, flags=re.DOTALL)
    typed = re.findall(r"<textarea[^>]*>\n?(.*?)</textarea>", text, re.DOTALL)
    report = {
        "seconds": seconds,
        "megabytes": more / 1024,
        "status": page.status_code,
        "words": html.unescape(" ".join(shown.split())),
        "typed": html.unescape(typed[0]) if typed else "",
    }
    return json.dumps(report).encode()


def request_of(party, kind, data):
    """Return the address and the fields for a file or a text."""
    if kind == "ptn":
        fields = {"text": data.decode(), "first": 1, "submission": uuid4()}
        return reverse("records", args=[party.pk, 1, 1]), fields
    if kind == "paste":
        fields = {"names": data.decode()}
    else:
        fields = {"names": "", "file": SimpleUploadedFile(f"list.{kind}", data)}
    return reverse("players_add", args=[party.pk]), fields | {"prize_group": "women"}


def seconds_of_an_honest_list(client, party):
    data = numbered("Al* Ek", 9_900).encode()
    answer = in_child(lambda: measure(lambda: client.post(*request_of(party, "paste", data))))
    return json.loads(answer)["seconds"]


def faults_of(client, party, seconds, name, make, words):
    """Yield the faults of the answer to a file, which may take at most `seconds`."""
    kind = name.split()[0]
    data = in_child(lambda: made if isinstance(made := make(), bytes) else made.encode())
    answer = in_child(lambda: measure(lambda: client.post(*request_of(party, kind, data))))
    if not answer:
        yield name, "no answer in time"
        return
    report = json.loads(answer)
    if report["seconds"] > seconds or report["megabytes"] > MEGABYTES:
        yield name, report["seconds"], seconds, report["megabytes"]
    if report["status"] != 200 or words not in report["words"]:
        yield name, report["status"], words, report["words"][:1_000]
    if re.search(r"\S{201}", report["words"]):
        yield name, "more than 200 letters of a name"
    if kind in {"paste", "ptn"} and report["typed"].split() != data.decode().split():
        yield name, "what was typed is gone"


@pytest.mark.slow
@pytest.mark.skipif(connection.vendor != "sqlite", reason="a file is the same everywhere")
@pytest.mark.parametrize("files", [WORKBOOKS, DOCUMENTS | CONTACTS, PASTES | RECORDS])
def test_no_costly_list_or_record_takes_much_time_or_memory(client, transactional_db, files):
    party = organised_party(client, players=40)
    start(party)
    assert (
        client.post(*request_of(party, "paste", b"Alma\nBert Ek")).status_code == 200
    )  # a warm-up
    gc.collect()
    seconds = TIMES_AN_HONEST_LIST * seconds_of_an_honest_list(client, party)
    faults = (faults_of(client, party, seconds, name, *files[name]) for name in files)
    assert [each for found in faults for each in found] == []
