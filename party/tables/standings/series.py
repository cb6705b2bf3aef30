"""The standings of a season."""

from collections.abc import Iterable, Iterator
from typing import Any

import django_tables2 as tables
from django.utils.html import format_html
from django.utils.safestring import SafeString

from party.tables.spreadsheets import Cell
from party.tables.standings.standings import RankedTable
from party.values.standings.series import (
    PartyOfSeries,
    Season,
    SeasonLine,
    face_of_night,
    night_sentence,
)
from party.values.standings.tally import box_html

WIDE_NUMBERS = {"cell": {"class": "num wide-only"}}  # not on phones, where boxes need the width


class NightColumn(tables.Column):
    """Place and points of one evening, in brackets if they do not count."""

    def __init__(self, party: PartyOfSeries) -> None:
        super().__init__(
            accessor="nights",
            verbose_name=party.day,
            orderable=False,
            attrs={"cell": {"class": "tb-cell"}},
        )
        self.party_id, self.day = party.id, party.day

    def render(self, record: SeasonLine) -> str:
        night = record.nights.get(self.party_id)
        sentence = f"{self.day}: {night_sentence(night)}"
        return SafeString(box_html(face_of_night(night), sentence))

    def value(self, record: SeasonLine) -> int | None:
        night = record.nights.get(self.party_id)
        return night.worth if night else None


class SeasonTable(RankedTable):
    caption = "Standings of the season"

    name = tables.Column("Name", accessor="sort_name")
    attended = tables.Column("Came", attrs=WIDE_NUMBERS)
    won = tables.Column("Rounds won", attrs=WIDE_NUMBERS)
    attendance = tables.Column("For coming", attrs=WIDE_NUMBERS)
    # Only in files.
    dropped = tables.Column("Not counted", accessor="nights", visible=False, orderable=False)

    class Meta:
        empty_text = "No party of this season is finished yet."
        orderable = True

    def __init__(self, season: Season, **kwargs: Any) -> None:
        self.parties = season.parties
        columns = [(f"night{party.id}", NightColumn(party)) for party in season.parties]
        nights = tuple(name for name, _ in columns)
        last_columns = ("attended", "won", "attendance", "dropped", "note")
        order = ("rank", "rank_in_files", "name", "total", *nights, *last_columns)
        exclude = tuple(
            name
            for name in ("attendance", "won")
            if not any(getattr(line, name) for line in season.lines)
        )
        kwargs["attrs"] = {"class": "tallies tallies-many tallies-season"}
        super().__init__(
            season.lines, extra_columns=columns, sequence=order, exclude=exclude, **kwargs
        )

    def render_name(self, record: SeasonLine) -> str:
        if not record.note:
            return record.name
        return format_html('{} <span class="tag tag-quiet">{}</span>', record.name, record.note)

    def value_dropped(self, record: SeasonLine) -> str:
        dropped = {party_id for party_id, night in record.nights.items() if night.is_dropped}
        return ", ".join(party.day for party in self.parties if party.id in dropped)


HEADINGS = ("Season", "Club", "Parties", "Of them finished")


def series_rows(series: Iterable[Any]) -> Iterator[tuple[Cell, ...]]:
    for row in series:
        yield row.name, row.club.name, row.party_count, row.finished_count
