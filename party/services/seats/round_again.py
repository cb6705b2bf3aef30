"""Rounds seated again before their first hand.

A later round is worked out again from the results of the one before. In round 1 all keep their
chairs and empty ones are filled, as between two rounds after which nobody moves: the cards are
handed out by then, so nobody is drawn anew for one who came or went.
"""

from dataclasses import replace

from party.models import Party, Round
from party.progression import MOVEMENTS, Draw, Refill, Seating, SeatingError
from party.queries.evening.rounds import seatings
from party.queries.seats.seats import next_draw
from party.services.seats.seating import (
    following_seating,
    release_stand_ins,
    replace_places,
    restore_stand_ins,
)
from party.values.refusals import Fault, Refused


def seat_again(party: Party, round_: Round) -> None:
    """Seat a round again for who is here now. In a later round, swaps by hand are forgotten."""
    restore_stand_ins(party, round_)
    if round_.number == 1:
        seating, draw = _refilled(party, round_)
    else:
        before = Round.objects.get(party=party, number=round_.number - 1)
        seating, draw = following_seating(party, before)
    replace_places(party, round_, seating, draw)
    if round_.state != Round.State.DRAWN:
        release_stand_ins(party, round_)


def _refilled(party: Party, round_: Round) -> tuple[Seating[int], Draw[int]]:
    """Return the seats for who is here now; what was done stands among the draw's edits."""
    (now,) = seatings(party, upto=1)
    draw = replace(next_draw(party, now), movement=MOVEMENTS["stay"], partners="chairs")
    draw = replace(draw, due=_due(draw, now))
    try:
        seating = draw.seat((now,))
    except SeatingError as error:
        raise Refused(Fault(str(error), "", error.code)) from error
    return seating, round_.made_from.edited(Refill(draw))


def _due(draw: Draw[int], now: Seating[int]) -> tuple[int, ...]:
    """Return who sits out: who was to do so anyway, then the next of the rota."""
    here = len(now.everybody()) - len(draw.leaving) + len(draw.arriving)
    first = sorted(draw.rota, key=lambda entrant: entrant not in now.bench)
    return tuple(first[: here % 4])
