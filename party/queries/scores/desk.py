"""Reads for the desk: one table's sheet to type into, and every sheet of a round side by side."""

from collections.abc import Iterable

from django.db.models import F

from party.models import Entry, Party, Place, Round
from party.queries.evening.rounds import people, places_of
from party.queries.scores.entries import hand_line, table_sheet
from party.queries.scores.tables import table_scores
from party.queries.seats.seats import PERSON
from party.values.evening.live import LiveTable
from party.values.people.person import Person
from party.values.scores.table_key import Spot
from party.values.scores.tables import HandLine, Sheet, TableScore


def sheet(party: Party, round_: Round, score: TableScore) -> Sheet:
    """Return one table with its people and what is in force. Two queries."""
    places = Place.objects.filter(round=round_, table__number=score.number)
    rows = places.values_list("seat", *(f"entrant__{name}" for name in PERSON))
    return Sheet(
        round=round_.number,
        is_open=round_.is_open,
        score=score,
        seats={str(seat): Person(*person) for seat, *person in rows},
        lines=table_sheet(party, Spot(party.pk, round_.number, score.number)),
    )


def last_entry(party: Party, number: int, table: int) -> int | None:
    """Return what was entered last at a table, as the verb that takes it back names it."""
    rows = Entry.objects.in_force().filter(
        table__round__party=party, table__round__number=number, table__number=table
    )
    return rows.order_by("-sequence").values_list("pk", flat=True).first()


def next_table(scores: Iterable[TableScore], after: int = 0) -> int | None:
    """Return the next table that is not finished, counting on from `after` and round again."""
    open_tables = [score.number for score in scores if not score.finished]
    later = [number for number in open_tables if number > after]
    return min(later or open_tables, default=None)


def round_tables(party: Party, round_: Round) -> tuple[LiveTable, ...]:
    """Return the tables of any round with people and points. Three queries."""
    everybody = people(party)
    seats: dict[int, dict[str, Person]] = {}
    for entrant, table, seat in places_of(round_):
        if table is not None and seat is not None:
            seats.setdefault(table, {})[seat] = everybody[entrant]
    return tuple(
        LiveTable(score, seats.get(number, {}))
        for number, score in table_scores(party, round_.number).items()
    )


def sheets(party: Party, round_: Round) -> dict[int, tuple[HandLine, ...]]:
    """Return what is in force at every table, by table, in the order of play. One query."""
    rows = Entry.objects.in_force().filter(table__round=round_).select_related("actor")
    found: dict[int, list[HandLine]] = {}
    for row in rows.annotate(table_at=F("table__number")).order_by("table_at", "sequence"):
        at: int = row.table_at  # type: ignore[attr-defined]
        found.setdefault(at, []).append(hand_line(party.rules, row))
    return {number: tuple(lines) for number, lines in found.items()}
