"""Rounds: the first seats of an evening, and the next seats after every round.

Order is chance's business and is handed in: the same arguments always give the same seats.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from types import MappingProxyType
from typing import Any, Literal

from party.progression.chains import keep_wishes
from party.progression.coming_and_going import Change
from party.progression.errors import SeatingError
from party.progression.movement import Movement, Table, move
from party.progression.partners import freshen
from party.progression.rota import due_next
from party.progression.seating import E, Seating, listed, repeated
from party.progression.wishes import Wish, stay_put

NOBODY: Mapping[Any, Any] = MappingProxyType({})
SMALLEST_PARTY = 4
# The seat to begin from, by the seats of two stayers side by side.
TURNS: Mapping[tuple[int, ...], int] = {(0, 1): 0, (1, 2): 1, (2, 3): 2, (0, 3): 3}


def draw(order: Sequence[E], rota: Sequence[E], wishes: Sequence[Wish[E]] = ()) -> Seating[E]:
    """Seat round 1: `order` is everybody here, shuffled; `rota` is who may sit out, in order.

    As many of the rota as do not fill a table sit out; the others take table 1 N, E, S, W,
    then table 2, and so on; then people exchange chairs so that wishes are kept. `unkept` tells
    of those that could not be. Raises SeatingError with fewer than four people.
    """
    return seat_first_round(order, rota, wishes)


def seat_first_round(
    order: Sequence[E],
    rota: Sequence[E],
    wishes: Sequence[Wish[E]] = (),
    due: Sequence[E] | None = None,
) -> Seating[E]:
    """Seat round 1 as `draw` does; `due` says who sits out (None: worked out from the rota).

    Raises SeatingError as `draw` does, and for a `due` that is not as many as must sit out.
    """
    _refuse_twice(order)
    _refuse_few(order)
    bench = due_next((), rota, order) if due is None else _due(due, order)
    playing = [entrant for entrant in order if entrant not in bench]
    tables = [playing[first : first + 4] for first in range(0, len(playing), 4)]
    return _seating(tables, bench, wishes)


def next_seating(  # noqa: PLR0913 -- all that may happen between two rounds
    seating: Seating[E],
    *,
    ahead: Mapping[int, str],
    movement: Movement,
    partners: Literal["chairs", "fresh"] = "chairs",
    past: Sequence[Seating[E]] = (),
    rota: Sequence[E] = (),
    due: Sequence[E] | None = None,
    leaving: Collection[E] = (),
    arriving: Sequence[E] = (),
    wishes: Sequence[Wish[E]] = (),
    replacing: Mapping[E, E] = NOBODY,
) -> Seating[E]:
    """Seat the next round.

    `ahead` says for each table NS or EW. `past` holds every round so far, the present one last.
    `rota` is who may sit out, late arrivals at its end; `due` who does, in order (None: worked
    out). `replacing` gives house players the chairs of leavers, who then need no other change.
    `wishes` are kept as far as they can be; `unkept` tells of the others.
    Nobody comes or goes: move, then those off the bench take the chairs of those due. Else
    tables close and open as needed, and those waiting fill the empty chairs.
    Raises SeatingError: for undecided tables (all in `tables`), fewer than four people, people
    in two places or in none.
    """
    played = past or (seating,)
    seated = _stand_in(seating, replacing)
    gone = set(leaving) - set(replacing)
    here = _here(seated, gone, arriving)
    bench = due_next(played, rota, here) if due is None else _due(due, here)
    change = Change(seated, bench, gone, arriving, rota, dict(_partners(seating)))
    put = stay_put(wishes)
    tables = change.settle(move(seated, ahead, movement, put))
    if partners == "fresh":
        parted = _parted(tables, seated, movement, put)
        fresh = [table[turn:] + table[:turn] for table, turn in parted]
        freshen(fresh, played, change.parted)
        for (table, turn), people in zip(parted, fresh, strict=True):
            table[:] = people[4 - turn :] + people[: 4 - turn]
    return _seating(tables, bench, wishes, played, change.parted)


def _seating(
    tables: list[Table[E]],
    bench: tuple[E, ...],
    wishes: Sequence[Wish[E]],
    played: Sequence[Seating[E]] = (),
    parted: Mapping[E, E] = NOBODY,
) -> Seating[E]:
    if wishes:
        keep_wishes(tables, wishes, played, parted)
    return Seating(tuple((n, e, s, w) for n, e, s, w in tables), bench)


def _refuse_twice(entrants: Iterable[E]) -> None:
    if twice := repeated(entrants):
        text = f"In two places at once: {listed(twice)}."
        raise SeatingError("twice", text, entrants=twice)


def _refuse_few(here: Sequence[E]) -> None:
    if len(here) < SMALLEST_PARTY:
        text = f"A table needs four people; {len(here)} are here."
        raise SeatingError("few", text, here=len(here))


def _here(seated: Seating[E], gone: Collection[E], arriving: Sequence[E]) -> list[E]:
    """Return everybody who plays or sits out next."""
    if absent := tuple(entrant for entrant in gone if entrant not in seated):
        text = f"Not here, so they cannot go home: {listed(absent)}."
        raise SeatingError("not-here", text, entrants=absent)
    _refuse_twice((*seated.everybody(), *arriving))
    here = [entrant for entrant in (*seated.everybody(), *arriving) if entrant not in gone]
    _refuse_few(here)
    return here


def _stand_in(seating: Seating[E], replacing: Mapping[E, E]) -> Seating[E]:
    """Give each stand-in exactly the leaver's chair, before anybody moves."""
    if idle := [leaver for leaver in replacing if seating.chair(leaver) is None]:
        text = f"Without a chair, so nobody can take their place: {listed(idle)}."
        raise SeatingError("no-chair", text, entrants=tuple(idle))
    if not replacing:
        return seating
    tables = (tuple(replacing.get(each, each) for each in table) for table in seating.tables)
    return Seating(tuple((n, e, s, w) for n, e, s, w in tables), seating.bench)


def _due(due: Sequence[E], here: Sequence[E]) -> tuple[E, ...]:
    """Return those the caller says sit out, if they are as many as do not fill a table."""
    _refuse_twice(due)
    over, present = len(here) % 4, set(here)
    if len(due) != over or not present.issuperset(due):
        text = f"{over} of those who are here must sit out, not: {listed(due) or 'nobody'}."
        raise SeatingError("due", text, needed=over, due=tuple(due))
    return tuple(due)


def _partners(seating: Seating[E]) -> Iterable[tuple[E, E]]:
    for north, east, south, west in seating.tables:
        yield from ((north, south), (south, north), (east, west), (west, east))


def _parted(
    tables: Sequence[Table[E]], seated: Seating[E], movement: Movement, put: AbstractSet[E]
) -> list[tuple[Table[E], int]]:
    """Return the tables at which both pairs parted, each with the seat to begin from.

    From there the two stayers come first, then the newcomers: at N, unless somebody stays put.
    """
    turns = (
        (table, _turn(table, before, put))
        for number, (table, before) in enumerate(zip(tables, seated.tables, strict=False), 1)
        if movement.splits(number)
    )
    return [(table, turn) for table, turn in turns if turn is not None]


def _turn(table: Table[E], before: Sequence[E], put: AbstractSet[E]) -> int | None:
    if put.isdisjoint(table):
        return 0
    stayed = tuple(seat for seat in range(4) if table[seat] in before)
    return TURNS.get(stayed)
