"""What is in a file that may be a party: read, checked to the last value, and refused in words.

Whatever passes can be stored: it may still be wrong, but every value is one that its column takes,
and every row that is named is in the file.
"""

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
from party.queries.backups.checksums import is_as_written
from party.queries.backups.party_file import LISTS, documents, file_fields
from party.queries.log.references import INSTALLATION_COLUMNS, NewId
from party.queries.log.row_changes import fields_of, row_kind
from party.rosters import clean_name, clean_word, same_name
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
    "This file is not as Head Table wrote it: somebody edited it, or it was damaged on the way. "
    "Its checksum does not match."
)


@dataclass(frozen=True)
class KnownPlayers:
    """The players of a club whom a party's file names: ids by number in the file.

    `unsure` are names that could be theirs; these become `new` players like all others.
    """

    known: Mapping[int, int]
    unsure: tuple[str, ...]
    new: int


TOO_LARGE = f"This file is too large: a party has at most {LARGEST_PARTY // 1_000_000} MB."
TOO_MANY = f"There is too much in this file: a party has at most {MOST_ROWS:,} rows."
NOT_OURS = "This is no party of Head Table. Choose a file whose name ends in .party.json."
CUT_OFF = "The end of this file is missing: it was not copied whole. Copy it once more."
NEWER = f"This party was written by a newer Head Table. {UPDATE_FIRST}"
BROKEN = "This file was changed or damaged ({}). Take it as Head Table wrote it."
# Signs of JSON in the text, so many for each row: what is read takes some 200 bytes for each.
MOST_SIGNS = 16 * MOST_ROWS
KEYS = {"format", "version", "club", "party", *LISTS, "gone"}
WITH_MONEY = 3  # the first version with lines of money
FIRST_YEAR, LAST_YEAR = 1970, 2200  # of a laptop's clock, which may be wrong
MOST_HANDS = 99
LONGEST_CLUB = 120
# What a late slip may have changed in its table (services.scores.late_hands).
OF_A_TABLE = {"hands", "why_short", "capture", "cut", "cut_why"}
TEXTS = {"kind", "reason", "seats", "text", "what", "wishes"}
NEEDED = {"agreed": {"entries"}}  # what reads such a line asks for
# Columns of JSON that a line may bring back, and what reads them.
PARTS_OF_A_PLAN: Mapping[str, Callable[[Any], object]] = {
    "rules_values": Rules.of,
    "format_values": Format.of,
    "draw": lambda plain: _check_draw(Draw.from_json(plain)),
}
# What reading a wrong value by its meaning raises.
WRONG = (
    ValueError,
    TypeError,
    LookupError,
    AttributeError,
    RuleError,
    SeatingError,
    RecursionError,
)


class WrongValueError(ValueError):
    """A value that our column does not accept."""


def read_party(text: bytes) -> PartyFile:
    """Return the party in a file. Raises Refused, in words, for anything else."""
    if len(text) > LARGEST_PARTY:
        raise Refused(TOO_LARGE)
    if sum(map(text.count, (b",", b"[", b"{", b"\\"))) > MOST_SIGNS:
        raise Refused(TOO_MANY)
    content = _content(text)
    gone = [each for each in content["gone"].values() if isinstance(each, list)]
    if sum(map(len, [*gone, *(content[name] for name in LISTS)])) > MOST_ROWS:
        raise Refused(TOO_MANY)
    known = {row_kind(model): _numbers(content, name) for name, (model, _) in LISTS.items()}
    known |= {"party": {1}, "club": {1}}

    def checked(kind: str, number: int) -> int:
        if type(number) is not int or number not in known[kind]:
            raise WrongValueError(f"no {kind} {number!r}")
        return number

    rows = list(party_rows(content, checked))
    rounds = {each.pk: each.number for each in rows if isinstance(each, Round)}
    last = _last_of([each for each in rows if isinstance(each, Round)])
    party = party_row(content)
    inside = PartyInFile(
        club=_club_name(content["club"]),
        name=party.name,
        starts_at=party.starts_at,
        people=sum(isinstance(each, Entrant) for each in rows),
        rounds=last,
        hands=sum(isinstance(each, Entry) and _counts(each) for each in rows),
    )
    tables = [each for each in rows if isinstance(each, Table) and rounds[each.round_id] == last]
    _check_chairs(rows)
    warning = _warning(text, content)
    return PartyFile(content, inside, len(tables), warning == EDITED, warning)


def _warning(text: bytes, content: Mapping[str, Any]) -> str:
    """Return a warning about the checksum, which some files of version 1 lack."""
    if is_as_written(text):
        return ""
    return NO_CHECKSUM if content["version"] == 1 and content.keys() <= KEYS else EDITED


def _club_name(club: Mapping[str, Any]) -> str:
    try:
        return _text(club.get("name", ""), LONGEST_CLUB)
    except ValueError as error:
        raise Refused(BROKEN.format("club")) from error


def _counts(entry: Entry) -> bool:
    return entry.status == Entry.Status.IN_FORCE and entry.hand is not None


def _content(text: bytes) -> dict[str, Any]:
    """Return the JSON of a party of this version."""
    try:
        content = json.loads(
            text.decode("utf-8-sig"), parse_float=_refused_number, parse_constant=_refused_number
        )
    except json.JSONDecodeError as error:
        begins = error.doc.lstrip()[:1] == "{" and f'"{PARTY_FORMAT}"' in error.doc[:200]
        raise Refused(CUT_OFF if begins else NOT_OURS) from error
    except (ValueError, RecursionError) as error:
        raise Refused(NOT_OURS) from error
    if not isinstance(content, dict) or content.get("format") != PARTY_FORMAT:
        raise Refused(NOT_OURS)
    version = content.get("version")
    if type(version) is not int or version < 1:
        raise Refused(BROKEN.format("version"))
    if version > PARTY_VERSION:
        raise Refused(NEWER)
    _add_younger_lists(content)
    lists = {"gone": dict, "club": dict, "party": dict} | dict.fromkeys(LISTS, list)
    for name, kind in lists.items():
        if type(content.get(name)) is not kind:
            raise Refused(BROKEN.format(name))
    return content


def _add_younger_lists(content: dict[str, Any]) -> None:
    if content["version"] < WITH_MONEY:
        content.setdefault("money", [])


def _refused_number(text: str) -> NoReturn:
    raise Refused(BROKEN.format(text[:20]))


def _numbers(content: Mapping[str, Any], name: str) -> set[int]:
    """Return the numbers of the rows in a list, and those of deleted rows."""
    numbers = [each.get("id") for each in content[name] if isinstance(each, dict)]
    gone = content["gone"].get(name, [])
    every = [*numbers, *(gone if isinstance(gone, list) else [None])]
    right = all(type(each) is int and 0 < each <= MOST_ID for each in every)
    if not right or len(set(every)) < len(every) or len(numbers) < len(content[name]):
        raise Refused(BROKEN.format(f"{name}: id"))
    return set(every)


def party_row(content: Mapping[str, Any], **others: Any) -> Party:
    """Return the row of the party, not stored yet, with `others` of its columns."""
    try:
        plan = content["party"] | {"seed": str(content["party"]["seed"])}  # a number in version 1
        party = Party(**_columns(plan, Party, lambda _kind, number: number), **others)
        party.rules.values()
        party.format.values()
    except WRONG as error:
        raise Refused(BROKEN.format(f"party: {error}"[:80])) from error
    return party


def party_rows(content: Mapping[str, Any], of: NewId) -> Iterator[Model]:
    """Yield the rows of all lists, not stored yet, their numbers converted by `of`."""
    for name, (model, _) in LISTS.items():
        kind = row_kind(model)
        for row in content[name]:
            try:
                yield model(pk=of(kind, row["id"]), **_columns(row, model, of))
            except WRONG as error:
                where = f"{name} {row['id']}: {error}"
                raise Refused(BROKEN.format(where[:80])) from error


def _columns(row: Mapping[str, Any], model: type[Model], of: NewId) -> dict[str, Any]:
    fields = file_fields(model)
    if strange := row.keys() - {each.name for each in fields} - {"id"}:
        raise WrongValueError(ascii(min(strange)[:80]))
    _check_actor(row)
    _check_documents(row, model)
    read = documents(row, model, of)
    columns = {}
    for field in fields:
        value = row.get(field.name)
        if field.name not in row:
            value = field.get_default()
            if not (field.null or field.blank or field.has_default()):
                value_of(field, value)
        elif field.name in read:
            value = read[field.name]
        elif field.related_model is None or value is None:
            value = value_of(field, value)
        else:
            value = of(row_kind(field.related_model), value)
        columns[field.attname] = value
    return columns


def value_of(field: "Field[Any, Any]", value: Any) -> Any:
    """Return a value as its column stores it. Raises WrongValueError."""
    if value is None and field.null:
        return value
    if isinstance(field, DateTimeField):
        at = value if isinstance(value, datetime) else datetime.fromisoformat(value)
        right = at.tzinfo is not None and FIRST_YEAR <= at.year <= LAST_YEAR
        value = at
    elif isinstance(field, BooleanField):
        right = type(value) is bool
    elif isinstance(field, IntegerField):
        least, most = connection.ops.integer_field_ranges[field.get_internal_type()]
        right = type(value) is int and least <= value <= most
        right = right and (value <= MOST_HANDS or field.name not in {"hand", "hands"})
    else:
        right = _text(value, field.max_length) == value and value in _words_of(field, value)
    if not right:
        raise WrongValueError(field.name)
    return value


def _words_of(field: "Field[Any, Any]", value: str) -> Collection[str]:
    """Return the values that a column of words allows, if it restricts this one."""
    if field.choices:
        return {word for word, _ in field.flatchoices}
    if field.name == "preset":
        return PRESETS
    if field.name in {"name", "word"} and field.model in {Entrant, Player}:
        spaced = value.replace(",", " ")  # names of older programs may have a comma
        clean = clean_name(spaced) if field.name == "name" else clean_word(spaced)
        return [value] if clean == spaced else []
    return [value]


def _text(value: Any, longest: int | None) -> str:
    if type(value) is not str or len(value) > (longest or LONGEST_TEXT) or "\0" in value:
        raise WrongValueError("text")
    value.encode()  # a ValueError for half a letter
    return value


def _check_actor(row: Mapping[str, Any]) -> None:
    """Refuse a table as actor that looks like somebody of the club."""
    is_table = row.get("actor_kind") == "table"
    if is_table and "table" not in row.get("actor_label", "").casefold():
        raise WrongValueError("actor_label")


def _check_documents(row: Mapping[str, Any], model: type[Model]) -> None:
    """Check the columns of JSON, except for what reading them checks."""
    for field in file_fields(model):
        if isinstance(field, JSONField) and field.name in row:
            _check_plain(row[field.name])
    if model is Printout:
        _check_printout(row)
    elif model is Round:
        _check_draw(Draw.from_json(row["draw"]))
    elif model is Tally:
        points = row.get("rounds", [])
        if type(points) is not list or any(type(each) not in {int, type(None)} for each in points):
            raise WrongValueError("rounds")
    elif model is LogLine:
        _check_line(row["verb"], row.get("data", {}))


def _check_plain(value: Any) -> None:
    if type(value) is str:
        _text(value, None)
    elif type(value) is int:
        if abs(value) > MOST_ID:
            raise WrongValueError("number")
    elif isinstance(value, dict):
        for name, each in value.items():
            _text(name, None)
            _check_plain(each)
    elif isinstance(value, list):
        for each in value:
            _check_plain(each)


def _check_draw(draw: Draw[int]) -> None:
    right = {*draw.ahead.values()} <= PAIR_NAMES.keys() and draw.partners in {"chairs", "fresh"}
    if not right or type(draw.seed) is not str or type(draw.tracked) is not bool:
        raise WrongValueError("draw")
    for refill in draw.refills:
        _check_draw(refill)


def _check_printout(row: Mapping[str, Any]) -> None:
    marks, only = Marks.read(row["marks"]), row.get("only")
    pieces = (text for pair in marks.pieces.values() for text in pair)
    every = [*marks.shared.items(), *pieces, marks.basis, *(only or ())]
    if type(only) not in {list, type(None)} or {type(each) for each in every} - {str, tuple}:
        raise WrongValueError("marks")


def _check_line(verb: str, data: Mapping[str, Any]) -> None:
    """Check the parts of a line's data that verbs and pages read."""
    for step in steps_of(data):
        _text(step.name, None)
        _check_columns(step)
        for columns in (step.before or {}, step.after or {}):
            _check_step(fields_of(step.row), columns)
    wrong = [name for name in TEXTS & data.keys() if type(data[name]) is not str]
    wrong += NEEDED.get(verb, set()) - data.keys()
    if data.get("capture", "hands") not in Table.Capture.values:
        wrong.append("capture")
    if not 0 <= (data.get("planned") or 0) <= MOST_ROUNDS:
        wrong.append("planned")
    wrong += _faults_of_a_draw(data)
    if "late" in data:
        table = {name: Table._meta.get_field(name) for name in OF_A_TABLE}  # noqa: SLF001
        _check_step(table, data["table"])
        wrong += [] if data["late"] else ["late"]
    if wrong:
        raise WrongValueError(wrong[0])


def _faults_of_a_draw(data: Mapping[str, Any]) -> Collection[str]:
    """Return the keys that a prize's draw lacks. Raises ValueError for a wrong list."""
    if "lines" in data:
        drawn_number(data["lines"], "")
        return ()
    return {"number", "prize", "seed"} - data.keys() if "mark" in data else ()


def _check_columns(step: Step) -> None:
    """Refuse a new or deleted row without all its columns, or other columns after a change.

    Otherwise every row would seem to be as the line left it. Older lines lack columns that have a
    default.
    """
    before, after = step.before, step.after
    if before is None or after is None:
        needed = {
            name
            for name, field in fields_of(step.row).items()
            if not (field.null or field.blank or field.has_default())
        }
        right = needed <= (before or after or {}).keys() | INSTALLATION_COLUMNS.get(
            step.row, set()
        )
    else:
        right = before.keys() == after.keys()
    if not right:
        raise WrongValueError("steps")


def _check_step(fields: Mapping[str, Any], columns: Mapping[str, Any]) -> None:
    """Check the columns that taking the line back would store again."""
    for name, value in columns.items():
        field = fields[name]
        if name in PARTS_OF_A_PLAN:
            PARTS_OF_A_PLAN[name](value)
        elif not isinstance(field, JSONField) and field.related_model is None:
            value_of(field, value)


def _last_of(rounds: Collection[Round]) -> int:
    """Return the number of the last round. Raises Refused if an earlier one is missing."""
    numbers = sorted(each.number for each in rounds)
    open_before = [
        each for each in rounds if each.state != Round.State.CLOSED and each.number < len(rounds)
    ]
    if numbers != [*range(1, len(numbers) + 1)] or open_before or len(numbers) > MOST_ROUNDS:
        raise Refused(BROKEN.format("rounds"))
    return len(numbers)


def _check_chairs(rows: Collection[Model]) -> None:
    rounds = {each.pk: each.round_id for each in rows if isinstance(each, Table)}
    for each in rows:
        if isinstance(each, Place) and each.table_id and rounds[each.table_id] != each.round_id:
            raise Refused(BROKEN.format(f"places {each.pk}"))


def has_party(club: Club, file: PartyFile) -> bool:
    """Return whether a club already has a party of this name and time."""
    inside = file.inside
    return club.parties.filter(name=inside.name, starts_at=inside.starts_at).exists()


def known_players(club: Club, file: PartyFile) -> KnownPlayers:
    """Match the people of a file with the players of a club. One query.

    As with lists of names, a match is certain if the name occurs once in the club and once in the
    file, and the words that tell people of one name apart are the same.
    """
    rows = Player.objects.filter(club=club).values_list("pk", "name", "word")
    there = {pk: (same_name(name), word.casefold()) for pk, name, word in rows}
    players = {each["id"]: each for each in file.content["players"]}
    here = {
        number: (same_name(each["name"]), each.get("word", "").casefold())
        for number, each in players.items()
    }
    bearers = Counter(name for name, _ in there.values())
    single = {who: pk for pk, who in there.items() if bearers[who[0]] == 1}
    named = Counter(name for name, _ in here.values())
    known = {n: single[who] for n, who in here.items() if who in single and named[who[0]] == 1}
    unsure = (players[n]["name"] for n, who in here.items() if bearers[who[0]] and n not in known)
    return KnownPlayers(known, tuple(dict.fromkeys(unsure)), len(here) - len(known))
