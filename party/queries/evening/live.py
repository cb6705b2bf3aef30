from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from party.models import Party, TablePhone
from party.models.evening import ROLE
from party.queries.evening.forecast import evening_times, late_phones_text
from party.queries.evening.parties import setup_step
from party.queries.evening.rounds import (
    clock_of,
    is_under_way,
    latest_round,
    live,
    night_with_latest,
    people,
)
from party.queries.phones.reports import add_phone_reports, calling_phones
from party.queries.rows import read_rows
from party.queries.scores.late_slips import late_results, slips_to_follow
from party.queries.seats.draw import changes_to_show
from party.queries.seats.rota import turns_against_wishes
from party.queries.shared_reads import share_reads
from party.queries.standings.standings import cards_missing
from party.values.evening.live import Live, LiveTable, NeedKind, Night, Stage
from party.values.evening.next_step import NextStep, seated_step
from party.values.evening.pace import FEW_LEFT
from party.values.evening.words import your_credit_text
from party.values.hall.clock import Clock
from party.values.numbers import counted
from party.values.people.person import Person
from party.values.people.wishes import ConflictingSitOut
from party.values.scores.late_slips import LateResult, LateSlip
from party.values.scores.tables import TableScore
from party.values.seats.turnout import PeopleChanges

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
BLIND = "make the numbers, print the cards, hand them out, draw"
MOST_ON_STRIP = 12  # rounds, one square each
# The live page polls with this every ten seconds: 0.05 ms, 1.5 as a query set.
VERSION = f"""
SELECT revision, phones AND finished_at IS NULL FROM party_party
WHERE id = %s AND ({ROLE}) IS NOT NULL
"""  # noqa: S608 -- a constant of ours


@dataclass(frozen=True, slots=True, kw_only=True)
class LivePage:
    """The desk's page of the evening.

    `changes` tells who came or left since the draw; None once the round has begun. `blind_step` is
    the page and the button of the next step before a blind draw. `has_cards_due`: the last round
    is over and cards are missing. `is_clock_waiting`: the plan has a clock, and the round was
    started without one. `finish_at` is None if it cannot be forecast; `finish_with_one_fewer` is
    the end with one round fewer, set when few rounds are left.
    """

    live: Live
    tracks_seats: bool
    has_cards_due: bool
    slips: tuple[LateSlip, ...]
    finish_at: datetime | None
    finish_with_one_fewer: datetime | None = None
    late_tables_text: str = ""
    changes: PeopleChanges | None
    blind_step: tuple[str, str] | None = None
    clock: Clock | None = None
    is_clock_waiting: bool = False
    announced_at: datetime | None = None
    calls: tuple[TablePhone, ...] = ()
    late_results: tuple[LateResult, ...] = ()

    @property
    def night(self) -> Night:
        return self.live.night

    @property
    def stage_text(self) -> str:
        text = STAGE_TEXTS[self.night.stage]
        if self.night.is_break:
            return "Closed: a break, then time to move"
        has_break = self.night.is_before_break and self.night.is_open
        return f"{text}, then a break" if has_break else text

    @property
    def has_break_ahead(self) -> bool:
        night = self.night
        return (night.planned or 0) > (night.break_after or 0) >= max(night.round_number, 1)

    @property
    def waiting_count(self) -> int:
        return len(self.calls) + len(self.live.needs) + len(self.late_results)

    @property
    def is_entered_by_table(self) -> bool:
        """Return whether hands, or the pair ahead, are entered table by table."""
        return self.tracks_seats or any(not table.score.on_cards for table in self.live.tables)

    @property
    def shows_needs(self) -> bool:
        return self.is_entered_by_table and bool(self.live.tables)

    @property
    def closes_unchecked(self) -> bool:
        """Return whether nothing is entered by table, so that there is nothing to check."""
        return self.night.is_open and not self.is_entered_by_table

    @property
    def ends_with_slips(self) -> bool:
        """Return whether each table plays a fixed number of hands."""
        return self.hands_due > 0 and any(not each.score.on_cards for each in self.live.tables)

    @property
    def step(self) -> NextStep:
        number = self.night.round_number
        if self.night.stage == Stage.SEATED:
            after = "once everybody is seated"
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
            Stage.OVER: cards if self.has_cards_due else finish,
        }.get(self.night.stage, NextStep("prizes", "Go on to the prizes", "the party is finished"))

    def _step_at_play(self, number: int) -> NextStep:
        playing = self.night.stage == Stage.PLAYING
        if playing and (self.closes_unchecked or not self.live.is_complete):
            if self.ends_with_slips:
                after = "as the slips come in. Ring the bell when time is up."
                return NextStep("entry", "Enter hands", after, number)
            after = f"then check the round, close it, {self._after_close}"
            after = "then close the round" if self.closes_unchecked else after
            return NextStep("ring_bell", "Ring the bell", after, number, posts=True)
        if self.closes_unchecked:
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
    def round_strip(self) -> tuple[tuple[int, str], ...]:
        """Return the planned rounds, each "was" (played), "is" (current) or "" (to come)."""
        current = self.night.round_number
        is_closed = self.night.stage in {Stage.MOVING, Stage.OVER, Stage.FINISHED}
        states = dict.fromkeys(range(1, current), "was") | {current: "was" if is_closed else "is"}
        last_shown = min(self.night.planned or 0, MOST_ON_STRIP)
        return tuple((number, states.get(number, "")) for number in range(1, last_shown + 1))

    @property
    def hands_in(self) -> int | None:
        """Return None if the round is not entered hand by hand."""
        scores = [table.score for table in self.live.tables]
        if not scores or any(score.capture != "hands" for score in scores):
            return None
        return self.live.saved_hands

    @property
    def hands_due(self) -> int:
        """Return 0 if the number is unknown."""
        limits = [table.score.limit for table in self.live.tables]
        return 0 if None in limits else sum(limit or 0 for limit in limits)

    @property
    def tally_text(self) -> str:
        missing = len(self.live.missing)
        follow_count = sum(table.score.awaits_slip for table in self.live.tables)
        slips = f", {counted(follow_count, 'slip')} to follow" if follow_count else ""
        quiet_count = sum(table.quiet_minutes > 0 for table in self.live.tables)
        slips += f", {quiet_count} quiet" if quiet_count else ""
        tables_in = counted(len(self.live.tables) - missing - follow_count, "table")
        return f"{tables_in} in, {missing} playing{slips}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Closing:
    """A round before it is closed.

    `can_finish`: it is the last round and the standings would be complete.
    `conflicting_sit_outs` are people due to sit out the next round whom a wish needs at a table.
    `slips` are missing slips, also of earlier rounds. `credit_text` is the credit for a table that
    was not played.
    """

    live: Live
    is_last: bool
    can_finish: bool
    conflicting_sit_outs: tuple[ConflictingSitOut, ...]
    slips: tuple[LateSlip, ...]
    calls: tuple[TablePhone, ...]
    late_results: tuple[LateResult, ...]
    credit_text: str

    @property
    def number(self) -> int:
        return self.live.night.round_number

    @property
    def next_number(self) -> int | None:
        return None if self.is_last else self.number + 1

    @property
    def tables_with_question(self) -> tuple[LiveTable, ...]:
        """Return also tables with an answer, so that the answer can be changed."""
        return tuple(table for table in self.live.tables if table.is_open or table.answer)

    @property
    def can_stop(self) -> bool:
        return any(table.score.can_stop_early for table in self.live.tables)

    @property
    def tables_with_slip_to_follow(self) -> tuple[LiveTable, ...]:
        return tuple(table for table in self.live.tables if table.score.awaits_slip)

    @property
    def differing(self) -> tuple[LiveTable, ...]:
        return tuple(table for table in self.live.tables if table.differing)

    @property
    def unusual(self) -> tuple[LiveTable, ...]:
        return tuple(table for table in self.live.tables if table.flags)

    @property
    def can_close(self) -> bool:
        """Return whether the round can be closed; unusual results are allowed."""
        return not self.conflicting_sit_outs and all(
            need.kind == NeedKind.UNUSUAL for need in self.live.needs
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishPage:
    """`unsettled` is an open round that may count, because it has results or uses final cards."""

    night: Night
    nameless: tuple[Person, ...]
    cards_missing: tuple[str, ...]
    unsettled: Live | None
    slips: tuple[LateSlip, ...]
    late_results: tuple[LateResult, ...]

    @property
    def disputed(self) -> tuple[str, ...]:
        tables = self.unsettled.tables if self.unsettled else ()
        return tuple(f"table {table.number}" for table in tables if table.differing)


def live_version(user_id: int, party_id: int, at: datetime) -> str:
    """Return "" for users who may not see the page."""
    rows = read_rows(VERSION, [party_id, user_id])
    return version_of(rows[0][0], at, ticks=rows[0][1]) if rows else ""


def version_of(revision: int, at: datetime, *, ticks: bool) -> str:
    """With phones (`ticks`) the version also changes every half minute.

    The page shows how long a table has been quiet. In that time the revision does not change.
    """
    return f"{revision}.{at.timestamp() // 30:.0f}" if ticks else str(revision)


@share_reads()
def live_page(party: Party, at: datetime) -> LivePage:
    live_, is_blind = add_phone_reports(party, live(party), at), party.is_blind
    shows_clock = live_.night.stage in {Stage.SEATED, Stage.PLAYING}
    latest = latest_round(party) if shows_clock else None
    rounds_left, planned = live_.night.rounds_left, live_.night.planned
    times = evening_times(party, live_.night, at, live_) if rounds_left and planned else None
    has_choice = live_.night.round_number > 0 and 1 < rounds_left <= FEW_LEFT
    seated = latest if live_.night.stage == Stage.SEATED else None
    return LivePage(
        live=live_,
        tracks_seats=party.tracks_seats,
        has_cards_due=live_.night.stage == Stage.OVER and bool(cards_missing(party)),
        finish_at=times.end(planned) if times else None,
        finish_with_one_fewer=times.end(planned - 1) if has_choice and times and planned else None,
        late_tables_text=late_phones_text(live_),
        changes=changes_to_show(party, seated) if seated else None,
        blind_step=setup_step(party) if is_blind and live_.night.stage == Stage.SETUP else None,
        slips=slips_to_follow(party),
        clock=clock_of(party, latest, at),
        is_clock_waiting=bool(party.clock_minutes) and live_.night.stage == Stage.PLAYING,
        announced_at=seated.announced_at if seated else None,
        calls=calling_phones(party),
        late_results=late_results(party),
    )


@share_reads()
def closing(party: Party, scores: Mapping[int, TableScore] | None = None) -> Closing:
    live_ = add_phone_reports(party, live(party, scores))
    is_last = live_.night.planned == live_.night.round_number
    slips = slips_to_follow(party)
    return Closing(
        live=live_,
        is_last=is_last,
        can_finish=is_last and not slips and has_nothing_missing(party, live_),
        conflicting_sit_outs=() if is_last else turns_against_wishes(party),
        slips=slips,
        calls=calling_phones(party),
        late_results=late_results(party),
        credit_text=credit_text(party),
    )


def credit_text(party: Party) -> str:
    """Return each person's credit for a table that was not played."""
    each = " each" if party.format.sit_out_credit == "fixed" else ""
    return f"{your_credit_text(party.format)}{each}, as for sitting out"


def has_nothing_missing(party: Party, live: Live) -> bool:
    """Return whether all names and final cards are typed: then the finish asks nothing."""
    has_cards_to_come = any(table.score.on_cards for table in live.tables)
    return not nameless_people(party) and not has_cards_to_come and not cards_missing(party)


def nameless_people(party: Party) -> tuple[Person, ...]:
    """Leave out the numbers of a blind draw whose cards nobody drew."""
    came = (each for each in people(party).values() if each.state != "expected")
    return tuple(person for person in came if not person.name)


@share_reads()
def finish_page(party: Party) -> FinishPage:
    latest = latest_round(party)
    is_settled = party.finished_at is not None or latest is None or not is_under_way(latest)
    return FinishPage(
        night=night_with_latest(party, latest),
        nameless=nameless_people(party),
        cards_missing=tuple(cards_missing(party)),
        unsettled=None if is_settled else live(party),
        slips=() if party.finished_at else slips_to_follow(party),
        late_results=late_results(party),
    )
