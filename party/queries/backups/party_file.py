"""A party as one file: its rows, which name each other by numbers of the file's own.

The numbers are given in the order of the ids, so that whatever goes by age goes on as before in
another database. Nothing in it lets anybody in: no account, no code, no key of a table's phone.
"""

import json
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import cache
from itertools import chain
from typing import Any

from django.db.models import Field, JSONField, Model

from party.models import (
    Award,
    Entrant,
    Entry,
    LogLine,
    MoneyLine,
    Party,
    Place,
    Player,
    Printout,
    Prize,
    Record,
    Round,
    Table,
    Tally,
    TicketSale,
    Wish,
)
from party.queries.backups.checksums import with_checksum
from party.queries.log.references import (
    NewId,
    renumber_data,
    renumbered_draw,
    without_account,
)
from party.queries.log.row_changes import plain, row_kind
from party.values.backups import PARTY_FORMAT, PARTY_VERSION

# Every list of the file with its rows, parents first, and the way from them to the party.
LISTS: Mapping[str, tuple[type[Model], str]] = {
    "players": (Player, ""),
    "entrants": (Entrant, "party"),
    "rounds": (Round, "party"),
    "tables": (Table, "round__party"),
    "places": (Place, "round__party"),
    "entries": (Entry, "table__round__party"),
    "records": (Record, "table__round__party"),
    "tallies": (Tally, "party"),
    "prizes": (Prize, "party"),
    "awards": (Award, "prize__party"),
    "tickets": (TicketSale, "prize__party"),
    "wishes": (Wish, "party"),
    "money": (MoneyLine, "party"),
    "printouts": (Printout, "party"),
    "log": (LogLine, "party"),
}
# What belongs to the club or the database, lets somebody in, or follows from the rest.
LEFT_OUT = {"id", "party", "club", "submission", "checked_by", "actor", "distinction"}
LEFT_OUT_OF_PARTY = {"code", "hall_address", "phone_series", "revision", "shared_revision"}
LEFT_OUT_OF_PARTY |= {"copied_from"}


@cache
def file_fields(model: type[Model]) -> tuple["Field[Any, Any]", ...]:
    """Return the fields that the file keeps of a kind of row."""
    left_out = LEFT_OUT | (LEFT_OUT_OF_PARTY if model is Party else set())
    fields = model._meta.concrete_fields  # noqa: SLF001 -- Django's own name for them
    return tuple(each for each in fields if each.name not in left_out)


def documents(row: Mapping[str, Any], model: type[Model], of: NewId) -> dict[str, Any]:
    """Return the JSON columns of a row, with the ids in them renumber_data."""

    def people(ids: list[int]) -> list[int]:
        return [of("entrant", pk) for pk in ids]

    others: dict[tuple[type[Model], str], Callable[[Any], Any]] = {
        (Round, "draw"): lambda plain_draw: renumbered_draw(plain_draw, of),
        (Round, "house_added"): people,
        (Award, "among"): people,
        (Prize, "kept_for"): people,
        (Prize, "passed_over"): people,
        (LogLine, "data"): lambda data: renumber_data(row["verb"], data, of),
    }
    names = [each.name for each in file_fields(model) if isinstance(each, JSONField)]
    found = {name: row[name] for name in names if name in row}
    return {
        name: others[model, name](value) if (model, name) in others else value
        for name, value in found.items()
    }


def rows_of(party: Party) -> Mapping[str, Collection[Model]]:
    """Return the rows of each list, and all players of the club. A fixed number of queries.

    Call it under the party's lock, so that all of it is of one moment.
    """
    rows: dict[str, Collection[Model]] = {"players": [*party.club.players.order_by("pk")]}
    return rows | {
        name: [*_rows(model, way, party)] for name, (model, way) in LISTS.items() if way
    }


def party_file(party: Party, rows: Mapping[str, Collection[Model]]) -> dict[str, Any]:
    """Return the content of the file as JSON. No query: it takes a while, so hold no lock."""
    named = ids_in_documents({name: rows[name] for name in rows if name != "players"})
    players = named["player"] | {vars(each)["player_id"] for each in rows["entrants"]}
    rows = {**rows, "players": [each for each in rows["players"] if each.pk in players]}
    numbers: dict[str, dict[int, int]] = {"party": {party.pk: 1}, "club": {party.club_id: 1}}
    gone: dict[str, list[int]] = {}
    for name, (model, _) in LISTS.items():
        kind, there = row_kind(model), {each.pk for each in rows[name]}
        every = sorted(there | named[kind])
        numbers[kind] = {pk: number for number, pk in enumerate(every, start=1)}
        if lost := [numbers[kind][pk] for pk in every if pk not in there]:
            gone[name] = lost

    def of(kind: str, pk: int) -> int:
        return numbers[kind][pk]

    lists = {
        name: [{"id": of(row_kind(type(row)), row.pk)} | _plain(row, of) for row in rows[name]]
        for name in LISTS
    }
    return {
        "format": PARTY_FORMAT,
        "version": PARTY_VERSION,
        "club": {"name": party.club.name, "time_zone": party.club.time_zone},
        "party": _plain(party, of),
        **lists,
        "gone": gone,
    }


def ids_in_documents(rows: Mapping[str, Iterable[Model]]) -> Mapping[str, set[int]]:
    """Return the ids in JSON columns by kind of row, also those of deleted rows."""
    ids: dict[str, set[int]] = defaultdict(set)

    def note(kind: str, pk: int) -> int:
        ids[kind].add(pk)
        return pk

    for row in chain.from_iterable(rows.values()):
        documents(without_account(vars(row)), type(row), note)
    return ids


def _rows(model: type[Model], way: str, party: Party) -> Iterator[Model]:
    yield from model._default_manager.filter(**{way: party}).order_by("pk")  # noqa: SLF001


def _plain(row: Model, of: NewId) -> dict[str, Any]:
    """Return a row as JSON, without its default values."""
    columns, plain_row = without_account(vars(row)), {}
    read = documents(columns, type(row), of)
    for field in file_fields(type(row)):
        value = read.get(field.name, columns[field.attname])
        if field.related_model is not None and value is not None:
            value = of(row_kind(field.related_model), value)
        if value != field.get_default():
            plain_row[field.name] = plain(value)
    return plain_row


def file_text(content: Mapping[str, Any]) -> bytes:
    """Write the content as JSON, a line for each row, and its checksum at the end."""
    parts = [f"{_json(name)}: {_lines(value)}" for name, value in content.items()]
    return with_checksum(("{\n" + ",\n".join(parts) + "\n}\n").encode("utf-8", "replace"))


def _lines(value: Any) -> str:
    if not isinstance(value, list) or not value:
        return _json(value)
    return "[\n" + ",\n".join(map(_json, value)) + "\n]"


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
