"""The desk: the table to type in, and everything else on its page."""

from dataclasses import dataclass

from party.values.evening.live import Closing
from party.values.scores.tables import Disagreement, Sheet, TableScore

MOST_OPEN = 100  # tables that the desk lists; any other is typed


@dataclass(frozen=True, slots=True)
class Desk:
    """The tables of an open round by number, and the sheet of the one to type in.

    `sheet` is None once every table has finished.
    """

    scores: dict[int, TableScore]
    sheet: Sheet | None

    @property
    def open_scores(self) -> tuple[TableScore, ...]:
        return tuple(score for score in self.scores.values() if not score.finished)

    @property
    def open_tables(self) -> tuple[int, ...]:
        return tuple(score.number for score in self.open_scores)

    @property
    def next_open(self) -> tuple[TableScore, ...]:
        """The open tables; of more than a hundred the next ones, counting on from this table."""
        at = self.sheet.score.number if self.sheet else 0
        scores = self.open_scores
        if len(scores) <= MOST_OPEN:
            return scores
        later = (score for score in scores if score.number >= at)
        return (*later, *(score for score in scores if score.number < at))[:MOST_OPEN]

    @property
    def tables(self) -> int:
        return len(self.scores)

    @property
    def is_on_cards_only(self) -> bool:
        """Whether no table of the round is typed in at all."""
        return all(score.on_cards for score in self.scores.values())


@dataclass(frozen=True, slots=True)
class DeskPage(Desk):
    """A desk with all that its page of the desk shows, but for its forms.

    `after` is the table just left. `disagreements` are those of the records of both tables, each
    with its table. `recorded` are the hands of the sheet that carry a record. `closing` is there
    when every table has finished: the round can be closed.
    """

    after: int | None
    disagreements: tuple[tuple[int, Disagreement], ...]
    recorded: frozenset[int] = frozenset()
    closing: Closing | None = None
