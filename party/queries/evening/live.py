"""The live page, the check before a round is closed, and the finish."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from party.models import Party
from party.models.evening import ROLE
from party.progression import CHOICES
from party.queries.evening.forecast import behind, evening_times
from party.queries.evening.parties import setup_step
from party.queries.evening.rounds import (
    clock_of,
    is_under_way,
    latest_round,
    live,
    night_after,
    people,
)
from party.queries.one_reading import one_reading
from party.queries.phones.heard import calls, with_phones
from party.queries.rows import read_rows
from party.queries.scores.late_slips import late_results, slips_to_follow
from party.queries.seats.draw import changes_to_show
from party.queries.seats.rota import turns_against_wishes
from party.queries.standings.standings import cards_missing
from party.values.evening.live import Closing, Live, Night, Stage
from party.values.evening.next_step import NextStep, seated_step
from party.values.evening.pace import FEW_LEFT
from party.values.hall.clock import Clock
from party.values.numbers import counted
from party.values.people.person import Person
from party.values.phones.page import HostCall
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
# The live page asks every ten seconds, all evening: no model is made of the party.
VERSION = f"""
SELECT revision, phones AND finished_at IS NULL FROM party_party
WHERE id = %s AND ({ROLE}) IS NOT NULL
"""  # noqa: S608 -- a constant of ours


@dataclass(frozen=True, slots=True, kw_only=True)
class LivePage:
    """The content of the live page.

    `changes` are arrivals and leavers since the round was seated; None once it has begun.
    `blind_step` is the page of the next step before a blind draw, and its button. `slips` are
    still to follow, of every round; `late` are results that phones sent too late; `calls` are the
    tables that call the host. `cards_due`: the last round is over and cards are missing.
    `clock_waits`: the round is played without the clock that the plan has by now. `finish_at` is
    None if nobody can say; `finish_with_one_fewer` is asked for before the last rounds. `behind`
    is for the desk alone.
    """

    live: Live
    tracks_seats: bool
    cards_due: bool
    slips: tuple[LateSlip, ...]
    finish_at: datetime | None
    finish_with_one_fewer: datetime | None = None
    behind: str = ""
    changes: PeopleChanges | None
    blind_step: tuple[str, str] | None = None
    clock: Clock | None = None
    clock_waits: bool = False
    announced_at: datetime | None = None
    calls: tuple[HostCall, ...] = ()
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
    def has_break_ahead(self) -> bool:
        night = self.night
        return (night.planned or 0) > (night.break_after or 0) >= max(night.round_number, 1)

    @property
    def waiting(self) -> int:
        """Return the number of things that wait for the organiser."""
        return len(self.calls) + len(self.live.needs) + len(self.late)

    @property
    def by_table(self) -> bool:
        """Return whether hands, or who was ahead, are entered table by table."""
        return self.tracks_seats or any(not table.score.on_cards for table in self.live.tables)

    @property
    def shows_needs(self) -> bool:
        """Return whether the page shows tables, and beside them what waits for the organiser."""
        return self.by_table and bool(self.live.tables)

    @property
    def closes_at_once(self) -> bool:
        """Return whether the round can be closed unchecked: nothing is entered by table."""
        return self.night.is_open and not self.by_table

    @property
    def slips_end_it(self) -> bool:
        """Return whether the slips end the round: each table knows how many hands it plays."""
        return self.hands_due > 0 and any(not each.score.on_cards for each in self.live.tables)

    @property
    def step(self) -> NextStep:
        """The one obvious next action in each state of the night."""
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
            Stage.OVER: cards if self.cards_due else finish,
        }.get(self.night.stage, NextStep("prizes", "Go on to the prizes", "the party is finished"))

    def _step_at_play(self, number: int) -> NextStep:
        playing = self.night.stage == Stage.PLAYING
        if playing and (self.closes_at_once or not self.live.all_in):
            if self.slips_end_it:
                after = "as the slips come in. Ring the bell when time is up."
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
        """The planned rounds by number, each "was", "is" or "" (to come); none if unplanned."""
        now = self.night.round_number
        has_been = self.night.stage in {Stage.MOVING, Stage.OVER, Stage.FINISHED}
        return tuple(
            (number, "was" if number < now + has_been else "is" if number == now else "")
            for number in range(1, min(self.night.planned or 0, MOST_ON_STRIP) + 1)
        )

    @property
    def hands_in(self) -> int | None:
        """The hands entered in the round; None if it is not entered hand by hand."""
        scores = [table.score for table in self.live.tables]
        if not scores or any(score.capture != "hands" for score in scores):
            return None
        return self.live.hands_in

    @property
    def hands_due(self) -> int:
        """The hands of all tables in the round; 0 if unknown."""
        limits = [table.score.limit for table in self.live.tables]
        return 0 if None in limits else sum(limit or 0 for limit in limits)

    @property
    def tally_text(self) -> str:
        missing = len(self.live.missing)
        follow = sum(table.score.awaits_slip for table in self.live.tables)
        slips = f", {counted(follow, 'slip')} to follow" if follow else ""
        quiet = sum(table.quiet > 0 for table in self.live.tables)
        slips += f", {quiet} quiet" if quiet else ""
        came = counted(len(self.live.tables) - missing - follow, "table")
        return f"{came} in, {missing} playing{slips}"


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishPage:
    """The page before the party is finished.

    `unsettled` is an open round that has hands; None if there is none. `slips` are still to
    follow; `late` are results that phones sent too late.
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


def live_version(user_id: int, party_id: int, at: datetime) -> str:
    """Return the version of the live page; "" for users who may not see it. One query."""
    rows = read_rows(VERSION, [party_id, user_id])
    return version_of(rows[0][0], at, ticks=rows[0][1]) if rows else ""


def version_of(revision: int, at: datetime, *, ticks: bool) -> str:
    """Return a name for the state that the live page shows.

    No revision says how long a table has been quiet. If the party has phones (`ticks`), the
    version changes every half minute: one dearer page then, and cheap polls between.
    """
    return f"{revision}.{at.timestamp() // 30:.0f}" if ticks else str(revision)


@one_reading()
def live_page(party: Party, at: datetime) -> LivePage:
    now, is_blind = with_phones(party, live(party), at), party.is_blind
    known = now.night.stage in {Stage.SEATED, Stage.PLAYING}
    latest = latest_round(party) if known else None
    left, planned = now.night.rounds_left, now.night.planned
    times = evening_times(party, now.night, at, now) if left and planned else None
    has_choice = now.night.round_number > 0 and 1 < left <= FEW_LEFT
    seated = latest if now.night.stage == Stage.SEATED else None
    return LivePage(
        live=now,
        tracks_seats=party.tracks_seats,
        cards_due=now.night.stage == Stage.OVER and bool(cards_missing(party)),
        finish_at=times.end(planned) if times else None,
        finish_with_one_fewer=times.end(planned - 1) if has_choice and times and planned else None,
        behind=behind(now),
        changes=changes_to_show(party, seated) if seated else None,
        blind_step=setup_step(party) if is_blind and now.night.stage == Stage.SETUP else None,
        slips=slips_to_follow(party),
        clock=clock_of(party, latest, at),
        clock_waits=bool(party.clock_minutes) and now.night.stage == Stage.PLAYING,
        announced_at=seated.announced_at if seated else None,
        calls=calls(party),
        late=late_results(party),
    )


@one_reading()
def closing(party: Party, scores: Mapping[int, TableScore] | None = None) -> Closing:
    now = with_phones(party, live(party, scores))
    is_last = now.night.planned == now.night.round_number
    slips = slips_to_follow(party)
    return Closing(
        live=now,
        is_last=is_last,
        may_finish=is_last and not slips and is_complete(party, now),
        turns=() if is_last else turns_against_wishes(party),
        slips=slips,
        calls=calls(party),
        late=late_results(party),
        credit_text=credit_text(party),
    )


def credit_text(party: Party) -> str:
    """Say what each of the four gets for a table that was not played, by the party's rule."""
    if party.format.sit_out_credit == "fixed":
        return f"{counted(party.format.sit_out_points, 'point')} each, as for sitting out"
    credit = CHOICES["sit_out_credit"].answers[party.format.sit_out_credit]
    return f"{credit}, as for sitting out"


def is_complete(party: Party, live: Live) -> bool:
    """Return whether no name and no final card is missing: then the finish asks nothing."""
    has_cards_to_come = any(table.score.on_cards for table in live.tables)
    return not nameless(party) and not has_cards_to_come and not cards_missing(party)


def nameless(party: Party) -> tuple[Person, ...]:
    """Return the numbers of a blind draw without a name; a card left in the box needs none."""
    came = (each for each in people(party).values() if each.state != "expected")
    return tuple(person for person in came if not person.name)


@one_reading()
def finish_page(party: Party) -> FinishPage:
    latest = latest_round(party)
    is_settled = party.finished_at is not None or latest is None or not is_under_way(latest)
    return FinishPage(
        night=night_after(party, latest),
        nameless=nameless(party),
        cards_missing=tuple(cards_missing(party)),
        unsettled=None if is_settled else live(party),
        slips=() if party.finished_at else slips_to_follow(party),
        late=late_results(party),
    )
