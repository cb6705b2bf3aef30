"""Reads about the clock of a round."""

from datetime import datetime

from party.models import Party, Round
from party.values.hall.clock import Clock


def clock_of(party: Party, round_: Round | None, at: datetime) -> Clock | None:
    """Return the clock of a round; None where there is none, and but for play. No query.

    The bell leaves the columns as they are: once it is taken back, the clock goes on.
    """
    if round_ is None or round_.state != Round.State.PLAYING or not party.clock_minutes:
        return None
    if round_.clock_ends_at is None and round_.clock_left is None:
        return None
    return Clock.of(round_.clock_ends_at, round_.clock_left or 0, party.clock_minutes, at)
