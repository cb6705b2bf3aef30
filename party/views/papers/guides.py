"""Cards with the seats of every round at a table, if everybody moves by a fixed plan."""

from party.engine import SEAT_NAMES
from party.models import Party, Round
from party.pdf.seats.guides import GuideCard, GuideRow, GuideSheet, guide_cards
from party.progression import SEATS
from party.queries.evening.rounds import people
from party.queries.papers import heading
from party.queries.seats.draw import planned_seatings
from party.values.papers import Contents, Moment, Piece
from party.views.papers.paper import Paper, contents_of, of_party, part_of


def has_fixed_path(party: Party, latest: Round | None) -> bool:
    fixed = party.tracks_seats and any(party.format.movement.steps)
    return latest is not None and bool(party.rounds_planned) and fixed


def guide_sheet(party: Party) -> GuideSheet:
    seatings, entrants = planned_seatings(party), people(party)
    tables = max(len(seating.tables) for seating in seatings)
    cards = []
    for table in range(1, tables + 1):
        rows = tuple(
            GuideRow(
                round=str(number),
                names=tuple(str(entrants[entrant]) for entrant in seating.tables[table - 1]),
            )
            for number, seating in enumerate(seatings, start=1)
            if table <= len(seating.tables)
        )
        cards.append(
            GuideCard(
                table=str(table), rows=rows, moves_text=_next_tables_text(party, table, tables)
            )
        )
    return GuideSheet(heading=heading(party), cards=tuple(cards))


def _next_tables_text(party: Party, table: int, tables: int) -> str:
    """Return for example "After each round: North stays, East to table 3."."""
    next_tables = []
    for seat, step in zip(SEATS, party.format.movement.steps, strict=True):
        next_table = (table - 1 + step) % tables + 1
        target = "stays" if next_table == table else f"to table {next_table}"
        next_tables.append(f"{SEAT_NAMES[seat]} {target}")
    return f"After each round: {', '.join(next_tables)}."


def contents(sheet: GuideSheet) -> Contents:
    return contents_of(sheet.heading, map(_printed_piece, sheet.cards), "card")


def _printed_piece(card: GuideCard) -> Piece:
    rows = [(row.round, row.names) for row in card.rows]
    return Piece(card.table, f"table {card.table}", (card.table, rows, card.moves_text))


GUIDES = Paper(
    slug="guides",
    title="Guide cards",
    purpose="One for each table: who is expected in every round, and where each seat goes next.",
    moment=Moment.BEFORE,
    is_ready=has_fixed_path,
    not_ready="Only when everybody moves by a fixed plan.",
    fill=of_party(guide_sheet),
    draw=guide_cards,
    contents=contents,
    part=part_of("cards"),
)
