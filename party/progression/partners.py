"""Partners: who plays with whom at a table where pairs split.

*Chairs* leaves the chairs as the movement gives them. *Fresh* may exchange the two newcomers
(they sit at S and W, the stayers at N and E): of the two pairings it takes the one with fewer
past partnerships of all four people, then fewer past oppositions, then chairs. So at no table
does it repeat more than chairs would, given the same past.

Where somebody sat in a past round is one number: twice the table, one more for E-W. Partners had
the same number, opponents the other number of the same table. Whoever did not play then has a
negative number that nobody shares.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain

from party.progression.movement import Table
from party.progression.seating import E, Seating

Met = Iterable[Sequence[int]]  # round by round: where those now at N, E, S, W sat


def freshen(tables: Sequence[Table[E]], past: Sequence[Seating[E]], parted: Mapping[E, E]) -> None:
    """Exchange S and W at the tables where that repeats less.

    Never brings the partners of the round just played (`parted`) together again.
    """
    people = list(chain.from_iterable(tables))
    absent = range(-2, -2 * len(people) - 2, -2)
    rounds = [list(map(_pairs(seating).get, people, absent)) for seating in past]
    for number, table in enumerate(tables):
        north, east, south, west = table
        if parted.get(north) == west or parted.get(east) == south:
            continue
        chairs = slice(4 * number, 4 * number + 4)
        if _exchange_repeats_less(played[chairs] for played in rounds):
            table[2], table[3] = west, south


def _pairs(seating: Seating[E]) -> dict[E, int]:
    people = chain.from_iterable(seating.tables)
    numbers = (place // 4 * 2 + place % 2 for place in range(4 * len(seating.tables)))
    return dict(zip(people, numbers, strict=True))


def _exchange_repeats_less(met: Met) -> bool:
    """Compare N-S with E-W to N-W with E-S: partnerships first, then oppositions.

    N against E and S against W happens either way, so it is not counted.
    """
    together = together_exchanged = against = against_exchanged = 0
    for north, east, south, west in met:
        together += (north == south) + (east == west)
        together_exchanged += (north == west) + (east == south)
        against += (north ^ 1 == west) + (east ^ 1 == south)
        against_exchanged += (north ^ 1 == south) + (east ^ 1 == west)
    return (together_exchanged, against_exchanged) < (together, against)
