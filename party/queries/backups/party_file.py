"""A party as one file, in which rows have new numbers in place of their ids.

A higher id gets a higher number, so rows sorted by age have the same order in every database.
The file gives nobody access: it has no account, no code and no key of a table's phone.
"""

import json
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import cache
from itertools import chain
from typing import Any

from django.db.models import Field, JSONField, Model, QuerySet

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
from party.queries.backups.checksums import add_checksum
from party.queries.log.references import (
    NewId,
    renumber_data,
    renumbered_draw,
    without_account,
)
from party.queries.log.row_changes import json_value, row_kind
from party.values.backups import PARTY_FORMAT, PARTY_VERSION

# The model of each list in the file, parents first, and the lookup from a row to its party.
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
# Columns that belong to the club or the database, give access, or follow from the others.
LEFT_OUT = {"id", "party", "club", "submission", "checked_by", "actor", "distinction"}
LEFT_OUT_OF_PARTY = {"code", "hall_address", "phone_series", "revision", "shared_revision"}
LEFT_OUT_OF_PARTY |= {"copied_from", "hall_screens"}


@cache
def file_fields(model: type[Model]) -> tuple["Field[Any, Any]", ...]:
    left_out = LEFT_OUT | (LEFT_OUT_OF_PARTY if model is Party else set())
    fields = model._meta.concrete_fields  # noqa: SLF001 -- Django's own name for them
    return tuple(each for each in fields if each.name not in left_out)


def renumber_json(row: Mapping[str, Any], model: type[Model], new_id: NewId) -> dict[str, Any]:
    """Return the JSON columns of a row, with new ids in them."""

    def entrant_ids(ids: list[int]) -> list[int]:
        return [new_id("entrant", pk) for pk in ids]

    converters: dict[tuple[type[Model], str], Callable[[Any], Any]] = {
        (Round, "draw"): lambda plain_draw: renumbered_draw(plain_draw, new_id),
        (Round, "house_added"): entrant_ids,
        (Award, "among"): entrant_ids,
        (Prize, "kept_for"): entrant_ids,
        (Prize, "passed_over"): entrant_ids,
        (LogLine, "data"): lambda data: renumber_data(row["verb"], data, new_id),
    }
    names = [each.name for each in file_fields(model) if isinstance(each, JSONField)]
    columns = {name: row[name] for name in names if name in row}
    return {
        name: converters[model, name](value) if (model, name) in converters else value
        for name, value in columns.items()
    }


def rows_of(party: Party) -> Mapping[str, Collection[Model]]:
    """Call this with the party's lock, so that no verb writes between the reads."""
    rows: dict[str, Collection[Model]] = {"players": [*party.club.players.order_by("pk")]}
    return rows | {
        name: [*model._default_manager.filter(**{lookup: party}).order_by("pk")]  # noqa: SLF001
        for name, (model, lookup) in LISTS.items()
        if lookup
    }


def party_file(party: Party, rows: Mapping[str, Collection[Model]]) -> dict[str, Any]:
    """Call this without the party's lock, because it is slow."""
    mentioned_ids = ids_in_documents({name: rows[name] for name in rows if name != "players"})
    players = mentioned_ids["player"] | {vars(each)["player_id"] for each in rows["entrants"]}
    rows = {**rows, "players": [each for each in rows["players"] if each.pk in players]}
    numbers: dict[str, dict[int, int]] = {"party": {party.pk: 1}, "club": {party.club_id: 1}}
    deleted_numbers: dict[str, list[int]] = {}
    for name, (model, _) in LISTS.items():
        kind, stored = row_kind(model), {each.pk for each in rows[name]}
        ids = sorted(stored | mentioned_ids[kind])
        numbers[kind] = {pk: number for number, pk in enumerate(ids, start=1)}
        if deleted := [numbers[kind][pk] for pk in ids if pk not in stored]:
            deleted_numbers[name] = deleted

    def new_id(kind: str, pk: int) -> int:
        return numbers[kind][pk]

    lists = {
        name: [
            {"id": new_id(row_kind(type(row)), row.pk)} | _row_as_json(row, new_id)
            for row in rows[name]
        ]
        for name in LISTS
    }
    return {
        "format": PARTY_FORMAT,
        "version": PARTY_VERSION,
        "club": {"name": party.club.name, "time_zone": party.club.time_zone},
        "party": _row_as_json(party, new_id),
        **lists,
        "gone": deleted_numbers,
    }


def ids_in_documents(rows: Mapping[str, Iterable[Model]]) -> Mapping[str, set[int]]:
    """Return the ids in JSON columns by kind of row, also those of deleted rows."""
    ids: dict[str, set[int]] = defaultdict(set)

    def collect(kind: str, pk: int) -> int:
        ids[kind].add(pk)
        return pk

    for row in chain.from_iterable(rows.values()):
        renumber_json(without_account(vars(row)), type(row), collect)
    return ids


def _row_as_json(row: Model, new_id: NewId) -> dict[str, Any]:
    columns, json_row = without_account(vars(row)), {}
    renumbered = renumber_json(columns, type(row), new_id)
    for field in file_fields(type(row)):
        value = renumbered.get(field.name, columns[field.attname])
        if field.related_model is not None and value is not None:
            value = new_id(row_kind(field.related_model), value)
        if value != field.get_default():
            json_row[field.name] = json_value(value)
    return json_row


def file_text(content: Mapping[str, Any]) -> bytes:
    parts = [f"{_json(name)}: {_lines(value)}" for name, value in content.items()]
    return add_checksum(("{\n" + ",\n".join(parts) + "\n}\n").encode("utf-8", "replace"))


def _lines(value: Any) -> str:
    if not isinstance(value, list) or not value:
        return _json(value)
    return "[\n" + ",\n".join(map(_json, value)) + "\n]"


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def orphan_ids(log: QuerySet[LogLine]) -> Mapping[type[Model], Collection[int]]:
    """Return the results in a log whose table an undone draw deleted.

    Only the log tells their party. The ids are compared in Python: an SQLite statement cannot take
    all ids of an evening's log.
    """
    orphans = {
        model: {*model.objects.filter(table=None).values_list("pk", flat=True)}
        for model in (Entry, Record)
    }
    if not any(orphans.values()):
        return {}
    logged = ids_in_documents({"log": log})
    return {model: ids & logged[row_kind(model)] for model, ids in orphans.items()}
