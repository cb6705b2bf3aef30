"""A document: its name, when it is ready, and the functions that fill, draw and compare it.

A *sheet* is a dataclass beside its drawing in `pdf`; a file in this folder fills it, and states
the contents by which a printout is compared.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Generic, TypeVar
from urllib.parse import urlencode

from party.models import Party, Printout, Round
from party.queries import papers as reads
from party.values.papers import (
    Changes,
    Contents,
    Heading,
    Look,
    Marks,
    Moment,
    PaperSize,
    Piece,
    Shared,
    compare,
)

USUAL = Look()
CLOSE_FIRST = "First close a round."
BLANK_START, BLANK_ROUND = "Table ____   Seat ____", "Round ____"  # on a blank form
S = TypeVar("S")


def is_always_ready(_party: Party, _latest: Round | None) -> bool:
    return True


def is_drawn(_party: Party, latest: Round | None) -> bool:
    return latest is not None


def has_seats(_party: Party, latest: Round | None) -> bool:
    """If the party does not track seats, only round 1 has tables."""
    return latest is not None and reads.has_tables(latest)


@dataclass(frozen=True, kw_only=True)
class Paper(Generic[S]):
    slug: str
    title: str
    purpose: str
    moment: Moment
    is_ready: Callable[[Party, Round | None], bool] = is_always_ready
    not_ready: str = "First draw the seats."
    is_by_round: bool = False  # each round has a document of its own
    fill: Callable[[Party, Round | None], S]
    draw: Callable[[S, Look], bytes]
    contents: Callable[[S], Contents]
    blank: Callable[[Party], S] | None = None
    # Makes a sheet of some pieces; None if they cannot be printed without the others.
    part: Callable[[S, Sequence[int]], S] | None = None
    # Counts the sheets of paper without filling the document.
    sheets: Callable[[Party, Round | None, Look], int] | None = None


AnyPaper = Paper[Any]  # a document, with any type of sheet


@dataclass(frozen=True)
class PaperOfParty:
    party: Party
    document: AnyPaper
    look: Look
    round: Round | None

    @property
    def title(self) -> str:
        return f"{self.document.title}, blank" if self.look.blank else self.document.title

    @property
    def number(self) -> int | None:
        of_round = self.document.is_by_round and not self.look.blank
        return self.round.number if of_round and self.round else None

    @property
    def key(self) -> tuple[str, int | None, bool]:
        return self.document.slug, self.number, self.look.blank

    @property
    def query(self) -> str:
        return query_of(self.look, self.number)

    @cached_property
    def is_ready(self) -> bool:
        if self.look.blank:
            return self.document.blank is not None
        return self.document.is_ready(self.party, self.round)

    @property
    def sheet_count(self) -> int:
        """Return the number of sheets of paper, without filling the document; 0 if unknown."""
        count = self.document.sheets
        return count(self.party, self.round, self.look) if count else 0

    @property
    def not_ready_reason(self) -> str:
        if self.document.is_by_round and self.round is not None and not self.party.tracks_seats:
            return "Seats are not tracked."
        return self.document.not_ready

    @property
    def contents(self) -> Contents:
        return self._sheet_and_contents[1]

    @cached_property
    def _sheet_and_contents(self) -> tuple[Any, Contents]:
        document = self.document
        if self.look.blank and document.blank:
            sheet = document.blank(self.party)
        else:
            sheet = document.fill(self.party, self.round)
        return sheet, document.contents(sheet)

    def changes_since(self, printout: Printout) -> Changes:
        return compare(Marks.from_json(printout.marks), self.contents)

    def draw(self, look: Look, keys: Collection[str] | None = None) -> bytes:
        """Draw the pieces with these keys; None draws all."""
        sheet, contents = self._sheet_and_contents
        if keys is not None and self.document.part:
            sheet = self.document.part(sheet, contents.indexes(keys))
        return self.document.draw(sheet, look)


def requested_look(query: Mapping[str, str], usual: Look = USUAL) -> Look:
    """Read the look from the query; `usual` has the parts that the query leaves out."""
    paper = query.get("paper", usual.paper)
    size = "large" if usual.large and "paper" not in query else ""
    return Look(
        paper=PaperSize(paper) if paper in set(PaperSize) else usual.paper,
        large=query.get("size", size) == "large",
        blank="blank" in query,
    )


def query_of(look: Look, number: int | None = None) -> str:
    query = {
        "paper": look.paper.value,
        "size": "large" if look.large else "",
        "blank": "yes" if look.blank else "",
        "round": str(number or ""),
    }
    return urlencode({name: value for name, value in query.items() if value})


def of_party(fill: Callable[[Party], S]) -> Callable[[Party, Round | None], S]:
    return lambda party, _round: fill(party)


def of_round(fill: Callable[[Party, Round], S]) -> Callable[[Party, Round | None], S]:
    """Adapt a function that needs a round; its document must not be ready before round 1."""

    def fill_with_round(party: Party, round_: Round | None) -> S:
        if round_ is None:
            raise ValueError("There is no round yet.")
        return fill(party, round_)

    return fill_with_round


def contents_of(heading: Heading, pieces: Iterable[Piece], noun: str, *shared: Shared) -> Contents:
    shared_heading = Shared("heading", heading.content, "the party’s name, date or place")
    return Contents(shared=(shared_heading, *shared), pieces=tuple(pieces), noun=noun)


def shared_title(title: str) -> Shared:
    return Shared("title", title, "its title")


def part_of(field: str, **changes: object) -> Callable[[Any, Sequence[int]], Any]:
    """Return the `part` of a document whose sheet has its pieces in this field."""

    def part(sheet: Any, indexes: Sequence[int]) -> Any:
        pieces = getattr(sheet, field)
        return replace(sheet, **{field: tuple(pieces[index] for index in indexes)}, **changes)

    return part
