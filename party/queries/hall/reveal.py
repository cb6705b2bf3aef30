"""Whether hall, guests and phones may know the winners."""

from hashlib import blake2b

from party.models import Party
from party.values.evening.live import Night, Stage
from party.values.standings.standings import PartyStandings


def is_withheld(party: Party, night: Night) -> bool:
    """Return whether the last round, all totals and all places still wait for the host."""
    waits = party.reveal == Party.Reveal.HOST and party.revealed_at is None
    return waits and night.stage in {Stage.OVER, Stage.FINISHED}


def may_have_been_last(party: Party, night: Night) -> bool:
    """Return whether an evening without planned rounds may end here: no break follows."""
    waits = party.reveal == Party.Reveal.HOST and party.rounds_planned is None
    return waits and night.stage == Stage.MOVING and not night.is_break


def is_revealed(party: Party, night: Night) -> bool:
    return night.stage == Stage.FINISHED and not is_withheld(party, night)


def is_corrected(party: Party, standings_now: PartyStandings) -> bool:
    return party.first_revealed not in {"", standings_mark(standings_now)}


def standings_mark(standings_now: PartyStandings) -> str:
    rows = [(line.person.number, line.rank, line.total) for line in standings_now.lines]
    return blake2b(repr(sorted(rows, key=str)).encode(), digest_size=16).hexdigest()
