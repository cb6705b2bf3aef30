"""Wishes: people who must or must not meet, and people who keep their chairs.

A wish is checked as *conditions*, one for every two people it names (for stay: one for each
person):

apart         never at one table
together      always at one table
partners      always partners, even where pairs split
start_partners  partners in round 1; from round 2 on it does not count
not_partners  never partners; they may sit at one table
stay          keeps table and chair from round to round

A condition on somebody who is not here counts as kept. A seating is first made without wishes.
Then people exchange chairs (`exchanges.py`); an exchange must keep one more condition and break
none. The nearest tables come first, then an exchange that joins no partners of the last round,
then one between two newcomers or two stayers, then the fewest past partners and opponents. No wish
decides who sits out.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, permutations
from typing import Generic, Literal

from party.progression.errors import SeatingError
from party.progression.seating import SEATS, Chair, E, Seating, comma_list, duplicates

WishKind = Literal["apart", "together", "partners", "start_partners", "not_partners", "stay"]
UnkeptReason = Literal["bench", "closed", "others"]

# By kind of wish, the strictest first: the fewest and the most people that it may name.
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
    """A request about some people's seats.

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
    others  no chain of up to three exchanges keeps it without breaking another wish
    """

    wish: Wish[E]
    entrants: tuple[E, ...]
    reason: UnkeptReason


@dataclass(frozen=True)
class Condition(Generic[E]):
    """A wish as a condition on two people; or on one person, with the chair to keep (stay)."""

    wish: Wish[E]
    entrants: tuple[E, ...]
    chair: Chair | None = None

    @property
    def kind(self) -> WishKind:
        return self.wish.kind

    def is_possible(self, chairs: Mapping[E, Chair], tables: int) -> bool:
        """Return whether everybody named has a chair, and the chair to keep is in the room."""
        table_exists = self.chair is None or self.chair[0] <= tables
        return table_exists and all(entrant in chairs for entrant in self.entrants)

    def is_kept(self, chairs: Mapping[E, Chair]) -> bool:
        """Return whether these chairs keep the condition; everybody named must have a chair."""
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


JOINING_KINDS = {"together", "partners", "start_partners"}  # they bring two people to one table
FACING = {"N": "S", "E": "W", "S": "N", "W": "E"}  # the seat of the partner


def conditions(wishes: Iterable[Wish[E]], past: Sequence[Seating[E]]) -> tuple[Condition[E], ...]:
    """Return the conditions of wishes, the strictest kind first.

    `past` is every round so far. A wish for round 1 counts only if `past` is empty.
    """
    all_conditions: list[Condition[E]] = []
    for wish in sorted(wishes, key=lambda wish: list(PEOPLE_IN_WISH).index(wish.kind)):
        if wish.kind == "stay":
            chairs = ((entrant, last_chair(entrant, past)) for entrant in wish.entrants)
            all_conditions += [
                Condition(wish, (entrant,), chair) for entrant, chair in chairs if chair
            ]
        elif wish.kind != "start_partners" or not past:
            all_conditions += [Condition(wish, pair) for pair in combinations(wish.entrants, 2)]
    return tuple(all_conditions)


def without_start_partners(wishes: Iterable[Wish[E]]) -> tuple[Wish[E], ...]:
    return tuple(wish for wish in wishes if wish.kind != "start_partners")


def start_partners_as_partners(wishes: Iterable[Wish[E]]) -> tuple[Wish[E], ...]:
    """Return the wishes for a refill of round 1, which is seated like a later round."""
    return tuple(
        replace(wish, kind="partners") if wish.kind == "start_partners" else wish
        for wish in wishes
    )


def conflicts(
    wanted: Wish[E], wishes: Sequence[Wish[E]], past: Sequence[Seating[E]] = ()
) -> tuple[Wish[E], ...]:
    """Return wishes that together rule out the wanted one at every party; () if it is possible.

    If any one of them is dropped, the wanted wish is possible. `past` is every round so far, for
    the chairs that people keep.
    """
    conflicting = list(wishes)
    if _are_possible((wanted, *conflicting), past):
        return ()
    for wish in wishes:
        fewer = [other_wish for other_wish in conflicting if other_wish is not wish]
        if not _are_possible((wanted, *fewer), past):
            conflicting = fewer
    return tuple(conflicting)


def _are_possible(wishes: Sequence[Wish[E]], past: Sequence[Seating[E]]) -> bool:
    # The wishes must fit round 1 (no past, no chairs to keep), and a later round.
    return all(
        _fits_one_table(group, conditions(wishes, rounds))
        for rounds in ((), past)
        for group in _groups_at_one_table(conditions(wishes, rounds))
    )


def _groups_at_one_table(all_conditions: Iterable[Condition[E]]) -> list[set[E]]:
    groups: list[set[E]] = []
    for condition in all_conditions:
        if condition.kind in JOINING_KINDS:
            joined = [group for group in groups if not group.isdisjoint(condition.entrants)]
            groups = [group for group in groups if group not in joined]
            groups.append(set(condition.entrants).union(*joined))
    return groups


def _fits_one_table(group: Collection[E], all_conditions: Iterable[Condition[E]]) -> bool:
    inside = [c for c in all_conditions if set(c.entrants) <= set(group)]
    tables = {c.chair[0] for c in inside if c.chair} or {1}  # without a chair to keep, any table
    for table in tables:
        for chairs in permutations([(table, seat) for seat in SEATS], len(group)):
            chair_by_entrant = dict(zip(group, chairs, strict=True))
            if all(condition.is_kept(chair_by_entrant) for condition in inside):
                return True
    return False


def last_chair(entrant: E, past: Sequence[Seating[E]]) -> Chair | None:
    chairs = (seating.chair(entrant) for seating in reversed(past))
    return next((chair for chair in chairs if chair), None)


def chair_keepers(wishes: Iterable[Wish[E]]) -> frozenset[E]:
    return frozenset(e for wish in wishes if wish.kind == "stay" for e in wish.entrants)


def unkept(
    seating: Seating[E], wishes: Iterable[Wish[E]], past: Sequence[Seating[E]] = ()
) -> tuple[Unkept[E], ...]:
    """Return the wishes that this seating does not keep, once for each pair of people.

    `past` is every round before it, oldest first, for the chairs to keep.
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
        # People on the bench meet nobody, so they keep these wishes.
        return None if condition.kind in {"apart", "not_partners"} else "bench"
    if condition.is_kept(seating.chairs):
        return None
    is_closed = condition.chair is not None and condition.chair[0] > len(seating.tables)
    return "closed" if is_closed else "others"
