"""The tables of a round at a glance: shapes, words and a link for each."""

from dataclasses import dataclass

from party.values.evening.live import LiveTable
from party.values.scores.tables import TableScore


@dataclass(frozen=True)
class SpotOnBoard:
    number: int
    url: str
    marks: str
    words: str
    state: str
    head: bool


def spots(tables: tuple[LiveTable, ...], url: str, *, ties_matter: bool) -> list[SpotOnBoard]:
    """Return what the board shows; `url` is the desk's address without the table's number."""
    return [
        SpotOnBoard(
            number=table.number,
            url=f"{url}{table.number}",
            marks=marks(table),
            words=words(table, ties_matter=ties_matter),
            state=state(table, ties_matter=ties_matter),
            head=table.number == 1,
        )
        for table in tables
    ]


def marks(table: LiveTable) -> str:
    """Draw the hands: ● in, ○ still to come, ▲ something to look at."""
    score = table.score
    if score.on_cards:
        hands = "●" if score.finished else "○"
    elif score.capture == "totals":
        hands = "●" if score.has_total else "○"
    else:
        left = (score.limit or 0) - score.saved if not score.finished else 0
        hands = "●" * score.saved + "○" * max(left, 0)
    return hands + "▲" if table.looked_at else hands


def words(table: LiveTable, *, ties_matter: bool) -> str:
    score = table.score
    if ties_matter and score.tied:
        return "tied: cut"
    looked_at = ", look" if table.looked_at else ""
    return f"{progress(score)}{looked_at}"


def progress(score: TableScore) -> str:
    if score.hands == 0:
        return "not played"
    if score.finished:
        return "done"
    if score.on_cards:
        return "who was ahead?"
    if score.capture == "totals":
        return "total due"
    if score.limit:
        return f"{score.saved} of {score.limit}"
    return f"{score.saved} hand{'' if score.saved == 1 else 's'} in"


def state(table: LiveTable, *, ties_matter: bool) -> str:
    if table.looked_at or (ties_matter and table.score.tied):
        return "check"
    return "done" if table.score.finished else ""
