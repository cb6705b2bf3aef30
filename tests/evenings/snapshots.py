"""Every row of a party, read without the code that is being checked.

The SQL statements are made from the models, so new columns and tables need no change here.
"""

from collections import namedtuple
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from json import dumps, loads
from typing import Any, Self

from django.apps import apps
from django.db import connection
from django.db.models import ForeignKey, JSONField, Model

from party.engine import Rules
from party.models import LogLine, Party, Player, Round
from party.models.scores.entries import TOTAL
from party.progression import Draw, Format
from party.queries.stored_party import StoredParty

Row = Any  # a row with a name for each column
Rows = dict[int, Row]  # rows by their id
TableKey = tuple[int, int]  # numbers of round and table
PLAYERS = "club__parties"  # the path from a player to the parties of the club


@dataclass(frozen=True)
class Statement:
    """The SQL that reads a table; `orphans_sql` reads its rows without a parent."""

    name: str
    sql: str
    orphans_sql: str
    make: Any


@dataclass(frozen=True)
class Snapshot(StoredParty):
    """The rows of a party by table ("entry"), and the log lines since the last snapshot."""

    rows: Mapping[str, Rows]
    lines: tuple[Row, ...]

    @classmethod
    def of(cls, rows: Mapping[str, Rows], lines: tuple[Row, ...]) -> Self:
        [party] = rows["party"].values()
        return cls(
            party=party,
            entrants=rows["entrant"],
            round_rows=rows["round"].values(),
            table_rows=rows["table"].values(),
            places=rows["place"].values(),
            entry_rows=rows["entry"].values(),
            tallies=rows["tally"].values(),
            prizes=rows["prize"].values(),
            awards=rows["award"].values(),
            ticket_sales=rows["ticketsale"].values(),
            money_lines=rows["moneyline"].values(),
            rows=rows,
            lines=lines,
        )

    @property
    def latest(self) -> Round | None:
        return self.rounds[max(self.rounds)] if self.rounds else None

    @property
    def wishes(self) -> Collection[Row]:
        return self.rows["wish"].values()

    def has_total(self, key: TableKey) -> bool:
        return any(row.hand == TOTAL for row in self.scoring_entries(key))

    @cached_property
    def here(self) -> set[int]:
        return {pk for pk, row in self.entrants.items() if row.state == "here"}

    @cached_property
    def rota(self) -> list[int]:
        """Return the ids of people in the order of sitting out."""
        rows = [row for row in self.entrants.values() if row.rota is not None]
        return [row.id for row in sorted(rows, key=lambda row: row.rota)]


@lru_cache(maxsize=64)
def rules_of(stored: str) -> Rules:
    return Rules.of(loads(stored))


@lru_cache(maxsize=64)
def format_of(stored: str) -> Format:
    return Format.of(loads(stored))


@lru_cache(maxsize=4096)
def json_of(stored: str) -> Any:
    return loads(stored)


def take_snapshot(party_id: int, since: int) -> Snapshot:
    """Read a party; its log lines begin after the id `since`."""
    with connection.cursor() as cursor:

        def read_rows(sql: str, make: Any, *params: int) -> list[Row]:
            cursor.execute(sql, params)
            return [make(row) for row in cursor.fetchall()]

        rows = {
            statement.name: {
                row.id: row
                for row in (
                    *read_rows(statement.sql, statement.make, party_id),
                    *(
                        read_rows(statement.orphans_sql, statement.make)
                        if statement.orphans_sql
                        else ()
                    ),
                )
            }
            for statement in statements()
        }
        lines, make = log_statement()
        return Snapshot.of(rows, tuple(read_rows(lines, make, party_id, since)))


@cache
def statements() -> tuple[Statement, ...]:
    """Return a statement for every table that leads to a party, parents first."""
    return tuple(
        Statement(
            name=model._meta.model_name or "",
            sql=_sql(model, **{path: 0}),
            orphans_sql=_sql(model, **{f"{path.partition('__')[0]}__isnull": True})
            if has_orphans
            else "",
            make=_row_of(model),
        )
        for model, path, has_orphans in paths_to_party()
    )


def paths_to_party() -> Iterator[tuple[type[Model], str, bool]]:
    """Yield each model, its path to the party, and whether its parent may be null."""
    paths: dict[type[Model], str] = {Party: "pk", Player: PLAYERS}
    yield Party, "pk", False
    yield Player, PLAYERS, False
    is_growing = True
    while is_growing:
        is_growing = False
        for model in apps.get_app_config("party").get_models():
            links = [] if model in paths or model is LogLine else _links(model)
            for field in links:
                if (parent := field.related_model) in paths and parent is not Player:
                    path = paths[parent]
                    paths[model] = field.name if path == "pk" else f"{field.name}__{path}"
                    yield model, paths[model], field.null
                    is_growing = True
                    break


def _links(model: type[Model]) -> list[Any]:
    fields = model._meta.concrete_fields
    return [field for field in fields if isinstance(field, ForeignKey)]


@cache
def log_statement() -> tuple[str, Any]:
    return _sql(LogLine, party=0, pk__gt=0), _row_of(LogLine)


def _sql(model: type[Model], **filters: object) -> str:
    rows = model._default_manager.filter(**filters).order_by("pk")
    sql: str = rows.values_list(*_columns(model)).query.sql_with_params()[0]
    return sql


def _columns(model: type[Model]) -> list[str]:
    fields = model._meta.concrete_fields
    return [field.attname for field in fields]


# What the rows of these models have besides their columns, as the models have it.
MEMBERS: dict[str, dict[str, Any]] = {
    "Party": {
        "rules": property(lambda row: rules_of(dumps(row.rules_values))),
        "format": property(lambda row: format_of(dumps(row.format_values))),
        "tracks_seats": property(lambda row: row.capture != "untracked"),
    },
    "Entrant": {
        "__str__": lambda row: f"{row.name}{row.distinction}" if row.name else f"No. {row.number}"
    },
    "Round": {"stored_draw": property(lambda row: Draw.from_json(row.draw))},
}


def _row_of(model: type[Model]) -> Any:
    """Return a function that makes a row from database values, with JSON parsed."""
    make: Any = namedtuple(model.__name__, _columns(model))  # noqa: PYI024 -- known only here
    if model.__name__ in MEMBERS:
        make = type(model.__name__, (make,), MEMBERS[model.__name__])
    documents = {
        index
        for index, field in enumerate(model._meta.concrete_fields)
        if isinstance(field, JSONField)
    }

    def row(values: tuple[Any, ...]) -> Row:
        return make._make(
            json_of(value) if index in documents else value for index, value in enumerate(values)
        )

    return row if documents else make._make
