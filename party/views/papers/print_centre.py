"""The print centre as one value: what is wanted now, all else there is, what has changed since."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from zoneinfo import ZoneInfo

from party.models import Party, Printout, Round
from party.pdf.kit.fonts import NameToCheck, names_to_check
from party.queries.evening.rounds import latest_round, night_after
from party.queries.one_reading import one_reading
from party.queries.papers import has_printed_cards, last_printouts, names_on_paper
from party.values.evening.live import Night, Stage
from party.values.numbers import moment
from party.values.papers import Changes, Look, Marks, Moment
from party.views.papers.catalogue import BY_SLUG, DOCUMENTS
from party.views.papers.pack import PACK, pack
from party.views.papers.paper import PaperOfParty, of_round, query_of

# What is wanted at each stage, in the order in which one prints it.
ROUND_KITS = ("slips", "seats", "tables")  # the paper of a round, in one file
FIRST_ROUND = ("cards", *ROUND_KITS)
NEXT_ROUND = ("slips", "seats", "script", "pack")
EARLIER_ROUND = (*ROUND_KITS, "script")
LAST = ("standings", "prizes", "certificates", "pictures")
SETUP = ("checklist", "rules", "trial")
BEGINNING = {Stage.SEATED, Stage.PLAYING, Stage.BELL, Stage.CHECKING}
ENDING = {Stage.OVER, Stage.FINISHED}
MOST_NAMED = 3

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
        return self.paper.is_ready and (not self.printed or self.is_outdated)

    @property
    def is_outdated(self) -> bool:
        """Whether it must be printed again: a card of somebody who is gone needs no paper."""
        changes = self.changes
        return bool(changes and (changes.shared or changes.pieces or not self.has_parts))

    @property
    def has_parts(self) -> bool:
        return self.paper.filled.has_parts


@dataclass(frozen=True, kw_only=True)
class Fold:
    """Papers of one moment that are not wanted now, folded."""

    moment: Moment
    lines: tuple[Line, ...]

    @property
    def names(self) -> str:
        """What is in it, in words."""
        titles = [line.paper.title for line in self.lines]
        words = " · ".join(title[0].lower() + title[1:] for title in titles[:MOST_NAMED])
        more = len(titles) - MOST_NAMED
        return f"{words} and {more} more" if more > 0 else words

    @property
    def outdated(self) -> int:
        return sum(line.is_outdated for line in self.lines)


@dataclass(frozen=True, kw_only=True)
class PrintCentre:
    """All that the page shows, in one look and of one round (None: nothing is drawn yet).

    `next` is the one paper to print next; `round_paper` what the round needs, in one file.
    """

    look: Look
    night: Night
    round: Round | None
    rounds: Sequence[int]
    lines: tuple[Line, ...]
    wanted: tuple[Line, ...]
    blanks: tuple[PaperOfParty, ...]
    next: Line | None
    round_paper: tuple[Line, ...]
    needs_cards: bool  # the cards of a blind draw are not printed yet
    to_check: tuple[NameToCheck, ...]

    @property
    def query(self) -> str:
        return query_of(self.look, self.round.number if self.round else None)

    @property
    def folds(self) -> tuple[Fold, ...]:
        kits = {line.paper.document.slug for line in self.wanted}
        others = [line for line in self.lines if line.paper.document.slug not in kits]
        return tuple(
            Fold(
                moment=moment,
                lines=tuple(line for line in others if line.paper.document.moment == moment),
            )
            for moment in Moment
        )

    @property
    def printed(self) -> tuple[Line, ...]:
        return tuple(line for line in self.lines if line.printed)

    @property
    def when(self) -> str:
        """For which time of the evening the wanted papers are."""
        night, number = self.night, self.night.round_number
        if self.round is None:
            return "before the draw"
        if self.round.number != number or night.stage in BEGINNING - {Stage.SEATED}:
            return f"round {self.round.number}"
        if night.stage != Stage.SEATED:
            return f"after round {number}"
        return f"between rounds {number - 1} and {number}" if number > 1 else "before round 1"


@one_reading()
def print_centre(party: Party, look: Look, round_number: int, now: datetime) -> PrintCentre:
    """Return the page of a party; a round that there is not is the latest one."""
    latest = latest_round(party)
    night = night_after(party, latest)
    rounds = range(1, latest.number + 1) if latest else range(0)
    shown = party.rounds.get(number=round_number) if round_number in rounds else latest
    printed = last_printouts(party, look)

    def paper(kit: str, *, blank: bool = False) -> PaperOfParty:
        document = BY_SLUG[kit]
        round_ = shown if document.by_round else latest
        return PaperOfParty(party, document, replace(look, blank=blank), round_)

    papers = {each.slug: paper(each.slug) for each in DOCUMENTS}
    reads_once = of_round(partial(pack, known=tuple(papers.values())))
    papers["pack"] = replace(papers["pack"], document=replace(PACK, fill=reads_once))
    lines = {kit: paper_line(each, printed.get(each.key), now) for kit, each in papers.items()}
    kits = _wanted_kits(party, night) if shown == latest else EARLIER_ROUND
    if _needs_tents(party, night) and lines["tents"].is_wanted:
        kits = (*kits, "tents")
    waits = [lines[kit] for kit in _next_kits(party, night) if lines[kit].is_wanted]
    bundle = tuple(lines[kit] for kit in round_kits(party))
    is_bundle = shown == latest and night.stage in BEGINNING and not _has_all_printed(bundle)
    first = waits[0] if waits and shown == latest else None
    if is_bundle and first and first.paper.document.slug in ROUND_KITS:
        first = None
    return PrintCentre(
        look=look,
        night=night,
        round=shown,
        rounds=rounds,
        lines=tuple(lines.values()),
        wanted=tuple(lines[kit] for kit in kits if lines[kit].paper.is_ready),
        blanks=tuple(paper(each.slug, blank=True) for each in DOCUMENTS if each.has_blank),
        next=first,
        round_paper=bundle if is_bundle else (),
        needs_cards=_is_blind(party) and not has_printed_cards(party),
        to_check=names_to_check(names_on_paper(party)),
    )


def round_kits(party: Party) -> tuple[str, ...]:
    """Return which papers every round of a party needs."""
    on_cards = party.table_capture == Party.Capture.CARDS
    return tuple(kit for kit in ROUND_KITS if not (on_cards and kit == "slips"))


def _has_all_printed(lines: Sequence[Line]) -> bool:
    return all(line.printed or not line.paper.is_ready for line in lines)


def _is_blind(party: Party) -> bool:
    return party.cards == Party.Cards.BLIND


def _needs_tents(party: Party, night: Night) -> bool:
    """Return whether phones enter hands: each table finds its address on its tent."""
    return party.phones and night.stage not in ENDING


def _wanted_kits(party: Party, night: Night) -> Sequence[str]:
    if night.stage in BEGINNING:
        return NEXT_ROUND if night.round_number > 1 else FIRST_ROUND
    if night.stage in ENDING:
        return LAST
    if night.stage == Stage.SETUP:
        return ("cards", *SETUP) if _is_blind(party) else SETUP
    return ("standings",)


def _next_kits(party: Party, night: Night) -> Sequence[str]:
    """Return what is printed next as long as it is wanted; the rest is for who likes it."""
    if night.stage in BEGINNING:
        cards = ("cards",) if night.round_number == 1 else ()
        tents = ("tents",) if _needs_tents(party, night) else ()
        return (*cards, *tents, *round_kits(party))
    if night.stage in ENDING:
        return LAST[:3]
    return ("cards",) if night.stage == Stage.SETUP and _is_blind(party) else ()


def paper_line(paper: PaperOfParty, last: Printout | None, now: datetime) -> Line:
    """Read the sheet only where it was printed: what has changed cannot be said without it."""
    if not paper.is_ready:
        return Line(paper=paper)
    if last is None:
        return Line(paper=paper, sheets=paper.sheets)
    changes = paper.changes_since(Marks.read(last.marks))
    return Line(
        paper=paper,
        sheets=paper.sheets,
        printed=moment(last.at, now, ZoneInfo(paper.party.club.time_zone)),
        printout=last.pk,
        changes=changes,
        some=len(changes.pieces) if changes.is_partial and paper.filled.has_parts else 0,
    )
