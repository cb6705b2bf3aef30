from dataclasses import dataclass
from enum import StrEnum

from party.engine import SEAT_NAMES
from party.values.numbers import counted
from party.values.people.person import Person, Sitting
from party.values.seats.draw import place_text

MOST_NAMED = 6  # people who are named one by one
SPELLED = {1: "one", 2: "two", 3: "three"}


class SurplusAnswer(StrEnum):
    """The choice for a number of people that is not a multiple of four."""

    ROTA = "rota"  # they sit out, one after the other
    HOUSE = "house"  # house players fill the last table
    NEWCOMER = "newcomer"  # people who came late take the chairs of house players


@dataclass(frozen=True, slots=True)
class Turnout:
    """How many are here, or hold a blind draw's card. `policy` is for surplus people (T104)."""

    people: int
    policy: str = "sit_out"

    @property
    def is_enough(self) -> bool:
        return self.people >= 4

    @property
    def surplus(self) -> int:
        return self.people % 4

    @property
    def first_surplus_card(self) -> int:
        return self.people - self.surplus + 1

    @property
    def house_needed(self) -> int:
        return -self.people % 4

    @property
    def default_answer(self) -> SurplusAnswer:
        """Rather than let three people sit out, seat a house player with them."""
        needs_house_players = self.policy != "sit_out" or self.surplus == 3
        return SurplusAnswer.HOUSE if needs_house_players else SurplusAnswer.ROTA

    @property
    def can_sit_out(self) -> bool:
        return self.policy != "refuse"

    def tables(self, answer: SurplusAnswer | None = None) -> int:
        filled = self.people + self.house_needed if answer == SurplusAnswer.HOUSE else self.people
        return filled // 4


@dataclass(frozen=True, slots=True)
class TurnoutQuestion:
    """`bench` is the number of people who sit out in the latest seats.

    `leavers` have no stand-in, `newcomers` have no seat, and `house_players` have a chair. `mark`
    is that of the PeopleChanges.
    """

    turnout: Turnout
    tables: int
    bench: int
    leavers: tuple[Person, ...]
    mark: str
    newcomers: tuple[Person, ...] = ()
    house_players: tuple[Person, ...] = ()

    @property
    def needs_answer(self) -> bool:
        """Return whether a table closes, more people sit out, or a newcomer may take a chair."""
        if not self.turnout.is_enough or not self.turnout.surplus:
            return False
        fits = self.turnout.tables() == self.tables and self.turnout.surplus <= self.bench
        return not fits or bool(self.exchanges)

    @property
    def exchanges(self) -> tuple[tuple[Person, Person], ...]:
        """Pair each newcomer with the house player whose chair they may take."""
        surplus = self.turnout.surplus
        pairs = tuple(zip(self.newcomers, self.house_players, strict=False))[:surplus]
        return pairs if self.turnout.can_sit_out or len(pairs) == surplus else ()

    @property
    def answers(self) -> tuple[SurplusAnswer, ...]:
        """Return the possible answers, the default first."""
        possible = (
            [SurplusAnswer.ROTA, SurplusAnswer.HOUSE]
            if self.turnout.can_sit_out
            else [SurplusAnswer.HOUSE]
        )
        if self.exchanges:
            possible.append(SurplusAnswer.NEWCOMER)
        return tuple(sorted(possible, key=lambda answer: answer != self.default_answer))

    @property
    def default_answer(self) -> SurplusAnswer:
        """Prefer a newcomer, then house players if leavers left enough chairs for them."""
        if self.exchanges:
            return SurplusAnswer.NEWCOMER
        if 0 < self.turnout.house_needed <= len(self.leavers):
            return SurplusAnswer.HOUSE
        return self.turnout.default_answer

    @property
    def text(self) -> str:
        """Return "27 players: close table 7 and three sit out, or seat a house player?"."""
        sit_out, house_players = self._sit_out_text, self._house_text
        answers = [self._exchange_text] if self.exchanges else []
        answers += [sit_out] if self.turnout.can_sit_out else []
        first = f"{', '.join(answers)}, or " if answers else ""
        return f"{self.turnout.people} players: {first}{house_players}?"

    @property
    def _exchange_text(self) -> str:
        return " and ".join(
            f"{newcomer} takes the chair of {leaver}" for newcomer, leaver in self.exchanges
        )

    @property
    def _sit_out_text(self) -> str:
        surplus = self.turnout.surplus
        sit_out = f"{SPELLED[surplus]} {'sits' if surplus == 1 else 'sit'} out"
        closed = [str(number) for number in range(self.turnout.tables() + 1, self.tables + 1)]
        noun = "table" if len(closed) == 1 else "tables"
        return f"close {noun} {' and '.join(closed)} and {sit_out}" if closed else sit_out

    @property
    def _house_text(self) -> str:
        needed = self.turnout.house_needed
        players = "a house player" if needed == 1 else f"{SPELLED[needed]} house players"
        last = self.turnout.tables(SurplusAnswer.HOUSE)
        return f"open table {last} with {players}" if last > self.tables else f"seat {players}"

    def answer_text(self, answer: SurplusAnswer) -> str:
        """Return "Seat a house player, in the chair of Ann"."""
        if answer == SurplusAnswer.NEWCOMER:
            verb = "goes" if len(self.exchanges) == 1 else "go"
            text = f"{self._exchange_text}, who {verb} home"
            if surplus := self.turnout.surplus - len(self.exchanges):
                text += f"; {SPELLED[surplus]} {'sits' if surplus == 1 else 'sit'} out each round"
            return text
        if answer == SurplusAnswer.ROTA:
            text = f"{self._sit_out_text} each round, in turn"
        else:
            text = self._house_text
            if names := self.leavers[: self.turnout.house_needed]:
                chairs = "the chair" if len(names) == 1 else "the chairs"
                text += f", in {chairs} of {' and '.join(map(str, names))}"
        return text[0].upper() + text[1:]


@dataclass(frozen=True, slots=True)
class Reseating:
    number: int
    new_places: tuple[Sitting, ...]
    changed_places: tuple[Sitting, ...]

    def __str__(self) -> str:
        sentences = [f"Round {self.number} is seated again."]
        sentences += [f"{place.person}: {place_text(place)}." for place in self.new_places]
        if self.changed_places:
            changed_places = "; ".join(
                f"{place.person}, now {place_text(place)}" for place in self.changed_places
            )
            sentences.append(f"Somebody has to move after all: {changed_places}.")
        else:
            sentences.append("Everybody else keeps table and chair.")
        return " ".join(sentences)

    @property
    def forecast(self) -> str:
        """Return "Seating again places Ann (…); it moves nobody else."."""
        placed = f"places {_places(self.new_places)}; it " if self.new_places else ""
        moved = "nobody else" if self.new_places else "nobody"
        if places := self.changed_places:
            moved = f"{counted(len(places), 'person', 'people')}: {_places(places)}"
        return f"Seating again {placed}moves {moved}."


def _places(sittings: tuple[Sitting, ...]) -> str:
    names = [f"{sitting.person} ({place_text(sitting)})" for sitting in sittings[:MOST_NAMED]]
    unnamed_count = len(sittings) - MOST_NAMED
    return ", ".join(names) + (f" and {unnamed_count} more" if unnamed_count > 0 else "")


@dataclass(frozen=True, slots=True)
class PeopleChanges:
    """The people who came and went since a round was seated at `tables` tables.

    `empty_chairs` are those of leavers. `reseating` is None if it was not computed.
    """

    leavers: tuple[Person, ...]
    arrivals: tuple[Person, ...]
    house_players: tuple[Person, ...]
    turnout: Turnout
    tables: int
    empty_chairs: tuple[Sitting, ...] = ()
    reseating: Reseating | None = None

    @property
    def needs_seats(self) -> bool:
        """Return whether a chair is empty or somebody here has no place."""
        return bool(self.empty_chairs or self.arrivals)

    @property
    def mark(self) -> str:
        """Return a text that verbs compare with the mark that a page has shown."""
        leavers = " ".join(str(person.id) for person in self.leavers)
        arrivals = " ".join(str(person.id) for person in self.arrivals)
        return f"-{leavers} +{arrivals}"

    @property
    def sentences(self) -> tuple[str, ...]:
        place = "chair" if self.tables else "place"
        empty_chairs = [
            f"{chair.person} is not here: table {chair.table}, {SEAT_NAMES[chair.seat]} is empty."
            for chair in self.empty_chairs
            if chair.seat
        ]
        return (
            *empty_chairs,
            *(f"{person} has come and has no {place} yet." for person in self.arrivals),
        )

    @property
    def text(self) -> str:
        sentences = list(self.sentences[:MOST_NAMED])
        if (unnamed_count := len(self.sentences) - MOST_NAMED) > 0:
            sentences.append(f"And {unnamed_count} more.")
        return " ".join(sentences)

    @property
    def forecast(self) -> str:
        return self.reseating.forecast if self.reseating else ""

    def __bool__(self) -> bool:
        return bool(self.leavers or self.arrivals)

    @property
    def closing_tables(self) -> tuple[int, ...]:
        return tuple(range(self.turnout.tables() + 1, self.tables + 1))

    @property
    def opening_tables(self) -> tuple[int, ...]:
        return tuple(range(self.tables + 1, self.turnout.tables() + 1))

    @property
    def without_house_players(self) -> "PeopleChanges":
        leavers = (*self.leavers, *self.house_players)
        turnout = Turnout(self.turnout.people - len(self.house_players))
        return PeopleChanges(leavers, self.arrivals, (), turnout, self.tables)
