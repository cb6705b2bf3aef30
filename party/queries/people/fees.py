"""Reads about money: who owes what, and who has paid."""

from party.models import Entrant, Party
from party.queries.prints import heading
from party.queries.prizes.tickets import pots
from party.values.people.fees import (
    IN_THE_BOX,
    POT_BLANKS,
    Accounts,
    MoneyRow,
    MoneySheet,
    Payer,
    figure,
)


def accounts(party: Party, entrant_id: int | None = None) -> Accounts:
    """Return everybody with what they owe and have paid, A–Z, or the one asked for. One query."""
    rows = Entrant.objects.filter(party=party)
    if entrant_id is not None:
        rows = rows.filter(pk=entrant_id)
    payers = sorted((_payer(party, row) for row in rows), key=lambda payer: payer.a_to_z)
    return Accounts(tuple(payers), party.fee, party.currency)


def pot_sums(party: Party) -> tuple[tuple[str, str], ...]:
    """Return what the 50/50s brought in, each sum with its label. Two queries."""
    found = pots(party, {}).values()
    return tuple(line for pot in found for line in pot.sums(party.currency))


def money_sheet(party: Party) -> MoneySheet:
    """Return the treasurer's sheet for paper. Three queries."""
    told, pot = accounts(party), pot_sums(party)
    return MoneySheet(
        heading=heading(party),
        title="The money",
        rows=tuple(_money_row(payer) for payer in told.lines),
        totals=(*told.totals, *pot),
        blanks=(*(() if pot else POT_BLANKS), IN_THE_BOX),
    )


def _money_row(payer: Payer) -> MoneyRow:
    return MoneyRow(
        number=str(payer.number),
        name=payer.sort_name or str(payer),
        owed=figure(payer.owes) if payer.owes else "free",
        paid=figure(payer.paid) if payer.paid else "",
        how=payer.method if payer.paid else "",
        owing=figure(payer.owing) if payer.owing else "",
    )


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
        own=row.owed is not None,
        paid=row.paid,
        how=row.paid_how,
    )
