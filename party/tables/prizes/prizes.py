"""Who has which prize, as a file; a prize that is open has no winner."""

from collections.abc import Iterator

from party.tables.people.fees import exact
from party.tables.spreadsheets import Cell
from party.values.prizes.prizes import PrizesNow

HEADINGS = ("Prize", "To win", "Winner", "Score", "Money", "How")


def prize_rows(now: PrizesNow) -> Iterator[tuple[Cell, ...]]:
    for line in now.lines:
        if not line.awarded:
            yield line.title, line.what, "", "", None, line.rule
        for winner in line.awarded:
            amount = None if winner.share is None else exact(winner.share)
            person = str(winner.person)
            yield line.title, line.what, person, winner.score, amount, line.rule
