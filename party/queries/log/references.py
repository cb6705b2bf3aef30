"""Replaces the ids in the data of log lines: a party file gives every row another id.

References to rows outside the party, such as an account, are left out.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from party.progression import Draw
from party.queries.log.row_changes import fields_of, row_kind

NewId = Callable[[str, Any], int]  # returns the new id for a kind of row and an old id

# Keys in the data of log lines, each with the kind of row to which it refers.
IDS = {
    "entry": "entry",
    "line": "logline",
    "new": "entry",
    "old": "entry",
    "one": "entrant",
    "other": "entrant",
    "printout": "printout",
    "prize": "prize",
    "record": "record",
    "right": "entry",
    "tally": "tally",
}
LISTS_OF_IDS = {
    "aside": "entry",
    "entries": "entry",
    "house": "entrant",
    "late": "entry",
    "wrong": "entry",
}
KEYS_ARE_IDS = {"about": "entrant", "points": "entry"}
IDS_BY_VERB = {("record replaced", "before"): "record"}
UNCHANGED_KEYS = {
    *("after", "ahead_after", "ahead_before", "before", "capture", "count", "differing", "hands"),
    *("here", "hand", "kind", "lines", "mark", "number", "people", "plan", "planned", "reason"),
    *("round", "rounds", "seats", "seed", "table", "tables", "text", "up", "what", "wishes"),
    *("former", "series"),
}
OUTSIDE_KEYS = {"by", "invitation", "picture", "role", "source", "user"}
# JSON columns with a list of ids of entrants.
ENTRANT_LISTS = {"among", "kept_for", "passed_over"}
INSTALLATION_COLUMNS = {
    "moneyline": {"submission"},
    "party": {"code", "hall_address", "phone_series"},
}


def renumber_data(verb: str, data: Mapping[str, Any], new_id: NewId) -> dict[str, Any]:
    """Raises KeyError or TypeError for broken data."""
    return {
        key: _renumber_value(verb, key, value, new_id)
        for key, value in data.items()
        if key not in OUTSIDE_KEYS
    }


def _renumber_value(verb: str, key: str, value: Any, new_id: NewId) -> Any:
    if kind := IDS_BY_VERB.get((verb, key), IDS.get(key, "")):
        return None if value is None else new_id(kind, value)
    if key in LISTS_OF_IDS:
        return [new_id(LISTS_OF_IDS[key], pk) for pk in value]
    if key in KEYS_ARE_IDS:
        return {str(new_id(KEYS_ARE_IDS[key], int(pk))): each for pk, each in value.items()}
    if key == "shifts":
        return [[new_id("entrant", pk), *chairs] for pk, *chairs in value]
    if key == "steps":
        return [_renumbered_step(step, new_id) for step in value]
    if key not in UNCHANGED_KEYS:
        raise KeyError(key)
    return value


def renumbered_draw(stored: Mapping[str, Any], new_id: NewId) -> dict[str, Any]:
    draw: Draw[int] = Draw.from_json(stored)
    return draw.renamed(partial(new_id, "entrant")).to_json()


def _renumbered_step(step: Mapping[str, Any], new_id: NewId) -> dict[str, Any]:
    row = step["row"]
    columns = {name: _columns(row, step[name], new_id) for name in ("before", "after")}
    return {"row": row, "id": new_id(row, step["id"]), "name": step["name"], **columns}


def _columns(row: str, columns: Mapping[str, Any] | None, new_id: NewId) -> dict[str, Any] | None:
    if columns is None:
        return None
    fields = fields_of(row)
    names = columns.keys() & fields.keys() - INSTALLATION_COLUMNS.get(row, set())
    kept = without_account({name: columns[name] for name in columns if name in names})
    for name, value in kept.items():
        related: Any = fields[name].related_model
        if related is not None and value is not None:
            kept[name] = new_id(row_kind(related), value)
    if "draw" in kept:
        kept["draw"] = renumbered_draw(kept["draw"], new_id)
    for name in ENTRANT_LISTS & kept.keys():
        kept[name] = [new_id("entrant", pk) for pk in kept[name]]
    return kept


def without_account(columns: Mapping[str, Any]) -> dict[str, Any]:
    """Remove the actor's account: accounts are not part of a party."""
    kept = dict(columns)
    if kept.get("actor_kind") == "user":
        kept["actor_kind"] = "person"
    return kept | ({"actor_id": None} if "actor_id" in kept else {})
