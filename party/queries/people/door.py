"""Reads what the page of the door shows."""

from party.models import Party
from party.queries.evening.rounds import latest_round
from party.queries.people.fees import accounts
from party.queries.people.players import prize_groups
from party.queries.prizes.tickets import has_pot
from party.values.people.door import DoorPage, DoorSearch


def door_page(party: Party, search: DoorSearch, *, may_run: bool) -> DoorPage:
    """Return the page of the door; an organiser (`may_run`) always has tickets. Four queries."""
    is_drawn = latest_round(party) is not None
    return DoorPage(
        search=search,
        accounts=accounts(party),
        is_drawn=is_drawn,
        is_blind=party.cards == Party.Cards.BLIND and not is_drawn,
        has_tickets=may_run or has_pot(party),
        prize_groups=prize_groups(party.club),
    )
