"""Whether the hall screen, guests and phones may show the winners yet.

The organiser chooses: at once after the last round, or when the host reveals them step by step.
"""

from hashlib import blake2b

from party.models import Party
from party.values.evening.live import Night, Stage
from party.values.standings.standings import PartyStandings


def is_withheld(party: Party, night: Night) -> bool:
    """Return whether the last round, all totals and all places are hidden until the reveal."""
    waits = party.reveal == Party.Reveal.HOST and party.revealed_at is None
    return waits and night.stage in {Stage.OVER, Stage.FINISHED}


def may_have_been_last(party: Party, night: Night) -> bool:
    """Return whether the closed round may be the last: no number is planned, no break follows."""
    waits = party.reveal == Party.Reveal.HOST and party.rounds_planned is None
    return waits and night.stage == Stage.MOVING and not night.is_break


def is_revealed(party: Party, night: Night) -> bool:
    return night.stage == Stage.FINISHED and not is_withheld(party, night)


def is_corrected(party: Party, standings_now: PartyStandings) -> bool:
    """Return whether the standings have changed since the first step of the prize-giving."""
    return party.first_revealed not in {"", standings_mark(standings_now)}


def standings_mark(standings_now: PartyStandings) -> str:
    rows = [(line.person.number, line.rank, line.total) for line in standings_now.lines]
    return blake2b(repr(sorted(rows, key=str)).encode(), digest_size=16).hexdigest()
