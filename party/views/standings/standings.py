"""Standings on a page: all, one prize group, or from the low end."""

from dataclasses import replace

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from party.queries.standings.series import series_with
from party.queries.standings.standings import standings
from party.tables.standings.standings import StandingsTable
from party.values.standings.standings import StandingsNow, podium
from party.views.access import party_or_404, signed_in
from party.views.downloads import download_table
from party.views.paging import configure

A_PAGE = 50
LOW = "low"


@require_GET
def standings_page(request: HttpRequest, party_id: int) -> HttpResponse:
    party = party_or_404(request, party_id)
    now = standings(party)
    table, show = _table(now, request.GET.get("show", ""))
    configure(request, table, A_PAGE)
    page = {
        "party": party,
        "now": now,
        "table": table,
        "show": show,
        "podium": () if show or not party.tracks_seats else podium(now.lines),
        "series": series_with(party, signed_in(request)) if party.finished_at else (),
    }
    return render(request, "standings/standings_page.html", page)


@require_GET
def standings_file(request: HttpRequest, party_id: int, kind: str) -> HttpResponse:
    """Answer with the list that the page shows as CSV or XLSX."""
    party = party_or_404(request, party_id)
    table, _ = _table(standings(party), request.GET.get("show", ""))
    return download_table("standings", kind, table, party)


def _table(now: StandingsNow, show: str) -> tuple[StandingsTable, str]:
    """Return the list that is asked for, and its name: "low", a prize group, "" for all."""
    if show == LOW:
        lines = tuple(replace(line, rank=line.low_rank) for line in now.low)
        caption = "From the low end"
    elif show in now.groups:
        lines, caption = now.groups[show], f"Prize group {show}"
    else:
        lines, caption, show = now.lines, "Everybody", ""
    hidden = () if now.wins_known else ("won",)
    return StandingsTable(lines, rounds=now.rounds, caption=caption, exclude=hidden), show
