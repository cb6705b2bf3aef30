"""Everybody's final card beside what the tables say, as a file."""

from collections.abc import Iterator, Sequence

from party.tables.spreadsheets import Cell
from party.values.scores.final_cards import TallyLine

FIRST, LAST = ("No.", "Name"), ("On the card", "By the tables", "State", "Look at")


def card_headings(rounds: int) -> tuple[str, ...]:
    return (*FIRST, *(f"R{number}" for number in range(1, rounds + 1)), *LAST)


def card_rows(lines: Sequence[TallyLine], rounds: int) -> Iterator[tuple[Cell, ...]]:
    for line in lines:
        boxes = line.card.boxes if line.card else ()
        padded = (*boxes, *(None,) * (rounds - len(boxes)))[:rounds]
        total = line.card.total if line.card else None
        cells = (total, line.records, line.state, " ".join(line.faults))
        yield line.person.number, str(line.person), *padded, *cells
