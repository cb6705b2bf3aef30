"""Everything needed to finish the round, and the evening, without the laptop."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from party.models import Party, Round
from party.pdf.papers.pack import Pack, PackPart, pack_pdf
from party.queries.papers import marks_of_earlier_round
from party.values.papers import Contents, Look, Marks, Moment, Piece, mark_of
from party.views.papers.next_moves import NEXT_MOVES
from party.views.papers.paper import (
    AnyPaper,
    Paper,
    PaperOfParty,
    is_drawn,
    of_round,
    shared_title,
)
from party.views.papers.rota import ROTA
from party.views.papers.rules import RULES
from party.views.papers.script import SCRIPT
from party.views.papers.seat_list import SEAT_LIST
from party.views.papers.slips import SLIPS
from party.views.papers.standings import STANDINGS
from party.views.papers.table_list import TABLE_LIST

FILLED, BLANK = Look(), Look(blank=True)
PARTS: tuple[tuple[AnyPaper, Look], ...] = (
    (TABLE_LIST, FILLED),
    (SEAT_LIST, FILLED),
    (SCRIPT, FILLED),
    (SLIPS, FILLED),
    (SLIPS, BLANK),
    (NEXT_MOVES, FILLED),
    (ROTA, FILLED),
    (STANDINGS, FILLED),
    (RULES, FILLED),
)


def pack_of(party: Party, latest: Round, filled_papers: Sequence[PaperOfParty] = ()) -> Pack:
    """Bind the papers of a round; take those that are filled already from `filled_papers`."""
    by_key = {paper.key: paper for paper in filled_papers}
    papers = (PaperOfParty(party, document, look, latest) for document, look in PARTS)
    title = f"Without the laptop: {party.name}, round {latest.number}"
    whole = bind_papers(title, (by_key.get(paper.key, paper) for paper in papers))
    return replace(
        whole, unchanged=frozenset(_titles_unchanged_since_earlier_round(party, latest, whole))
    )


def _titles_unchanged_since_earlier_round(
    party: Party, latest: Round, whole: Pack
) -> Iterator[str]:
    earlier = marks_of_earlier_round(party, PACK.slug, latest.number)
    printed = Marks.from_json(earlier).pieces if earlier else {}
    for part in whole.parts:
        if printed.get(part.title) == (part.title, mark_of(part.content)):
            yield part.title


def bind_papers(title: str, papers: Iterable[PaperOfParty]) -> Pack:
    return Pack(
        title=title,
        parts=tuple(
            PackPart(title=paper.title, draw=paper.draw, content=paper.contents.content)
            for paper in papers
            if paper.is_ready
        ),
    )


def contents(sheet: Pack) -> Contents:
    return Contents(
        shared=(shared_title(sheet.title),),
        pieces=tuple(Piece(part.title, part.title, part.content) for part in sheet.parts),
        noun="part",
    )


PACK = Paper(
    slug="pack",
    title="Without the laptop",
    purpose=(
        "Everything you need to finish by hand. Print it before each round: from the second on, "
        "it leaves out what has not changed."
    ),
    moment=Moment.ROUND,
    is_by_round=True,
    is_ready=is_drawn,
    fill=of_round(pack_of),
    draw=pack_pdf,
    contents=contents,
)
