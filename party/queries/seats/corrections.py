from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace

from django.db.models import Q

from party.models import Entry, Party, Record, Round
from party.progression import Seating, SeatingError
from party.queries.evening.rounds import people, seatings
from party.values.seats.corrections import Chair, Effects, SeatsChoice, Shift


def effects_of_table(party: Party, next_round: Round, *, table: int, pair: str) -> Effects:
    """Return the effects if `pair` had been ahead at a table."""
    effects = effects_of_pairs(party, next_round, {table: pair})
    return replace(effects, before=next_round.stored_draw.ahead.get(table, ""), after=pair)


def effects_of_pairs(party: Party, next_round: Round, pairs: Mapping[int, str]) -> Effects:
    """Return the effects if these pairs had been ahead, by table.

    `Effects.before` and `Effects.after` name the tables too: "2=NS 5=EW".
    """
    draw = next_round.stored_draw.without_edits()
    *past, seated = seatings(party, upto=next_round.number)
    corrected = replace(draw, ahead={**draw.ahead, **pairs})
    return compare_seats(
        party,
        next_round,
        seated,
        lambda: (draw.seat(past), corrected.seat(past)),
        before=" ".join(f"{table}={draw.ahead.get(table, '')}" for table in sorted(pairs)),
        after=" ".join(f"{table}={pairs[table]}" for table in sorted(pairs)),
    )


def compare_seats(
    party: Party,
    next_round: Round,
    seated: Seating[int],
    seats_by_rule: Callable[[], tuple[Seating[int], Seating[int]]],
    *,
    before: str,
    after: str,
) -> Effects:
    """`seats_by_rule` returns the seats from the old results, then from the corrected results."""
    tables_with_hands = _tables_with_hands(next_round)
    shifts: tuple[Shift, ...] = ()
    has_other_people = True
    # If people came or went, the rules may be unable to seat them from the old chairs.
    with suppress(SeatingError):
        by_old_results, by_new_results = seats_by_rule()
        shifts = (
            _people_elsewhere(party, by_old_results, by_new_results, seated)
            if by_old_results != by_new_results
            else ()
        )
        has_other_people = set(seated.everybody()) != set(by_old_results.everybody())
    refused_choices = _refused_choices(next_round, tables_with_hands, shifts)
    if has_other_people or next_round.stored_draw.refills:
        refused_choices[SeatsChoice.RESEAT] = (
            f"Others sit in round {next_round.number} now than when it was seated."
        )
    return Effects(
        round=next_round.number,
        before=before,
        after=after,
        shifts=shifts,
        refused_choices=refused_choices,
        has_hands=bool(tables_with_hands),
    )


def _people_elsewhere(
    party: Party, by_old_results: Seating[int], by_new_results: Seating[int], seated: Seating[int]
) -> tuple[Shift, ...]:
    """Return the people to whom the new results give another chair.

    If its holder by the old results was swapped by hand, return the chair where that person sits.
    """
    holders = {chair: entrant for entrant, chair in by_old_results.chairs.items()}
    people_by_id = people(party)
    return tuple(
        Shift(people_by_id[entrant], seated.chair(entrant), seated.chair(holders[chair]))
        for entrant, chair in by_new_results.chairs.items()
        if entrant != holders[chair]
    )


def _refused_choices(
    next_round: Round, tables_with_hands: set[int], shifts: tuple[Shift, ...]
) -> dict[SeatsChoice, str]:
    if next_round.state == Round.State.CLOSED:
        text = f"Round {next_round.number} is over."
        return {SeatsChoice.RESEAT: text, SeatsChoice.REDRAW: text}
    if not tables_with_hands:
        return {}
    reasons = {SeatsChoice.REDRAW: f"Round {next_round.number} has hands already."}
    if blocking_tables := sorted(tables_with_hands & tables_of(shifts)):
        tables = ", ".join(str(number) for number in blocking_tables)
        reasons[SeatsChoice.RESEAT] = (
            f"Hands of round {next_round.number} are in already: table {tables}."
        )
    return reasons


def tables_of(shifts: tuple[Shift, ...]) -> set[int]:
    chairs: list[Chair | None] = [
        chair for each in shifts for chair in (each.current_chair, each.corrected_chair)
    ]
    return {chair[0] for chair in chairs if chair is not None}


def _tables_with_hands(next_round: Round) -> set[int]:
    """Return the tables with a hand, a record, or a report of the pair that was ahead."""
    has_entry = Q(entries__status=Entry.Status.IN_FORCE)
    has_record = Q(records__status=Record.Status.IN_FORCE)
    tables = next_round.tables.filter(has_entry | has_record | ~Q(ahead=""))
    return set(tables.values_list("number", flat=True))
