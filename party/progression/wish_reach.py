"""Wish reach: the tables at which people may be exchanged for a wish, for any results.

The people who are exchanged can depend on the results of many tables, but the tables of the
exchange depend on few. One exchange keeps each condition that the movement may break, if two
things are true: no other condition names its people; and so few other named people come near that
somebody without a wish can be exchanged. Then the exchange is made at the tables to which the
movement can bring the people it names, or (for two who must part) one table away. Conditions whose
tables overlap are taken together. If one of the two is not true, any table may change.
"""

from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet

from party.progression.seating import E, Seating
from party.progression.wishes import Condition

PARTING = {"apart", "not_partners"}
# The most people named by any wish who may come near, so that one exchange is enough.
MOST_NAMED = {"stay": 1, "partners": 3, "together": 5, "apart": 5, "not_partners": 5}
Tables = Mapping[E, AbstractSet[int]]


def tables_in_reach(
    cases: Sequence[Seating[E]], conditions: Iterable[Condition[E]], waiting: AbstractSet[E]
) -> AbstractSet[int]:
    """Return the tables at which people may be exchanged for wishes.

    `cases` are the seats before any exchange, in which every two tables have had each pair of
    results. The seats of the people `waiting` depend on more than two tables.
    """
    first = cases[0]
    anywhere = frozenset(range(1, len(first.tables) + 1))
    possible = [each for each in conditions if each.is_possible(first.chairs, len(first.tables))]
    broken = [each for each in possible if not all(each.is_kept(case.chairs) for case in cases)]
    named_people = [entrant for each in possible for entrant in each.entrants]
    tables_of = {e: {case.chairs[e][0] for case in cases} for e in named_people}
    is_crowded = any(
        named_people.count(entrant) > 1 for each in broken for entrant in each.entrants
    )
    if broken and (is_crowded or not waiting.isdisjoint(named_people)):
        return anywhere
    reach: set[int] = set()
    for group in _groups(broken, tables_of):
        tables = _tables(group, tables_of)
        people_near = sum(not tables.isdisjoint(own_tables) for own_tables in tables_of.values())
        if people_near > min(MOST_NAMED[each.kind] for each in group):
            return anywhere
        reach |= tables
    return anywhere & reach


def _groups(broken: Sequence[Condition[E]], tables_of: Tables[E]) -> list[list[Condition[E]]]:
    """Put conditions into one group if their tables overlap."""
    groups: list[list[Condition[E]]] = []
    for each in broken:
        merged = [each]
        while overlapping := [
            group
            for group in groups
            if not _tables(group, tables_of).isdisjoint(_tables(merged, tables_of))
        ]:
            merged += [condition for group in overlapping for condition in group]
            groups = [group for group in groups if group not in overlapping]
        groups.append(merged)
    return groups


def _tables(group: Iterable[Condition[E]], tables_of: Tables[E]) -> set[int]:
    """Return the tables of the exchanges for some conditions; some numbers may be no tables."""
    conditions = list(group)
    distance = sum(each.kind in PARTING for each in conditions)
    tables = {
        table for each in conditions for entrant in each.entrants for table in tables_of[entrant]
    }
    tables |= {each.chair[0] for each in conditions if each.chair is not None}
    return {table + step for table in tables for step in range(-distance, distance + 1)}
