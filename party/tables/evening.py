from collections.abc import Iterable, Iterator
from typing import Any

from party.engine import PAIR_NAMES
from party.tables.scores import SEAT_HEADINGS
from party.tables.spreadsheets import Cell
from party.values.evening.live import LiveTable
from party.values.scores.second_look import CheckedTable

HEADINGS = (
    *("Round", "Table", *SEAT_HEADINGS.values()),
    *("Hands", "N-S points", "E-W points", "Ahead", "State", "Why short"),
)
CHECK_HEADINGS = (
    *("Round", "Table", "Results", "Alike", "Different"),
    *("State", "Typed by", "Typed again by"),
)


def table_rows(round_number: int, tables: Iterable[LiveTable]) -> Iterator[tuple[Cell, ...]]:
    for table in tables:
        score = table.score
        people = [str(table.seats.get(seat, "")) for seat in SEAT_HEADINGS]
        hands = score.hands if score.has_total else score.saved
        points = (score.ns, score.ew) if score.has_entries or not score.on_cards else (None, None)
        ahead = PAIR_NAMES.get(score.ahead, "")
        cells = (hands, *points, ahead, table.progress_text, score.why_short)
        yield round_number, table.number, *people, *cells


def check_rows(round_number: int, tables: Iterable[CheckedTable]) -> Iterator[tuple[Cell, ...]]:
    for table in tables:
        counts = (table.entry_count, table.equal_count, table.different_count)
        names = (", ".join(table.first_typists), ", ".join(table.second_typists))
        yield round_number, table.number, *counts, table.words, *names


PARTY_HEADINGS = (
    "Party",
    "Club",
    "Place",
    "Start",
    "People",
    "Rounds",
    "Rounds planned",
    "Finished",
)


def party_rows(lines: Iterable[Any]) -> Iterator[tuple[Cell, ...]]:
    """The lines are those of the first page."""
    for line in lines:
        party, night = line.party, line.night
        start = party.local_start.replace(tzinfo=None)
        finished = "yes" if night.stage == "finished" else ""
        cells = (party.people, night.round_number, night.planned, finished)
        yield party.name, party.club.name, party.place, start, *cells
