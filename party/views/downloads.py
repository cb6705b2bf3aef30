"""Lists as files to keep: the same list as CSV or as a workbook."""

from collections.abc import Iterable, Sequence

from django.http import HttpResponse
from django_tables2 import Table

from party.tables.files import CSV, TYPES, Cell, csv_file, xlsx_file


def download(
    name: str, kind: str, headings: Sequence[str], rows: Iterable[Sequence[Cell]]
) -> HttpResponse:
    """Answer with a list as a file of this name; `kind` is "csv" or "xlsx"."""
    content = csv_file(headings, rows) if kind == CSV else xlsx_file(name, headings, rows)
    response = HttpResponse(content, content_type=TYPES[kind])
    response["Content-Disposition"] = f'attachment; filename="{name}.{kind}"'
    return response


def download_table(name: str, kind: str, table: Table) -> HttpResponse:
    """Answer with everything a table has, page after page: its values, not its markup."""
    headings, *rows = table.as_values()
    return download(name, kind, headings, rows)
