"""Files: a list to keep, the same as CSV or as a workbook, and a paper to look at."""

import re
from collections.abc import Iterable, Sequence

from django.http import HttpResponse
from django.utils.http import content_disposition_header
from django_tables2 import Table

from party.models import Club, Party, Series
from party.tables.spreadsheets import CSV, TYPES, XLSX, Cell, Sheet, csv_file, workbook, xlsx_file

Owner = Party | Series | Club | None
# Characters that some file system does not allow in a file's name.
UNFIT = re.compile(r'[\\/:*?"<>|\x00-\x1f]+')
LONGEST = 80


def download(
    name: str, kind: str, headings: Sequence[str], rows: Iterable[Sequence[Cell]], of: Owner
) -> HttpResponse:
    """Answer with a list as a file; `of` is whose list it is, `kind` is "csv" or "xlsx"."""
    content = csv_file(headings, rows) if kind == CSV else xlsx_file(name, headings, rows)
    return _file(name, kind, content, of)


def download_workbook(name: str, sheets: Iterable[tuple[str, Sheet]], of: Owner) -> HttpResponse:
    """Answer with several lists as one workbook."""
    return _file(name, XLSX, workbook(sheets), of)


def _file(name: str, kind: str, content: bytes, of: Owner) -> HttpResponse:
    response = HttpResponse(content, content_type=TYPES[kind])
    called = f"{file_name(name, of)}.{kind}"
    response["Content-Disposition"] = content_disposition_header(
        as_attachment=True, filename=called
    )
    return response


def download_table(name: str, kind: str, table: Table, of: Owner) -> HttpResponse:
    """Answer with everything a table has, page after page: its values, not its markup."""
    headings, *rows = table.as_values()
    return download(name, kind, headings, rows, of)


def show_pdf(name: str, content: bytes) -> HttpResponse:
    """Answer with a paper that the browser shows."""
    response = HttpResponse(content, content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="{name}.pdf"'
    return response


def file_name(name: str, of: Owner) -> str:
    """Name a file after its party and day: "Autumn party 2026-11-14 standings"."""
    day = f"{of.local_start:%Y-%m-%d}" if isinstance(of, Party) else ""
    owner, called = (UNFIT.sub(" ", text)[:LONGEST].strip(" .") for text in (str(of or ""), name))
    return " ".join(filter(None, (owner, day, called)))
