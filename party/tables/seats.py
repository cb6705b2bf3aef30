from collections.abc import Iterator, Mapping, Sequence

from party.engine import SEAT_NAMES
from party.progression import FACING
from party.tables.spreadsheets import Cell
from party.values.people.person import Person, Sitting

HEADINGS = ("Round", "No.", "Name", "Prize group", "Table", "Seat", "Partner", "Move")
SITS_OUT = "sits out"


def seat_rows(
    round_number: int,
    sittings: Sequence[Sitting],
    tables: Mapping[int, Mapping[str, Person]],
    moves: Mapping[int, str],
) -> Iterator[tuple[Cell, ...]]:
    """`tables` maps table numbers to people by seat; `moves` maps entrant ids to texts."""
    for sitting in sittings:
        person = sitting.person
        person_cells = (round_number, person.number, str(person), person.prize_group)
        move = moves.get(person.id, "")
        if sitting.table is None or sitting.seat is None:
            yield *person_cells, None, SITS_OUT, "", move
            continue
        partner = str(tables[sitting.table][FACING[sitting.seat]])
        yield *person_cells, sitting.table, SEAT_NAMES[sitting.seat], partner, move


ROTA_HEADINGS = ("Turn", "No.", "Name", "Rounds sat out")


def rota_rows(
    people: Sequence[Person], sit_out_counts: Mapping[int, int]
) -> Iterator[tuple[Cell, ...]]:
    for turn, person in enumerate(people, start=1):
        yield turn, person.number, str(person), sit_out_counts.get(person.id, 0)
