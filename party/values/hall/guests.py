"""What guests see of an evening: their seats, where they may go next, rounds and standings.

One value holds all that may be shown to whoever has the code of the party, and nothing else. The
pages and the JSON form are made from it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import accumulate

from party.engine import SEAT_NAMES
from party.progression import SEATS
from party.values.evening.live import ENTRY_STAGES, Night, Stage
from party.values.numbers import clock, number_of, ordinal, place, signed, total
from party.values.people.names import begins_words, words_of
from party.values.people.person import Person
from party.values.seats.draw import PersonMove
from party.values.seats.next_moves import NextMove
from party.values.standings.drawings import Drawing
from party.values.standings.pictures import Scale, spark_picture
from party.values.standings.standings import RoundKind, RoundPoints

Chair = tuple[int, str]  # table and seat

LETTERS = 3  # of a name, before it is looked for
MOST_HITS = 12
LEAST_DRAWN = 2  # rounds: a line of one says nothing
DOOR_OPENS = timedelta(minutes=10)  # before the cards: seats are drawn then
SIGNS_OF_ROUNDS = {
    RoundKind.SAT_OUT: "sat out",
    RoundKind.NOT_PLAYED: "table not played",
    RoundKind.MISSED: "not there",
    RoundKind.NO_CARD: "card to follow",
    RoundKind.FOLLOWS: "slip to follow",
    RoundKind.ON_CARD: "on the card",
}
STATES = {
    Stage.SETUP: "The seats are not drawn yet",
    Stage.SEATED: "Round {round}: find your seat",
    Stage.PLAYING: "Round {round} is being played",
    Stage.BELL: "The bell has rung: finish the hand you are on",
    Stage.CHECKING: "Round {round} is over: the results are being checked",
    Stage.MOVING: "Round {round} is over: the next seats come soon",
    Stage.OVER: "The last round is over: the results come soon",
    Stage.FINISHED: "The results of the evening",
}


@dataclass(frozen=True, slots=True)
class OpenParty:
    """A party at which guests may look: what is read for every question of a phone.

    The `version` is raised by every step of the evening that others may see.
    """

    id: int
    code: str
    version: int
    time_zone: str


@dataclass(frozen=True, slots=True)
class GuestRound:
    """A closed round of one person, with the partner's name."""

    points: RoundPoints
    partner: str

    @property
    def what(self) -> str:
        """What is unusual about it, "" where it was played and counted."""
        return SIGNS_OF_ROUNDS.get(self.points.kind, "")

    @property
    def points_text(self) -> str:
        """The points it brought; nothing where they are to come, or stand in a sum on a card."""
        unknown = {RoundKind.NO_CARD, RoundKind.ON_CARD}
        return "" if self.points.kind in unknown else signed(self.points.points)


@dataclass(frozen=True, slots=True)
class GuestLine:
    """One line of the public standings; `moved` are the places won since the round before."""

    rank: int
    shared: bool
    person: Person
    points: int
    won: int
    moved: int = 0

    @property
    def place(self) -> str:
        return place(self.rank, shared=self.shared)

    @property
    def points_text(self) -> str:
        return total(self.points)

    @property
    def ordinal(self) -> str:
        return ordinal(self.rank)


@dataclass(frozen=True, kw_only=True)
class GuestStandings:
    """The standings as far as the host shows them; `ranked` is how many people they are of."""

    lines: tuple[GuestLine, ...] = ()
    ranked: int = 0
    rounds: int = 0
    by_wins: bool = False  # rounds won decide before points
    provisional: bool = False  # slips are to follow, or credits may still change

    @property
    def is_cut(self) -> bool:
        return len(self.lines) < self.ranked

    @property
    def winners(self) -> tuple[GuestLine, ...]:
        return tuple(line for line in self.lines if line.rank == 1)


@dataclass(frozen=True, kw_only=True)
class MySeat:
    """The page of one person. Without a `table` there is a sentence instead, `words`."""

    person: Person
    words: str = ""
    table: int | None = None
    seat: str = ""
    others: Mapping[str, Person] = field(default_factory=dict)  # by seat, at the same table
    next_move: NextMove | None = None
    rounds: tuple[GuestRound, ...] = ()
    line: GuestLine | None = None  # in the standings, where they are shown
    total: int | None = None  # where any standings are shown

    @property
    def partner(self) -> Person | None:
        return self.others.get(opposite(self.seat)) if self.seat else None

    @property
    def seat_name(self) -> str:
        return SEAT_NAMES[self.seat]

    @property
    def spark(self) -> Drawing | None:
        """The own points from round to round; None where too few are known."""
        points = [each.points.points for each in self.rounds if each.points_text]
        if len(points) < LEAST_DRAWN or len(points) < len(self.rounds):
            return None
        sums = tuple(accumulate(points))
        return spark_picture(Scale.of([sums]), sums)

    @property
    def total_text(self) -> str:
        return "" if self.total is None else total(self.total)


@dataclass(frozen=True, kw_only=True)
class Guests:
    """What guests see of an evening, as of one `version` of the party.

    `night` is that of the last round whose seats are announced. People go by their numbers.
    """

    version: int
    name: str
    club: str
    place: str
    starts_at: datetime  # on the club's own clock
    night: Night
    people: Mapping[int, Person]  # named as the host allows
    whole_names: Mapping[int, str]  # to find people by, never shown
    chairs: Mapping[int, Chair | None] = field(default_factory=dict)  # None: sits out
    moves: Mapping[int, PersonMove] = field(default_factory=dict)
    next_moves: Mapping[int, NextMove] = field(default_factory=dict)
    notes: tuple[str, ...] = ()  # what stands on every next-move slip
    sitting_out_counts: str = ""
    rounds: Mapping[int, tuple[GuestRound, ...]] = field(default_factory=dict)
    totals: Mapping[int, int] = field(default_factory=dict)  # empty: not shown
    standings: GuestStandings | None = None  # None: none yet, or the host shows none

    @property
    def state(self) -> str:
        if self.night.is_break:
            return f"Round {self.night.round_number} is over: a break, then the next seats"
        return STATES[self.night.stage].format(round=self.night.round_number)

    @property
    def seats_at(self) -> str:
        """About when the seats are drawn: ten minutes before the cards."""
        return clock(self.starts_at - DOOR_OPENS)

    @property
    def cards_at(self) -> str:
        return clock(self.starts_at)

    @property
    def is_finished(self) -> bool:
        return self.night.stage == Stage.FINISHED

    @property
    def tables(self) -> dict[int, dict[str, Person]]:
        """Who sits where in the round that was announced last, table 1 and North first."""
        tables: dict[int, dict[str, Person]] = {}
        chairs = [(*chair, number) for number, chair in self.chairs.items() if chair]
        for table, seat, number in sorted(chairs, key=lambda at: (at[0], SEATS.index(at[1]))):
            tables.setdefault(table, {})[seat] = self.people[number]
        return tables

    def find(self, typed: str) -> tuple[Person, ...]:
        """Return whom a number means, or three letters of a name; a short name only whole."""
        number = number_of(typed.strip())
        if number is not None:
            return (self.people[number],) if number in self.people else ()
        words = words_of(typed)
        letters = sum(map(str.isalpha, typed))
        return tuple(
            self.people[own]
            for own, name in self.whole_names.items()
            if words
            and begins_words(typed, name)
            and (letters >= LETTERS or set(words) <= set(words_of(name)))
        )

    def my_seat(self, number: int) -> MySeat | None:
        """Return the page of the person of that number; None where there is none."""
        person = self.people.get(number)
        if person is None:
            return None
        lines = self.standings.lines if self.standings else ()
        chair = self.chairs.get(number)
        table, seat = chair or (None, "")
        around = {} if table is None else self.tables[table]
        return MySeat(
            person=person,
            words=self._words(number, person),
            table=table,
            seat=seat,
            others={each: other for each, other in around.items() if each != seat},
            next_move=self.next_moves.get(number),
            rounds=self.rounds.get(number, ()),
            line=next((line for line in lines if line.person.number == number), None),
            total=self.totals.get(number),
        )

    def _words(self, number: int, person: Person) -> str:
        """Say how somebody came to the chair; where there is none, why."""
        stage, round_number = self.night.stage, self.night.round_number
        words = ""
        if self.chairs.get(number):
            is_new = stage == Stage.SEATED and number in self.moves
            words = self.moves[number].words if is_new else self._leaving(person)
        elif stage in {Stage.OVER, Stage.FINISHED}:
            pass
        elif person.state == "left":
            words = "You have gone home. Thank you for coming."
        elif stage == Stage.SETUP and person.name and person.state == "expected":
            words = "You are on the list. Tell the desk that you are here."
        elif number in self.chairs:
            words = f"You sit out round {round_number}. {self.sitting_out_counts}"
        elif self.chairs:
            words = f"You have no seat in round {round_number}. Ask at the desk."
        return words

    def _leaving(self, person: Person) -> str:
        is_leaving = person.state == "left" and self.night.stage in {Stage.SEATED, *ENTRY_STAGES}
        return "The desk has noted that you go home after this round." if is_leaving else ""


def opposite(seat: str) -> str:
    return SEATS[(SEATS.index(seat) + 2) % len(SEATS)]
