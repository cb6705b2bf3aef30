"""The whole of a party worked out once more from its rows, and what differs from what is shown."""

from party.models import Party
from party.queries.people.consistency import stored_name_differences, stored_wish_differences
from party.queries.prizes.consistency import differences_of_prizes
from party.queries.scores.consistency import table_differences
from party.queries.seats.consistency import stored_seat_differences
from party.queries.standings.consistency import differences_of_standings
from party.queries.stored_party import StoredParty


def party_differences(party: Party) -> list[str]:
    """Return a sentence for each name, seat, move, hand, total, rank or prize that is not right.

    Nothing of it asks the queries that the pages ask, but to compare them.
    """
    stored = StoredParty.read(party)
    lines = [*stored_name_differences(stored)]
    seats = stored_seat_differences(stored, party)
    lines += seats
    lines += [line for key in stored.tables for line in table_differences(stored, key)]
    lines += differences_of_standings(stored, party)
    lines += stored_wish_differences(stored, party)
    if party.prizes_confirmed_at is not None:
        lines += differences_of_prizes(stored)
    return lines
