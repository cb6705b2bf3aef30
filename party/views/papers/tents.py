"""Table tents: each table's number, what the bids count, and who moves."""

from dataclasses import replace

from party.models import Party, Round
from party.pdf.rules.tents import TentSheet, table_tents
from party.queries.papers import heading
from party.values.papers import Contents, Moment, Piece, Shared
from party.values.rules.bids import bid_values
from party.values.seats.moves import bell_note, reminder
from party.views.papers.paper import Paper, at_places, of_round, shared_heading
from party.views.papers.readiness import is_drawn


def tents(party: Party, latest: Round) -> TentSheet:
    """Return a tent for each table that is seated."""
    tables = latest.tables.count() or party.rounds.get(number=1).tables.count()
    return _sheet(party, tuple(str(number) for number in range(1, tables + 1)))


def blank_tents(party: Party) -> TentSheet:
    """Return one tent on which a number can be written: a table more than was thought."""
    return _sheet(party, ("",))


def _sheet(party: Party, tables: tuple[str, ...]) -> TentSheet:
    return TentSheet(
        heading=heading(party),
        tables=tables,
        bid_values=bid_values(party.rules),
        reminder=reminder(party.format),
        head_note=bell_note(party.format),
    )


def contents(sheet: TentSheet) -> Contents:
    return Contents(
        shared=(
            shared_heading(sheet.heading),
            Shared("bids", sheet.bid_values.content, "what the bids count"),
            Shared("reminder", sheet.reminder, "who moves"),
            Shared("head note", sheet.head_note),
        ),
        pieces=tuple(Piece(table, f"table {table}", table) for table in sheet.tables),
        noun="tent",
    )


TENTS = Paper(
    slug="tents",
    title="Table tents",
    purpose="Fold once and stand one on each table: its number, the bids, who moves.",
    moment=Moment.BEFORE,
    is_ready=is_drawn,
    fill=of_round(tents),
    draw=table_tents,
    blank=blank_tents,
    contents=contents,
    part=lambda sheet, places: replace(sheet, tables=at_places(sheet.tables, places)),
)
