"""Reads about the next moves: where everybody can go after a round, before it is over."""

from party.models import Party, Round
from party.progression import SeatingError
from party.queries.evening.rounds import people, seatings
from party.queries.seats.seats import next_draw
from party.values.seats.next_moves import NextMoves


def next_moves(party: Party, latest: Round) -> NextMoves:
    """Return where everybody who is here can go after the round that is on."""
    past = seatings(party, upto=latest.number)
    before = past[-1]
    draw = next_draw(party, before)
    try:
        prospects = draw.outlook(past)
    except SeatingError:
        prospects = ()
    return NextMoves(latest.number + 1, before, people(party), draw.replacing, prospects)
