"""The standings as a list to sort and page through."""

from typing import Any

import django_tables2 as tables
from django.utils.html import format_html
from django.utils.safestring import SafeString

from party.values.standings import Kind, RoundPoints, StandingLine
from party.values.written import signed, total

NUMBERS = {"cell": {"class": "num"}}
KINDS = {Kind.SAT_OUT: "sat out", Kind.NOT_PLAYED: "not played", Kind.MISSED: "missed"}


class RoundColumn(tables.Column):
    """The points of one round; whoever did not play reads why."""

    def __init__(self, number: int) -> None:
        super().__init__(
            accessor="rounds", verbose_name=f"R{number}", orderable=False, attrs=NUMBERS
        )
        self.number = number

    def render(self, record: StandingLine) -> SafeString:
        found = [each for each in record.rounds if each.round == self.number]
        return _round(found[0]) if found else format_html("–")


def _round(each: RoundPoints) -> SafeString:
    if each.kind == Kind.PLAYED:
        return format_html("{}", signed(each.points))
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

    class Meta:
        empty_text = "No round is closed yet."
        orderable = True

    def __init__(self, data: Any, *, rounds: int = 0, caption: str = "", **kwargs: Any) -> None:
        self.caption = caption or self.caption
        columns = [(f"r{n}", RoundColumn(n)) for n in range(1, rounds + 1)]
        order = ("rank", "name", *(name for name, _ in columns), "won", "best", "total", "group")
        super().__init__(data, extra_columns=columns, sequence=order, **kwargs)

    def render_rank(self, record: StandingLine) -> str:
        return str(record.rank or "–")

    def render_name(self, record: StandingLine) -> SafeString:
        if not record.note:
            return format_html("{}", record.person)
        return format_html('{} <span class="tag tag-quiet">{}</span>', record.person, record.note)

    def render_best(self, value: int) -> str:
        return signed(value)

    def render_total(self, value: int) -> str:
        return total(value)
