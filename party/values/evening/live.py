from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property

from party.values.people.person import Person
from party.values.people.short_names import with_short_names
from party.values.scores.tables import Disagreement, SeatedTable, TableScore, count_hands


class Stage(StrEnum):
    SETUP = "setup"
    SEATED = "seated"  # a round is drawn and has not begun
    PLAYING = "playing"
    BELL = "bell"
    CHECKING = "checking"
    MOVING = "moving"  # a round is closed, and the next round has no seats yet
    OVER = "over"  # the last planned round is closed
    FINISHED = "finished"


ENTRY_STAGES = frozenset({Stage.PLAYING, Stage.BELL, Stage.CHECKING})


class OpenRound(StrEnum):
    """The answer for an open round with hands when the party finishes."""

    COUNTS = "counts"  # every table ends with the hands it has
    LEFT = "left"  # the round does not count; reopening the party restores it


@dataclass(frozen=True, slots=True)
class Night:
    """How far the evening is.

    `planned` is the number of rounds; `round_number` is 0 before the draw. `winners_wait`: guests,
    the hall and phones learn the winners only when the host reveals them.
    """

    stage: Stage
    round_number: int
    planned: int | None
    break_after: int | None = None
    winners_wait: bool = False

    @property
    def is_open(self) -> bool:
        return self.stage in ENTRY_STAGES

    @property
    def is_before_break(self) -> bool:
        return self.break_after == self.round_number and self.planned != self.round_number

    @property
    def is_break(self) -> bool:
        return self.is_before_break and self.stage == Stage.MOVING

    @property
    def is_withheld(self) -> bool:
        """The last round, all totals and all places are hidden until the host reveals them."""
        return self.winners_wait and self.stage in {Stage.OVER, Stage.FINISHED}

    @property
    def may_have_been_last(self) -> bool:
        """The closed round may be the last: no number is planned, and no break follows."""
        is_open_end = self.planned is None and self.stage == Stage.MOVING
        return self.winners_wait and is_open_end and not self.is_break

    @property
    def is_revealed(self) -> bool:
        return self.stage == Stage.FINISHED and not self.is_withheld

    def is_seated(self, round_number: int) -> bool:
        return self.stage == Stage.SEATED and self.round_number == round_number

    @property
    def rounds_left(self) -> int:
        if self.stage == Stage.FINISHED:
            return 0
        closed = self.stage in {Stage.SETUP, Stage.MOVING, Stage.OVER}
        rounds_left = (self.planned or 0) - self.round_number + (not closed)
        return max(rounds_left, 0)


MOST_NAMED = 6  # tables that are named one by one
MOST_TILES_WITH_NAMES = 12


@dataclass(frozen=True, slots=True)
class UnusualResult:
    """A rare result of one hand. `entry` is its id."""

    hand: int
    entry: int
    text: str

    def __str__(self) -> str:
        return f"Hand {self.hand}: {self.text}"


@dataclass(frozen=True, slots=True)
class LivePair:
    """`points` is None before the first hand."""

    people: tuple[Person, ...]
    points: int | None
    is_ahead: bool


@dataclass(frozen=True, slots=True)
class LiveTable(SeatedTable):
    """A table in the current round.

    `differing` are hands that were entered twice, with different results. `ties_matter`: the next
    move depends on the pair ahead. `is_agreed`: both pairs confirmed the hands on the phone; None
    without a phone. `quiet_minutes` counts from the last hand on the phone.
    """

    flags: tuple[UnusualResult, ...] = ()
    disagreements: tuple[Disagreement, ...] = ()
    differing: tuple[int, ...] = ()
    ties_matter: bool = False
    is_agreed: bool | None = None
    quiet_minutes: int = 0

    @property
    def is_tied(self) -> bool:
        return self.ties_matter and self.score.is_tied

    @property
    def is_open(self) -> bool:
        return self.is_tied or not self.score.is_finished

    @property
    def answer(self) -> str:
        """Return the pair that was reported ahead or won the cut; "" without a report."""
        if self.is_open or self.score.provisional_pair:
            return self.score.provisional_pair
        return self.score.ahead if self.ties_matter and self.score.is_decided_by_cut else ""

    @property
    def is_cut(self) -> bool:
        return self.is_tied or bool(self.answer and not self.score.provisional_pair)

    def with_short_names(self) -> "LiveTable":
        short_names = with_short_names({person.id: person for person in self.seats.values()})
        seats = {seat: short_names[person.id] for seat, person in self.seats.items()}
        return replace(self, seats=seats)

    @property
    def hands_to_check(self) -> frozenset[int]:
        """Return numbers of hands; 0 stands for the total of the round."""
        flagged = (flag.hand for flag in self.flags)
        disputed = (disagreement.hand for disagreement in self.disagreements)
        return frozenset((*flagged, *disputed, *self.differing))

    @property
    def hand_signs(self) -> str:
        """Return the hands in order: ● entered, ○ not entered yet, ▲ to check."""
        score = self.score
        if score.on_cards:
            hands = "●" if score.is_finished else "○"
        elif score.capture == "totals":
            hands = "●" if score.has_total else "○"
        else:
            is_playing = score.awaits_slip or not score.is_finished
            hands_left = (score.limit or 0) - score.saved if is_playing else 0
            hands = "●" * score.saved + "○" * max(hands_left, 0)
        to_check = {max(number, 1) for number in self.hands_to_check}
        signs = enumerate(hands, start=1)
        return "".join("▲" if number in to_check else sign for number, sign in signs)

    @property
    def progress_text(self) -> str:
        if self.is_tied:
            return "tied: cut"
        match sorted(self.hands_to_check):
            case []:
                return _progress_text(self.score)
            case [0]:
                return "check the total"
            case [hand]:
                return f"check hand {hand}"
            case hands:
                return f"check {len(hands)} hands"

    @property
    def phone_text(self) -> str:
        if self.quiet_minutes:
            return f"quiet for {self.quiet_minutes} min"
        if self.is_agreed is None or not self.score.is_finished:
            return ""
        return "all in, agreed" if self.is_agreed else "all in, waiting for both pairs to agree"

    @property
    def board_state(self) -> str:
        """Return "check", "done" or "", the colour of the table on the board."""
        if self.hands_to_check or self.is_tied:
            return "check"
        return "done" if self.score.is_finished and not self.score.awaits_slip else ""

    @property
    def pairs(self) -> tuple[LivePair, ...]:
        """Return no pairs if seats are not known."""
        score = self.score
        return tuple(
            LivePair(
                tuple(self.seats[seat] for seat in pair),
                points if score.has_entries else None,
                score.ahead == pair,
            )
            for pair, points in (("NS", score.ns), ("EW", score.ew))
            if self.seats
        )

    @property
    def names_by_pair(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        return tuple(
            (pair, tuple(str(self.seats[seat]) for seat in pair if seat in self.seats))
            for pair in ("NS", "EW")
        )


def _progress_text(score: TableScore) -> str:
    if score.is_finished:
        done = "done" if score.hands != 0 else "not played"
        return "slip to follow" if score.awaits_slip else done
    if score.on_cards:
        return "who was ahead?"
    if score.capture == "totals":
        return "total due"
    if score.limit:
        return f"{score.saved} of {score.limit}"
    return f"{count_hands(score.saved)} in"


class NeedKind(StrEnum):
    MISSING = "missing"
    TIED = "tied"
    DIFFERS = "differs"
    UNUSUAL = "unusual"
    RECORD = "record"


@dataclass(frozen=True, slots=True)
class Need:
    """Something at a table that the desk has to look at before the round is closed."""

    table: LiveTable
    kind: NeedKind
    flag: str = ""
    hand: int = 0
    entry: int = 0


@dataclass(frozen=True)
class Live:
    night: Night
    tables: tuple[LiveTable, ...]
    bench: tuple[Person, ...]

    @cached_property
    def missing(self) -> tuple[LiveTable, ...]:
        return tuple(table for table in self.tables if not table.score.is_finished)

    @cached_property
    def tables_not_done(self) -> tuple[LiveTable, ...]:
        return tuple(table for table in self.tables if table.board_state != "done")

    @property
    def has_many_tables(self) -> bool:
        return len(self.tables) > MOST_TILES_WITH_NAMES

    @property
    def saved_hands(self) -> int:
        return sum(table.score.saved for table in self.tables)

    @property
    def ties(self) -> tuple[LiveTable, ...]:
        return tuple(table for table in self.tables if table.is_tied)

    @property
    def is_complete(self) -> bool:
        return bool(self.tables) and not self.missing

    @property
    def has_hands(self) -> bool:
        scores = [table.score for table in self.tables]
        return any(score.has_entries or score.provisional_pair for score in scores)

    @property
    def outcome_text(self) -> str:
        if len(self.missing) > MOST_NAMED:
            return (
                f"It counts as it stands: {len(self.missing)} tables end with what they have in."
            )
        outcomes = [
            f"table {table.number} ends after {count_hands(table.score.saved)}"
            for table in self.missing
            if table.score.has_entries
        ]
        outcomes += [
            f"table {table.number} counts as not played"
            for table in self.missing
            if not table.score.has_entries and not table.score.on_cards
        ]
        return f"It counts as it stands: {', '.join(outcomes)}." if outcomes else "It counts."

    @property
    def head_has_finished(self) -> bool:
        """Return whether the head table has finished and all others play until its bell."""
        if len(self.tables) < 2:
            return False
        head, second = self.tables[:2]
        return head.score.is_finished and second.score.limit is None

    @cached_property
    def needs(self) -> tuple[Need, ...]:
        """Leave out missing hands while people play."""
        if not self.night.is_open:
            return ()
        missing = self.missing if self.night.stage != Stage.PLAYING else ()
        return (
            *(Need(table, NeedKind.MISSING) for table in missing),
            *(Need(table, NeedKind.TIED) for table in self.ties),
            *(
                Need(table, NeedKind.DIFFERS, hand=hand)
                for table in self.tables
                for hand in table.differing
            ),
            *(
                Need(table, NeedKind.UNUSUAL, str(flag), flag.hand, flag.entry)
                for table in self.tables
                for flag in table.flags
            ),
            *(
                Need(table, NeedKind.RECORD, disagreement.words, disagreement.hand)
                for table in self.tables
                for disagreement in table.disagreements
            ),
        )
