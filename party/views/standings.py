"""Standings on a page: all, one prize group, or from the low end."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET
from django_tables2 import RequestConfig

from party.queries.standings import standings
from party.tables.standings import StandingsTable
from party.views.access import party_or_404

A_PAGE = 50


@require_GET
def standings_page(request: HttpRequest, party_id: int) -> HttpResponse:
    party = party_or_404(request, party_id)
    now = standings(party)
    show = request.GET.get("show", "")
    if show == "low":
        lines, caption = now.low, "From the low end"
    elif show in now.groups:
        lines, caption = now.groups[show], f"Prize group {show}"
    else:
        lines, caption, show = now.lines, "Everybody", ""
    table = StandingsTable(lines, rounds=now.rounds, caption=caption)
    RequestConfig(request, paginate={"per_page": A_PAGE}).configure(table)
    page = {"party": party, "now": now, "table": table, "show": show}
    return render(request, "standings/standings_page.html", page)
