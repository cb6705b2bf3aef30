"""The standings of a series for the wall. A series has no print centre; its page prints them."""

from collections import Counter

from party.models import Series
from party.pdf.standings.series import SeasonRow, SeasonSheet
from party.queries.standings.series import season
from party.values.numbers import place, total
from party.values.papers import Heading
from party.values.standings.series import PlayedNight, Season, SeasonLine


def season_standings(series: Series) -> SeasonSheet:
    now = season(series)
    shared = Counter(line.rank for line in now.lines)
    count = len(now.parties)
    return SeasonSheet(
        heading=Heading(party=series.name, place=series.club.name),
        title=f"After {count} {'party' if count == 1 else 'parties'}",
        nights=tuple(party.day for party in now.parties),
        rows=tuple(_row(line, now, shared=shared[line.rank] > 1) for line in now.lines),
        rule=" ".join(now.rule),
    )


def _row(line: SeasonLine, now: Season, *, shared: bool) -> SeasonRow:
    best = max(night.worth for night in line.nights.values())
    return SeasonRow(
        rank=place(line.rank, shared=shared),
        name=line.sort_name or line.name,
        total=total(line.total),
        came=str(line.attended),
        best=total(best),
        nights=tuple(_night(line.nights.get(party.id)) for party in now.parties),
        note=line.note,
    )


def _night(night: PlayedNight | None) -> str:
    if night is None:
        return "–"
    return f"({total(night.worth)})" if night.dropped else total(night.worth)
