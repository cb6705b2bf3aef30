"""When documents can be printed, where several share the condition; others state it themselves."""

from party.models import Party, Round
from party.queries import papers

CLOSE_FIRST = "First close a round."
BLANK_ROUND = "Round ____"  # on a blank form, to be filled in


def is_drawn(_party: Party, latest: Round | None) -> bool:
    return latest is not None


def has_seats(_party: Party, latest: Round | None) -> bool:
    """Where seats are not tracked, those of round 1 are all that is known."""
    return latest is not None and papers.has_tables(latest)


def has_closed_round(party: Party, _latest: Round | None) -> bool:
    return papers.has_closed_round(party)
