from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from zoneinfo import ZoneInfo

from party.models import Party, Printout
from party.queries.evening.rounds import night
from party.queries.people.cash_box import cash_box
from party.queries.prizes.winners import all_prizes
from party.queries.standings.standings import standings
from party.queries.standings.story import story
from party.values.evening.live import Night
from party.values.numbers import counted, total
from party.values.people.cash_box import CashBox
from party.values.people.money import exact_money
from party.values.prizes.prizes import PrizeList, join_names
from party.values.standings.standings import PartyStandings, StandingLine

END_PAPERS = {"standings": "standings", "prizes": "prize sheet", "certificates": "certificates"}
MONEY_SHEET = "money"  # the sheet to print once the money is counted


@dataclass(frozen=True, slots=True)
class ClosingStep:
    key: str
    words: str
    is_done: bool


@dataclass(frozen=True, kw_only=True)
class EndPage:
    """`printed` are the papers printed after the finish."""

    night: Night
    finished_at: datetime
    standings: PartyStandings
    prizes: PrizeList
    box: CashBox
    printed: frozenset[str]
    story: tuple[str, ...]
    has_prize_giving: bool = False
    is_revealed: bool = False

    @cached_property
    def winners(self) -> tuple[StandingLine, ...]:
        return tuple(line for line in self.standings.lines if line.rank == 1)

    @property
    def winners_text(self) -> str:
        names = [line.name for line in self.winners]
        if not names:
            return ""
        return f"{join_names(names)} {'have' if names[1:] else 'has'} won"

    @property
    def points_text(self) -> str:
        return f"{total(self.winners[0].total)} points" if self.winners else ""

    @property
    def ranked_count(self) -> int:
        return sum(line.rank is not None for line in self.standings.lines)

    @cached_property
    def steps(self) -> tuple[ClosingStep, ...]:
        steps = [ClosingStep("results", self._results_text(), is_done=True)]
        if self.prizes.lines:
            is_done = self.prizes.confirmed_at is not None and not self.prizes.changed_lines
            steps.append(ClosingStep("prizes", self._prizes_text(), is_done=is_done))
        if self.has_prize_giving:
            words = "shown to hall, guests and phones" if self.is_revealed else "not shown yet"
            steps.append(ClosingStep("winners", words, is_done=self.is_revealed))
        papers = self._papers_to_print
        unprinted = [name for name in papers if name not in self.printed]
        titles = [END_PAPERS[name] for name in unprinted]
        words = f"still to print: {join_names(titles)}, in one file" if unprinted else "printed"
        steps.append(ClosingStep("papers", words, is_done=not unprinted))
        if self.box.has_money:
            is_done = MONEY_SHEET in self.printed
            steps.append(ClosingStep("money", self._money_text(), is_done=is_done))
        return tuple(steps)

    @cached_property
    def open_steps(self) -> tuple[ClosingStep, ...]:
        return tuple(step for step in self.steps if not step.is_done)

    @property
    def _papers_to_print(self) -> tuple[str, ...]:
        unneeded = set() if self.prizes.lines else {"prizes"}
        unneeded |= set() if self.prizes.has_awards else {"certificates"}
        return tuple(name for name in END_PAPERS if name not in unneeded)

    def _results_text(self) -> str:
        rounds = f"{counted(self.night.round_number, 'round')} counted, the standings are final"
        missing_slips = self.standings.slips
        if not missing_slips:
            return rounds
        return f"{rounds}; no slip came from {counted(len(missing_slips), 'table')}"

    def _prizes_text(self) -> str:
        if self.prizes.changed_lines:
            return "a result was changed after they were confirmed"
        if self.prizes.confirmed_at is not None:
            return f"{counted(len(self.prizes.lines), 'prize')} confirmed"
        settled = len(self.prizes.lines) - len(self.prizes.open_lines)
        return f"{settled} settled, {len(self.prizes.open_lines)} open"

    def _money_text(self) -> str:
        if self.box.counted not in {None, self.box.expected}:
            return self.box.difference_text
        accounts = self.box.accounts
        names = [str(payer) for payer in accounts.lines if payer.unpaid]
        if not names:
            return "nobody owes anything"
        owing = exact_money(accounts.unpaid, accounts.currency)
        return f"{join_names(names)} still to pay {owing}"


def end_page(party: Party, finished_at: datetime) -> EndPage:
    prizes = all_prizes(party)
    kits = (*END_PAPERS, MONEY_SHEET)
    printed = Printout.objects.filter(party=party, kit__in=kits, blank=False, at__gte=finished_at)
    evening_now = night(party)
    return EndPage(
        night=evening_now,
        has_prize_giving=party.guests and party.reveal == Party.Reveal.HOST,
        is_revealed=evening_now.is_revealed,
        finished_at=finished_at.astimezone(ZoneInfo(party.club.time_zone)),
        standings=standings(party),
        prizes=prizes,
        box=cash_box(party, prizes),
        printed=frozenset(printed.order_by().values_list("kit", flat=True).distinct()),
        story=story(party),
    )
