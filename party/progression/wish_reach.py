"""Wish reach: the tables at which somebody may be exchanged for a wish, whatever the results.

Who is exchanged can hang on the results of many tables; where it happens hangs on few. Each
condition that the movement may break is kept by one exchange, as long as these hold: whom it
names is named by nothing else, and so few others who are named come near that somebody who is
not named can be exchanged. Then the exchange is made at the tables to which the movement can
bring the people it names, or (for two who must part) one table away. Conditions whose tables
overlap are taken together. Where one of these does not hold, any table may be changed.
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
    cases: Sequence[Seating[E]], given: Iterable[Condition[E]], waiting: AbstractSet[E]
) -> AbstractSet[int]:
    """Return the tables at which wishes may change who sits there, or exchange two of them.

    `cases` are the seats before anybody is exchanged: every two tables have had each pair of
    results. `waiting` are those whose chair hangs on other people than those of two tables.
    """
    anywhere = frozenset(range(1, len(cases[0].tables) + 1))
    possible = [each for each in given if _can_be_kept(each, cases[0])]
    broken = [each for each in possible if not all(each.is_kept(case.chairs) for case in cases)]
    named = [entrant for each in possible for entrant in each.entrants]
    at = {e: {case.chairs[e][0] for case in cases} for e in named}
    crowded = any(named.count(entrant) > 1 for each in broken for entrant in each.entrants)
    if broken and (crowded or not waiting.isdisjoint(named)):
        return anywhere
    reach: set[int] = set()
    for group in _groups(broken, at):
        tables = _tables(group, at)
        near = sum(not tables.isdisjoint(there) for there in at.values())
        if near > min(MOST_NAMED[each.kind] for each in group):
            return anywhere
        reach |= tables
    return anywhere & reach


def _can_be_kept(condition: Condition[E], seating: Seating[E]) -> bool:
    table_is_there = condition.chair is None or condition.chair[0] <= len(seating.tables)
    return table_is_there and all(entrant in seating.chairs for entrant in condition.entrants)


def _groups(broken: Sequence[Condition[E]], at: Tables[E]) -> list[list[Condition[E]]]:
    """Put conditions together as long as the tables of two groups overlap."""
    groups: list[list[Condition[E]]] = []
    for each in broken:
        merged = [each]
        while near := [
            group for group in groups if not _tables(group, at).isdisjoint(_tables(merged, at))
        ]:
            merged += [condition for group in near for condition in group]
            groups = [group for group in groups if group not in near]
        groups.append(merged)
    return groups


def _tables(group: Iterable[Condition[E]], at: Tables[E]) -> set[int]:
    """Return the tables of the exchanges for some conditions, and some that may not be there."""
    conditions = list(group)
    away = sum(each.kind in PARTING for each in conditions)
    own = {table for each in conditions for entrant in each.entrants for table in at[entrant]}
    own |= {each.chair[0] for each in conditions if each.chair is not None}
    return {table + step for table in own for step in range(-away, away + 1)}
