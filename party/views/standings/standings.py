"""Standings on a page: all, one prize group, or from the low end."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from party.queries.standings.ranks_before import ranks_before
from party.queries.standings.series import series_with
from party.queries.standings.standings import standings
from party.tables.standings.standings import StandingsTable
from party.values.standings.pictures import Scale
from party.values.standings.standings import StandingLine, StandingsNow
from party.views.access import party_or_404, signed_in
from party.views.downloads import download_table
from party.views.paging import configure_table

PODIUM = (("second", "Second"), ("first", "First"), ("third", "Third"))
A_PAGE = 50
LOW = "low"


@require_safe
def standings_page(request: HttpRequest, party_id: int) -> HttpResponse:
    party = party_or_404(request, party_id)
    standings_now = standings(party)
    table, show = standings_table(
        standings_now, request.GET.get("show", ""), ranks_before(party, standings_now)
    )
    configure_table(request, table, A_PAGE)
    page = {
        "party": party,
        "now": standings_now,
        "table": table,
        "show": show,
        "podium": () if show or not party.tracks_seats else _podium(standings_now, table),
        "series": series_with(party, signed_in(request)) if party.finished_at else (),
    }
    return render(request, "standings/standings_page.html", page)


@require_safe
def standings_file(request: HttpRequest, party_id: int, kind: str) -> HttpResponse:
    party = party_or_404(request, party_id)
    table, _ = standings_table(standings(party), request.GET.get("show", ""), {})
    return download_table("standings", kind, table, party)


def _podium(standings_now: StandingsNow, table: StandingsTable) -> Iterator[tuple[Any, ...]]:
    for place, words, line in podium(standings_now.lines):
        yield place, words, line, table.render_moved(line), table.render_running(line)


def standings_table(
    standings_now: StandingsNow, show: str, before: Mapping[int, int]
) -> tuple[StandingsTable, str]:
    """Return a list and its name: "low", a prize group, or "" for everybody.

    Only the list of everybody shows the moves since the ranks `before`.
    """
    if show == LOW:
        lines = tuple(replace(line, rank=line.low_rank) for line in standings_now.low)
        caption = "From the low end"
    elif show in standings_now.groups:
        lines, caption = standings_now.groups[show], f"Prize group {show}"
    else:
        lines, caption, show = standings_now.lines, "Everybody", ""
    if show:
        before = {}
    shown_columns = {"won": standings_now.wins_known, "moved": bool(before)}
    scale = Scale.of([line.sums for line in standings_now.lines])
    table = StandingsTable(
        lines,
        rounds=standings_now.rounds,
        caption=caption,
        scale=scale,
        before=before,
        exclude=[name for name, is_shown in shown_columns.items() if not is_shown],
    )
    return table, show


def podium(lines: Sequence[StandingLine]) -> tuple[tuple[str, str, StandingLine], ...]:
    """Return places 2, 1 and 3; nothing if one of them is shared."""
    first = lines[:4]
    if [line.rank for line in first[:3]] != [1, 2, 3] or (len(first) > 3 and first[3].rank == 3):
        return ()
    second, winner, third = first[1], first[0], first[2]
    return tuple(
        (*place, line) for place, line in zip(PODIUM, (second, winner, third), strict=True)
    )
