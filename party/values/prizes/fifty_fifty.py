"""A 50/50: tickets are sold, one ticket is drawn, and its holder wins half of the money.

A *pot* is that money, in cents. A *sale* is a run of ticket numbers that somebody took; its holder
may be unknown.
"""

from dataclasses import dataclass

from party.values.numbers import counted
from party.values.people.money import money
from party.values.people.person import Person

MOST_TICKETS = 2_000  # in one sale
LAST_TICKET = 99_999_999  # rolls have numbers of up to eight digits
HIGHEST_PRICE = 100_000  # cents for a ticket


@dataclass(frozen=True, slots=True)
class Sale:
    id: int
    first: int
    last: int
    holder: Person | None = None

    @property
    def tickets(self) -> int:
        return self.last - self.first + 1

    @property
    def numbers(self) -> str:
        return number_range(self.first, self.last)


def number_range(first: int, last: int) -> str:
    return f"{first} to {last}" if last > first else str(first)


@dataclass(frozen=True, slots=True)
class FiftyFifty:
    """If no tickets are written down, `counted` is the pot as typed, and `price` is None."""

    prize: int
    title: str
    price: int | None = None
    counted: int | None = None
    sales: tuple[Sale, ...] = ()
    ticket: int | None = None
    by_hand: bool = False

    @property
    def sold(self) -> int:
        return sum(sale.tickets for sale in self.sales)

    @property
    def pot(self) -> int | None:
        """Return None as long as the money is unknown."""
        return self.counted if self.price is None else self.price * self.sold or None

    @property
    def half(self) -> int | None:
        """Return the winner's half; of an odd pot the larger half."""
        return None if self.pot is None else (self.pot + 1) // 2

    @property
    def next_ticket(self) -> int:
        return max((sale.last for sale in self.sales), default=0) + 1

    def sale_of(self, ticket: int) -> Sale | None:
        return next((sale for sale in self.sales if sale.first <= ticket <= sale.last), None)

    @property
    def holder(self) -> Person | None:
        sale = self.sale_of(self.ticket) if self.ticket is not None else None
        return sale.holder if sale else None

    def content_text(self, currency: str) -> str:
        """Return for example "120 tickets at $1"."""
        if self.price is None:
            return "the pot"
        return f"{counted(self.sold, 'ticket')} at {money(self.price, currency)}"
