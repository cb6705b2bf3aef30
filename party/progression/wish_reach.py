"""The tables at which people may be exchanged for a wish, whatever the results are.

A single exchange repairs a broken condition if no other condition names its people, and if few
people whom other wishes name can come to the same tables. Such an exchange touches only tables to
which the movement can bring the people of the condition or, if two must part, the tables beside
them. In all other situations an exchange may touch any table.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import chain

from party.progression.seating import E, Seating
from party.progression.wishes import Condition

PARTING_KINDS = {"apart", "not_partners"}
# One exchange is enough if at most this many people named by wishes come near.
MOST_PEOPLE_NEAR = {"stay": 1, "partners": 3, "together": 5, "apart": 5, "not_partners": 5}
Tables = Mapping[E, AbstractSet[int]]


def tables_in_reach(
    cases: Sequence[Seating[E]], conditions: Iterable[Condition[E]], waiting: AbstractSet[E]
) -> AbstractSet[int]:
    """Return the numbers of the tables at which people may be exchanged.

    `cases` are the seats before any exchange, one for each case of `outlook`. The seats of the
    people `waiting` depend on the results of more than two tables.
    """
    first = cases[0]
    anywhere = frozenset(range(1, len(first.tables) + 1))
    possible = [c for c in conditions if c.is_possible(first.chairs, len(first.tables))]
    broken = [c for c in possible if not all(c.is_kept(case.chairs) for case in cases)]
    named_people = [entrant for condition in possible for entrant in condition.entrants]
    tables_of = {e: {case.chairs[e][0] for case in cases} for e in named_people}
    named_twice = {entrant for entrant, count in Counter(named_people).items() if count > 1}
    is_crowded = any(not named_twice.isdisjoint(condition.entrants) for condition in broken)
    if broken and (is_crowded or not waiting.isdisjoint(named_people)):
        return anywhere
    reach: set[int] = set()
    for group in _groups_that_share_tables(broken, tables_of):
        tables = _exchange_tables(group, tables_of)
        people_near = sum(not tables.isdisjoint(own_tables) for own_tables in tables_of.values())
        if people_near > min(MOST_PEOPLE_NEAR[condition.kind] for condition in group):
            return anywhere
        reach |= tables
    return anywhere & reach


def _groups_that_share_tables(
    broken: Sequence[Condition[E]], tables_of: Tables[E]
) -> list[list[Condition[E]]]:
    groups: list[list[Condition[E]]] = []
    for condition in broken:
        merged = [condition]
        is_growing = True
        while is_growing:
            tables = _exchange_tables(merged, tables_of)
            overlapping = [
                g for g in groups if not tables.isdisjoint(_exchange_tables(g, tables_of))
            ]
            merged += chain.from_iterable(overlapping)
            groups = [group for group in groups if group not in overlapping]
            is_growing = bool(overlapping)
        groups.append(merged)
    return groups


def _exchange_tables(group: Iterable[Condition[E]], tables_of: Tables[E]) -> set[int]:
    """Return the numbers of tables; some of these tables may not exist."""
    conditions = list(group)
    distance = sum(condition.kind in PARTING_KINDS for condition in conditions)
    tables = {condition.chair[0] for condition in conditions if condition.chair is not None}
    for condition in conditions:
        tables.update(*(tables_of[entrant] for entrant in condition.entrants))
    return {table + step for table in tables for step in range(-distance, distance + 1)}
