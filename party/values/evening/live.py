"""Where the evening stands, and the one thing to do next."""

from dataclasses import dataclass
from enum import StrEnum

from party.values.people.person import Person, pair_names
from party.values.scores.tables import Disagreement, TableScore, count_hands


class Stage(StrEnum):
    """The states of the night; each has one obvious next action."""

    SETUP = "setup"
    SEATED = "seated"  # a round is drawn and has not begun
    PLAYING = "playing"
    BELL = "bell"
    CHECKING = "checking"
    MOVING = "moving"  # a round is closed, the next one has no seats yet
    OVER = "over"  # the last planned round is closed
    FINISHED = "finished"


class StillOpen(StrEnum):
    """What becomes of a round that has hands when the party is finished in the middle of it."""

    COUNTS = "counts"  # as it stands: every table ends with the hands it has
    LEFT = "left"  # it does not count; it is there again should the finish be taken back


@dataclass(frozen=True, slots=True)
class Night:
    """The stage, the number of the latest round (0 before the draw), and of the last one."""

    stage: Stage
    round_number: int
    planned: int | None


MINUTES_A_HAND = 5
MINUTES_TO_MOVE = 4
MOST_TOLD = 6  # tables that are named one by one


def minutes_of(rounds: int, hands: int) -> int:
    """Estimate how long so many rounds take, breaks not counted."""
    return rounds * (hands * MINUTES_A_HAND + MINUTES_TO_MOVE)


@dataclass(frozen=True, slots=True)
class Unusual:
    """What is possible but worth a second look, and at which entry."""

    hand: int
    entry: int
    text: str

    def __str__(self) -> str:
        return f"Hand {self.hand}: {self.text}"


@dataclass(frozen=True, slots=True)
class LiveTable:
    """A table with its people. `differing` are the hands that two people typed differently."""

    score: TableScore
    seats: dict[str, Person]
    flags: tuple[Unusual, ...] = ()
    disagreements: tuple[Disagreement, ...] = ()
    differing: tuple[int, ...] = ()

    @property
    def looked_at(self) -> bool:
        """Tell that somebody should look at what was entered here."""
        return bool(self.flags or self.disagreements or self.differing)

    @property
    def ns(self) -> str:
        return pair_names(self.seats, "NS")

    @property
    def ew(self) -> str:
        return pair_names(self.seats, "EW")

    @property
    def number(self) -> int:
        return self.score.number


class Want(StrEnum):
    """Why a table needs the organiser."""

    MISSING = "missing"
    TIED = "tied"
    DIFFERS = "differs"
    UNUSUAL = "unusual"
    RECORD = "record"


@dataclass(frozen=True, slots=True)
class Need:
    table: LiveTable
    want: Want
    flag: str = ""
    hand: int = 0
    entry: int = 0


@dataclass(frozen=True, slots=True)
class Live:
    """Everything the live page shows of the round that is on."""

    night: Night
    tables: tuple[LiveTable, ...]
    bench: tuple[Person, ...]

    @property
    def missing(self) -> tuple[LiveTable, ...]:
        return tuple(table for table in self.tables if not table.score.finished)

    @property
    def ties(self) -> tuple[LiveTable, ...]:
        return tuple(table for table in self.tables if table.score.tied)

    @property
    def all_in(self) -> bool:
        return bool(self.tables) and not self.missing

    @property
    def has_hands(self) -> bool:
        return any(table.score.played or table.score.said for table in self.tables)

    @property
    def as_it_stands(self) -> str:
        """Say what it means that the round counts as it stands."""
        if len(self.missing) > MOST_TOLD:
            return (
                f"It counts as it stands: {len(self.missing)} tables end with what they have in."
            )
        played = [each for each in self.missing if each.score.played]
        empty = [each for each in self.missing if not (each.score.played or each.score.on_cards)]
        told = [
            f"table {each.number} ends after {count_hands(each.score.saved)}" for each in played
        ]
        told += [f"table {each.number} counts as not played" for each in empty]
        return f"It counts as it stands: {', '.join(told)}." if told else "It counts."

    @property
    def head_has_finished(self) -> bool:
        """Tell that the head table has played its hands and the others wait for its bell."""
        head, *others = self.tables or (None,)
        return bool(head and others and head.score.finished and others[0].score.limit is None)

    def needs(self, *, ties_matter: bool) -> tuple[Need, ...]:
        """List what waits for the organiser; a table still at play waits for nobody."""
        stage = self.night.stage
        if stage not in {Stage.PLAYING, Stage.BELL, Stage.CHECKING}:
            return ()
        missing = self.missing if stage != Stage.PLAYING else ()
        tied = self.ties if ties_matter else ()
        return (
            *(Need(table, Want.MISSING) for table in missing),
            *(Need(table, Want.TIED) for table in tied),
            *(
                Need(table, Want.DIFFERS, hand=hand)
                for table in self.tables
                for hand in table.differing
            ),
            *(
                Need(table, Want.UNUSUAL, str(flag), flag.hand, flag.entry)
                for table in self.tables
                for flag in table.flags
            ),
            *(
                Need(table, Want.RECORD, each.words, each.hand)
                for table in self.tables
                for each in table.disagreements
            ),
        )
