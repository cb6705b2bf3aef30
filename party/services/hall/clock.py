"""The clock of a round only shows the time left: an organiser rings the bell."""

from datetime import datetime, timedelta

from party.models import Party, Round
from party.queries.evening.rounds import clock_of
from party.services.evening.rounds import require_latest_round
from party.services.write import unfinished_party_act
from party.values.accounts import Actor
from party.values.hall.clock import MOST_MINUTES, Clock
from party.values.numbers import counted
from party.values.refusals import Refused, require


def pause_clock(party_id: int, *, actor: Actor, at: datetime) -> None:
    with unfinished_party_act(party_id, actor, at) as act:
        round_, clock = _require_clock(act.party, at)
        if not clock.is_running:
            raise Refused("The clock is already stopped.")
        _set_clock(round_, clock.seconds_left, None)
        words = f"Clock stopped with {clock.text} left"
        act.log("clock paused", words, round_number=round_.number)


def resume_clock(party_id: int, *, actor: Actor, at: datetime) -> None:
    """If the round began without a clock, start a clock with all minutes of the plan."""
    with unfinished_party_act(party_id, actor, at) as act:
        party = act.party
        round_ = require_latest_round(party)
        if clock_of(party, round_, at) is None and party.clock_minutes:
            round_.clock_left = party.clock_minutes * 60
        round_, clock = _require_clock(party, at, round_)
        if clock.is_running:
            raise Refused("The clock is already running.")
        _set_clock(round_, clock.seconds_left, at)
        words = f"Clock goes on with {clock.text} left"
        act.log("clock goes on", words, round_number=round_.number)


def add_minutes(party_id: int, minutes: int, *, actor: Actor, at: datetime) -> None:
    with unfinished_party_act(party_id, actor, at) as act:
        round_, clock = _require_clock(act.party, at)
        left = min(max(clock.seconds_left + minutes * 60, 0), MOST_MINUTES * 60)
        if left == clock.seconds_left:
            raise Refused(f"The clock stays at {clock.text}.")
        _set_clock(round_, left, at if clock.is_running else None)
        change = "added to the clock" if minutes > 0 else "taken off the clock"
        words = f"{counted(abs(minutes), 'minute')} {change}, which had {clock.text} left"
        act.log("clock changed", words, round_number=round_.number)


def _require_clock(party: Party, at: datetime, round_: Round | None = None) -> tuple[Round, Clock]:
    round_ = round_ or require_latest_round(party)
    text = f"Round {round_.number} has no clock now."
    return round_, require(clock_of(party, round_, at), text)


def _set_clock(round_: Round, left: int, runs_from: datetime | None) -> None:
    """`left` are the seconds; without `runs_from` the clock stands still."""
    round_.clock_ends_at = runs_from and runs_from + timedelta(seconds=left)
    round_.clock_left = left if runs_from is None else None
    round_.save(update_fields=["clock_ends_at", "clock_left"])
