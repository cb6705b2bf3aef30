"""Snapshots: every row of a party, read past the code that is being checked.

Each table that leads to a party is read with one plain statement, made once from the models: a
new column or a new table is in the next snapshot by itself. Values are as the database gives them.
"""

from collections import defaultdict, namedtuple
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from json import loads
from typing import Any

from django.apps import apps
from django.db import connection
from django.db.models import ForeignKey, Model

from party.engine import Rules
from party.models import Entry, LogLine, Party, Player, Round
from party.models.scores.entries import TOTAL
from party.progression import Format

Row = Any  # a row with a name for each column
Rows = dict[int, Row]  # by id
Chair = tuple[int, str] | None  # table and seat; None for who sits out
At = tuple[int, int]  # round and table
PLAYERS = "club__parties"  # the way from a club's roster to its party


@dataclass(frozen=True)
class Statement:
    """How the rows of one table are read. Those that have lost their party come along."""

    name: str
    sql: str
    lost: str
    make: Any


@dataclass(frozen=True)
class Snapshot:
    """A party at one moment: its rows by table ("entry"), and the log lines since the last one."""

    rows: Mapping[str, Rows]
    lines: tuple[Row, ...]

    @cached_property
    def party(self) -> Row:
        [row] = self.rows["party"].values()
        return row

    @property
    def rules(self) -> Rules:
        return rules_of(self.party.rules_values)

    @property
    def format(self) -> Format:
        return format_of(self.party.format_values)

    @cached_property
    def rounds(self) -> dict[int, Row]:
        """The rounds by number, first round first."""
        rows = sorted(self.rows["round"].values(), key=lambda row: row.number)
        return {row.number: row for row in rows}

    @property
    def latest(self) -> Row | None:
        return self.rounds[max(self.rounds)] if self.rounds else None

    @property
    def closed(self) -> list[int]:
        return [n for n, row in self.rounds.items() if row.state == Round.State.CLOSED]

    @cached_property
    def tables(self) -> dict[At, Row]:
        numbers = {row.id: row.number for row in self.rounds.values()}
        rows = self.rows["table"].values()
        return dict(sorted(((numbers[row.round_id], row.number), row) for row in rows))

    @cached_property
    def chairs(self) -> dict[int, dict[int, Chair]]:
        """Where everybody is, by round and entrant."""
        numbers = {row.id: row.number for row in self.rounds.values()}
        tables = {row.id: row.number for row in self.rows["table"].values()}
        found: dict[int, dict[int, Chair]] = {number: {} for number in self.rounds}
        for row in self.rows["place"].values():
            chair = (tables[row.table_id], row.seat) if row.table_id else None
            found[numbers[row.round_id]][row.entrant_id] = chair
        return found

    @cached_property
    def entries(self) -> dict[At, list[Row]]:
        """What is in force, by round and table, in the order of play; notes come too."""
        spots = {row.id: at for at, row in self.tables.items()}
        found: dict[At, list[Row]] = defaultdict(list)
        for row in self.rows["entry"].values():
            if row.status == Entry.Status.IN_FORCE:
                found[spots[row.table_id]].append(row)
        for rows in found.values():
            rows.sort(key=lambda row: row.sequence)
        return found

    def has_tables(self, number: int) -> bool:
        """Tell whether it is known who sits where in a round."""
        return any(at[0] == number for at in self.tables)

    def counted(self, at: At) -> list[Row]:
        """Return what scores at a table: no notes about hands that were thrown in."""
        return [row for row in self.entries.get(at, ()) if row.hand is not None]

    def points(self, at: At) -> tuple[int, int]:
        rows = self.counted(at)
        return sum(row.ns for row in rows), sum(row.ew for row in rows)

    @cached_property
    def here(self) -> set[int]:
        return {pk for pk, row in self.rows["entrant"].items() if row.state == "here"}

    @cached_property
    def house(self) -> set[int]:
        return {pk for pk, row in self.rows["entrant"].items() if not row.ranked}

    @cached_property
    def rota(self) -> list[int]:
        """Everybody who has a turn to sit out, whether here or not, in order."""
        rows = [row for row in self.rows["entrant"].values() if row.rota is not None]
        return [row.id for row in sorted(rows, key=lambda row: row.rota)]

    def name(self, entrant: int) -> str:
        row = self.rows["entrant"][entrant]
        return row.name or f"No. {row.number}"

    def bench(self, number: int) -> set[int]:
        return {pk for pk, chair in self.chairs[number].items() if chair is None}

    def has_total(self, at: At) -> bool:
        return any(row.hand == TOTAL for row in self.counted(at))


@lru_cache(maxsize=64)
def rules_of(stored: str) -> Rules:
    return Rules.of(_read(stored))


@lru_cache(maxsize=64)
def format_of(stored: str) -> Format:
    return Format.of(_read(stored))


def _read(stored: str) -> dict[str, object]:
    values: dict[str, object] = loads(stored)
    return values


def draw_of(row: Row) -> dict[str, Any]:
    """Return what the seats of a round were made from."""
    draw: dict[str, Any] = loads(row.draw)
    return draw


def take(party_id: int, since: int) -> Snapshot:
    """Take a snapshot of a party; `since` is the newest line of the log that was read before."""
    with connection.cursor() as cursor:

        def read(sql: str, make: Any, *given: int) -> list[Row]:
            cursor.execute(sql, given)
            return [make(row) for row in cursor.fetchall()]

        rows = {
            each.name: {
                row.id: row
                for row in (
                    *read(each.sql, each.make, party_id),
                    *(read(each.lost, each.make) if each.lost else ()),
                )
            }
            for each in statements()
        }
        lines, make = log_statement()
        return Snapshot(rows, tuple(read(lines, make, party_id, since)))


@cache
def statements() -> tuple[Statement, ...]:
    """Return a statement for every table that leads to a party, parents first."""
    return tuple(
        Statement(
            name=model._meta.model_name or "",
            sql=_sql(model, **{way: 0}),
            lost=_sql(model, **{f"{way.partition('__')[0]}__isnull": True}) if lost else "",
            make=_row_of(model),
        )
        for model, way, lost in ways()
    )


def ways() -> Iterator[tuple[type[Model], str, bool]]:
    """Yield each model, its way to the party, and whether a row of it may lose its way."""
    known: dict[type[Model], str] = {Party: "pk", Player: PLAYERS}
    yield Party, "pk", False
    yield Player, PLAYERS, False
    found = True
    while found:
        found = False
        for model in apps.get_app_config("party").get_models():
            links = [] if model in known or model is LogLine else _links(model)
            for field in links:
                if (parent := field.related_model) in known and parent is not Player:
                    way = known[parent]
                    known[model] = field.name if way == "pk" else f"{field.name}__{way}"
                    yield model, known[model], field.null
                    found = True
                    break


def _links(model: type[Model]) -> list[Any]:
    fields = model._meta.concrete_fields
    return [field for field in fields if isinstance(field, ForeignKey)]


@cache
def log_statement() -> tuple[str, Any]:
    return _sql(LogLine, party=0, pk__gt=0), _row_of(LogLine)


def _sql(model: type[Model], **kept: object) -> str:
    rows = model._default_manager.filter(**kept).order_by("pk")
    sql: str = rows.values_list(*_columns(model)).query.sql_with_params()[0]
    return sql


def _columns(model: type[Model]) -> list[str]:
    fields = model._meta.concrete_fields
    return [field.attname for field in fields]


def _row_of(model: type[Model]) -> Any:
    make: Any = namedtuple  # noqa: PYI024 -- its columns are known only when it runs
    return make(model.__name__, _columns(model))._make
