"""The tickets of a 50/50 as a file: one line for each sale."""

from collections.abc import Iterator

from party.tables.people.fees import exact
from party.tables.spreadsheets import Cell
from party.values.prizes.tickets import Pot

HEADINGS = ("First ticket", "Last ticket", "Tickets", "Sold to", "Money")


def ticket_rows(pot: Pot) -> Iterator[tuple[Cell, ...]]:
    for sale in pot.sales:
        holder = str(sale.holder) if sale.holder else ""
        paid = exact((pot.price or 0) * sale.tickets)
        yield sale.first, sale.last, sale.tickets, holder, paid
