"""Rounds seated again before their first hand.

A later round is worked out again from the results of the one before. In round 1 all keep their
chairs and empty ones are filled, as between two rounds after which nobody moves: the cards are
handed out by then, so nobody is drawn anew for one who came or went.
"""

from party.models import Party, Round
from party.progression import MOVEMENTS, Seating, SeatingError, next_seating
from party.queries.evening.rounds import seatings
from party.queries.people.wishes import asked, written
from party.queries.seats.seats import came_and_went
from party.services.seats.seating import (
    Draw,
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


def _refilled(party: Party, round_: Round) -> tuple[Seating[int], Draw]:
    """Return the seats for who is here now; what was done stands among the draw's edits."""
    (now,) = seatings(party, upto=1)
    changes = came_and_went(party, now)
    rota = tuple(party.entrants.here().in_rota().values_list("pk", flat=True))
    due, wishes = _due(party, now, rota), asked(party)
    try:
        seating = next_seating(
            now,
            ahead={},
            movement=MOVEMENTS["stay"],
            rota=rota,
            due=due,
            leaving=tuple(changes["leaving"]),
            arriving=tuple(changes["arriving"]),
            replacing=dict(changes["replacing"]),
            wishes=wishes,
        )
    except SeatingError as error:
        raise Refused(Fault(str(error), "", error.code)) from error
    how = {"rota": list(rota), "due": list(due), "wishes": written(wishes), **changes}
    return seating, _noted(round_.draw, how)


def _due(party: Party, now: Seating[int], rota: tuple[int, ...]) -> tuple[int, ...]:
    """Return who sits out: who was to do so anyway, then the next of the rota."""
    over = party.entrants.here().count() % 4
    first = sorted(rota, key=lambda entrant: entrant not in now.bench)
    return tuple(first[:over])


def _noted(draw: Draw, how: Draw) -> Draw:
    return draw | {
        "edits": [*draw.get("edits", ()), ["refill", how]],
        "replacing": [*draw.get("replacing", ()), *how["replacing"]],
    }
