from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from zoneinfo import ZoneInfo

from party.models import Party, Printout, Round
from party.pdf.drawing.fonts import NameToCheck, names_to_check
from party.queries.evening.rounds import latest_round, night_with_latest
from party.queries.papers import has_printed_cards, last_printouts, names_on_paper
from party.queries.shared_reads import share_reads
from party.values.evening.live import Night, Stage
from party.values.numbers import moment
from party.values.papers import Changes, Look, Moment
from party.views.papers.catalogue import DOCUMENTS
from party.views.papers.pack import PACK, pack_of
from party.views.papers.paper import AnyPaper, PaperOfParty, of_round, query_of

# The papers wanted at each stage, in the order of printing. A `kit` is the slug of a document.
ROUND_KITS = ("slips", "seats", "tables")  # one file has all these papers of a round
FIRST_ROUND = ("cards", *ROUND_KITS)
NEXT_ROUND = ("slips", "seats", "script", "pack")
EARLIER_ROUND = (*ROUND_KITS, "script")
LAST = ("standings", "prizes", "certificates", "pictures")
SETUP = ("checklist", "rules", "trial")
BEGINNING = {Stage.SEATED, Stage.PLAYING, Stage.BELL, Stage.CHECKING}
ENDING = {Stage.OVER, Stage.FINISHED}
MOST_NAMED = 3


@dataclass(frozen=True, kw_only=True)
class PaperLine:
    """`printed` is the time when the paper was printed; `changes` are what has changed since."""

    paper: PaperOfParty
    sheets: int = 0
    printed: str = ""
    printout: int = 0
    changes: Changes | None = None
    outdated_pieces: int = 0  # pieces to print again without the others

    @property
    def is_wanted(self) -> bool:
        return self.paper.is_ready and (not self.printed or self.is_outdated)

    @property
    def is_outdated(self) -> bool:
        """A removed card alone is no reason to print again."""
        changes = self.changes
        has_parts = self.paper.document.part is not None
        return bool(changes and (changes.shared or changes.pieces or not has_parts))


@dataclass(frozen=True, kw_only=True)
class FoldedPapers:
    """The papers of one moment, which the page shows when somebody opens the list."""

    moment: Moment
    lines: tuple[PaperLine, ...]

    @property
    def names(self) -> str:
        titles = [line.paper.title for line in self.lines]
        words = " · ".join(title[0].lower() + title[1:] for title in titles[:MOST_NAMED])
        unnamed = len(titles) - MOST_NAMED
        return f"{words} and {unnamed} more" if unnamed > 0 else words

    @property
    def outdated(self) -> int:
        return sum(line.is_outdated for line in self.lines)


@dataclass(frozen=True, kw_only=True)
class PrintCentre:
    """`round_papers` are printed as one file; `next` is the paper to print next."""

    look: Look
    night: Night
    round: Round | None
    rounds: Sequence[int]
    lines: tuple[PaperLine, ...]
    wanted: tuple[PaperLine, ...]
    blanks: tuple[AnyPaper, ...]
    next: PaperLine | None
    round_papers: tuple[PaperLine, ...]
    needs_cards: bool  # the cards of a blind draw are not printed yet
    names_to_check: tuple[NameToCheck, ...]

    @property
    def query(self) -> str:
        return query_of(self.look, self.round.number if self.round else None)

    @property
    def folds(self) -> tuple[FoldedPapers, ...]:
        kits = {line.paper.document.slug for line in self.wanted}
        unwanted = [line for line in self.lines if line.paper.document.slug not in kits]
        return tuple(
            FoldedPapers(
                moment=moment,
                lines=tuple(line for line in unwanted if line.paper.document.moment == moment),
            )
            for moment in Moment
        )

    @property
    def printed(self) -> tuple[PaperLine, ...]:
        return tuple(line for line in self.lines if line.printed)

    @property
    def moment_text(self) -> str:
        night, number = self.night, self.night.round_number
        if self.round is None:
            return "before the draw"
        if self.round.number != number or night.stage in BEGINNING - {Stage.SEATED}:
            return f"round {self.round.number}"
        if night.stage != Stage.SEATED:
            return f"after round {number}"
        return f"between rounds {number - 1} and {number}" if number > 1 else "before round 1"


@share_reads()
def print_centre(party: Party, look: Look, round_number: int, at: datetime) -> PrintCentre:
    """Show the latest round if there is no round of this number."""
    latest = latest_round(party)
    night = night_with_latest(party, latest)
    rounds = range(1, latest.number + 1) if latest else range(0)
    shown_round = party.rounds.get(number=round_number) if round_number in rounds else latest
    printed = last_printouts(party, look)
    filled = replace(look, blank=False)
    papers = {
        each.slug: PaperOfParty(party, each, filled, shown_round if each.is_by_round else latest)
        for each in DOCUMENTS
    }
    fill_pack = of_round(partial(pack_of, filled_papers=tuple(papers.values())))
    papers["pack"] = replace(papers["pack"], document=replace(PACK, fill=fill_pack))
    lines = {kit: paper_line(each, printed.get(each.key), at) for kit, each in papers.items()}
    kits = _wanted_kits(party, night) if shown_round == latest else EARLIER_ROUND
    if _needs_tents(party, night) and lines["tents"].is_wanted:
        kits = (*kits, "tents")
    next_lines = [lines[kit] for kit in _next_kits(party, night) if lines[kit].is_wanted]
    bundle = tuple(lines[kit] for kit in round_kits(party))
    is_bundle = shown_round == latest and night.stage in BEGINNING and not _has_all_printed(bundle)
    next_line = next_lines[0] if next_lines and shown_round == latest else None
    if is_bundle and next_line and next_line.paper.document.slug in ROUND_KITS:
        next_line = None
    return PrintCentre(
        look=look,
        night=night,
        round=shown_round,
        rounds=rounds,
        lines=tuple(lines.values()),
        wanted=tuple(lines[kit] for kit in kits if lines[kit].paper.is_ready),
        blanks=tuple(each for each in DOCUMENTS if each.blank),
        next=next_line,
        round_papers=bundle if is_bundle else (),
        needs_cards=party.is_blind and not has_printed_cards(party),
        names_to_check=names_to_check(names_on_paper(party)),
    )


def round_kits(party: Party) -> tuple[str, ...]:
    on_cards = party.table_capture == Party.Capture.CARDS
    return tuple(kit for kit in ROUND_KITS if not (on_cards and kit == "slips"))


def _has_all_printed(lines: Sequence[PaperLine]) -> bool:
    return all(line.printed or not line.paper.is_ready for line in lines)


def _needs_tents(party: Party, night: Night) -> bool:
    return party.phones and night.stage not in ENDING


def _wanted_kits(party: Party, night: Night) -> Sequence[str]:
    if night.stage in BEGINNING:
        return NEXT_ROUND if night.round_number > 1 else FIRST_ROUND
    if night.stage in ENDING:
        return LAST
    if night.stage == Stage.SETUP:
        return ("cards", *SETUP) if party.is_blind else SETUP
    return ("standings",)


def _next_kits(party: Party, night: Night) -> Sequence[str]:
    if night.stage in BEGINNING:
        cards = ("cards",) if night.round_number == 1 else ()
        tents = ("tents",) if _needs_tents(party, night) else ()
        return (*cards, *tents, *round_kits(party))
    if night.stage in ENDING:
        return LAST[:3]
    return ("cards",) if night.stage == Stage.SETUP and party.is_blind else ()


def paper_line(paper: PaperOfParty, last: Printout | None, at: datetime) -> PaperLine:
    """Fill the sheet only to compare it with the `last` printout."""
    if not paper.is_ready:
        return PaperLine(paper=paper)
    if last is None:
        return PaperLine(paper=paper, sheets=paper.sheet_count)
    changes = paper.changes_since(last)
    return PaperLine(
        paper=paper,
        sheets=paper.sheet_count,
        printed=moment(last.at, at, ZoneInfo(paper.party.club.time_zone)),
        printout=last.pk,
        changes=changes,
        outdated_pieces=len(changes.pieces) if changes.is_partial and paper.document.part else 0,
    )
