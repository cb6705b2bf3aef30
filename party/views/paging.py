"""Long tables, one page at a time; the address has the page and the order, not the page size."""

from django.http import HttpRequest
from django_tables2 import RequestConfig, Table


def configure(request: HttpRequest, table: Table, size: int) -> None:
    """Apply the page and the order in the address; for a page that does not exist, the nearest."""
    RequestConfig(request, paginate=False).configure(table)
    table.paginate(per_page=size)
    table.page = table.paginator.get_page(request.GET.get(table.prefixed_page_field))
