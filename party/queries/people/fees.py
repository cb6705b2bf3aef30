"""Reads about money: who owes what, and who has paid."""

from party.models import Entrant, Party
from party.queries.prizes.tickets import pots
from party.values.people.fees import Accounts, Payer


def accounts(party: Party, entrant_id: int | None = None) -> Accounts:
    """Return everybody with what they owe and have paid, A–Z, or one of them. One query."""
    rows = Entrant.objects.filter(party=party)
    if entrant_id is not None:
        rows = rows.filter(pk=entrant_id)
    payers = sorted((_payer(party, row) for row in rows), key=lambda payer: payer.a_to_z)
    return Accounts(tuple(payers), party.fee, party.currency)


def pot_sums(party: Party) -> tuple[tuple[str, str], ...]:
    """Return what the 50/50s brought in, each sum with its label. Two queries."""
    return tuple(line for pot in pots(party, {}).values() for line in pot.sums(party.currency))


def _payer(party: Party, row: Entrant) -> Payer:
    fee = party.fee if row.ranked else 0
    return Payer(
        id=row.pk,
        number=row.number,
        name=row.name,
        sort_name=row.sort_name,
        prize_group=row.prize_group,
        ranked=row.ranked,
        state=row.state,
        owes=fee if row.owed is None else row.owed,
        has_special_fee=row.owed is not None,
        paid=row.paid,
        how=row.paid_how,
    )
