"""Wishes: people who must not meet or must, and people who keep their chairs.

A wish is of one of these kinds. It is checked as *conditions*, one for every two people it names:

apart         never at one table
together      always at one table
partners      always partners, even where pairs split
start_partners  partners in round 1; from round 2 on it asks for nothing
not_partners  at one table if it must be, but never as partners
stay          keeps table and chair from round to round

A wish is *kept*, or it is *unkept* for a reason; a condition on somebody who is not here counts
as kept. A seating is made without looking at wishes, then people exchange chairs, two at a time,
until no exchange helps: an exchange must make a condition kept and none unkept. Of several it is
the one between the nearest tables, then one that joins no partners of the round just played, then
one between two newcomers or two stayers, then the fewest past partners and opponents. If no
single exchange helps, two or three in a row may. The bench is never touched: no
wish changes who sits out.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, permutations
from typing import Generic, Literal

from party.progression.errors import SeatingError
from party.progression.seating import SEATS, Chair, E, Seating, comma_list, duplicates

WishKind = Literal["apart", "together", "partners", "start_partners", "not_partners", "stay"]
UnkeptReason = Literal["bench", "closed", "others"]

# The strictest kind first; the bounds are for the number of people a wish names.
PEOPLE_IN_WISH: Mapping[str, tuple[int, int]] = {
    "stay": (1, 4),
    "partners": (2, 2),
    "start_partners": (2, 2),
    "together": (2, 4),
    "apart": (2, 40),
    "not_partners": (2, 40),
}


@dataclass(frozen=True)
class Wish(Generic[E]):
    """A request about some people's seats: a kind and the people it names.

    Raises SeatingError "wishes" for an unknown kind, too few or too many people, or somebody named
    twice.
    """

    kind: WishKind
    entrants: tuple[E, ...]

    def __post_init__(self) -> None:
        if self.kind not in PEOPLE_IN_WISH:
            raise SeatingError("wishes", f"{self.kind} is not a wish.", kinds=(self.kind,))
        fewest, most = PEOPLE_IN_WISH[self.kind]
        if not fewest <= len(self.entrants) <= most or duplicates(self.entrants):
            number = f"{fewest}" if fewest == most else f"{fewest} to {most}"
            text = f"This wish names {number} different people, not: {comma_list(self.entrants)}."
            raise SeatingError("wishes", text, kinds=(self.kind,))


@dataclass(frozen=True)
class Unkept(Generic[E]):
    """A wish that a seating does not keep, the two people (or one) it concerns, and the reason.

    bench   one of them sits out
    closed  the table that somebody wishes to keep is closed
    others  as far as the search went, three exchanges would break another wish
    """

    wish: Wish[E]
    entrants: tuple[E, ...]
    reason: UnkeptReason


@dataclass(frozen=True)
class Condition(Generic[E]):
    """A wish as a condition on two people or (stay, with the chair to keep) on one."""

    wish: Wish[E]
    entrants: tuple[E, ...]
    chair: Chair | None = None

    @property
    def kind(self) -> WishKind:
        return self.wish.kind

    def is_possible(self, chairs: Mapping[E, Chair], tables: int) -> bool:
        """Return whether everybody it names has a chair, and the chair to keep is in the room."""
        table_exists = self.chair is None or self.chair[0] <= tables
        return table_exists and all(entrant in chairs for entrant in self.entrants)

    def is_kept(self, chairs: Mapping[E, Chair]) -> bool:
        """Return whether these chairs keep it; everybody it names must have one."""
        if self.kind == "stay":
            return chairs[self.entrants[0]] == self.chair
        (first, seat), (second, opposite) = (chairs[entrant] for entrant in self.entrants)
        partners = first == second and FACING[seat] == opposite
        return {
            "apart": first != second,
            "together": first == second,
            "partners": partners,
            "start_partners": partners,
            "not_partners": not partners,
        }[self.kind]


JOINING = {"together", "partners", "start_partners"}  # they bring two people to one table
FACING = {"N": "S", "E": "W", "S": "N", "W": "E"}  # the seat of the partner


def conditions(wishes: Iterable[Wish[E]], past: Sequence[Seating[E]]) -> tuple[Condition[E], ...]:
    """Return the conditions of wishes, the strictest kind first.

    `past` is every round so far: people without a chair in it have none to keep, and a wish for
    round 1 is over.
    """
    made: list[Condition[E]] = []
    for wish in sorted(wishes, key=lambda wish: list(PEOPLE_IN_WISH).index(wish.kind)):
        if wish.kind == "stay":
            own = ((entrant, last_chair(entrant, past)) for entrant in wish.entrants)
            made += [Condition(wish, (entrant,), chair) for entrant, chair in own if chair]
        elif wish.kind != "start_partners" or not past:
            made += [Condition(wish, pair) for pair in combinations(wish.entrants, 2)]
    return tuple(made)


def lasting(wishes: Iterable[Wish[E]]) -> tuple[Wish[E], ...]:
    return tuple(wish for wish in wishes if wish.kind != "start_partners")


def as_lasting(wishes: Iterable[Wish[E]]) -> tuple[Wish[E], ...]:
    """Return the wishes of round 1 for seats of round 1 that are refilled.

    They look as if a round had been played, so a wish for round 1 stands there as "partners".
    """
    return tuple(
        replace(wish, kind="partners") if wish.kind == "start_partners" else wish
        for wish in wishes
    )


def conflicts(
    wanted: Wish[E], wishes: Sequence[Wish[E]], past: Sequence[Seating[E]] = ()
) -> tuple[Wish[E], ...]:
    """Return the fewest of some wishes that make a wanted one impossible in any room.

    People who must sit together are at most four, and some way to seat them at one table keeps
    every wish between them. `past` is every round so far, for the chairs that people keep.
    """
    against = list(wishes)
    if _are_possible((wanted, *against), past):
        return ()
    for wish in wishes:
        fewer = [each for each in against if each is not wish]
        if not _are_possible((wanted, *fewer), past):
            against = fewer
    return tuple(against)


def _are_possible(wishes: Sequence[Wish[E]], past: Sequence[Seating[E]]) -> bool:
    # Round 1 keeps no chairs, and later rounds have no wish for round 1.
    return all(
        _fits_one_table(group, conditions(wishes, rounds))
        for rounds in ((), past)
        for group in _groups(conditions(wishes, rounds))
    )


def _groups(all_conditions: Iterable[Condition[E]]) -> list[set[E]]:
    """Return the people who must sit at one table, by table."""
    groups: list[set[E]] = []
    for each in all_conditions:
        if each.kind in JOINING:
            joined = [group for group in groups if not group.isdisjoint(each.entrants)]
            groups = [group for group in groups if group not in joined]
            groups.append(set(each.entrants).union(*joined))
    return groups


def _fits_one_table(group: Collection[E], all_conditions: Iterable[Condition[E]]) -> bool:
    among = [each for each in all_conditions if set(each.entrants) <= set(group)]
    tables = {each.chair[0] for each in among if each.chair} or {1}
    return any(
        all(each.is_kept(dict(zip(group, chairs, strict=True))) for each in among)
        for table in tables
        for chairs in permutations([(table, seat) for seat in SEATS], len(group))
    )


def last_chair(entrant: E, past: Sequence[Seating[E]]) -> Chair | None:
    sat = (seating.chair(entrant) for seating in reversed(past))
    return next((chair for chair in sat if chair), None)


def chair_keepers(wishes: Iterable[Wish[E]]) -> frozenset[E]:
    return frozenset(e for wish in wishes if wish.kind == "stay" for e in wish.entrants)


def unkept(
    seating: Seating[E], wishes: Iterable[Wish[E]], past: Sequence[Seating[E]] = ()
) -> tuple[Unkept[E], ...]:
    """Return the wishes that this seating does not keep, once for each pair of people.

    `past` is every round before it, oldest first: it says which chairs are to be kept.
    """
    return tuple(
        Unkept(condition.wish, condition.entrants, reason)
        for condition in conditions(wishes, past)
        if (reason := _unkept_reason(condition, seating))
    )


def _unkept_reason(condition: Condition[E], seating: Seating[E]) -> UnkeptReason | None:
    if not all(entrant in seating for entrant in condition.entrants):
        return None
    if not all(entrant in seating.chairs for entrant in condition.entrants):
        # People on the bench meet nobody.
        return None if condition.kind in {"apart", "not_partners"} else "bench"
    if condition.is_kept(seating.chairs):
        return None
    closed = condition.chair is not None and condition.chair[0] > len(seating.tables)
    return "closed" if closed else "others"
