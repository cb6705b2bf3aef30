"""Reads about swaps by hand: the effects of one, and those of a round."""

from collections.abc import Sequence
from dataclasses import dataclass

from party.models import Party, Round
from party.progression import Meeting, Seating, meetings, sit_outs
from party.queries.evening.rounds import people, seatings
from party.queries.people.wishes import unkept_in, wish_lines
from party.values.people.person import Person, Sitting
from party.values.people.wishes import WishLine
from party.values.seats.draw import place_text


@dataclass(frozen=True, slots=True)
class Met:
    """Two people who meet in this round, and the rounds in which they met like that before."""

    one: Person
    other: Person
    partners: bool
    rounds: tuple[int, ...]

    def __str__(self) -> str:
        kind = "partners" if self.partners else "opponents"
        if not self.rounds:
            return f"{self.one} and {self.other} are {kind} for the first time"
        rounds = ", ".join(str(number) for number in self.rounds)
        return f"{self.one} and {self.other} are {kind} again (round {rounds})"


@dataclass(frozen=True, slots=True)
class Counted:
    """A count in the present seats and after the swap."""

    words: str
    now: int
    then: int


@dataclass(frozen=True, slots=True)
class SwapEffects:
    """The effects of a swap. `ended` and `begun` are the meetings that differ."""

    one: Sitting
    other: Sitting
    ended: tuple[Met, ...]
    begun: tuple[Met, ...]
    sat_out: tuple[Counted, ...] = ()
    broken: tuple[WishLine, ...] = ()
    kept: tuple[WishLine, ...] = ()

    @property
    def counts(self) -> tuple[Counted, ...]:
        """Return repeated meetings and sit-outs, before and after."""
        partners = self._number_of("Partners who meet again", partners=True)
        opponents = self._number_of("Opponents who meet again", partners=False)
        return (partners, opponents, *self.sat_out)

    def _number_of(self, words: str, *, partners: bool) -> Counted:
        now, then = (
            sum(bool(each.rounds) for each in met if each.partners is partners)
            for met in (self.ended, self.begun)
        )
        return Counted(words, now, then)

    @property
    def places(self) -> tuple[tuple[Person, str, str], ...]:
        """Return both people with their places before and after, in words."""
        mine, theirs = place_text(self.one), place_text(self.other)
        return ((self.one.person, mine, theirs), (self.other.person, theirs, mine))

    @property
    def mark(self) -> str:
        """The text that the verb compares, so that nobody swaps from an outdated page."""
        return f"{place_text(self.one)}; {place_text(self.other)}"


def effects_of(party: Party, round_: Round, one: Person, other: Person) -> SwapEffects:
    """Return the effects if two people of a round change places."""
    *past, now = seatings(party, upto=round_.number)
    then = now.exchanged(one.id, other.id)
    pair = (one.id, other.id)
    before, after = meetings(now, past, pair), meetings(then, past, pair)
    people_by_id = people(party)
    unkept_now = unkept_in(party, round_, now, past)
    unkept_then = unkept_in(party, round_, then, past)
    wishes = {(each.kind, each.ids): each for each in wish_lines(party)}
    return SwapEffects(
        one=_sitting(one, now),
        other=_sitting(other, now),
        ended=_met(before, after, people_by_id),
        begun=_met(after, before, people_by_id),
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
    these: Sequence[Meeting[int]], those: Sequence[Meeting[int]], people_by_id: dict[int, Person]
) -> tuple[Met, ...]:
    """Return the meetings that are only among the first, partners before opponents."""
    only = [each for each in these if each not in those]
    only.sort(key=lambda each: (not each.partners, sorted(each.people)))
    pairs = [sorted(each.people) for each in only]
    return tuple(
        Met(people_by_id[one], people_by_id[other], each.partners, each.before)
        for (one, other), each in zip(pairs, only, strict=True)
    )


def _sat_out(
    round_: Round,
    past: Sequence[Seating[int]],
    seating: Seating[int],
    then: Seating[int],
    pair: tuple[Person, Person],
) -> tuple[Counted, ...]:
    """Return both sit-out counts, this round included, if the swap changes them."""
    if set(seating.bench) == set(then.bench):
        return ()
    ids = [person.id for person in pair]
    before, after = sit_outs((*past, seating), ids), sit_outs((*past, then), ids)
    words = f"Rounds that {{}} sits out, round {round_.number} included"
    return tuple(
        Counted(words.format(person), before[person.id], after[person.id]) for person in pair
    )


def swapped(party: Party, round_: Round) -> tuple[tuple[Person, Person], ...]:
    """Return the swaps by hand in a round that can be taken back, oldest first.

    A swap cannot be taken back once the seats were changed in another way after it.
    """
    swaps = round_.made_from.last_swaps
    people_by_id = people(party) if swaps else {}
    return tuple((people_by_id[swap.one], people_by_id[swap.other]) for swap in swaps)
