"""Whether the standings have changed since the host began to reveal the winners.

`Night` says whether the winners may be shown yet.
"""

from hashlib import blake2b

from party.models import Party
from party.values.standings.standings import PartyStandings


def is_corrected(party: Party, standings_now: PartyStandings) -> bool:
    """Return whether the standings have changed since the first step of the prize-giving."""
    return party.first_revealed not in {"", standings_mark(standings_now)}


def standings_mark(standings_now: PartyStandings) -> str:
    rows = [(line.person.number, line.rank, line.total) for line in standings_now.lines]
    return blake2b(repr(sorted(rows, key=str)).encode(), digest_size=16).hexdigest()
