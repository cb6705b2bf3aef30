"""Who is here: how many tables they make, and what has changed since a round was seated."""

from dataclasses import dataclass
from enum import StrEnum

from party.engine import SEAT_NAMES
from party.values.numbers import counted
from party.values.people.person import Person, Sitting
from party.values.refusals import Fault, Refused
from party.values.seats.swaps import place_text

MOST_NAMED = 6  # people who are named one by one

# How the cards of a blind draw are handed out: said alike on the pages and in the checklist.
HAND_OUT = "Hand the cards out from No. 1 on, table by table: the chairs of a table are shuffled."
IF_SHORT = "Table not full? You sit out round 1, or house players fill it."
IF_SHORT_FILLED = "Table not full? House players fill it."


def if_short(policy: str) -> str:
    """Return what a blind card says of a table that does not fill; `policy` is the T104 answer."""
    return IF_SHORT_FILLED if policy == "refuse" else IF_SHORT


class Odd(StrEnum):
    """What to do when the people here are not a multiple of four."""

    ROTA = "rota"  # they sit out, one after the other
    HOUSE = "house"  # house players fill the last table


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
        """What the party says; where it lets people sit out, three over are one player short."""
        wanted = self.policy != "sit_out" or self.over == 3
        return Odd.HOUSE if wanted else Odd.ROTA

    @property
    def may_sit_out(self) -> bool:
        return self.policy != "refuse"

    def tables(self, odd: Odd | None = None) -> int:
        filled = self.here + self.house_wanted if odd == Odd.HOUSE else self.here
        return filled // 4


@dataclass(frozen=True, slots=True)
class SeatedAgain:
    """What seating a round again gives: who gets a place, and who has another one than before."""

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
    """Who came and went since a round was seated at `tables`, and how many are here now.

    `empty` are the chairs of those who are gone; `house` are the house players here. `again` is
    what seating again would give, where that was worked out.
    """

    gone: tuple[Person, ...]
    come: tuple[Person, ...]
    house: tuple[Person, ...]
    turnout: Turnout
    tables: int
    empty: tuple[Sitting, ...] = ()
    again: SeatedAgain | None = None

    @property
    def needs_seats(self) -> bool:
        """Whether a chair is empty or somebody here has no place: one who waited may just go."""
        return bool(self.empty or self.come)

    @property
    def can_seat(self) -> bool:
        return self.turnout.enough

    @property
    def mark(self) -> str:
        """Who came and who is gone, to be compared with what a page has shown."""
        gone, come = ([str(each.id) for each in people] for people in (self.gone, self.come))
        return f"-{' '.join(gone)} +{' '.join(come)}"

    @property
    def sentences(self) -> tuple[str, ...]:
        """Who is missing, and who has no place."""
        place = "chair" if self.tables else "place"
        left = [
            f"{each.person} is not here: table {each.table}, {SEAT_NAMES[each.seat]} is empty."
            for each in self.empty
            if each.seat
        ]
        return (*left, *(f"{person} has come and has no {place} yet." for person in self.come))

    @property
    def text(self) -> str:
        """The first of these sentences, and how many more there are."""
        more = len(self.sentences) - MOST_NAMED
        rest = (f"And {more} more.",) if more > 0 else ()
        return " ".join((*self.sentences[:MOST_NAMED], *rest))

    @property
    def forecast(self) -> str:
        """What seating again would give; "" where nobody knows before it is done."""
        return self.again.forecast if self.again else ""

    def __bool__(self) -> bool:
        return bool(self.gone or self.come)

    @property
    def closing(self) -> tuple[int, ...]:
        return tuple(range(self.turnout.tables() + 1, self.tables + 1))

    @property
    def opening(self) -> tuple[int, ...]:
        return tuple(range(self.tables + 1, self.turnout.tables() + 1))

    @property
    def without_house(self) -> "PeopleChanges":
        """Return what comes of it when the house players go home."""
        gone = (*self.gone, *self.house)
        turnout = Turnout(self.turnout.here - len(self.house))
        return PeopleChanges(gone, self.come, (), turnout, self.tables)


class ChairsInQuestion(Refused):
    """Nothing was changed: people came or went, and the desk has to say what becomes of it."""

    def __init__(self, changes: PeopleChanges, text: str) -> None:
        self.changes = changes
        super().__init__(Fault(text))
