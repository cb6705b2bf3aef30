from collections.abc import Iterator

from party.tables.people.fees import decimal_amount
from party.tables.spreadsheets import Cell
from party.values.prizes.fifty_fifty import FiftyFifty
from party.values.prizes.prizes import PrizeList

PRIZE_HEADINGS = ("Prize", "To win", "Winner", "Score", "Money", "How")
TICKET_HEADINGS = ("First ticket", "Last ticket", "Tickets", "Sold to", "Money")


def prize_rows(prizes: PrizeList) -> Iterator[tuple[Cell, ...]]:
    for line in prizes.lines:
        if not line.awarded:
            yield line.title, line.gift, "", "", None, line.rule
        for winner in line.awarded:
            amount = None if winner.share is None else decimal_amount(winner.share)
            person = str(winner.person)
            yield line.title, line.gift, person, winner.score, amount, line.rule


def ticket_rows(fifty_fifty: FiftyFifty) -> Iterator[tuple[Cell, ...]]:
    for sale in fifty_fifty.sales:
        holder = str(sale.holder) if sale.holder else ""
        paid = decimal_amount((fifty_fifty.price or 0) * sale.tickets)
        yield sale.first, sale.last, sale.tickets, holder, paid
