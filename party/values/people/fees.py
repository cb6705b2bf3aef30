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

    def is_same(self, paid: int, how: str) -> bool:
        return self.paid == paid and (self.how == how or not paid)


@dataclass(frozen=True, slots=True, kw_only=True)
class Payer(Person):
    """`own_fee` is the person's own fee, or None; `fee_due` is the fee that applies."""

    own_fee: int | None
    fee: int
    paid: int
    paid_how: str
    notes: str = ""

    @property
    def remark(self) -> str:
        house = "" if self.ranked else "house"
        return " · ".join(filter(None, (self.prize_group, house, self.notes)))

    @property
    def has_attended(self) -> bool:
        return self.state != "expected"

    @property
    def fee_due(self) -> int:
        return amount_owed(self.fee, self.own_fee, ranked=self.ranked)

    @property
    def unpaid(self) -> int:
        return max(self.fee_due - self.paid, 0)

    @property
    def method(self) -> str:
        return PAYMENT_METHODS[self.paid_how]

    @property
    def is_free(self) -> bool:
        return self.fee_due == 0


@dataclass(frozen=True)
class Accounts:
    """`payers` are all people A–Z, `lines` only those who came or paid."""

    payers: tuple[Payer, ...]
    currency: str

    @cached_property
    def lines(self) -> tuple[Payer, ...]:
        return tuple([payer for payer in self.payers if payer.has_attended or payer.paid])

    @cached_property
    def fees_due(self) -> int:
        return sum([payer.fee_due for payer in self.lines])

    @cached_property
    def taken(self) -> int:
        return sum([payer.paid for payer in self.lines])

    @cached_property
    def unpaid(self) -> int:
        return sum([payer.unpaid for payer in self.lines])

    @property
    def overpaid(self) -> int:
        return self.taken + self.unpaid - self.fees_due

    @property
    def totals(self) -> tuple[tuple[str, str], ...]:
        free_count = sum(payer.is_free for payer in self.lines)
        paid_by_method = Counter[str]()
        for payer in self.lines:
            paid_by_method[payer.paid_how] += payer.paid
        methods = [method for method in PAYMENT_METHODS if paid_by_method[method]]
        methods_shown = methods if len(methods) > 1 else []
        overpaid_text = self.amount_text(self.overpaid) if self.overpaid else ""
        texts = [
            ("People", str(len(self.lines))),
            ("Free", str(free_count) if free_count else ""),
            ("Fees", self.amount_text(self.fees_due)),
            ("Taken", self.amount_text(self.taken)),
            *(
                (f"Taken: {PAYMENT_METHODS[key].lower()}", self.amount_text(paid_by_method[key]))
                for key in methods_shown
            ),
            ("Still to pay", self.amount_text(self.unpaid)),
            ("Paid too much", overpaid_text),
        ]
        return tuple((label, words) for label, words in texts if words)

    def amount_text(self, value: int) -> str:
        return exact_money(value, self.currency)
