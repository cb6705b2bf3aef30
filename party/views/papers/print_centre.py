"""The print centre as one value: what there is to print, what was printed, what has changed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from zoneinfo import ZoneInfo

from party.models import Party, Printout, Round
from party.pdf.kit.fonts import NameToCheck, names_to_check
from party.queries.evening.rounds import latest_round, night_after
from party.queries.papers import last_printouts, names_on_paper
from party.values.evening.live import Stage
from party.values.numbers import clock
from party.values.papers import Changes, Look, Marks, Moment, compare
from party.views.papers.catalogue import DOCUMENTS
from party.views.papers.paper import PaperOfParty, query_of

# What is wanted at each stage, in the order in which one prints it.
FIRST_ROUND = ("cards", "seats", "slips", "tables")
NEXT_ROUND = ("script", "seats", "slips", "tables")
LAST = ("standings", "prizes", "certificates")
BEGINNING = {Stage.SEATED, Stage.PLAYING, Stage.BELL, Stage.CHECKING}
ENDING = {Stage.OVER, Stage.FINISHED}

Printouts = Mapping[tuple[str, int | None, bool], Printout]


@dataclass(frozen=True, kw_only=True)
class Line:
    """One paper on the page; `changes` since it was `printed`, at that time of day."""

    paper: PaperOfParty
    sheets: int = 0
    printed: str = ""
    printout: int = 0
    changes: Changes | None = None
    some: int = 0  # so many pieces can be printed again without the others

    @property
    def is_wanted(self) -> bool:
        """Whether it has still to be printed, as far as the printouts show."""
        return self.paper.is_ready and (not self.printed or bool(self.changes))


@dataclass(frozen=True, kw_only=True)
class PrintCentre:
    """All that the page shows, in one look and of one round (None: nothing is drawn yet)."""

    look: Look
    round: Round | None
    rounds: Sequence[int]
    lines: tuple[Line, ...]
    blanks: tuple[Line, ...]
    next: Line | None
    to_check: tuple[NameToCheck, ...]

    @property
    def query(self) -> str:
        return query_of(self.look, self.round.number if self.round else None)

    @property
    def moments(self) -> tuple[tuple[Moment, tuple[Line, ...]], ...]:
        return tuple(
            (moment, tuple(each for each in self.lines if each.paper.document.moment == moment))
            for moment in Moment
        )


def print_centre(party: Party, look: Look, round_number: int, now: datetime) -> PrintCentre:
    """Return the page of a party; a round that there is not is the latest one."""
    latest = latest_round(party)
    rounds = range(1, latest.number + 1) if latest else range(0)
    shown = party.rounds.get(number=round_number) if round_number in rounds else latest
    printed = last_printouts(party, look)

    def lines(*, blank: bool) -> tuple[Line, ...]:
        papers = (
            PaperOfParty(
                party,
                document,
                replace(look, blank=blank),
                shown if document.by_round else latest,
            )
            for document in DOCUMENTS
            if document.has_blank or not blank
        )
        return tuple(_print_line(paper, printed.get(paper.key), now) for paper in papers)

    filled = lines(blank=False)
    return PrintCentre(
        look=look,
        round=shown,
        rounds=rounds,
        lines=filled,
        blanks=lines(blank=True),
        next=_next(party, latest, filled) if shown == latest else None,
        to_check=names_to_check(names_on_paper(party)),
    )


def _print_line(paper: PaperOfParty, last: Printout | None, now: datetime) -> Line:
    """Read the sheet only where something is to be said of it."""
    if not paper.is_ready:
        return Line(paper=paper)
    sheets = paper.filled.count_sheets(paper.look) if paper.document.counts_sheets else 0
    if last is None:
        return Line(paper=paper, sheets=sheets)
    changes = compare(Marks.read(last.marks), paper.filled.contents)
    return Line(
        paper=paper,
        sheets=sheets,
        printed=_time_printed(paper.party, last.at, now),
        printout=last.pk,
        changes=changes,
        some=len(changes.pieces) if paper.filled.has_parts and not changes.shared else 0,
    )


def _time_printed(party: Party, at: datetime, now: datetime) -> str:
    """Write a time of today as "6:41 p.m.", an earlier one with its day."""
    zone = ZoneInfo(party.club.time_zone)
    at, now = at.astimezone(zone), now.astimezone(zone)
    return clock(at) if at.date() == now.date() else f"{at.day} {at:%b}, {clock(at)}"


def _next(party: Party, latest: Round | None, lines: Sequence[Line]) -> Line | None:
    """Return what to print next tonight, if anything waits."""
    stage = night_after(party, latest).stage
    wanted: tuple[str, ...] = ()
    if stage in BEGINNING:
        wanted = NEXT_ROUND if latest and latest.number > 1 else FIRST_ROUND
    elif stage in ENDING:
        wanted = LAST
    elif party.cards == Party.Cards.BLIND:
        wanted = ("cards",)
    waiting = {line.paper.document.slug: line for line in lines if line.is_wanted}
    if party.table_capture == Party.Capture.CARDS:
        waiting.pop("slips", None)
    return next((waiting[slug] for slug in wanted if slug in waiting), None)
