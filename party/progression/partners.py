"""Partners: who plays with whom at a table where pairs split.

*Chairs* leaves the chairs as the movement gives them. *Fresh* may exchange the two newcomers
(they sit at S and W, the stayers at N and E): of the two pairings it takes the one with fewer
past partnerships of all four people, then fewer past oppositions, then chairs. So at no table
does it repeat more than chairs would, given the same past.
"""

from collections.abc import Iterable, Mapping, Sequence

from party.progression.movement import Table
from party.progression.seating import E, Seating

# Where somebody sat, round by round: twice the table, plus one for E-W. The partner has the same
# number, the opponents have the other number of the table. Whoever did not play has a negative
# number of their own.
Pairs = list[int]


def paired(past: Sequence[Seating[E]], people: Iterable[E]) -> dict[E, Pairs]:
    """Return, for each of the people, the pair they were in in each past round."""
    pairs = {person: [-2 * n] * len(past) for n, person in enumerate(people, 1)}
    for number, seating in enumerate(past):
        for table, four in enumerate(seating.tables):
            for seat, person in enumerate(four):
                if person in pairs:
                    pairs[person][number] = 2 * table + seat % 2
    return pairs


def freshen(
    tables: Iterable[tuple[int, Table[E]]],
    past: Sequence[Seating[E]],
    parted: Mapping[E, E],
) -> None:
    """Exchange S and W at the numbered tables where that repeats less.

    Never brings the partners of the round just played (`parted`) together again.
    """
    numbered = list(tables)
    pairs = paired(past, (person for _, four in numbered for person in four))
    for _, four in numbered:
        north, east, south, west = four
        if parted.get(north) == west or parted.get(east) == south:
            continue
        if repeats(pairs, north, west, east, south) < repeats(pairs, north, south, east, west):
            four[2], four[3] = west, south


def repeats(pairs: Mapping[E, Pairs], a: E, b: E, c: E, d: E) -> tuple[int, int]:
    """Return how often a-b and c-d were partners, and how often a-d and b-c were opponents.

    The oppositions a-c and b-d are the same in both pairings, so they are not counted.
    """
    partners = opponents = 0
    for at_a, at_b, at_c, at_d in zip(pairs[a], pairs[b], pairs[c], pairs[d], strict=True):
        partners += (at_a == at_b) + (at_c == at_d)
        opponents += (at_a ^ 1 == at_d) + (at_b ^ 1 == at_c)
    return partners, opponents
