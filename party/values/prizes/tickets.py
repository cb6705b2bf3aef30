"""A 50/50: tickets are sold, one of them is drawn, its holder has half of what they brought in.

A *pot* is that money, in cents; half of it is the winner's, the odd cent too, and the rest is
*kept*. A *sale* is a run of ticket numbers that somebody took; whose they are need not be known.
Where nobody writes tickets down, the pot is counted and typed, and there is no price.
"""

from dataclasses import dataclass

from party.values.numbers import counted
from party.values.people.money import exact_money, money
from party.values.people.person import Person

MOST_TICKETS = 2_000  # in one sale
LAST_TICKET = 99_999_999  # rolls have numbers of up to eight digits
DEAREST = 100_000  # cents for a ticket


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
    """Return a range of ticket numbers: "4", "4 to 9"."""
    return f"{first} to {last}" if last > first else str(first)


@dataclass(frozen=True, slots=True)
class Pot:
    """The pot of one 50/50. `counted` is what was typed where no tickets are written down.

    `ticket` is the one that was drawn, `by_hand` out of a drum.
    """

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
    def cents(self) -> int | None:
        """Return what is in it; None where nothing is known to be in it yet."""
        return self.counted if self.price is None else self.price * self.sold or None

    @property
    def half(self) -> int | None:
        """Return the winner’s half; of an odd pot the greater one."""
        return None if self.cents is None else (self.cents + 1) // 2

    @property
    def kept(self) -> int:
        return (self.cents or 0) - (self.half or 0)

    @property
    def next_ticket(self) -> int:
        return max((sale.last for sale in self.sales), default=0) + 1

    def sale_of(self, ticket: int) -> Sale | None:
        """Return the sale a ticket belongs to; None where it was not sold."""
        return next((sale for sale in self.sales if sale.first <= ticket <= sale.last), None)

    @property
    def holder(self) -> Person | None:
        """Return who has the ticket that was drawn, where that is known."""
        sale = self.sale_of(self.ticket) if self.ticket is not None else None
        return sale.holder if sale else None

    def content_text(self, currency: str) -> str:
        """Return what is in it: "120 tickets at $1", or "the pot" where none are written down."""
        if self.price is None:
            return "the pot"
        return f"{counted(self.sold, 'ticket')} at {money(self.price, currency)}"

    def sums(self, currency: str) -> tuple[tuple[str, str], ...]:
        """Return the sums of the pot as the treasurer's sheet shows them."""
        if self.cents is None:
            return ()
        return (
            (f"{self.title}: {self.content_text(currency)}", exact_money(self.cents, currency)),
            (f"{self.title}: the winner’s half", exact_money(self.half or 0, currency)),
            (f"{self.title}: stays in the box", exact_money(self.kept, currency)),
        )
