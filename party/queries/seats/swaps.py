from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from party.models import Party, Round
from party.progression import Meeting, Seating, meetings, sit_outs
from party.queries.evening.rounds import people, seatings
from party.queries.people.wishes import reasons_of_round, wish_lines
from party.values.people.person import Person, Sitting
from party.values.people.wishes import WishLine
from party.values.seats.draw import place_text


@dataclass(frozen=True, slots=True)
class SwapMeeting:
    """In the `earlier_rounds` the two people met in the same way."""

    one: Person
    other: Person
    are_partners: bool
    earlier_rounds: tuple[int, ...]

    def __str__(self) -> str:
        kind = "partners" if self.are_partners else "opponents"
        if not self.earlier_rounds:
            return f"{self.one} and {self.other} are {kind} for the first time"
        earlier_rounds = ", ".join(str(number) for number in self.earlier_rounds)
        return f"{self.one} and {self.other} are {kind} again (round {earlier_rounds})"


@dataclass(frozen=True, slots=True)
class CountChange:
    words: str
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class SwapEffects:
    """The effects of a swap, without meetings that stay the same."""

    one: Sitting
    other: Sitting
    ended_meetings: tuple[SwapMeeting, ...]
    new_meetings: tuple[SwapMeeting, ...]
    sit_out_changes: tuple[CountChange, ...] = ()
    broken_wishes: tuple[WishLine, ...] = ()
    kept_wishes: tuple[WishLine, ...] = ()

    @property
    def counts(self) -> tuple[CountChange, ...]:
        partners = self._repeat_count("Partners who meet again", partners=True)
        opponents = self._repeat_count("Opponents who meet again", partners=False)
        return (partners, opponents, *self.sit_out_changes)

    def _repeat_count(self, words: str, *, partners: bool) -> CountChange:
        def count(meetings: Iterable[SwapMeeting]) -> int:
            return sum(
                bool(each.earlier_rounds) for each in meetings if each.are_partners is partners
            )

        return CountChange(words, count(self.ended_meetings), count(self.new_meetings))

    @property
    def places(self) -> tuple[tuple[Person, str, str], ...]:
        one_text, other_text = place_text(self.one), place_text(self.other)
        return ((self.one.person, one_text, other_text), (self.other.person, other_text, one_text))

    @property
    def mark(self) -> str:
        """The verb compares this text, so that nobody swaps from an outdated page."""
        return f"{place_text(self.one)}; {place_text(self.other)}"


def swap_effects(party: Party, round_: Round, one: Person, other: Person) -> SwapEffects:
    *past, seating = seatings(party, upto=round_.number)
    swapped_seating = seating.exchanged(one.id, other.id)
    pair = (one.id, other.id)
    meetings_before = meetings(seating, past, pair)
    meetings_after = meetings(swapped_seating, past, pair)
    people_by_id = people(party)
    unkept_before = reasons_of_round(party, round_, seating, past)
    unkept_after = reasons_of_round(party, round_, swapped_seating, past)
    wishes = {(each.kind, each.ids): each for each in wish_lines(party)}
    return SwapEffects(
        one=_sitting_of(one, seating),
        other=_sitting_of(other, seating),
        ended_meetings=_meetings_only_in(meetings_before, meetings_after, people_by_id),
        new_meetings=_meetings_only_in(meetings_after, meetings_before, people_by_id),
        sit_out_changes=_sit_out_changes(round_, past, seating, swapped_seating, (one, other)),
        broken_wishes=tuple(
            each for key, each in wishes.items() if key in unkept_after.keys() - unkept_before
        ),
        kept_wishes=tuple(
            each for key, each in wishes.items() if key in unkept_before.keys() - unkept_after
        ),
    )


def _sitting_of(person: Person, seating: Seating[int]) -> Sitting:
    table, seat = seating.chair(person.id) or (None, None)
    return Sitting(person, table, seat)


def _meetings_only_in(
    own_meetings: Sequence[Meeting[int]],
    other_meetings: Sequence[Meeting[int]],
    people_by_id: dict[int, Person],
) -> tuple[SwapMeeting, ...]:
    differing = [each for each in own_meetings if each not in other_meetings]
    differing.sort(key=lambda each: (not each.are_partners, sorted(each.people)))
    pairs = [sorted(each.people) for each in differing]
    return tuple(
        SwapMeeting(people_by_id[one], people_by_id[other], each.are_partners, each.before)
        for (one, other), each in zip(pairs, differing, strict=True)
    )


def _sit_out_changes(
    round_: Round,
    past: Sequence[Seating[int]],
    seating: Seating[int],
    swapped_seating: Seating[int],
    pair: tuple[Person, Person],
) -> tuple[CountChange, ...]:
    """Return the sit-out counts of both people, with this round, if the swap changes them."""
    if set(seating.bench) == set(swapped_seating.bench):
        return ()
    ids = [person.id for person in pair]
    counts_before = sit_outs((*past, seating), ids)
    counts_after = sit_outs((*past, swapped_seating), ids)
    words = f"Rounds that {{}} sits out, round {round_.number} included"
    return tuple(
        CountChange(words.format(person), counts_before[person.id], counts_after[person.id])
        for person in pair
    )


def undoable_swaps(party: Party, round_: Round) -> tuple[tuple[Person, Person], ...]:
    """Return the swaps after the last other change of seats: only these can be undone."""
    swaps = round_.stored_draw.last_swaps
    people_by_id = people(party) if swaps else {}
    return tuple((people_by_id[swap.first], people_by_id[swap.second]) for swap in swaps)
