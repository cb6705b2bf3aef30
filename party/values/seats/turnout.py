"""The people who are here: their tables, and the changes since a round was seated."""

from dataclasses import dataclass
from enum import StrEnum

from party.engine import SEAT_NAMES
from party.values.numbers import counted
from party.values.people.person import Person, Sitting
from party.values.seats.draw import place_text

MOST_NAMED = 6  # people who are named one by one
SPELLED = {1: "one", 2: "two", 3: "three"}


class Odd(StrEnum):
    """The choice for a number of people that is not a multiple of four."""

    ROTA = "rota"  # they sit out, one after the other
    HOUSE = "house"  # house players fill the last table
    NEWCOMER = "newcomer"  # people who came late take the chairs of house players


@dataclass(frozen=True, slots=True)
class Turnout:
    """How many people are here, or have a card of a blind draw; `policy` is the party's T104."""

    here: int
    policy: str = "sit_out"

    @property
    def enough(self) -> bool:
        return self.here >= 4

    @property
    def over(self) -> int:
        return self.here % 4

    @property
    def first_over(self) -> int:
        """The number of the first card that fills no table, at a blind draw."""
        return self.here - self.over + 1

    @property
    def house_wanted(self) -> int:
        return -self.here % 4

    @property
    def usual(self) -> Odd:
        """The plan's answer; with three over, one house player instead of three who sit out."""
        wanted = self.policy != "sit_out" or self.over == 3
        return Odd.HOUSE if wanted else Odd.ROTA

    @property
    def may_sit_out(self) -> bool:
        return self.policy != "refuse"

    def tables(self, odd: Odd | None = None) -> int:
        filled = self.here + self.house_wanted if odd == Odd.HOUSE else self.here
        return filled // 4


@dataclass(frozen=True, slots=True)
class TurnoutQuestion:
    """The people here when a round is to be seated, and whether somebody must say who sits out.

    `tables` and `bench` count those of the seats before, `chairs` are leavers whose chairs nobody
    takes, `newcomers` people without a seat yet, `house` house players in chairs. `mark` is that
    of the PeopleChanges.
    """

    turnout: Turnout
    tables: int
    bench: int
    chairs: tuple[Person, ...]
    mark: str
    newcomers: tuple[Person, ...] = ()
    house: tuple[Person, ...] = ()

    @property
    def needs_answer(self) -> bool:
        """Whether a table closes, more people sit out, or a newcomer may take a house chair."""
        if not self.turnout.enough or not self.turnout.over:
            return False
        fits = self.turnout.tables() == self.tables and self.turnout.over <= self.bench
        return not fits or bool(self.exchanges)

    @property
    def exchanges(self) -> tuple[tuple[Person, Person], ...]:
        """Each newcomer with the house player whose chair they may take."""
        pairs = tuple(zip(self.newcomers, self.house, strict=False))[: self.turnout.over]
        return pairs if self.turnout.may_sit_out or len(pairs) == self.turnout.over else ()

    @property
    def answers(self) -> tuple[Odd, ...]:
        """The possible answers, the first offer first."""
        possible = [Odd.ROTA, Odd.HOUSE] if self.turnout.may_sit_out else [Odd.HOUSE]
        if self.exchanges:
            possible.append(Odd.NEWCOMER)
        return tuple(sorted(possible, key=lambda odd: odd != self.usual))

    @property
    def usual(self) -> Odd:
        """The first offer: a house player goes home, or takes a leaver's chair; then the plan."""
        if self.exchanges:
            return Odd.NEWCOMER
        if 0 < self.turnout.house_wanted <= len(self.chairs):
            return Odd.HOUSE
        return self.turnout.usual

    @property
    def text(self) -> str:
        """The question: "27 players: close table 7 and three sit out, or seat a house player?"."""
        sits, house = self._sits_out, self._house
        choices = [self._exchange] if self.exchanges else []
        choices += [sits] if self.turnout.may_sit_out else []
        first = f"{', '.join(choices)}, or " if choices else ""
        return f"{self.turnout.here} players: {first}{house}?"

    @property
    def _exchange(self) -> str:
        return " and ".join(f"{one} takes the chair of {house}" for one, house in self.exchanges)

    @property
    def _sits_out(self) -> str:
        over = self.turnout.over
        out = f"{SPELLED[over]} {'sits' if over == 1 else 'sit'} out"
        closed = [str(number) for number in range(self.turnout.tables() + 1, self.tables + 1)]
        noun = "table" if len(closed) == 1 else "tables"
        return f"close {noun} {' and '.join(closed)} and {out}" if closed else out

    @property
    def _house(self) -> str:
        wanted = self.turnout.house_wanted
        players = "a house player" if wanted == 1 else f"{SPELLED[wanted]} house players"
        last = self.turnout.tables(Odd.HOUSE)
        return f"open table {last} with {players}" if last > self.tables else f"seat {players}"

    def answer_text(self, odd: Odd) -> str:
        """Return the answer on its button: what becomes of the tables, and of whom."""
        if odd == Odd.NEWCOMER:
            text = f"{self._exchange}, who {'goes' if len(self.exchanges) == 1 else 'go'} home"
            if left := self.turnout.over - len(self.exchanges):
                text += f"; {SPELLED[left]} {'sits' if left == 1 else 'sit'} out each round"
            return text
        if odd == Odd.ROTA:
            text = f"{self._sits_out} each round, in turn"
        else:
            text = self._house
            if names := self.chairs[: self.turnout.house_wanted]:
                chairs = "the chair" if len(names) == 1 else "the chairs"
                text += f", in {chairs} of {' and '.join(map(str, names))}"
        return text[0].upper() + text[1:]


@dataclass(frozen=True, slots=True)
class Reseating:
    """The result of seating a round again: new places, and changed ones."""

    number: int
    placed: tuple[Sitting, ...]
    moved: tuple[Sitting, ...]

    def __str__(self) -> str:
        sentences = [f"Round {self.number} is seated again."]
        sentences += [f"{each.person}: {place_text(each)}." for each in self.placed]
        if self.moved:
            moved = "; ".join(f"{each.person}, now {place_text(each)}" for each in self.moved)
            sentences.append(f"Somebody has to move after all: {moved}.")
        else:
            sentences.append("Everybody else keeps table and chair.")
        return " ".join(sentences)

    @property
    def forecast(self) -> str:
        """The same before it is done: "Seating again places Ann (table 2, North); it moves …"."""
        placed = f"places {_places(self.placed)}; it " if self.placed else ""
        moved = "nobody else" if self.placed else "nobody"
        if self.moved:
            moved = f"{counted(len(self.moved), 'person', 'people')}: {_places(self.moved)}"
        return f"Seating again {placed}moves {moved}."


def _places(sittings: tuple[Sitting, ...]) -> str:
    named = [f"{each.person} ({place_text(each)})" for each in sittings[:MOST_NAMED]]
    more = len(sittings) - MOST_NAMED
    return ", ".join(named) + (f" and {more} more" if more > 0 else "")


@dataclass(frozen=True, slots=True)
class PeopleChanges:
    """The people who came and went since a round was seated at so many `tables`.

    `empty` are the leavers' chairs, `house` the house players here; `reseating` is the result of
    seating again, where it was computed.
    """

    leavers: tuple[Person, ...]
    arrivals: tuple[Person, ...]
    house: tuple[Person, ...]
    turnout: Turnout
    tables: int
    empty: tuple[Sitting, ...] = ()
    reseating: Reseating | None = None

    @property
    def needs_seats(self) -> bool:
        """Whether a chair is empty or somebody here has no place."""
        return bool(self.empty or self.arrivals)

    @property
    def can_seat(self) -> bool:
        return self.turnout.enough

    @property
    def mark(self) -> str:
        """The changes as a text, to be compared with those that a page has shown."""
        leavers, arrivals = (
            [str(each.id) for each in people] for people in (self.leavers, self.arrivals)
        )
        return f"-{' '.join(leavers)} +{' '.join(arrivals)}"

    @property
    def sentences(self) -> tuple[str, ...]:
        place = "chair" if self.tables else "place"
        empty_chairs = [
            f"{each.person} is not here: table {each.table}, {SEAT_NAMES[each.seat]} is empty."
            for each in self.empty
            if each.seat
        ]
        return (
            *empty_chairs,
            *(f"{person} has come and has no {place} yet." for person in self.arrivals),
        )

    @property
    def text(self) -> str:
        more = len(self.sentences) - MOST_NAMED
        rest = (f"And {more} more.",) if more > 0 else ()
        return " ".join((*self.sentences[:MOST_NAMED], *rest))

    @property
    def forecast(self) -> str:
        """The result of seating again; "" where it was not computed."""
        return self.reseating.forecast if self.reseating else ""

    def __bool__(self) -> bool:
        return bool(self.leavers or self.arrivals)

    @property
    def closing(self) -> tuple[int, ...]:
        return tuple(range(self.turnout.tables() + 1, self.tables + 1))

    @property
    def opening(self) -> tuple[int, ...]:
        return tuple(range(self.tables + 1, self.turnout.tables() + 1))

    @property
    def without_house(self) -> "PeopleChanges":
        leavers = (*self.leavers, *self.house)
        turnout = Turnout(self.turnout.here - len(self.house))
        return PeopleChanges(leavers, self.arrivals, (), turnout, self.tables)
