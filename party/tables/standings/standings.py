"""The standings as a list to sort and page through."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import django_tables2 as tables
from django.utils.html import format_html
from django.utils.safestring import SafeString

from party.values.numbers import place, signed, total
from party.values.standings.standings import RoundKind, RoundPoints, StandingLine

NUMBERS = {"cell": {"class": "num"}}
LAST = ("won", "best", "total", "group", "sat_out", "note")
KINDS = {
    RoundKind.SAT_OUT: "sat out",
    RoundKind.NOT_PLAYED: "not played",
    RoundKind.MISSED: "missed",
}
KINDS |= {RoundKind.ON_CARD: "on the card", RoundKind.NO_CARD: "no card"}


class RoundColumn(tables.Column):
    """The points of one round, or why somebody did not play."""

    def __init__(self, number: int) -> None:
        super().__init__(
            accessor="rounds", verbose_name=f"R{number}", orderable=False, attrs=NUMBERS
        )
        self.number = number

    def render(self, record: StandingLine) -> str:
        points = self._round_points(record)
        return _round_cell(points) if points else "–"

    def value(self, record: StandingLine) -> int | None:
        round_ = self._round_points(record)
        return round_.points if round_ else None

    def _round_points(self, record: StandingLine) -> RoundPoints | None:
        return next((each for each in record.rounds if each.round == self.number), None)


def _round_cell(each: RoundPoints) -> SafeString:
    if each.kind == RoundKind.PLAYED:
        return format_html("{}", signed(each.points))
    if each.kind in {RoundKind.ON_CARD, RoundKind.NO_CARD} and not each.points:
        return format_html('<span class="tag tag-quiet">{}</span>', KINDS[each.kind])
    return format_html(
        '{}<br><span class="tag tag-quiet">{}</span>', total(each.points), KINDS[each.kind]
    )


class StandingsTable(tables.Table):
    caption = "Standings"

    rank = tables.Column(attrs=NUMBERS, verbose_name="Rank", empty_values=())
    name = tables.Column(accessor="person__sort_name", verbose_name="Name")
    group = tables.Column(accessor="person__prize_group", verbose_name="Prize group", default="")
    won = tables.Column(attrs=NUMBERS, verbose_name="Rounds won")
    best = tables.Column(attrs=NUMBERS, verbose_name="Best round", default="")
    total = tables.Column(attrs={"cell": {"class": "num total"}}, verbose_name="Total")
    # Only in files: on the page these stand beside the name and the points.
    sat_out = tables.Column("Rounds sat out", accessor="rounds", visible=False, orderable=False)
    note = tables.Column("Note", visible=False, orderable=False)

    class Meta:
        empty_text = "No round is closed yet."
        orderable = True

    def __init__(
        self, data: Sequence[StandingLine], *, rounds: int = 0, caption: str = "", **kwargs: Any
    ) -> None:
        self.caption = caption or self.caption
        self.shared = Counter(line.rank for line in data)
        columns = [(f"r{n}", RoundColumn(n)) for n in range(1, rounds + 1)]
        order = ("rank", "name", *(name for name, _ in columns), *LAST)
        super().__init__(data, extra_columns=columns, sequence=order, **kwargs)

    def render_rank(self, record: StandingLine) -> str:
        return place(record.rank, shared=self.shared[record.rank] > 1)

    def render_name(self, record: StandingLine) -> SafeString:
        if not record.note:
            return format_html("{}", record.person)
        return format_html('{} <span class="tag tag-quiet">{}</span>', record.person, record.note)

    def render_best(self, value: int) -> str:
        return signed(value)

    def render_total(self, value: int) -> str:
        return total(value)

    def value_rank(self, record: StandingLine) -> int | None:
        return record.rank

    def value_name(self, record: StandingLine) -> str:
        return str(record.person)

    def value_best(self, value: int) -> int:
        return value

    def value_total(self, value: int) -> int:
        return value

    def value_sat_out(self, record: StandingLine) -> str:
        return ", ".join(
            str(each.round) for each in record.rounds if each.kind == RoundKind.SAT_OUT
        )
