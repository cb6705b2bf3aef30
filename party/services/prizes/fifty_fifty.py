"""The price and the sales of a 50/50's tickets; `draws.py` draws the winner.

Once a ticket is drawn, the sales stay as they are until the draw is undone.
"""

from datetime import datetime
from uuid import UUID

from party.models import Entrant, Party, Prize, TicketSale
from party.services.prizes.prizes import (
    append_prizes,
    prize_of,
    refuse_confirmed,
    unconfirmed_prizes_act,
)
from party.services.write import party_act
from party.values.accounts import Actor
from party.values.numbers import counted
from party.values.people.money import money
from party.values.prizes.fifty_fifty import HIGHEST_PRICE, LAST_TICKET, number_range
from party.values.prizes.prizes import PrizeKind
from party.values.prizes.words import TAKE_SALES_BACK
from party.values.refusals import Fault, Refused, require


def set_ticket_price(
    party_id: int, prize_id: int | None, price: int | None, *, actor: Actor, at: datetime
) -> Prize:
    """Without a price, the pot is counted by hand.

    Without `prize_id` the price is for the first 50/50, which is added if the party has none.
    """
    with unconfirmed_prizes_act(party_id, actor, at) as act:
        party = act.party
        if price is not None and not 1 <= price <= HIGHEST_PRICE:
            text = f"A ticket isn’t free. It costs at most {money(HIGHEST_PRICE, party.currency)}."
            raise Refused(Fault(text, "price"))
        row = _first_fifty_fifty(party) if prize_id is None else _fifty_fifty(party, prize_id)
        if row.ticket_price == price:
            return row
        if row.sales.exists():
            old_price = money(row.ticket_price or 0, party.currency)
            text = f"Tickets are sold at {old_price} already. {TAKE_SALES_BACK}"
            raise Refused(Fault(text, "price"))
        row.ticket_price = price
        # Drop the typed sum: the pot is now computed from the tickets, or must be typed again.
        row.money = None
        row.save(update_fields=["ticket_price", "money"])
        price_text = f"a ticket costs {money(price, party.currency)}" if price else "no tickets"
        act.log("ticket price", f"{row}: {price_text}")
        return row


def sell_tickets(
    party_id: int,
    prize_id: int,
    tickets: int,
    *,
    submission: UUID,
    actor: Actor,
    at: datetime,
    entrant_id: int | None = None,
    first: int | None = None,
) -> TicketSale:
    """`first` is the first ticket's number, if it does not follow the last sale."""
    with party_act(party_id, actor, at) as act:
        party = act.party
        refuse_confirmed(party)
        if earlier := TicketSale.objects.filter(submission=submission).first():
            return earlier
        row = _open_fifty_fifty(party, prize_id)
        holder = _holder_of(party, entrant_id)
        first = _next_ticket(row) if first is None else first
        last = first + tickets - 1
        _refuse_numbers(row, first, last)
        sale = row.sales.create(
            entrant=holder, first=first, last=last, **act.actor_columns, submission=submission
        )
        words, holder_id = f"{row}: {_sale_text(sale)} sold", sale.entrant_id
        act.log("tickets sold", words, entrant_id=holder_id, prize=row.pk, after=[first, last])
        return sale


def take_back_tickets(
    party_id: int, prize_id: int, sale_id: int, *, actor: Actor, at: datetime
) -> None:
    with party_act(party_id, actor, at) as act:
        refuse_confirmed(act.party)
        row = _open_fifty_fifty(act.party, prize_id)
        sales = row.sales.select_related("entrant").filter(pk=sale_id)
        sale = require(sales.first(), "These tickets were taken back already.")
        words = f"{row}: {_sale_text(sale)} taken back"
        holder_id, numbers = sale.entrant_id, [sale.first, sale.last]
        sale.delete()
        act.log("tickets back", words, entrant_id=holder_id, prize=row.pk, before=numbers)


def _fifty_fifty(party: Party, prize_id: int) -> Prize:
    row = prize_of(party, prize_id)
    if row.kind != PrizeKind.FIFTY_FIFTY:
        raise Refused(f"{row} has no tickets.")
    return row


def _first_fifty_fifty(party: Party) -> Prize:
    row = party.prizes.filter(kind=PrizeKind.FIFTY_FIFTY).first()
    return row or append_prizes(party, [(PrizeKind.FIFTY_FIFTY, "")])[0]


def _open_fifty_fifty(party: Party, prize_id: int) -> Prize:
    row = _fifty_fifty(party, prize_id)
    if row.ticket_price is None:
        raise Refused("First say what a ticket costs.")
    if row.number is not None:
        raise Refused(f"Ticket {row.number} is drawn. Take the draw back first.")
    return row


def _holder_of(party: Party, entrant_id: int | None) -> Entrant | None:
    if entrant_id is None:
        return None
    players = party.entrants.filter(pk=entrant_id, ranked=True)
    return require(players.first(), Fault("Choose somebody of tonight’s list.", "holder"))


def _next_ticket(row: Prize) -> int:
    last_sale = row.sales.order_by("-last").first()
    return last_sale.last + 1 if last_sale else 1


def _refuse_numbers(row: Prize, first: int, last: int) -> None:
    if last > LAST_TICKET:
        raise Refused(Fault(f"Tickets have numbers from 1 to {LAST_TICKET}.", "first"))
    overlapping = row.sales.filter(first__lte=last, last__gte=first).order_by("first").first()
    if overlapping is not None:
        text = f"{_sale_text(overlapping)}: sold already. "
        text += f"The next free number is {_next_ticket(row)}."
        raise Refused(Fault(f"{text[:1].upper()}{text[1:]}", "first"))


def _sale_text(sale: TicketSale) -> str:
    """Return for example "3 tickets, 4 to 6, to Alma"."""
    tickets = counted(sale.last - sale.first + 1, "ticket")
    words = f"{tickets}, {number_range(sale.first, sale.last)}"
    return f"{words}, to {sale.entrant}" if sale.entrant else words
