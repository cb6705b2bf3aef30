"""The standings as a list to sort and page through."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import django_tables2 as tables
from django.utils.html import format_html
from django.utils.safestring import SafeString

from party.values.numbers import counted, place, signed, total
from party.values.standings.drawings import svg
from party.values.standings.pictures import Scale, spark_picture
from party.values.standings.series import SeasonLine
from party.values.standings.standings import RoundKind, RoundPoints, StandingLine

NUMBERS = {"cell": {"class": "num"}}
WIDE = {"cell": {"class": "wide-only"}}  # a phone shows it below the name, or not at all
WIDE_NUMBERS = {"cell": {"class": "num wide-only"}}
TWO_LINE_HEADING = {
    "th": {"class": "num wide-only two-lines"},
    "td": {"class": "num wide-only"},
}
MOST_ROOMY_ROUNDS = 8  # with more, the table is set tighter, to keep names on one line
LAST = ("won", "best", "group", "sat_out", "note")
KINDS = {
    RoundKind.SAT_OUT: "sat out",
    RoundKind.NOT_PLAYED: "not played",
    RoundKind.MISSED: "missed",
    RoundKind.ON_CARD: "on the card",
    RoundKind.NO_CARD: "no card",
    RoundKind.FOLLOWS: "slip missing",
}


UNKNOWN = {RoundKind.ON_CARD, RoundKind.NO_CARD, RoundKind.FOLLOWS}


class RoundColumn(tables.Column):
    """The points of one round, or the reason for not playing."""

    def __init__(self, number: int) -> None:
        super().__init__(
            accessor="rounds", verbose_name=f"R{number}", orderable=False, attrs=WIDE_NUMBERS
        )
        self.number = number

    def render(self, record: StandingLine) -> str:
        points = self._round_points(record)
        return _round_cell(points) if points else "–"

    def value(self, record: StandingLine) -> int | None:
        points = self._round_points(record)
        return points.points if points else None

    def _round_points(self, record: StandingLine) -> RoundPoints | None:
        # Each line has one entry per round, from round 1.
        return record.rounds[self.number - 1] if self.number <= len(record.rounds) else None


def _round_cell(each: RoundPoints) -> str:
    if each.kind == RoundKind.PLAYED:
        return signed(each.points)
    if each.kind in UNKNOWN and not each.points:
        return format_html("<small>{}</small>", KINDS[each.kind])
    return format_html("{} <small>{}</small>", total(each.points), KINDS[each.kind])


class RankedTable(tables.Table):
    """Lines with a rank, a note beside the name, and a total."""

    rows_template = "standings/_rows.html"

    rank = tables.Column(
        "Place",
        attrs={"cell": {"class": "num rank"}},
        empty_values=(),
        exclude_from_export=True,
    )
    # Only in files, whose headings stay as they are.
    rank_in_files = tables.Column("Rank", accessor="rank", visible=False, default="")
    total = tables.Column("Total", attrs={"cell": {"class": "num total"}})
    # Only in files; the page shows it beside the name.
    note = tables.Column("Note", visible=False, orderable=False)

    def __init__(self, lines: Sequence[StandingLine | SeasonLine], **kwargs: Any) -> None:
        self.shared = Counter(line.rank for line in lines)
        super().__init__(lines, **kwargs)

    def render_rank(self, record: StandingLine | SeasonLine) -> str:
        return place(record.rank, shared=self.shared[record.rank] > 1)

    def render_name(self, record: StandingLine | SeasonLine) -> str:
        if not record.note:
            return record.name
        return format_html('{} <span class="tag tag-quiet">{}</span>', record.name, record.note)

    def value_name(self, record: StandingLine | SeasonLine) -> str:
        return record.name

    def render_total(self, value: int) -> str:
        return total(value)

    def value_total(self, value: int) -> int:
        return value


class StandingsTable(RankedTable):
    caption = "Standings"

    # Only on the page: the change of rank, and a picture of the running total.
    moved = tables.Column(
        SafeString('<span class="hush">Moved</span>'),
        accessor="person",
        orderable=False,
        attrs=WIDE,
        exclude_from_export=True,
    )
    name = tables.Column(accessor="person__sort_name", verbose_name="Name")
    running = tables.Column(
        "Running", accessor="rounds", orderable=False, attrs=WIDE, exclude_from_export=True
    )
    group = tables.Column(
        accessor="person__prize_group", verbose_name="Prize group", default="", attrs=WIDE
    )
    won = tables.Column(attrs=TWO_LINE_HEADING, verbose_name="Rounds won")
    best = tables.Column(attrs=TWO_LINE_HEADING, verbose_name="Best round", default="")
    # Only in files; the page shows it beside the points.
    sat_out = tables.Column("Rounds sat out", accessor="rounds", visible=False, orderable=False)

    class Meta:
        empty_text = "No round is closed yet."
        orderable = True

    def __init__(
        self,
        data: Sequence[StandingLine],
        *,
        rounds: int = 0,
        caption: str = "",
        scale: Scale,
        before: Mapping[int, int],
        **kwargs: Any,
    ) -> None:
        """`scale` is that of all running totals; `before` are the ranks before the last round."""
        self.caption = caption or self.caption
        self.scale, self.before = scale, before
        columns = [(f"r{n}", RoundColumn(n)) for n in range(1, rounds + 1)]
        order = (
            "rank",
            "rank_in_files",
            "moved",
            "name",
            "total",
            "running",
            *(name for name, _ in columns),
            *LAST,
        )
        if rounds > MOST_ROOMY_ROUNDS:
            kwargs["attrs"] = {"class": "tally-tight"}
        super().__init__(data, extra_columns=columns, sequence=order, **kwargs)

    def render_rank(self, record: StandingLine | SeasonLine) -> str:
        rank = super().render_rank(record)
        moved = self.render_moved(record) if isinstance(record, StandingLine) else ""
        return SafeString(f'{rank}<small class="phone-only">{moved}</small>') if moved else rank

    def render_moved(self, record: StandingLine) -> str:
        """Return the change of rank; "" for none, or if there was no rank before."""
        before = self.before.get(record.person.id)
        if record.rank is None or before in {None, record.rank}:
            return ""
        places = abs(before - record.rank)
        sign, word = ("▲", "up") if before > record.rank else ("▼", "down")
        return SafeString(
            f'<span class="move"><span aria-hidden="true">{sign}{places}</span>'
            f'<span class="hush">{word} {counted(places, "place")}</span></span>'
        )

    def render_running(self, record: StandingLine) -> str:
        return SafeString(svg(spark_picture(self.scale, record.sums), "spark"))

    def render_name(self, record: StandingLine | SeasonLine) -> str:
        name = super().render_name(record)
        if not isinstance(record, StandingLine) or not record.rounds:
            return name
        return format_html('{} <small class="phone-only">{}</small>', name, record.last_round_text)

    def render_best(self, value: int) -> str:
        return signed(value)

    def value_best(self, value: int) -> int:
        return value

    def value_sat_out(self, record: StandingLine) -> str:
        return ", ".join(
            str(each.round) for each in record.rounds if each.kind == RoundKind.SAT_OUT
        )
