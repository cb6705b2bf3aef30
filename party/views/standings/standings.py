"""Standings on a page: all, one prize group, or from the low end."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_GET

from party.queries.standings.ranks_before import ranks_before
from party.queries.standings.series import series_with
from party.queries.standings.standings import standings
from party.tables.standings.standings import StandingsTable
from party.values.standings.pictures import Scale
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
    table, show = standings_table(now, request.GET.get("show", ""), ranks_before(party, now))
    configure(request, table, A_PAGE)
    page = {
        "party": party,
        "now": now,
        "table": table,
        "show": show,
        "podium": () if show or not party.tracks_seats else _podium(now, table),
        "series": series_with(party, signed_in(request)) if party.finished_at else (),
    }
    return render(request, "standings/standings_page.html", page)


@require_GET
def standings_file(request: HttpRequest, party_id: int, kind: str) -> HttpResponse:
    """Answer with the list that the page shows as CSV or XLSX."""
    party = party_or_404(request, party_id)
    table, _ = standings_table(standings(party), request.GET.get("show", ""), {})
    return download_table("standings", kind, table, party)


def _podium(now: StandingsNow, table: StandingsTable) -> Iterator[tuple[Any, ...]]:
    """Yield the first three, with what the table shows of them besides their totals."""
    for place, words, line in podium(now.lines):
        yield place, words, line, table.render_moved(line), table.render_running(line)


def standings_table(
    now: StandingsNow, show: str, before: Mapping[int, int]
) -> tuple[StandingsTable, str]:
    """Return the list that is asked for, and its name: "low", a prize group, "" for all.

    How far people moved since `before` is only said of the whole list.
    """
    if show == LOW:
        lines = tuple(replace(line, rank=line.low_rank) for line in now.low)
        caption = "From the low end"
    elif show in now.groups:
        lines, caption = now.groups[show], f"Prize group {show}"
    else:
        lines, caption, show = now.lines, "Everybody", ""
    if show:
        before = {}
    shown = {"won": now.wins_known, "moved": bool(before)}
    scale = Scale.of([line.sums for line in now.lines])
    table = StandingsTable(
        lines,
        rounds=now.rounds,
        caption=caption,
        scale=scale,
        before=before,
        exclude=[name for name, is_shown in shown.items() if not is_shown],
    )
    return table, show
