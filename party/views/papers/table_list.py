from collections.abc import Mapping

from party.models import Party, Round
from party.pdf.seats.table_list import TableLine, TableList, table_list_pdf
from party.queries.papers import heading
from party.queries.seats.sittings import by_table, sittings
from party.values.papers import Contents, Moment, Piece, Shared
from party.values.people.person import Person
from party.views.papers.paper import BLANK_ROUND, Paper, contents_of, has_seats, of_round


def seats_by_table(party: Party, round_: Round) -> TableList:
    seated = sittings(party, round_)
    return TableList(
        heading=heading(party),
        round=f"Round {round_.number}",
        lines=tuple(
            _table_line(number, seats) for number, seats in sorted(by_table(seated).items())
        ),
        bench=tuple(str(each.person) for each in seated if each.table is None),
    )


def _table_line(number: int, seats: Mapping[str, Person]) -> TableLine:
    north, east, south, west = (str(seats.get(seat, "")) for seat in "NESW")
    return TableLine(table=str(number), names=(north, east, south, west))


def blank_list(party: Party) -> TableList:
    return TableList(heading=heading(party), round=BLANK_ROUND, lines=())


def contents(sheet: TableList) -> Contents:
    return contents_of(
        sheet.heading,
        (
            Piece(line.table, f"table {line.table}", (line.table, *line.names))
            for line in sheet.lines
        ),
        "table",
        Shared("round", sheet.round),
        Shared("bench", sheet.bench, "who sits out"),
    )


TABLE_LIST = Paper(
    slug="tables",
    title="By table",
    purpose="Who sits at which table, and who sits out: for your clipboard.",
    moment=Moment.ROUND,
    is_by_round=True,
    is_ready=has_seats,
    fill=of_round(seats_by_table),
    draw=table_list_pdf,
    blank=blank_list,
    contents=contents,
)
