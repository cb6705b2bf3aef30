"""Who has which prize, and the tickets of a 50/50, as files."""

from collections.abc import Iterator

from party.tables.people.fees import exact
from party.tables.spreadsheets import Cell
from party.values.prizes.prizes import PrizesNow
from party.values.prizes.tickets import Pot

PRIZE_HEADINGS = ("Prize", "To win", "Winner", "Score", "Money", "How")
TICKET_HEADINGS = ("First ticket", "Last ticket", "Tickets", "Sold to", "Money")


def prize_rows(now: PrizesNow) -> Iterator[tuple[Cell, ...]]:
    """Yield a line for each winner; a prize that is open has one without a winner."""
    for line in now.lines:
        if not line.awarded:
            yield line.title, line.what, "", "", None, line.rule
        for winner in line.awarded:
            amount = None if winner.share is None else exact(winner.share)
            person = str(winner.person)
            yield line.title, line.what, person, winner.score, amount, line.rule


def ticket_rows(pot: Pot) -> Iterator[tuple[Cell, ...]]:
    """Yield a line for each sale."""
    for sale in pot.sales:
        holder = str(sale.holder) if sale.holder else ""
        paid = exact((pot.price or 0) * sale.tickets)
        yield sale.first, sale.last, sale.tickets, holder, paid
