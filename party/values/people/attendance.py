from dataclasses import dataclass

from party.engine import SEAT_NAMES
from party.values.evening.parties import DoorCounts
from party.values.people.fees import Payment
from party.values.people.names import begins_words
from party.values.people.person import Person


@dataclass(frozen=True, slots=True)
class Newcomer:
    """A typed name to put on the list.

    `player` is None for a new player of the club. `is_namesake`: if the same name is on
    tonight's list, it belongs to somebody else. `number` is 0 for none. `word` distinguishes
    people of one name.
    """

    name: str
    prize_group: str = ""
    player: int | None = None
    is_namesake: bool = False
    number: int = 0
    notes_tonight: str = ""
    word: str = ""
    club_notes: str = ""
    payment: Payment | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Attender(Person):
    """`round` is the latest round, `last_round` the last one with a seat or a sit-out."""

    rota: int | None
    round: int
    is_round_closed: bool
    is_seated: bool
    table: int | None
    seat: str | None
    last_round: int | None
    stands_in_for: str
    stand_in: str
    club_notes: str
    notes_tonight: str
    word: str
    is_tracked: bool  # whether the seats of `round` are known
    unpaid: int  # the part of the fee that is not paid yet, in cents
    result: str = ""  # place and total, once the party is finished

    @property
    def is_here(self) -> bool:
        return self.state == "here"

    @property
    def where(self) -> str:
        if not self.round:
            return ""
        words = {"here": self._place_if_here, "left": self._place_if_left}.get(self.state)
        return words() if words else "Not here yet"

    def _place_if_here(self) -> str:
        if self.table is not None:
            return f"Table {self.table}, {SEAT_NAMES[self.seat or 'N']}"
        if self.is_seated:
            return f"{'Sits out' if self.is_tracked else 'Plays'} round {self.round}"
        if self.stands_in_for:
            return f"Takes the chair of {self.stands_in_for} in round {self.round + 1}"
        return f"Sits from round {self.round + 1}"

    def _place_if_left(self) -> str:
        if self.is_seated and not self.is_round_closed:
            return f"Goes home after round {self.round}"
        if self.last_round is None:
            return "Left without playing"
        return f"Left after round {self.last_round}"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerListPage:
    rows: tuple[Attender, ...]
    is_drawn: bool
    is_blind: bool
    last_party: str
    prize_groups: tuple[str, ...]

    def found(self, typed: str) -> tuple[Attender, ...]:
        """Return everybody if nothing is typed."""
        words = typed.casefold().split()
        number = words[0].lstrip("#") if len(words) == 1 else ""
        table = words[1] if len(words) == 2 and words[0] == "table" else number
        return tuple(
            row
            for row in self.rows
            if str(row.number) == number
            or str(row.table) == table
            or begins_words(typed, row.full_name)
        )

    @property
    def door(self) -> DoorCounts:
        here = sum(row.is_here for row in self.rows)
        return DoorCounts(len(self.rows), here, sum(bool(row.name) for row in self.rows))

    @property
    def can_draw(self) -> bool:
        return not self.is_drawn and self.door.can_fill_table(is_blind=self.is_blind)
