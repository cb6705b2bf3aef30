"""The standings, with a box for each round."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import django_tables2 as tables
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from party.values.numbers import counted, total
from party.values.standings.series import SeasonLine
from party.values.standings.standings import RoundKind, StandingLine
from party.values.standings.tally import TallyBook, TallyBox

NUMBERS = {"cell": {"class": "num"}}
MOST_ROOMY_ROUNDS = 6  # with more rounds the boxes are narrower
LAST_COLUMNS = ("won", "best", "group", "sat_out", "note")


class RoundColumn(tables.Column):
    """The column of one round: a box on pages, the points in files."""

    def __init__(
        self, number: int, boxes: Callable[[StandingLine], Sequence[TallyBox]], *, is_to_come: bool
    ) -> None:
        super().__init__(
            accessor="rounds",
            verbose_name=f"R{number}",
            orderable=False,
            attrs={"cell": {"class": "tb-cell"}},
            exclude_from_export=is_to_come,
        )
        self.number, self.boxes = number, boxes

    def render(self, record: StandingLine) -> str:
        return SafeString(self.boxes(record)[self.number - 1].html)

    def value(self, record: StandingLine) -> int:
        return record.rounds[self.number - 1].points


class RankedTable(tables.Table):
    rows_template = "standings/_rows.html"

    rank = tables.Column(
        "Place",
        attrs={"cell": {"class": "num rank"}},
        empty_values=(),
        exclude_from_export=True,
    )
    # Only in files.
    rank_in_files = tables.Column("Rank", accessor="rank", visible=False, default="")
    total = tables.Column("Total", attrs={"cell": {"class": "num total"}})
    # Only in files.
    note = tables.Column("Note", visible=False, orderable=False)

    def render_rank(self, record: StandingLine | SeasonLine) -> str:
        return record.place

    def value_name(self, record: StandingLine | SeasonLine) -> str:
        return record.name

    def render_total(self, value: int) -> str:
        return total(value)

    def value_total(self, value: int) -> int:
        return value


class StandingsTable(RankedTable):
    moved = tables.Column(
        SafeString('<span class="hush">Moved</span>'),
        accessor="person",
        orderable=False,
        attrs={"cell": {"class": "moved"}},
        exclude_from_export=True,
    )
    name = tables.Column(accessor="person__sort_name", verbose_name="Name")
    won = tables.Column(attrs={"cell": {"class": "num wide-only"}}, verbose_name="Rounds won")
    # Only in files.
    best = tables.Column("Best round", default="", visible=False)
    group = tables.Column("Prize group", accessor="person__prize_group", default="", visible=False)
    sat_out = tables.Column("Rounds sat out", accessor="rounds", visible=False, orderable=False)

    class Meta:
        empty_text = "No round is closed yet."
        orderable = True

    def __init__(
        self,
        data: Sequence[StandingLine],
        *,
        book: TallyBook,
        party: int,
        caption: str,
        earlier_ranks: Mapping[int, int],
        **kwargs: Any,
    ) -> None:
        """`earlier_ranks` are the ranks before the last round, by entrant id."""
        self.caption = caption
        self.earlier_ranks = earlier_ranks
        self.player_address = reverse("player", args=[party, 0]).replace("/0/", "/{}/")
        closed = book.standings.rounds
        columns = [
            (f"r{number}", RoundColumn(number, book.boxes, is_to_come=number > closed))
            for number in range(1, max(closed, book.planned) + 1)
        ]
        order = ("rank", "rank_in_files", "moved", "name", "total")
        sequence = (*order, *(name for name, _ in columns), *LAST_COLUMNS)
        kwargs["attrs"] = {
            "class": "tallies tallies-many" if len(columns) > MOST_ROOMY_ROUNDS else "tallies"
        }
        super().__init__(data, extra_columns=columns, sequence=sequence, **kwargs)

    def render_moved(self, record: StandingLine) -> str:
        before = self.earlier_ranks.get(record.person.id)
        if record.rank is None or before in {None, record.rank}:
            return ""
        places = abs(before - record.rank)
        sign, word = ("▲", "up") if before > record.rank else ("▼", "down")
        return SafeString(
            f'<span class="move"><span aria-hidden="true">{sign}{places}</span>'
            f'<span class="hush">{word} {counted(places, "place")}</span></span>'
        )

    def render_name(self, record: StandingLine) -> str:
        person = record.person
        address = self.player_address.format(person.id)
        note = "" if person.ranked else "house player"
        note = "left" if person.state == "left" else note
        tag = format_html(' <span class="tag tag-quiet">{}</span>', note) if note else ""
        return format_html('<a href="{}">{}</a>{}', address, record.name, tag)

    def value_sat_out(self, record: StandingLine) -> str:
        return ", ".join(
            str(score.round) for score in record.rounds if score.kind == RoundKind.SAT_OUT
        )
