"""Fees and payments, in cents.

The sums count only people who came or paid.
"""

from collections import Counter
from dataclasses import dataclass
from functools import cached_property

from party.values.people.money import exact_money
from party.values.people.person import Person

PAYMENT_METHODS = {"cash": "Cash", "card": "Card", "other": "Another way"}
LATER = "later"  # at the door: no payment yet


def amount_owed(fee: int, own_amount: int | None, *, ranked: bool) -> int:
    if own_amount is not None:
        return own_amount
    return fee if ranked else 0


def figure(cents: int) -> str:
    """For example "7.50", for a column of figures."""
    return f"{cents // 100}.{cents % 100:02}"


@dataclass(frozen=True, slots=True)
class Payment:
    """`paid_before` is the total that the page showed."""

    paid: int
    how: str = "cash"
    paid_before: int = 0

    def same_as(self, paid: int, how: str) -> bool:
        return self.paid == paid and (self.how == how or not paid)


@dataclass(frozen=True, slots=True, kw_only=True)
class Payer(Person):
    """`owed` is the person's own fee, or None; `owes` is the fee that applies."""

    owed: int | None
    fee: int
    paid: int
    paid_how: str
    notes: str = ""

    @property
    def aside(self) -> str:
        house = "" if self.ranked else "house"
        return " · ".join(filter(None, (self.prize_group, house, self.notes)))

    @property
    def came(self) -> bool:
        return self.state != "expected"

    @property
    def owes(self) -> int:
        return amount_owed(self.fee, self.owed, ranked=self.ranked)

    @property
    def owing(self) -> int:
        return max(self.owes - self.paid, 0)

    @property
    def method(self) -> str:
        return PAYMENT_METHODS[self.paid_how]

    @property
    def free(self) -> bool:
        return self.owes == 0


@dataclass(frozen=True)
class Accounts:
    """`payers` are all people A–Z, `lines` only those who came or paid."""

    payers: tuple[Payer, ...]
    currency: str

    @cached_property
    def lines(self) -> tuple[Payer, ...]:
        return tuple([payer for payer in self.payers if payer.came or payer.paid])

    @cached_property
    def owed(self) -> int:
        return sum([payer.owes for payer in self.lines])

    @cached_property
    def taken(self) -> int:
        return sum([payer.paid for payer in self.lines])

    @cached_property
    def owing(self) -> int:
        return sum([payer.owing for payer in self.lines])

    @property
    def overpaid(self) -> int:
        return self.taken + self.owing - self.owed

    @property
    def totals(self) -> tuple[tuple[str, str], ...]:
        free_count = sum(payer.free for payer in self.lines)
        paid_by_method = Counter[str]()
        for payer in self.lines:
            paid_by_method[payer.paid_how] += payer.paid
        methods = [method for method in PAYMENT_METHODS if paid_by_method[method]]
        methods_shown = methods if len(methods) > 1 else []
        overpaid_text = self.amount_text(self.overpaid) if self.overpaid else ""
        texts = [
            ("People", str(len(self.lines))),
            ("Free", str(free_count) if free_count else ""),
            ("Fees", self.amount_text(self.owed)),
            ("Taken", self.amount_text(self.taken)),
            *(
                (f"Taken: {PAYMENT_METHODS[key].lower()}", self.amount_text(paid_by_method[key]))
                for key in methods_shown
            ),
            ("Still to pay", self.amount_text(self.owing)),
            ("Paid too much", overpaid_text),
        ]
        return tuple((label, words) for label, words in texts if words)

    def amount_text(self, value: int) -> str:
        return exact_money(value, self.currency)
