"""All rows of one party as the database has them.

The modules called `consistency` recompute from these rows what the other queries return, with code
of their own, and compare.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Self

from party.models import (
    Award,
    Entrant,
    Entry,
    MoneyLine,
    Party,
    Place,
    Prize,
    Round,
    Table,
    Tally,
    TicketSale,
)
from party.queries.shared_reads import read_once
from party.values.scores.tables import TableKey

Chair = tuple[int, str] | None  # table and seat; None for a person who sits out


@dataclass(frozen=True)
class StoredParty:
    party: Party
    entrants: Mapping[int, Entrant]  # by id
    round_rows: Collection[Round]
    table_rows: Collection[Table]
    places: Collection[Place]
    entry_rows: Collection[Entry]
    tallies: Collection[Tally]
    prizes: Collection[Prize]
    awards: Collection[Award]
    ticket_sales: Collection[TicketSale]
    money_lines: Collection[MoneyLine]

    @classmethod
    @read_once
    def read(cls, party: Party) -> Self:
        return cls(
            party=party,
            entrants={row.pk: row for row in Entrant.objects.filter(party=party)},
            round_rows=list(Round.objects.filter(party=party)),
            table_rows=list(Table.objects.filter(round__party=party)),
            places=list(Place.objects.filter(round__party=party)),
            entry_rows=list(Entry.objects.filter(table__round__party=party)),
            tallies=list(Tally.objects.filter(party=party)),
            prizes=list(Prize.objects.filter(party=party)),
            awards=list(Award.objects.filter(prize__party=party)),
            ticket_sales=list(TicketSale.objects.filter(prize__party=party)),
            money_lines=list(MoneyLine.objects.filter(party=party)),
        )

    @cached_property
    def rounds(self) -> dict[int, Round]:
        rows = sorted(self.round_rows, key=lambda row: row.number)
        return {row.number: row for row in rows}

    @property
    def closed_rounds(self) -> list[int]:
        return [n for n, row in self.rounds.items() if row.state == Round.State.CLOSED]

    @cached_property
    def tables(self) -> dict[TableKey, Table]:
        numbers = {row.id: row.number for row in self.rounds.values()}
        tables = {(numbers[row.round_id], row.number): row for row in self.table_rows}
        return {key: tables[key] for key in sorted(tables)}

    @cached_property
    def chairs(self) -> dict[int, dict[int, Chair]]:
        """Return the chairs by round and entrant id."""
        numbers = {row.id: row.number for row in self.rounds.values()}
        tables = {row.id: row.number for row in self.table_rows}
        chairs: dict[int, dict[int, Chair]] = {number: {} for number in self.rounds}
        for row in self.places:
            chair = (tables[row.table_id], row.seat or "") if row.table_id else None
            chairs[numbers[row.round_id]][row.entrant_id] = chair
        return chairs

    @cached_property
    def entries(self) -> dict[TableKey, list[Entry]]:
        """Return the entries in force, in the order of play, with notes of thrown-in hands."""
        keys = {row.id: key for key, row in self.tables.items()}
        entries: dict[TableKey, list[Entry]] = defaultdict(list)
        for row in self.entry_rows:
            if row.status == Entry.Status.IN_FORCE and row.table_id:
                entries[keys[row.table_id]].append(row)
        for rows in entries.values():
            rows.sort(key=lambda row: row.sequence)
        return entries

    @cached_property
    def second_versions(self) -> dict[int, set[int | None]]:
        """Return the hands with two different results, by table id."""
        hands: dict[int, set[int | None]] = defaultdict(set)
        for row in self.entry_rows:
            if row.status == Entry.Status.DISPUTED and row.table_id:
                hands[row.table_id].add(row.hand)
        return hands

    @cached_property
    def _rounds_with_tables(self) -> set[int]:
        return {number for number, _ in self.tables}

    def has_tables(self, number: int) -> bool:
        """Return whether the seats of a round are known."""
        return number in self._rounds_with_tables

    def scoring_entries(self, key: TableKey) -> list[Entry]:
        """Leave out notes of thrown-in hands."""
        return [row for row in self.entries.get(key, ()) if row.hand is not None]

    def points(self, key: TableKey) -> tuple[int, int]:
        rows = self.scoring_entries(key)
        return sum(row.ns or 0 for row in rows), sum(row.ew or 0 for row in rows)

    @cached_property
    def house_players(self) -> set[int]:
        return {pk for pk, row in self.entrants.items() if not row.ranked}

    def name(self, entrant: int) -> str:
        return str(self.entrants[entrant])

    def bench(self, number: int) -> set[int]:
        return {pk for pk, chair in self.chairs[number].items() if chair is None}
