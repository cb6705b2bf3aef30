"""Next-move slips: where each person goes if ahead and if behind, in words.

The words are made from what the movement can do, so they fit a changed movement too.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby

from party.engine import SEAT_NAMES
from party.models import Party, Round
from party.pdf.seats.next_moves import NextMove, NextMoveSheet, Outcome, next_move_slips
from party.progression import CHOICES, Prospect
from party.queries.papers import heading
from party.queries.seats.moves import next_moves, next_moves_basis
from party.values.papers import Contents, Moment, Piece, Shared
from party.values.seats.moves import PATHS, NextMoves
from party.views.papers.paper import Paper, at_places, of_round, shared_heading
from party.views.papers.readiness import BLANK_ROUND

TIE = "A tie: {answer}."
READ_OUT = "If your name is read out, go where it says."
FINDING = {
    "known": ", seat {seats}.",
    "keeper": ". Sit opposite the one who kept the chair.",
    "shifter": ". Sit opposite the one who changed chairs.",
    "free": ", seat {seats}, whichever is free.",
    "called": ". Your chair is called out.",
}
OUT = {
    "on_bench": "You sit out round {round}.",
    "bench_again": "You sit out round {round} again.",
    "arrived_bench": "Welcome. You sit out round {round}.",
}
BLANK_SLIPS = 8


def has_next_round(party: Party, latest: Round | None) -> bool:
    """Return whether there is a next round to move to, and the results are not known yet."""
    if latest is None or party.finished_at or latest.state == Round.State.CLOSED:
        return False
    last = party.rounds_planned is not None and latest.number >= party.rounds_planned
    return party.tracks_seats and not last


def next_move_sheet(party: Party, latest: Round) -> NextMoveSheet:
    """Return a slip for everybody who is here, table by table; none where nobody moves."""
    ahead = next_moves(party, latest)
    prospects = ahead.prospects if ahead.somebody_moves else ()
    by_person = groupby(prospects, key=lambda prospect: prospect.entrant)
    return NextMoveSheet(
        heading=heading(party),
        slips=tuple(_slip(ahead, list(few)) for _, few in by_person),
        notes=_notes(party, ahead),
        sitting_out=_sitting_out(ahead),
    )


def _notes(party: Party, ahead: NextMoves) -> tuple[str, ...]:
    if not party.format.movement.needs_results(len(ahead.before.tables)):
        return (READ_OUT,)
    tie = CHOICES["tie_at_table"].answers[party.format.tie_at_table]
    return TIE.format(answer=tie), READ_OUT


def _sitting_out(ahead: NextMoves) -> str:
    names = [
        ahead.name_of(each.entrant)
        for each in ahead.prospects
        if each.table is None and each.chair != "called"
    ]
    return f"Sitting out round {ahead.number}: {', '.join(names)}." if names else ""


def _slip(ahead: NextMoves, prospects: Sequence[Prospect[int]]) -> NextMove:
    first = prospects[0]
    leaver = next((old for old, new in ahead.replacing.items() if new == first.entrant), None)
    chair = ahead.before.chair(first.entrant if leaver is None else leaver)
    where = f"{SEAT_NAMES[chair[1]]}, round {ahead.number - 1}" if chair else "No seat yet"
    if first.entrant in ahead.before.bench:
        where = f"Sitting out round {ahead.number - 1}"
    seated = bool(chair) and leaver is None
    return NextMove(
        name=ahead.name_of(first.entrant),
        table=str(chair[0]) if chair else "",
        place=where if leaver is None else f"{where}, for {ahead.name_of(leaver)}",
        first=_first_sentence(ahead, first),
        outcomes=tuple(
            Outcome(when=_condition(ahead, each), text=_move(ahead, each, seated=seated))
            for each in prospects
        ),
    )


def _first_sentence(ahead: NextMoves, prospect: Prospect[int]) -> str:
    """Return what somebody reads first who takes another one's place."""
    if prospect.instead is None or prospect.table is None:
        return ""
    return f"You play round {ahead.number}, in the place of {ahead.name_of(prospect.instead)}."


def _condition(ahead: NextMoves, prospect: Prospect[int]) -> str:
    if prospect.outcome == "either":
        return ""
    who = "you are"
    if prospect.instead is not None and prospect.table is not None:
        who = f"{ahead.name_of(prospect.instead)} is"
    return f"If {who} {prospect.outcome}"


def _move(ahead: NextMoves, prospect: Prospect[int], *, seated: bool) -> str:
    """Return one outcome in words; somebody `seated` has a chair in the round that is on."""
    if prospect.table is None and prospect.chair == "called":
        return "Your place is called out."
    if prospect.table is None:
        out = OUT[prospect.reason].format(round=ahead.number)
        instead = prospect.instead
        return out if instead is None else f"{out} {ahead.name_of(instead)} plays in your place."
    mate = "" if prospect.partner is None else ahead.name_of(prospect.partner)
    way = _way(prospect, seated=seated)
    return f"{way} Your partner is {mate}." if mate else way


def _way(prospect: Prospect[int], *, seated: bool) -> str:
    chair = (prospect.table, *prospect.seats)
    if seated and chair == prospect.old:
        return "Stay where you are."
    seats = " or ".join(SEAT_NAMES[seat] for seat in prospect.seats)
    if seated and prospect.old and prospect.old[0] == prospect.table:
        return f"Stay at your table, but change to seat {seats}."
    path = PATHS.get(prospect.reason.partition("_")[2], "go to")
    path = path[0].upper() + path[1:]
    return f"{path} table {prospect.table}{FINDING[prospect.chair].format(seats=seats)}"


def blank_slips(party: Party) -> NextMoveSheet:
    outcomes = (Outcome(when="If you are ahead"), Outcome(when="If you are behind"))
    slip = NextMove(place=f"Seat ____   {BLANK_ROUND}", outcomes=outcomes)
    return NextMoveSheet(heading=heading(party), slips=(slip,) * BLANK_SLIPS, notes=(READ_OUT,))


def contents(sheet: NextMoveSheet) -> Contents:
    return Contents(
        shared=(
            shared_heading(sheet.heading),
            Shared("notes", sheet.notes),
            Shared("sitting out", sheet.sitting_out),
        ),
        pieces=tuple(map(_piece, sheet.slips)),
        noun="slip",
    )


def _piece(slip: NextMove) -> Piece:
    outcomes = [(each.when, each.text) for each in slip.outcomes]
    return Piece(slip.name, slip.name, (slip.name, slip.table, slip.place, slip.first, outcomes))


NEXT_MOVES = Paper(
    slug="next-moves",
    title="Next-move slips",
    purpose="Where each person goes if ahead and if behind: cut, and hand out before the bell.",
    moment=Moment.ROUND,
    by_round=True,
    is_ready=has_next_round,
    needs_pieces=True,
    not_ready="Nobody moves from here, or it is known who goes where.",
    fill=of_round(next_move_sheet),
    draw=next_move_slips,
    blank=blank_slips,
    contents=contents,
    basis=of_round(next_moves_basis),
    part=lambda sheet, places: replace(sheet, slips=at_places(sheet.slips, places)),
)
