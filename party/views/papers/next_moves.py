"""Slips with each person's next seat, if ahead and if behind at the table."""

from party.models import Party, Round
from party.pdf.seats.next_moves import NextMoveSheet, next_move_slips
from party.queries.papers import heading
from party.queries.seats.moves import has_next_moves, next_moves
from party.values.papers import Contents, Moment, Piece, Shared
from party.values.seats.next_moves import MoveOutcome, NextMove
from party.values.seats.words import READ_OUT
from party.views.papers.paper import (
    BLANK_ROUND,
    BLANK_START,
    Paper,
    contents_of,
    of_round,
    part_of,
)

BLANK_SLIPS = 8


def next_move_sheet(party: Party, latest: Round) -> NextMoveSheet:
    moves = next_moves(party, latest)
    return NextMoveSheet(
        heading=heading(party),
        slips=tuple(moves.texts.values()),
        notes=moves.notes(party.format),
        sitting_out=moves.sitting_out,
    )


def blank_slips(party: Party) -> NextMoveSheet:
    outcomes = (MoveOutcome(when="If you are ahead"), MoveOutcome(when="If you are behind"))
    slip = NextMove(place=f"{BLANK_START}   {BLANK_ROUND}", outcomes=outcomes)
    return NextMoveSheet(heading=heading(party), slips=(slip,) * BLANK_SLIPS, notes=(READ_OUT,))


def contents(sheet: NextMoveSheet) -> Contents:
    return contents_of(
        sheet.heading,
        map(_printed_piece, sheet.slips),
        "slip",
        Shared("notes", sheet.notes),
        Shared("sitting out", sheet.sitting_out),
    )


def _printed_piece(slip: NextMove) -> Piece:
    outcomes = [(each.when, each.text) for each in slip.outcomes]
    return Piece(slip.name, slip.name, (slip.name, slip.table, slip.place, slip.first, outcomes))


NEXT_MOVES = Paper(
    slug="next-moves",
    title="Next-move slips",
    purpose="Where each person goes if ahead and if behind: cut, and hand out before the bell.",
    moment=Moment.ROUND,
    is_by_round=True,
    is_ready=has_next_moves,
    not_ready="Nobody moves after this round, or the moves are already out.",
    fill=of_round(next_move_sheet),
    draw=next_move_slips,
    blank=blank_slips,
    contents=contents,
    part=part_of("slips"),
)
