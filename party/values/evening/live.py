"""Where the evening stands, the one thing to do next, and the pages that show it."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from functools import cached_property

from party.values.evening.next_step import NextStep, seated_step
from party.values.hall.clock import Clock
from party.values.numbers import counted
from party.values.people.person import Person, pair_names
from party.values.people.wishes import Turn
from party.values.phones.page import Call
from party.values.scores.late_slips import LateResult, LateSlip
from party.values.scores.tables import Disagreement, TableScore, count_hands
from party.values.seats.turnout import PeopleChanges


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


STAGE_TEXTS = {
    Stage.SETUP: "Before the draw",
    Stage.SEATED: "Seated",
    Stage.PLAYING: "Playing",
    Stage.BELL: "Bell: finish this hand",
    Stage.CHECKING: "Checking",
    Stage.MOVING: "Closed: time to move",
    Stage.OVER: "Closed: that was the last one",
    Stage.FINISHED: "Finished",
}
ENTRY_STAGES = frozenset({Stage.PLAYING, Stage.BELL, Stage.CHECKING})


class StillOpen(StrEnum):
    """What becomes of a round that has hands when the party is finished in the middle of it."""

    COUNTS = "counts"  # as it stands: every table ends with the hands it has
    LEFT = "left"  # it does not count; it is there again should the finish be taken back


@dataclass(frozen=True, slots=True)
class Night:
    """The stage, the number of the latest round (0 before the draw), and of the last one.

    `break_after`: the round after which a break is planned.
    """

    stage: Stage
    round_number: int
    planned: int | None
    break_after: int | None = None

    @property
    def is_open(self) -> bool:
        """Whether hands of the latest round are entered now."""
        return self.stage in ENTRY_STAGES

    @property
    def then_break(self) -> bool:
        """Whether the break comes after the latest round."""
        return self.break_after == self.round_number and self.planned != self.round_number

    @property
    def is_break(self) -> bool:
        return self.then_break and self.stage == Stage.MOVING

    def is_seated(self, round_number: int) -> bool:
        """Return whether a round is seated and has not begun."""
        return self.stage == Stage.SEATED and self.round_number == round_number

    @property
    def rounds_left(self) -> int:
        """How many planned rounds are not closed; 0 where no number is planned."""
        if self.stage == Stage.FINISHED:
            return 0
        closed = self.stage in {Stage.SETUP, Stage.MOVING, Stage.OVER}
        left = (self.planned or 0) - self.round_number + (not closed)
        return max(left, 0)


MINUTES_A_HAND = 5
MINUTES_TO_MOVE = 4
BLIND = "make the numbers, print the cards, hand them out, draw"
MOST_ON_STRIP = 12  # rounds, one square each
MOST_NAMED = 6  # tables that are named one by one


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
class LivePair:
    """Two partners at a table; `points` is None where nothing has been played."""

    people: tuple[Person, ...]
    points: int | None
    ahead: bool


@dataclass(frozen=True, slots=True)
class LiveTable:
    """A table with its people. `differing` are the hands of which different results came in.

    `ties_matter`: the next move needs to know who was ahead. Where it enters on a phone, `agreed`
    says whether both pairs said yes to what is in; `quiet` is for how many minutes nothing came.
    """

    score: TableScore
    seats: dict[str, Person]
    flags: tuple[Unusual, ...] = ()
    disagreements: tuple[Disagreement, ...] = ()
    differing: tuple[int, ...] = ()
    ties_matter: bool = False
    agreed: bool | None = None
    quiet: int = 0

    @property
    def tied(self) -> bool:
        return self.ties_matter and self.score.tied

    @property
    def is_open(self) -> bool:
        """Whether the round cannot close before somebody answers for this table."""
        return self.tied or not self.score.finished

    @property
    def needs_look(self) -> bool:
        """Whether somebody should look at what was entered here."""
        return bool(self.flags or self.disagreements or self.differing)

    @property
    def marks(self) -> str:
        """The hands as signs: ● entered, ○ not entered yet, ▲ something to look at."""
        score = self.score
        if score.on_cards:
            hands = "●" if score.finished else "○"
        elif score.capture == "totals":
            hands = "●" if score.has_total else "○"
        else:
            waits = score.follows or not score.finished
            left = (score.limit or 0) - score.saved if waits else 0
            hands = "●" * score.saved + "○" * max(left, 0)
        return hands + "▲" if self.needs_look else hands

    @property
    def progress_text(self) -> str:
        """How far the table is: "2 of 4", "done", "tied: cut"."""
        if self.tied:
            return "tied: cut"
        look = ", look" if self.needs_look else ""
        return f"{_progress_text(self.score)}{look}"

    @property
    def phone_text(self) -> str:
        """What is known by the table's phone: "quiet for 6 min", "agreed"; "" for nothing."""
        if self.quiet:
            return f"quiet for {self.quiet} min"
        if self.agreed is None or not self.score.finished:
            return ""
        return "all in, agreed" if self.agreed else "all in, both pairs have not said yes"

    @property
    def board_state(self) -> str:
        """The state by which the board colours the table: check, done or nothing."""
        if self.needs_look or self.tied:
            return "check"
        return "done" if self.score.finished and not self.score.follows else ""

    @property
    def pairs(self) -> tuple[LivePair, ...]:
        """North-South and East-West; nobody where the seats are not known."""
        score = self.score
        return tuple(
            LivePair(
                tuple(self.seats[seat] for seat in pair),
                points if score.played else None,
                score.ahead == pair,
            )
            for pair, points in (("NS", score.ns), ("EW", score.ew))
            if self.seats
        )

    @property
    def ns(self) -> str:
        return pair_names(self.seats, "NS")

    @property
    def ew(self) -> str:
        return pair_names(self.seats, "EW")

    @property
    def number(self) -> int:
        return self.score.number


def _progress_text(score: TableScore) -> str:
    if score.finished:
        return "slip to follow" if score.follows else "done" if score.hands != 0 else "not played"
    if score.on_cards:
        return "who was ahead?"
    if score.capture == "totals":
        return "total due"
    if score.limit:
        return f"{score.saved} of {score.limit}"
    return f"{count_hands(score.saved)} in"


class Want(StrEnum):
    """Why a table needs the organiser."""

    MISSING = "missing"
    TIED = "tied"
    DIFFERS = "differs"
    UNUSUAL = "unusual"
    RECORD = "record"


@dataclass(frozen=True, slots=True)
class Need:
    """Something at a table that waits for the organiser."""

    table: LiveTable
    want: Want
    flag: str = ""
    hand: int = 0
    entry: int = 0


@dataclass(frozen=True)
class Live:
    """The latest round: where it stands, its tables, and who sits out."""

    night: Night
    tables: tuple[LiveTable, ...]
    bench: tuple[Person, ...]

    @cached_property
    def missing(self) -> tuple[LiveTable, ...]:
        return tuple(table for table in self.tables if not table.score.finished)

    @property
    def ties(self) -> tuple[LiveTable, ...]:
        return tuple(table for table in self.tables if table.tied)

    @property
    def all_in(self) -> bool:
        return bool(self.tables) and not self.missing

    @property
    def has_hands(self) -> bool:
        return any(table.score.played or table.score.said for table in self.tables)

    @property
    def as_it_stands(self) -> str:
        """A sentence: what happens to the tables if the round counts as it stands."""
        if len(self.missing) > MOST_NAMED:
            return (
                f"It counts as it stands: {len(self.missing)} tables end with what they have in."
            )
        played = [each for each in self.missing if each.score.played]
        empty = [each for each in self.missing if not (each.score.played or each.score.on_cards)]
        outcomes = [
            f"table {each.number} ends after {count_hands(each.score.saved)}" for each in played
        ]
        outcomes += [f"table {each.number} counts as not played" for each in empty]
        return f"It counts as it stands: {', '.join(outcomes)}." if outcomes else "It counts."

    @property
    def head_has_finished(self) -> bool:
        """Whether the head table has played its hands and the others play until its bell."""
        head, *others = self.tables or (None,)
        return bool(head and others and head.score.finished and others[0].score.limit is None)

    @cached_property
    def needs(self) -> tuple[Need, ...]:
        """What waits for the organiser; a table still at play waits for nobody."""
        if not self.night.is_open:
            return ()
        missing = self.missing if self.night.stage != Stage.PLAYING else ()
        return (
            *(Need(table, Want.MISSING) for table in missing),
            *(Need(table, Want.TIED) for table in self.ties),
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


@dataclass(frozen=True, slots=True, kw_only=True)
class LivePage:
    """All that the live page shows. `cards_due`: the last round is over and cards are missing.

    `changes` are those among people since the round was seated; None once it has begun.
    `blind_step` is the page of the next step before a blind draw, and its button.
    `slips` are those that are still to follow, of every round; `late` is what phones sent too
    late, and `calls` are the tables that call the host. `clock_waits` where a round is
    played without the clock that the plan has by now.
    """

    live: Live
    tracks_seats: bool
    cards_due: bool
    slips: tuple[LateSlip, ...]
    finish_at: datetime | None
    changes: PeopleChanges | None
    blind_step: tuple[str, str] | None = None
    clock: Clock | None = None
    clock_waits: bool = False
    announced_at: datetime | None = None
    calls: tuple[Call, ...] = ()
    late: tuple[LateResult, ...] = ()

    @property
    def night(self) -> Night:
        return self.live.night

    @property
    def stage_text(self) -> str:
        text = STAGE_TEXTS[self.night.stage]
        if self.night.is_break:
            return "Closed: a break, then time to move"
        return f"{text}, then a break" if self.night.then_break and self.night.is_open else text

    @property
    def waiting(self) -> int:
        """How many things wait for the organiser."""
        return len(self.calls) + len(self.live.needs) + len(self.late)

    @property
    def by_table(self) -> bool:
        """Whether hands, or who was ahead, are entered table by table."""
        return self.tracks_seats or any(not table.score.on_cards for table in self.live.tables)

    @property
    def shows_needs(self) -> bool:
        """Whether the page shows tables, and beside them what waits for the organiser."""
        return self.by_table and bool(self.live.tables)

    @property
    def closes_at_once(self) -> bool:
        """Whether the round can be closed unchecked: nothing is entered by table."""
        return self.night.is_open and not self.by_table

    @property
    def slips_end_it(self) -> bool:
        """Whether the round is over when all is in: each table knows how many hands it plays."""
        return self.hands_due > 0 and any(not each.score.on_cards for each in self.live.tables)

    @property
    def step(self) -> NextStep:
        """The one obvious next action in each state of the night."""
        number = self.night.round_number
        if self.night.stage == Stage.SEATED:
            after = "when everybody sits and the names are checked"
            announced = self.announced_at is not None
            return seated_step(number, self.changes, after, announced=announced)
        if self.night.is_open:
            return self._step_at_play(number)
        moves = f"Seat round {number + 1}" if self.tracks_seats else "Go on to the next round"
        finish = NextStep("finish", "Finish the party", "the last planned round is closed")
        cards = NextStep("tallies", "Type the final cards", "then finish the party")
        draw = NextStep("draw", "Draw the seats", "when everybody is here")
        return {
            Stage.SETUP: NextStep(*self.blind_step, BLIND) if self.blind_step else draw,
            Stage.MOVING: NextStep("moves", moves, "then show the moves", number),
            Stage.OVER: cards if self.cards_due else finish,
        }.get(self.night.stage, NextStep("prizes", "Go on to the prizes", "the party is finished"))

    def _step_at_play(self, number: int) -> NextStep:
        playing = self.night.stage == Stage.PLAYING
        if playing and (self.closes_at_once or not self.live.all_in):
            if self.slips_end_it:
                after = "as the slips come in; the bell is there for when time is up"
                return NextStep("entry", "Enter hands", after, number)
            after = f"then check the round, close it, {self._after_close}"
            after = "then close the round" if self.closes_at_once else after
            return NextStep("ring_bell", "Ring the bell", after, number, posts=True)
        if self.closes_at_once:
            after = "nothing is entered: the points come with the final cards"
            return NextStep("close_round", f"Close round {number}", after, number, posts=True)
        if self.night.stage == Stage.CHECKING:
            after = f"then {self._after_close}"
            return NextStep("close_round", "Check and close the round", after, number)
        after = f"cards down; then close it and {self._after_close}"
        return NextStep("check_round", "Stop and check the round", after, number, posts=True)

    @property
    def _after_close(self) -> str:
        is_last = self.night.planned == self.night.round_number
        return "finish the party" if is_last else "show the moves"

    @property
    def previous_number(self) -> int:
        return self.night.round_number - 1

    @property
    def strip(self) -> tuple[tuple[int, str], ...]:
        """The planned rounds by number, each "was", "is" or "" for to come; none unplanned."""
        now = self.night.round_number
        has_been = self.night.stage in {Stage.MOVING, Stage.OVER, Stage.FINISHED}
        return tuple(
            (number, "was" if number < now + has_been else "is" if number == now else "")
            for number in range(1, min(self.night.planned or 0, MOST_ON_STRIP) + 1)
        )

    @property
    def hands_in(self) -> int | None:
        """How many hands of the round are in; None where it is not entered hand by hand."""
        scores = [table.score for table in self.live.tables]
        if not scores or any(score.capture != "hands" for score in scores):
            return None
        return sum(score.saved for score in scores)

    @property
    def hands_due(self) -> int:
        """How many hands the round has at all tables together; 0 where no one can know."""
        limits = [table.score.limit for table in self.live.tables]
        return 0 if None in limits else sum(limit or 0 for limit in limits)

    @property
    def tally_text(self) -> str:
        missing = len(self.live.missing)
        follow = sum(table.score.follows for table in self.live.tables)
        slips = f", {counted(follow, 'slip')} to follow" if follow else ""
        quiet = sum(table.quiet > 0 for table in self.live.tables)
        slips += f", {quiet} quiet" if quiet else ""
        return f"{len(self.live.tables) - missing - follow} done, {missing} still to come{slips}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Closing:
    """What an organiser looks at before a round is closed, and what the buttons offer.

    `may_finish`: it is the last round and nothing would be missing from the standings. `turns`:
    who would sit out the next round though a wish needs them at a table. `slips` are still to
    follow, of this round and those before; `calls` and `late` are those of the live page.
    `credit_text` says what a table that was not played counts.
    """

    live: Live
    is_last: bool
    may_finish: bool
    turns: tuple[Turn, ...]
    slips: tuple[LateSlip, ...]
    calls: tuple[Call, ...]
    late: tuple[LateResult, ...]
    credit_text: str

    @property
    def number(self) -> int:
        return self.live.night.round_number

    @property
    def next_number(self) -> int | None:
        return None if self.is_last else self.number + 1

    @property
    def ties_matter(self) -> bool:
        return any(table.ties_matter for table in self.live.tables)

    @property
    def differing(self) -> tuple[LiveTable, ...]:
        return tuple(table for table in self.live.tables if table.differing)

    @property
    def unusual(self) -> tuple[LiveTable, ...]:
        return tuple(table for table in self.live.tables if table.flags)

    @property
    def is_clear(self) -> bool:
        """Whether nothing has to be settled first; unusual results do not stand in the way."""
        return not self.turns and all(need.want == Want.UNUSUAL for need in self.live.needs)


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishPage:
    """What an organiser looks at before the party is finished.

    `unsettled` is a round that is not closed and has hands; None where there is none. `slips` are
    still to follow; `late` is what phones sent too late.
    """

    night: Night
    nameless: tuple[Person, ...]
    cards_missing: tuple[str, ...]
    unsettled: Live | None
    slips: tuple[LateSlip, ...]
    late: tuple[LateResult, ...]

    @property
    def disputed(self) -> tuple[str, ...]:
        """The tables at which two results wait for a decision."""
        tables = self.unsettled.tables if self.unsettled else ()
        return tuple(f"table {table.number}" for table in tables if table.differing)
