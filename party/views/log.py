"""The log of a party: every change, newest first."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from party.models import LogLine
from party.views.access import party_or_404

LINES_A_PAGE = 50


@require_GET
def log(request: HttpRequest, party_id: int) -> HttpResponse:
    party = party_or_404(request, party_id)
    lines = LogLine.objects.filter(party=party).select_related("who")
    page = Paginator(lines, LINES_A_PAGE).get_page(request.GET.get("page"))
    return render(request, "log/log.html", {"party": party, "page": page})
