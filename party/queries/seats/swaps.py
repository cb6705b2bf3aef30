"""Reads about swaps by hand: what one would do, and which were made."""

from collections.abc import Sequence

from party.models import Party, Round
from party.progression import Meeting, Seating, meetings, sit_outs
from party.queries.evening.rounds import people, seatings
from party.queries.people.wishes import unkept_in, wish_lines
from party.values.people.person import Person, Sitting
from party.values.seats.swaps import Counted, Met, SwapEffects


def effects_of(party: Party, round_: Round, one: Person, other: Person) -> SwapEffects:
    """Return what it does that two people of a round change places."""
    *past, now = seatings(party, upto=round_.number)
    then = now.exchanged(one.id, other.id)
    pair = (one.id, other.id)
    before, after = meetings(now, past, pair), meetings(then, past, pair)
    everybody = people(party)
    unkept_now = unkept_in(party, round_, now, past)
    unkept_then = unkept_in(party, round_, then, past)
    wishes = {(each.kind, each.ids): each for each in wish_lines(party)}
    return SwapEffects(
        one=_sitting(one, now),
        other=_sitting(other, now),
        ended=_met(before, after, everybody),
        begun=_met(after, before, everybody),
        sat_out=_sat_out(round_, past, now, then, (one, other)),
        broken=tuple(
            each for key, each in wishes.items() if key in unkept_then.keys() - unkept_now
        ),
        kept=tuple(each for key, each in wishes.items() if key in unkept_now.keys() - unkept_then),
    )


def _sitting(person: Person, seating: Seating[int]) -> Sitting:
    table, seat = seating.chair(person.id) or (None, None)
    return Sitting(person, table, seat)


def _met(
    these: Sequence[Meeting[int]], those: Sequence[Meeting[int]], everybody: dict[int, Person]
) -> tuple[Met, ...]:
    """Return the meetings that are only among the first, partners before opponents."""
    only = [each for each in these if each not in those]
    only.sort(key=lambda each: (not each.partners, sorted(each.people)))
    pairs = [sorted(each.people) for each in only]
    return tuple(
        Met(everybody[one], everybody[other], each.partners, each.before)
        for (one, other), each in zip(pairs, only, strict=True)
    )


def _sat_out(
    round_: Round,
    past: Sequence[Seating[int]],
    now: Seating[int],
    then: Seating[int],
    pair: tuple[Person, Person],
) -> tuple[Counted, ...]:
    """Return how often both have sat out, this round included, where the swap changes it."""
    if set(now.bench) == set(then.bench):
        return ()
    ids = [person.id for person in pair]
    before, after = sit_outs((*past, now), ids), sit_outs((*past, then), ids)
    words = f"Rounds that {{}} sits out, round {round_.number} included"
    return tuple(
        Counted(words.format(person), before[person.id], after[person.id]) for person in pair
    )


def swapped(party: Party, round_: Round) -> tuple[tuple[Person, Person], ...]:
    """Return the swaps by hand in a round that can be taken back, oldest first.

    A swap cannot be taken back once the seats were changed in another way after it.
    """
    swaps = round_.made_from.last_swaps
    everybody = people(party) if swaps else {}
    return tuple((everybody[swap.one], everybody[swap.other]) for swap in swaps)
