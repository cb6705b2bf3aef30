"""Reads about money: who owes what, who has paid, and the page of the door."""

from party.models import Party
from party.queries.evening.rounds import latest_round
from party.queries.people.players import prize_groups
from party.queries.prizes.tickets import has_pot, pots
from party.queries.rows import read_rows
from party.values.people.door import DoorPage, DoorSearch
from party.values.people.fees import Accounts, Payer
from party.values.people.person import PERSON_FIELDS

PAYERS = f"""
SELECT {", ".join(PERSON_FIELDS)}, owed, paid, paid_how FROM party_entrant WHERE party_id = %s
"""  # noqa: S608 -- constants of ours


def accounts(party: Party, entrant_id: int | None = None) -> Accounts:
    """Return everybody with what they owe and have paid, A–Z, or one of them. One query."""
    wanted = [party.pk] if entrant_id is None else [party.pk, entrant_id]
    payers = [
        Payer(*person, owed=owed, paid=paid, paid_how=how, fee=party.fee)
        for *person, owed, paid, how in read_rows(
            PAYERS + " AND id = %s" * len(wanted[1:]), wanted
        )
    ]
    payers.sort(key=lambda payer: payer.a_to_z)
    return Accounts(tuple(payers), party.currency)


def pot_sums(party: Party) -> tuple[tuple[str, str], ...]:
    """Return what the 50/50s brought in, each sum with its label. Two queries."""
    return tuple(line for pot in pots(party, {}).values() for line in pot.sums(party.currency))


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
