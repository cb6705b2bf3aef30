"""Reads about shifts: the seats of a round made again, as if other results had been known.

What was changed by hand stays: it is kept as "this chair instead of that one" for any person.
"""

from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace

from django.db.models import F

from party.models import Entry, Party, Record, Round
from party.progression import Seating, SeatingError
from party.queries.evening.rounds import people, seatings
from party.values.seats.corrections import Chair, Effects, Seats, Shift


def effects_on(party: Party, after: Round, *, table: int, pair: str) -> Effects:
    """Return the changes in the seats of round `after` if `pair` was ahead at a table."""
    effects = effects_of(party, after, {table: pair})
    return replace(effects, before=after.made_from.ahead.get(table, ""), after=pair)


def effects_of(party: Party, after: Round, pairs: Mapping[int, str]) -> Effects:
    """Return the changes if these pairs were ahead; before and after name their tables."""
    draw = after.made_from.without_edits()
    *past, seated = seatings(party, upto=after.number)
    corrected = replace(draw, ahead={**draw.ahead, **pairs})
    return compared(
        party,
        after,
        seated,
        lambda: (draw.seat(past), corrected.seat(past)),
        before=" ".join(f"{table}={draw.ahead.get(table, '')}" for table in sorted(pairs)),
        text=" ".join(f"{table}={pairs[table]}" for table in sorted(pairs)),
    )


def compared(
    party: Party,
    after: Round,
    seated: Seating[int],
    by_rule: Callable[[], tuple[Seating[int], Seating[int]]],
    *,
    before: str,
    text: str,
) -> Effects:
    """Return who would sit elsewhere in round `after`, seated as `seated`.

    `by_rule` gives the seats by the rules as they were made, and as they should have been.
    """
    played = _tables_with_hands(after)
    shifts: tuple[Shift, ...] = ()
    others = True
    # Without seats by rule, people who came or went do not fit the chairs that were played.
    with suppress(SeatingError):
        was, instead = by_rule()
        shifts = _shifts(party, was, instead, seated) if was != instead else ()
        others = set(seated.everybody()) != set(was.everybody())
    why_not = _why_not(after, played, shifts)
    if others or after.made_from.refills:
        why_not[Seats.RESEAT] = f"Others sit in round {after.number} now than when it was seated."
    return Effects(
        round=after.number,
        before=before,
        after=text,
        shifts=shifts,
        why_not=why_not,
        has_hands=bool(played),
    )


def _shifts(
    party: Party, was: Seating[int], instead: Seating[int], seated: Seating[int]
) -> tuple[Shift, ...]:
    """Return who sits elsewhere in the second seating; chairs are those of the real seats."""
    holders = {chair: entrant for entrant, chair in was.chairs.items()}
    people_by_id = people(party)
    return tuple(
        Shift(people_by_id[entrant], seated.chair(entrant), seated.chair(holders[chair]))
        for entrant, chair in instead.chairs.items()
        if entrant != holders[chair]
    )


def _why_not(after: Round, played: set[int], shifts: tuple[Shift, ...]) -> dict[Seats, str]:
    if after.state == Round.State.CLOSED:
        text = f"Round {after.number} is over."
        return {Seats.RESEAT: text, Seats.REDRAW: text}
    if not played:
        return {}
    reasons = {Seats.REDRAW: f"Round {after.number} has hands already."}
    if busy := sorted(played & tables_of(shifts)):
        tables = ", ".join(str(number) for number in busy)
        reasons[Seats.RESEAT] = f"Hands of round {after.number} are in already: table {tables}."
    return reasons


def tables_of(shifts: tuple[Shift, ...]) -> set[int]:
    chairs: list[Chair | None] = [chair for each in shifts for chair in (each.now, each.instead)]
    return {chair[0] for chair in chairs if chair is not None}


def _tables_with_hands(after: Round) -> set[int]:
    """Return the tables of a round that have a hand, a record, or a report of who was ahead."""
    number = F("table__number")
    entered = Entry.objects.in_force().filter(table__round=after).annotate(at_table=number)
    recorded = Record.objects.in_force().filter(table__round=after).annotate(at_table=number)
    tables = entered.values_list("at_table", flat=True).order_by()
    letters = after.tables.exclude(ahead="").values_list("number", flat=True).order_by()
    return set(tables.union(recorded.values_list("at_table", flat=True).order_by(), letters))
