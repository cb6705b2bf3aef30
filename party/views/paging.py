"""Long tables, one page at a time: which page and which order are the reader's, not how long."""

from django.http import HttpRequest
from django_tables2 import RequestConfig, Table


def configure(request: HttpRequest, table: Table, size: int) -> None:
    """Show the page and the order asked for; a page that does not exist is the nearest one."""
    RequestConfig(request, paginate=False).configure(table)
    table.paginate(per_page=size)
    table.page = table.paginator.get_page(request.GET.get(table.prefixed_page_field))
