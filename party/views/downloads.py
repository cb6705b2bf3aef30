import re
from collections.abc import Iterable, Sequence

from django.http import HttpResponse
from django.utils.http import content_disposition_header
from django_tables2 import Table

from party.models import Club, Party, Series
from party.tables.spreadsheets import (
    CONTENT_TYPES,
    XLSX,
    Cell,
    Sheet,
    csv_file,
    workbook,
)

Owner = Party | Series | Club | None
# Characters that some file system does not allow in a file's name.
FORBIDDEN = re.compile(r'[\\/:*?"<>|\x00-\x1f]+')
LONGEST_NAME = 80


def download(
    name: str, kind: str, headings: Sequence[str], rows: Iterable[Sequence[Cell]], owner: Owner
) -> HttpResponse:
    if kind == XLSX:
        return download_workbook(name, [(name, (headings, rows))], owner)
    return _file_response(name, kind, csv_file(headings, rows), owner)


def download_workbook(
    name: str, sheets: Iterable[tuple[str, Sheet]], owner: Owner
) -> HttpResponse:
    return _file_response(name, XLSX, workbook(sheets), owner)


def _file_response(name: str, kind: str, content: bytes, owner: Owner) -> HttpResponse:
    return attachment(f"{file_name(name, owner)}.{kind}", content, CONTENT_TYPES[kind])


def attachment(name: str, content: bytes | str, content_type: str) -> HttpResponse:
    disposition = content_disposition_header(as_attachment=True, filename=name)
    headers = {"Content-Disposition": disposition}
    return HttpResponse(content, content_type=content_type, headers=headers)


def download_table(name: str, kind: str, table: Table, owner: Owner) -> HttpResponse:
    """Download all pages of the table, as values without markup."""
    headings, *rows = table.as_values()
    return download(name, kind, headings, rows, owner)


def show_pdf(name: str, content: bytes) -> HttpResponse:
    response = HttpResponse(content, content_type="application/pdf")
    response["Content-Disposition"] = f'inline; filename="{name}.pdf"'
    return response


def file_name(name: str, owner: Owner) -> str:
    """Return for example "Autumn party 2026-11-14 standings"."""
    day = f"{owner.local_start:%Y-%m-%d}" if isinstance(owner, Party) else ""
    owner_name, list_name = (
        FORBIDDEN.sub(" ", text)[:LONGEST_NAME].strip(" .") for text in (str(owner or ""), name)
    )
    return " ".join(filter(None, (owner_name, day, list_name)))
