"""Reads a party file, checks every value, and refuses every other file."""

import json
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NoReturn

from django.db import connection
from django.db.models import BooleanField, DateTimeField, Field, IntegerField, JSONField, Model

from party.engine import PAIR_NAMES, PRESETS, RuleError, Rules
from party.models import (
    Club,
    Entrant,
    Entry,
    LogLine,
    Party,
    Place,
    Player,
    Printout,
    Round,
    Table,
    Tally,
)
from party.progression import Draw, Format, SeatingError
from party.queries.backups.checksums import has_right_party_file_checksum
from party.queries.backups.party_file import LISTS, file_fields, renumber_json
from party.queries.log.references import INSTALLATION_COLUMNS, NewId
from party.queries.log.row_changes import fields_of, row_kind
from party.rosters import casefolded_name, clean_name, clean_word
from party.values.backups import (
    LONGEST_TEXT,
    NO_CHECKSUM,
    PARTY_FORMAT,
    PARTY_VERSION,
    UPDATE_FIRST,
    PartyFile,
    PartyInFile,
)
from party.values.evening.parties import MOST_ROUNDS
from party.values.log.row_changes import Step, steps_of
from party.values.numbers import MOST_ID
from party.values.papers import Marks
from party.values.prizes.draws import drawn_number
from party.values.refusals import Refused

LARGEST_PARTY = 15_000_000  # bytes
MOST_ROWS = 20_000  # in a party file: some 130 tables of ten rounds
EDITED = (
    "This file differs from what Head Table wrote: somebody edited it, or it was damaged. "
    "Its checksum does not match."
)


TOO_LARGE = f"This file is too large: a party has at most {LARGEST_PARTY // 1_000_000} MB."
TOO_MANY = f"There is too much in this file: a party has at most {MOST_ROWS:,} rows."
NOT_OURS = "This is not a Head Table party file. Choose a file whose name ends in .party.json."
CUT_OFF = "The end of this file is missing: it was copied only in part. Copy it once more."
NEWER = f"This party was written by a newer Head Table. {UPDATE_FIRST}"
BROKEN = "This file was changed or damaged ({}). Take the file that Head Table wrote."
# Commas, brackets and backslashes. Reading takes some 200 bytes of memory for each sign.
MOST_SIGNS = 16 * MOST_ROWS
KEYS = {"format", "version", "club", "party", *LISTS, "gone"}
FIRST_VERSION_WITH_MONEY = 3  # the first version with lines of money
FIRST_VERSION_WITH_REVEAL = 4  # the first version in which the host reveals the winners
FIRST_YEAR, LAST_YEAR = 1970, 2200  # a laptop's clock may be wrong
MOST_HANDS = 99
LONGEST_CLUB = 120
# Columns that a late slip may change in its table (services.scores.late_hands).
LATE_COLUMNS = {"hands", "why_short", "capture", "cut", "cut_why"}
TEXT_KEYS = {"former", "kind", "reason", "seats", "text", "what", "wishes"}
NEEDED_KEYS = {"agreed": {"entries"}}  # by verb: keys of a line's data that a page reads
# JSON columns that undoing a line may restore, and the function that checks each.
CHECKS: Mapping[str, Callable[[Any], object]] = {
    "rules_values": Rules.of,
    "format_values": Format.of,
    "draw": lambda plain: _check_draw(Draw.from_json(plain)),
}
# Raised when a value of the right type has no meaning: unknown rules, an impossible draw.
CONTENT_ERRORS = (
    ValueError,
    TypeError,
    LookupError,
    AttributeError,
    RuleError,
    SeatingError,
    RecursionError,
)


@dataclass(frozen=True)
class PlayerMatches:
    """`ids` maps a player's number in the file to the id of the same player of the club.

    People with `unsure_names` may be players of the club or not, so they become new players.
    """

    ids: Mapping[int, int]
    unsure_names: tuple[str, ...]
    new_count: int


class WrongValueError(ValueError):
    pass


def read_party(text: bytes) -> PartyFile:
    """Raises Refused for any other file."""
    if len(text) > LARGEST_PARTY:
        raise Refused(TOO_LARGE)
    if sum(map(text.count, (b",", b"[", b"{", b"\\"))) > MOST_SIGNS:
        raise Refused(TOO_MANY)
    content = _content(text)
    deleted = [each for each in content["gone"].values() if isinstance(each, list)]
    if sum(map(len, [*deleted, *(content[name] for name in LISTS)])) > MOST_ROWS:
        raise Refused(TOO_MANY)
    numbers = {row_kind(model): _numbers(content, name) for name, (model, _) in LISTS.items()}
    numbers |= {"party": {1}, "club": {1}}

    def existing_number(kind: str, number: int) -> int:
        if type(number) is not int or number not in numbers[kind]:
            raise WrongValueError(f"no {kind} {number!r}")
        return number

    rows = list(party_rows(content, existing_number))
    rounds = {each.pk: each.number for each in rows if isinstance(each, Round)}
    last_round = _last_round_number([each for each in rows if isinstance(each, Round)])
    entries = [each for each in rows if isinstance(each, Entry)]
    party = party_row(content)
    summary = PartyInFile(
        club=_club_name(content["club"]),
        name=party.name,
        starts_at=party.starts_at,
        people=sum(isinstance(each, Entrant) for each in rows),
        rounds=last_round,
        hands=sum(
            each.status == Entry.Status.IN_FORCE and each.hand is not None for each in entries
        ),
    )
    tables = sum(isinstance(each, Table) and rounds[each.round_id] == last_round for each in rows)
    _check_chairs(rows)
    warning = _checksum_warning(text, content)
    return PartyFile(content, summary, tables, warning == EDITED, warning)


def _checksum_warning(text: bytes, content: Mapping[str, Any]) -> str:
    """Return a warning; "" for a right checksum. Some files of version 1 have none."""
    if has_right_party_file_checksum(text):
        return ""
    return NO_CHECKSUM if content["version"] == 1 and content.keys() <= KEYS else EDITED


def _club_name(club: Mapping[str, Any]) -> str:
    try:
        return _checked_text(club.get("name", ""), LONGEST_CLUB)
    except ValueError as error:
        raise Refused(BROKEN.format("club")) from error


def _content(text: bytes) -> dict[str, Any]:
    try:
        content = json.loads(
            text.decode("utf-8-sig"), parse_float=_refuse_number, parse_constant=_refuse_number
        )
    except json.JSONDecodeError as error:
        is_cut_off = error.doc.lstrip()[:1] == "{" and f'"{PARTY_FORMAT}"' in error.doc[:200]
        raise Refused(CUT_OFF if is_cut_off else NOT_OURS) from error
    except (ValueError, RecursionError) as error:
        raise Refused(NOT_OURS) from error
    if not isinstance(content, dict) or content.get("format") != PARTY_FORMAT:
        raise Refused(NOT_OURS)
    version = content.get("version")
    if type(version) is not int or version < 1:
        raise Refused(BROKEN.format("version"))
    if version > PARTY_VERSION:
        raise Refused(NEWER)
    _add_newer_lists(content)
    types = {"gone": dict, "club": dict, "party": dict} | dict.fromkeys(LISTS, list)
    for name, expected_type in types.items():
        if type(content.get(name)) is not expected_type:
            raise Refused(BROKEN.format(name))
    _reveal_older_winners(content)
    return content


def _add_newer_lists(content: dict[str, Any]) -> None:
    if content["version"] < FIRST_VERSION_WITH_MONEY:
        content.setdefault("money", [])


def _reveal_older_winners(content: dict[str, Any]) -> None:
    finished_at = content["party"].get("finished_at")
    if content["version"] < FIRST_VERSION_WITH_REVEAL and finished_at:
        content["party"].setdefault("revealed_at", finished_at)


def _refuse_number(text: str) -> NoReturn:
    raise Refused(BROKEN.format(text[:20]))


def _numbers(content: Mapping[str, Any], name: str) -> set[int]:
    """Return the numbers of the rows in a list, and those of deleted rows."""
    numbers = [each.get("id") for each in content[name] if isinstance(each, dict)]
    deleted = content["gone"].get(name, [])
    all_numbers = [*numbers, *(deleted if isinstance(deleted, list) else [None])]
    are_ids = all(type(each) is int and 0 < each <= MOST_ID for each in all_numbers)
    distinct = set(all_numbers) if are_ids else set()
    if len(distinct) < len(all_numbers) or len(numbers) < len(content[name]):
        raise Refused(BROKEN.format(f"{name}: id"))
    return distinct


def party_row(content: Mapping[str, Any], **own_columns: Any) -> Party:
    """Return a party that is not stored yet. The `own_columns` are not from the file."""
    try:
        plan = content["party"] | {"seed": str(content["party"]["seed"])}  # a number in version 1
        party = Party(**_columns(plan, Party, lambda _kind, number: number), **own_columns)
        party.rules.values()
        party.format.values()
    except CONTENT_ERRORS as error:
        raise Refused(BROKEN.format(f"party: {error}"[:80])) from error
    return party


def party_rows(content: Mapping[str, Any], new_id: NewId) -> Iterator[Model]:
    """Yield rows that are not stored yet. `new_id` converts the file's numbers into ids."""
    for name, (model, _) in LISTS.items():
        kind = row_kind(model)
        for row in content[name]:
            try:
                yield model(pk=new_id(kind, row["id"]), **_columns(row, model, new_id))
            except CONTENT_ERRORS as error:
                cause = f"{name} {row['id']}: {error}"
                raise Refused(BROKEN.format(cause[:80])) from error


def _columns(row: Mapping[str, Any], model: type[Model], new_id: NewId) -> dict[str, Any]:
    fields = file_fields(model)
    if unknown := row.keys() - {each.name for each in fields} - {"id"}:
        raise WrongValueError(ascii(min(unknown)[:80]))
    _check_actor(row)
    _check_documents(row, model)
    renumbered = renumber_json(row, model, new_id)
    columns = {}
    for field in fields:
        value = row.get(field.name)
        if field.name not in row:
            value = field.get_default()
            if not (field.null or field.blank or field.has_default()):
                value_of(field, value)
        elif field.name in renumbered:
            value = renumbered[field.name]
        elif field.related_model is None or value is None:
            value = value_of(field, value)
        else:
            value = new_id(row_kind(field.related_model), value)
        columns[field.attname] = value
    return columns


def value_of(field: "Field[Any, Any]", value: Any) -> Any:
    """Return a value as its column stores it. Raises WrongValueError."""
    if value is None and field.null:
        return value
    if isinstance(field, DateTimeField):
        at = value if isinstance(value, datetime) else datetime.fromisoformat(value)
        is_valid = at.tzinfo is not None and FIRST_YEAR <= at.year <= LAST_YEAR
        value = at
    elif isinstance(field, BooleanField):
        is_valid = type(value) is bool
    elif isinstance(field, IntegerField):
        least, most = connection.ops.integer_field_ranges[field.get_internal_type()]
        is_valid = type(value) is int and least <= value <= most
        is_valid = is_valid and (value <= MOST_HANDS or field.name not in {"hand", "hands"})
    else:
        text = _checked_text(value, field.max_length)
        is_valid = text in _allowed_texts(field, text)
    if not is_valid:
        raise WrongValueError(field.name)
    return value


def _allowed_texts(field: "Field[Any, Any]", value: str) -> Collection[str]:
    if field.choices:
        return {word for word, _ in field.flatchoices}
    if field.name == "preset":
        return PRESETS
    if field.name in {"name", "word"} and field.model in {Entrant, Player}:
        spaced = value.replace(",", " ")  # names of older programs may have a comma
        clean = clean_name(spaced) if field.name == "name" else clean_word(spaced)
        return [value] if clean == spaced else []
    return [value]


def _checked_text(value: Any, longest: int | None) -> str:
    if type(value) is not str or len(value) > (longest or LONGEST_TEXT) or "\0" in value:
        raise WrongValueError("text")
    value.encode()  # raises a ValueError for half of a surrogate pair
    return value


def _check_actor(row: Mapping[str, Any]) -> None:
    """Refuse a table's label without the word "table": it may be the name of a person."""
    is_table = row.get("actor_kind") == "table"
    if is_table and "table" not in row.get("actor_label", "").casefold():
        raise WrongValueError("actor_label")


def _check_documents(row: Mapping[str, Any], model: type[Model]) -> None:
    for field in file_fields(model):
        if isinstance(field, JSONField) and field.name in row:
            _check_json(row[field.name])
    if check := DOCUMENT_CHECKS.get(model):
        check(row)


def _check_json(value: Any) -> None:
    if type(value) is str:
        _checked_text(value, None)
    elif type(value) is int:
        if abs(value) > MOST_ID:
            raise WrongValueError("number")
    elif isinstance(value, dict):
        for name, each in value.items():
            _checked_text(name, None)
            _check_json(each)
    elif isinstance(value, list):
        for each in value:
            _check_json(each)


def _check_story(row: Mapping[str, Any]) -> None:
    kinds = row.get("story", [])
    if type(kinds) is not list or any(type(each) is not str for each in kinds):
        raise WrongValueError("story")


def _check_card(row: Mapping[str, Any]) -> None:
    points = row.get("rounds", [])
    if type(points) is not list or any(type(each) not in {int, type(None)} for each in points):
        raise WrongValueError("rounds")


def _check_draw(draw: Draw[int]) -> None:
    is_valid = {*draw.ahead.values()} <= PAIR_NAMES.keys() and draw.partners in {"chairs", "fresh"}
    if not is_valid or type(draw.seed) is not str or type(draw.tracked) is not bool:
        raise WrongValueError("draw")
    for refill in draw.refills:
        _check_draw(refill)


def _check_printout(row: Mapping[str, Any]) -> None:
    marks, only = Marks.from_json(row["marks"]), row.get("only")
    pieces = (text for pair in marks.pieces.values() for text in pair)
    texts = [*marks.shared.items(), *pieces, *(only or ())]
    if type(only) not in {list, type(None)} or {type(each) for each in texts} - {str, tuple}:
        raise WrongValueError("marks")


def _check_line(row: Mapping[str, Any]) -> None:
    verb, data = row["verb"], row.get("data", {})
    for step in steps_of(data):
        _checked_text(step.name, None)
        _check_step_columns(step)
        for columns in (step.before or {}, step.after or {}):
            _check_restored_columns(fields_of(step.row), columns)
    wrong = [name for name in TEXT_KEYS & data.keys() if type(data[name]) is not str]
    wrong += NEEDED_KEYS.get(verb, set()) - data.keys()
    if data.get("capture", "hands") not in Table.Capture.values:
        wrong.append("capture")
    if not 0 <= (data.get("planned") or 0) <= MOST_ROUNDS:
        wrong.append("planned")
    wrong += _missing_draw_keys(data)
    if "late" in data:
        table = {name: Table._meta.get_field(name) for name in LATE_COLUMNS}  # noqa: SLF001
        _check_restored_columns(table, data["table"])
        if not data["late"]:
            wrong.append("late")
    if wrong:
        raise WrongValueError(wrong[0])


DOCUMENT_CHECKS: dict[type[Model], Callable[[Mapping[str, Any]], None]] = {
    LogLine: _check_line,
    Party: _check_story,
    Printout: _check_printout,
    Round: lambda row: _check_draw(Draw.from_json(row["draw"])),
    Tally: _check_card,
}


def _missing_draw_keys(data: Mapping[str, Any]) -> Collection[str]:
    """Raises ValueError for a wrong list."""
    if "lines" in data:
        drawn_number(data["lines"], "")
        return ()
    return {"number", "prize", "seed"} - data.keys() if "mark" in data else ()


def _check_step_columns(step: Step) -> None:
    """Refuse a step that lacks columns: undo compares them with the row before it changes the row.

    A step of an older program may lack columns that have a default.
    """
    before, after = step.before, step.after
    if before is None or after is None:
        needed = {
            name
            for name, field in fields_of(step.row).items()
            if not (field.null or field.blank or field.has_default())
        }
        is_valid = needed <= (before or after or {}).keys() | INSTALLATION_COLUMNS.get(
            step.row, set()
        )
    else:
        is_valid = before.keys() == after.keys()
    if not is_valid:
        raise WrongValueError("steps")


def _check_restored_columns(fields: Mapping[str, Any], columns: Mapping[str, Any]) -> None:
    for name, value in columns.items():
        field = fields[name]
        if name in CHECKS:
            CHECKS[name](value)
        elif not isinstance(field, JSONField) and field.related_model is None:
            value_of(field, value)


def _last_round_number(rounds: Collection[Round]) -> int:
    """Raises Refused if an earlier round is missing or open."""
    numbers = sorted(each.number for each in rounds)
    open_earlier = [
        each for each in rounds if each.state != Round.State.CLOSED and each.number < len(rounds)
    ]
    if numbers != [*range(1, len(numbers) + 1)] or open_earlier or len(numbers) > MOST_ROUNDS:
        raise Refused(BROKEN.format("rounds"))
    return len(numbers)


def _check_chairs(rows: Collection[Model]) -> None:
    rounds = {each.pk: each.round_id for each in rows if isinstance(each, Table)}
    for each in rows:
        if isinstance(each, Place) and each.table_id and rounds[each.table_id] != each.round_id:
            raise Refused(BROKEN.format(f"places {each.pk}"))


def has_party(club: Club, file: PartyFile) -> bool:
    summary = file.summary
    return club.parties.filter(name=summary.name, starts_at=summary.starts_at).exists()


def match_players(club: Club, file: PartyFile) -> PlayerMatches:
    """A match is certain if name and word are equal, and nobody else has the name."""
    rows = Player.objects.filter(club=club).values_list("pk", "name", "word")
    club_names = {pk: (casefolded_name(name), word.casefold()) for pk, name, word in rows}
    players = {each["id"]: each for each in file.content["players"]}
    file_names = {
        number: (casefolded_name(each["name"]), each.get("word", "").casefold())
        for number, each in players.items()
    }
    club_counts = Counter(name for name, _ in club_names.values())
    file_counts = Counter(name for name, _ in file_names.values())
    unique_in_club = {key: pk for pk, key in club_names.items() if club_counts[key[0]] == 1}
    ids = {
        number: unique_in_club[key]
        for number, key in file_names.items()
        if key in unique_in_club and file_counts[key[0]] == 1
    }
    unsure_names = (
        players[number]["name"]
        for number, (name, _) in file_names.items()
        if club_counts[name] and number not in ids
    )
    return PlayerMatches(ids, tuple(dict.fromkeys(unsure_names)), len(file_names) - len(ids))
