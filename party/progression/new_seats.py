"""The first seats of an evening, and the next seats after every round.

The same arguments always give the same seats. Most of them are fields of a `Draw` (`draws.py`
explains them); `past` is every round played so far, oldest first. People move first, then empty
chairs are filled, last people exchange chairs for wishes.
"""

from collections.abc import Collection, Mapping, Sequence
from typing import Literal

from party.progression.attendance import Attendance
from party.progression.errors import SeatingError
from party.progression.exchanges import keep_wishes
from party.progression.movement import Movement, Table, move
from party.progression.partners import partners_of, split_tables, take_fresh_partners
from party.progression.rota import due_next
from party.progression.seating import EMPTY_MAPPING, E, Seating, comma_list, refuse_duplicates
from party.progression.wishes import Wish, chair_keepers

SMALLEST_PARTY = 4


def draw(
    order: Sequence[E],
    rota: Sequence[E],
    wishes: Sequence[Wish[E]] = (),
    due: Sequence[E] | None = None,
) -> Seating[E]:
    """Seat round 1: `order` is everybody here, shuffled; `rota` is who may sit out, in order.

    The first of the rota sit out, as many as do not fill a table, or the people `due`. The others
    take table 1 N, E, S, W, then table 2, and so on. Then people exchange chairs to keep wishes.

    Raises SeatingError "few" for fewer than four people, "twice" for somebody named twice, "rota"
    if too few people may sit out, "due" for a wrong number of people due.
    """
    refuse_duplicates(order)
    _refuse_too_few(order)
    bench = due_next((), rota, order) if due is None else _checked_due(due, order)
    playing = [entrant for entrant in order if entrant not in bench]
    tables = [playing[first : first + 4] for first in range(0, len(playing), 4)]
    return _seating_with_wishes(tables, bench, wishes)


def next_seating(  # noqa: PLR0913 -- everything that can happen between two rounds
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
    replacing: Mapping[E, E] = EMPTY_MAPPING,
    exchanges: bool = True,
) -> Seating[E]:
    """Return the seats of the round after `seating`, from the fields of a `Draw`.

    `seating` is the last of `past`, or seats made after it in which nobody has played. Without
    `exchanges` it returns the seats before people exchange chairs for wishes.

    Raises SeatingError "undecided" (all such tables in `tables`), "few" for fewer than four
    people, "twice", "not-here" and "no-chair" for people in two places or in none, "due" and
    "rota" for wrong or too few people who sit out, "movement" if it does not fill all tables.
    """
    played = past or (seating,)
    seated = _seat_stand_ins(seating, replacing)
    leavers = set(leaving) - set(replacing)
    people = _people_present(seated, leavers, arriving)
    bench = due_next(played, rota, people) if due is None else _checked_due(due, people)
    attendance = Attendance(seated, bench, leavers, arriving, rota, partners_of(played[-1]))
    keepers = chair_keepers(wishes)
    tables = attendance.fill_chairs(move(seated, ahead, movement, keepers))
    if partners == "fresh":
        split = split_tables(tables, seated, movement, keepers)
        take_fresh_partners(split, played, attendance.old_partners)
    return _seating_with_wishes(
        tables, bench, wishes if exchanges else (), played, attendance.old_partners
    )


def _seating_with_wishes(
    tables: list[Table[E]],
    bench: tuple[E, ...],
    wishes: Sequence[Wish[E]],
    played: Sequence[Seating[E]] = (),
    old_partners: Mapping[E, E] = EMPTY_MAPPING,
) -> Seating[E]:
    if wishes:
        keep_wishes(tables, wishes, played, old_partners)
    return Seating(tuple((n, e, s, w) for n, e, s, w in tables), bench)


def _refuse_too_few(people: Sequence[E]) -> None:
    if len(people) < SMALLEST_PARTY:
        text = f"A table needs four people; {len(people)} are here."
        raise SeatingError("few", text, here=len(people))


def _people_present(seated: Seating[E], leavers: Collection[E], arriving: Sequence[E]) -> list[E]:
    if absent := tuple(entrant for entrant in leavers if entrant not in seated):
        text = f"Not here, so they cannot go home: {comma_list(absent)}."
        raise SeatingError("not-here", text, entrants=absent)
    refuse_duplicates((*seated.everybody(), *arriving))
    people = [entrant for entrant in (*seated.everybody(), *arriving) if entrant not in leavers]
    _refuse_too_few(people)
    return people


def _seat_stand_ins(seating: Seating[E], replacing: Mapping[E, E]) -> Seating[E]:
    if unseated_leavers := [leaver for leaver in replacing if seating.chair(leaver) is None]:
        text = f"Without a chair, so nobody can take their place: {comma_list(unseated_leavers)}."
        raise SeatingError("no-chair", text, entrants=tuple(unseated_leavers))
    return seating.renamed(lambda entrant: replacing.get(entrant, entrant))


def _checked_due(due: Sequence[E], people: Sequence[E]) -> tuple[E, ...]:
    refuse_duplicates(due)
    surplus, people_here = len(people) % 4, set(people)
    if len(due) != surplus or not people_here.issuperset(due):
        text = f"{surplus} of those who are here must sit out, not: {comma_list(due) or 'nobody'}."
        raise SeatingError("due", text, needed=surplus, due=tuple(due))
    return tuple(due)
