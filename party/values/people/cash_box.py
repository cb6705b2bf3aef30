"""All amounts are cents."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from itertools import chain

from party.values.numbers import MINUS, counted
from party.values.people.fees import Accounts
from party.values.people.money import exact_money
from party.values.prizes.fifty_fifty import FiftyFifty

LONGEST_REASON = 60


class MoneyKind(StrEnum):
    FLOAT = "float"
    INCOME = "income"
    EXPENSE = "expense"
    COUNT = "count"

    @property
    def words(self) -> str:
        return {"float": "Float at the start", "count": "Counted in the box"}.get(self, "")


@dataclass(frozen=True, slots=True)
class OtherMoney:
    """`word` is the reason of an income or an expense."""

    kind: MoneyKind
    cents: int
    word: str = ""
    how: str = "cash"
    id: int = 0

    @property
    def signed(self) -> int:
        return -self.cents if self.kind == MoneyKind.EXPENSE else self.cents


@dataclass(frozen=True, slots=True)
class BoxLine:
    label: str
    cents: int
    note: str = ""

    @property
    def sign(self) -> str:
        return MINUS if self.cents < 0 else "+"

    @property
    def amount(self) -> int:
        return abs(self.cents)


@dataclass(frozen=True, kw_only=True)
class CashBox:
    """`lines` give what should be in the box; with `adjustments` they give what is left tonight.

    `pots` are the 50/50s, each with whether its winner is paid.
    """

    accounts: Accounts
    pots: tuple[tuple[FiftyFifty, bool], ...]
    prizes: int
    prizes_are_settled: bool
    typed: tuple[OtherMoney, ...]

    @property
    def others(self) -> tuple[OtherMoney, ...]:
        return tuple(amount for amount in self.typed if amount.word)

    @property
    def float_cents(self) -> int:
        return sum(amount.cents for amount in self.typed if amount.kind == MoneyKind.FLOAT)

    @property
    def counted(self) -> int | None:
        counts = (amount.cents for amount in self.typed if amount.kind == MoneyKind.COUNT)
        return next(counts, None)

    @cached_property
    def lines(self) -> tuple[BoxLine, ...]:
        fees = [payer.paid for payer in self.accounts.lines if payer.paid_how == "cash"]
        payer_count = sum(fee > 0 for fee in fees)
        note = "" if self.prizes_are_settled else "settled so far"
        return _without_zeros(
            [
                BoxLine(MoneyKind.FLOAT.words, self.float_cents),
                BoxLine(f"Fees, {payer_count} paid in cash", sum(fees)),
                *chain.from_iterable(
                    _lines_of_pot(pot, is_paid=is_paid) for pot, is_paid in self.pots
                ),
                BoxLine("Prizes in cash", -self.prizes, note),
                *self._lines_paid_by("cash"),
            ]
        )

    def _lines_paid_by(self, method: str, note: str = "") -> Iterator[BoxLine]:
        for amount in self.others:
            if amount.how == method:
                yield BoxLine(amount.word, amount.signed, note)

    @property
    def expected(self) -> int:
        return sum(line.cents for line in self.lines)

    @cached_property
    def adjustments(self) -> tuple[BoxLine, ...]:
        fees = [payer.paid for payer in self.accounts.lines if payer.paid_how != "cash"]
        payer_count = sum(fee > 0 for fee in fees)
        halves = sum(pot.half or 0 for pot, is_paid in self.pots if not is_paid)
        not_in_box = "not in the box"
        return _without_zeros(
            [
                BoxLine("The float goes back", -self.float_cents),
                BoxLine("50/50: the winner’s half", -halves, "not drawn yet"),
                BoxLine(f"Fees, {payer_count} not in cash", sum(fees), not_in_box),
                *self._lines_paid_by("card", not_in_box),
            ]
        )

    @property
    def remainder(self) -> int:
        return self.expected + sum(line.cents for line in self.adjustments)

    @property
    def expected_text(self) -> str:
        return self.text(self.expected)

    @property
    def remainder_text(self) -> str:
        return self.text(self.remainder)

    @property
    def has_money(self) -> bool:
        return bool(self.lines or self.adjustments or self.accounts.unpaid)

    @property
    def difference_text(self) -> str:
        if self.counted is None:
            return ""
        difference = self.counted - self.expected
        if not difference:
            return "It balances."
        amount = self.text(abs(difference))
        if difference > 0:
            return f"There is {amount} more in the box than there should be."
        return f"{amount} is missing from the box."

    @property
    def totals(self) -> tuple[tuple[str, str], ...]:
        if not self.lines and not self.adjustments:
            return ()
        texts = [*self._line_texts(self.lines), ("Should be in the box", self.expected_text)]
        if self.counted is not None:
            texts.append((MoneyKind.COUNT.words, self.text(self.counted)))
            texts.append((self.difference_text, ""))
        return (
            *texts,
            *self._line_texts(self.adjustments),
            ("Left tonight", self.remainder_text),
        )

    def _line_texts(self, lines: Iterable[BoxLine]) -> Iterator[tuple[str, str]]:
        for line in lines:
            note = f" ({line.note})" if line.note else ""
            yield f"{line.label}{note}", self.text(line.cents)

    def text(self, cents: int) -> str:
        amount = exact_money(abs(cents), self.accounts.currency)
        return f"{MINUS}{amount}" if cents < 0 else amount


def _lines_of_pot(pot: FiftyFifty, *, is_paid: bool) -> tuple[BoxLine, ...]:
    sold = "the pot" if pot.price is None else counted(pot.sold, "ticket")
    half = pot.half or 0 if is_paid else 0
    return (
        BoxLine(f"{pot.title}: {sold}", pot.pot or 0),
        BoxLine(f"{pot.title}: the winner’s half", -half),
    )


def _without_zeros(lines: Iterable[BoxLine]) -> tuple[BoxLine, ...]:
    return tuple(line for line in lines if line.cents)
