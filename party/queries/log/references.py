"""The ids in the data of log lines, each passed to a function: a file numbers rows anew.

References to a club or another party, such as an account, are left out.
"""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from party.progression import Draw
from party.queries.log.row_changes import fields_of, row_kind

# From the kind of a row and its id to its other number.
Renumber = Callable[[str, Any], int]

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
BY_VERB = {("record replaced", "before"): "record"}
UNCHANGED_KEYS = {
    *("after", "ahead_after", "ahead_before", "before", "capture", "count", "differing", "hands"),
    *("here", "hand", "kind", "lines", "mark", "number", "people", "plan", "planned", "reason"),
    *("round", "rounds", "seats", "seed", "table", "tables", "text", "up", "what", "wishes"),
}
ELSEWHERE = {"by", "invitation", "role", "source", "user"}
# Columns of JSON that are lists of entrants.
PEOPLE = {"among", "kept_for", "passed_over"}
# Columns that are not the party's own, but those of where it is kept.
OF_THE_PLACE = {"party": {"code", "hall_address", "phone_series"}}


def renumbered(verb: str, data: Mapping[str, Any], of: Renumber) -> dict[str, Any]:
    """Return a line's data with other numbers. Raises KeyError or TypeError for broken data."""
    return {
        key: _renumbered(verb, key, value, of)
        for key, value in data.items()
        if key not in ELSEWHERE
    }


def _renumbered(verb: str, key: str, value: Any, of: Renumber) -> Any:
    if kind := BY_VERB.get((verb, key), IDS.get(key, "")):
        return None if value is None else of(kind, value)
    if key in LISTS_OF_IDS:
        return [of(LISTS_OF_IDS[key], pk) for pk in value]
    if key in KEYS_ARE_IDS:
        return {str(of(KEYS_ARE_IDS[key], int(pk))): each for pk, each in value.items()}
    if key == "shifts":
        return [[of("entrant", pk), *chairs] for pk, *chairs in value]
    if key != "steps" and key not in UNCHANGED_KEYS:
        raise KeyError(key)
    return [_step(step, of) for step in value] if key == "steps" else value


def renumbered_draw(stored: Mapping[str, Any], of: Renumber) -> dict[str, Any]:
    draw: Draw[int] = Draw.from_json(stored)
    return draw.renamed(partial(of, "entrant")).to_json()


def _step(step: Mapping[str, Any], of: Renumber) -> dict[str, Any]:
    row = step["row"]
    columns = {name: _columns(row, step[name], of) for name in ("before", "after")}
    return {"row": row, "id": of(row, step["id"]), "name": step["name"], **columns}


def _columns(row: str, columns: Mapping[str, Any] | None, of: Renumber) -> dict[str, Any] | None:
    if columns is None:
        return None
    fields, left_out = fields_of(row), OF_THE_PLACE.get(row, set())
    known = {name: columns[name] for name in columns if name in fields and name not in left_out}
    kept = without_account(known)
    for name, value in kept.items():
        related: Any = fields[name].related_model
        if related is not None and value is not None:
            kept[name] = of(row_kind(related), value)
    if "draw" in kept:
        kept["draw"] = renumbered_draw(kept["draw"], of)
    for name in PEOPLE & kept.keys():
        kept[name] = [of("entrant", pk) for pk in kept[name]]
    return kept


def without_account(columns: Mapping[str, Any]) -> dict[str, Any]:
    """Return these columns with the actor's name alone: accounts are not part of a party."""
    kept = dict(columns)
    if kept.get("actor_kind") == "user":
        kept["actor_kind"] = "person"
    return kept | ({"actor_id": None} if "actor_id" in kept else {})
