"""The end of the evening: who has won, what is still to be done, and the money that adds up."""

from collections import Counter
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from party.values.evening.live import Night
from party.values.numbers import counted, place, total
from party.values.people.fees import Accounts
from party.values.people.money import exact_money
from party.values.prizes.prizes import PrizesNow, join_names
from party.values.prizes.tickets import Pot
from party.values.standings.standings import StandingLine, StandingsNow

FIRST = 6  # lines of the standings that the page shows
PAPERS = {"standings": "standings", "prizes": "prize sheet", "certificates": "certificates"}
TREASURER = "money"  # the sheet that is printed when the money is counted


@dataclass(frozen=True, slots=True)
class MoneyLine:
    """What came in for something, and what goes out again, in cents."""

    label: str
    came: int = 0
    goes: int = 0
    note: str = ""


@dataclass(frozen=True, slots=True)
class ClosingStep:
    """One thing to do at the end: `key` says which, `words` how far it is."""

    key: str
    words: str
    done: bool


@dataclass(frozen=True, kw_only=True)
class EndPage:
    """`printed` are the papers of the end that were printed after the finish."""

    night: Night
    finished_at: datetime
    standings: StandingsNow
    prizes: PrizesNow
    accounts: Accounts
    pots: tuple[Pot, ...]
    printed: frozenset[str]

    @property
    def first(self) -> tuple[tuple[str, StandingLine], ...]:
        """Return the first lines, each with its rank in words: "3=" where it is shared."""
        ranks = Counter(line.rank for line in self.standings.lines)
        return tuple(
            (place(line.rank, shared=ranks[line.rank] > 1), line)
            for line in self.standings.lines[:FIRST]
        )

    @cached_property
    def winners(self) -> tuple[StandingLine, ...]:
        return tuple(line for line in self.standings.lines if line.rank == 1)

    @property
    def winners_text(self) -> str:
        names = [line.name for line in self.winners]
        if not names:
            return ""
        return f"{join_names(names, f'{len(names)} people')} {'have' if names[1:] else 'has'} won"

    @property
    def points_text(self) -> str:
        return f"{total(self.winners[0].total)} points" if self.winners else ""

    @property
    def people(self) -> int:
        return sum(line.rank is not None for line in self.standings.lines)

    @cached_property
    def steps(self) -> tuple[ClosingStep, ...]:
        """Return what is to be done, in the order in which it is done."""
        steps = [ClosingStep("results", self._results_text(), done=True)]
        if self.prizes.lines:
            done = self.prizes.confirmed_at is not None and not self.prizes.changed
            steps.append(ClosingStep("prizes", self._prizes_text(), done=done))
        wanted = self._papers
        left = [name for name in wanted if name not in self.printed]
        titles = [PAPERS[name] for name in left]
        words = f"still to print: {join_names(titles, '')}, in one file" if left else "printed"
        steps.append(ClosingStep("papers", words, done=not left))
        if any(line.came for line in self.money) or self.accounts.owing:
            done = TREASURER in self.printed
            steps.append(ClosingStep("money", self._money_text(), done=done))
        return tuple(steps)

    @cached_property
    def left_to_do(self) -> tuple[ClosingStep, ...]:
        return tuple(step for step in self.steps if not step.done)

    @property
    def _papers(self) -> tuple[str, ...]:
        """Return the papers that this party has."""
        has = (True, bool(self.prizes.lines), self.prizes.awarded)
        return tuple(name for name, here in zip(PAPERS, has, strict=True) if here)

    def _results_text(self) -> str:
        rounds = f"{counted(self.night.round_number, 'round')} counted, the standings are final"
        late = self.standings.slips
        return f"{rounds}; no slip came of {counted(len(late), 'table')}" if late else rounds

    def _prizes_text(self) -> str:
        if self.prizes.changed:
            return "a result was changed after they were confirmed"
        if self.prizes.confirmed_at is not None:
            return f"{counted(len(self.prizes.lines), 'prize')} confirmed"
        settled = len(self.prizes.lines) - len(self.prizes.open)
        return f"{settled} settled, {len(self.prizes.open)} open"

    def _money_text(self) -> str:
        names = [str(payer) for payer in self.accounts.lines if payer.owing]
        if not names:
            return "nobody owes anything"
        who = join_names(names, counted(len(names), "person", "people"))
        owing = exact_money(self.accounts.owing, self.accounts.currency)
        return f"{who} still to pay {owing}"

    @cached_property
    def money(self) -> tuple[MoneyLine, ...]:
        """Return what came in and goes out; nothing at a party without money."""
        lines = []
        if self.accounts.taken or self.accounts.owing:
            paid = sum(bool(payer.paid) for payer in self.accounts.lines)
            note = f"{paid} of {len(self.accounts.lines)} paid"
            lines.append(MoneyLine("Taken at the door", self.accounts.taken, note=note))
        lines += [
            MoneyLine(pot.title, pot.cents, pot.half or 0, f"{counted(pot.sold, 'ticket')} sold")
            if pot.price is not None
            else MoneyLine(pot.title, pot.cents, pot.half or 0)
            for pot in self.pots
            if pot.cents
        ]
        if self.prizes.cash:
            note = "" if self.prizes.confirmed_at else "as far as they are settled"
            lines.append(MoneyLine("Prizes", goes=self.prizes.cash, note=note))
        return tuple(lines)

    @property
    def left(self) -> int:
        """Return the cents that stay; below zero where the prizes cost more than came in."""
        return sum(line.came - line.goes for line in self.money)

    @property
    def in_box(self) -> int:
        """Return the cents that should be in the cash box, the float apart: left, and in cash."""
        payers = self.accounts.lines
        return self.left - sum(payer.paid for payer in payers if payer.paid_how != "cash")

    @property
    def missing(self) -> int:
        return max(-self.left, 0)
