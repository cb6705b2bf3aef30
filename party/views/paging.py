"""The address of a long list has the page and the order, but not the page size."""

from collections.abc import Sequence
from typing import TypeVar

from django.core.paginator import Page, Paginator
from django.http import HttpRequest
from django_tables2 import Table

from party.values.numbers import number_of

T = TypeVar("T")

PAGE_SIZE = 100  # tables or people


def configure_table(request: HttpRequest, table: Table, size: int) -> None:
    """Order and page the table by the query; show the nearest page if there is no such page."""
    table.request = request
    names = request.GET.getlist(table.prefixed_order_by_field)
    # No column has a dot in its name; django_tables2 would warn about such a name.
    if order := [name for name in names if "." not in name]:
        table.order_by = order
    table.paginate(per_page=size)
    table.page = table.paginator.get_page(request.GET.get(table.prefixed_page_field))


def page_of_rows(request: HttpRequest, rows: Sequence[T], name: str = "page") -> Page[T]:
    return Paginator(rows, PAGE_SIZE).get_page(request.GET.get(name))


def page_of_tables(request: HttpRequest, tables: Sequence[T]) -> Page[T]:
    """Return the page with the card table of `?table=…`, or the `?page=…` if there is none."""
    table_number = number_of(request.GET.get("table"))
    if table_number is None:
        return page_of_rows(request, tables)
    return Paginator(tables, PAGE_SIZE).get_page((table_number - 1) // PAGE_SIZE + 1)


def table_anchor(number: int) -> str:
    """Return the query and the fragment that lead to the row of a table."""
    return f"?table={number}#table-{number}" if number > PAGE_SIZE else f"#table-{number}"
