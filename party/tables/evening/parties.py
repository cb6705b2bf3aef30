"""All parties somebody may see, as a file."""

from collections.abc import Iterable, Iterator

from party.tables.spreadsheets import Cell
from party.values.evening.parties import PartyLine

HEADINGS = ("Party", "Club", "Place", "Start", "People", "Rounds", "Rounds planned", "Finished")


def party_rows(lines: Iterable[PartyLine]) -> Iterator[tuple[Cell, ...]]:
    for line in lines:
        night = line.night
        start = line.local_start.replace(tzinfo=None)
        finished = "yes" if night.stage == "finished" else ""
        rest = (line.people, night.round_number, night.planned, finished)
        yield line.name, line.club, line.place, start, *rest
