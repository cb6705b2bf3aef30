"""Reads about a blind draw: the seats for which its numbers are handed out."""

from random import Random

from party.models import Party
from party.queries.evening.rounds import SEATS
from party.values.people.person import Person, Sitting


def blind_seats(party: Party) -> tuple[Sitting, ...]:
    """Return the seat of each number, in the order in which the numbers are handed out. One query.

    Number k sits at table ⌈k/4⌉; within a table the pile is shuffled, so it is a draw.
    """
    numbers = party.entrants.filter(ranked=True).order_by("number")
    piles: dict[int, list[Sitting]] = {}
    for pk, number in numbers.values_list("pk", "number"):
        table, chair = divmod(number - 1, len(SEATS))
        sitting = Sitting(Person(pk, number, ""), table + 1, SEATS[chair])
        piles.setdefault(table, []).append(sitting)
    rng = Random(party.seed)
    for pile in piles.values():
        rng.shuffle(pile)
    return tuple(sitting for pile in piles.values() for sitting in pile)
