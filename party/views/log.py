"""The log of a party: every change, newest first."""

from collections.abc import Iterator
from zoneinfo import ZoneInfo

from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from party.models import LogLine, Party
from party.tables.files import Cell
from party.views.access import party_or_404
from party.views.downloads import download

LINES_A_PAGE = 50
HEADINGS = ("When", "Round", "Table", "What", "Reason", "Who")


@require_GET
def log(request: HttpRequest, party_id: int) -> HttpResponse:
    party = party_or_404(request, party_id)
    page = Paginator(_lines(party), LINES_A_PAGE).get_page(request.GET.get("page"))
    return render(request, "log/log.html", {"party": party, "page": page})


@require_GET
def log_file(request: HttpRequest, party_id: int, kind: str) -> HttpResponse:
    """Answer with the whole log as CSV or XLSX, times by the club's clock."""
    party = party_or_404(request, party_id)
    return download("log", kind, HEADINGS, _rows(party))


def _lines(party: Party) -> QuerySet[LogLine]:
    return LogLine.objects.filter(party=party).select_related("who")


def _rows(party: Party) -> Iterator[tuple[Cell, ...]]:
    zone = ZoneInfo(party.club.time_zone)
    for line in _lines(party):
        when = f"{line.at.astimezone(zone):%Y-%m-%d %H:%M:%S}"
        who = str(line.who or "")
        yield when, line.round, line.table, line.words, line.data.get("reason", ""), who
