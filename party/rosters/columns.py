"""The kinds of the columns of a list: from their headings, otherwise from their values.

A row can name several people: two lists side by side, or columns for a partner. The columns of
each person are a *block*. The organiser chooses the kind of an UNSURE column, which may hold the
other half of the names. A column that is not understood has the kind "".
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from party.rosters.cells import E_MAIL, PHONE, is_full_name, is_single_name
from party.rosters.rows import SEPARATORS, RawRow, RosterRow, rows_of
from party.rosters.vocabulary import (
    answer_in,
    heading_kind,
    is_address,
    is_prize_group,
    is_seat_or_title,
    plain,
)

UNSURE, UNUSED = "?", "-"
# The kinds that the page offers.
COLUMN_CHOICES = {
    "name": "Names",
    "first": "First names",
    "middle": "Middle names",
    "last": "Last names",
    "last2": "Second surnames",
    "reversed": "Names, surname first",
    "group": "Prize groups",
    "number": "Numbers",
    "notes": "Notes for tonight",
    "kept": "Notes that the club keeps",
    "fee": "Fee: who has paid",
    "answer": "Who comes: yes or no",
    "word": "Words that tell apart",
    UNUSED: "Not used",
}
NAMES = frozenset({"name", "full", "reversed", "first", "middle", "last", "last2"})
HALVES = frozenset({"name", "first", "last"})
# A single column of these kinds is about all people of a row.
SHARED_KINDS = ("group", "notes", "kept", "word", "answer", "fee")
NUMBER = re.compile(r"(?:no\.? *)?#?(\d{1,6})[.:)]?", re.IGNORECASE)
DATE = re.compile(r"\d{1,4}[./-]\d{1,2}[./-]\d{1,4}\b.*")
# These words are headings if there are other headings. Alone they are names, such as West.
NAME_OR_HEADING = re.compile(
    "nom|north|south|east|west|nord|sud|est|ouest|ost|norte|sur|este|oeste", re.IGNORECASE
)
LONGEST_LETTERHEAD = 200  # rows
MOST_COLUMNS = 200  # of a table
ROWS_JUDGED = 500  # the first rows decide the kind of a column
MOST_UNKNOWN_ANSWERS = 10  # that get a question each; the others share one question


@dataclass(frozen=True, slots=True)
class Column:
    index: int
    heading: str
    kind: str
    is_another: bool = False  # about another person than the columns to the left
    example: str = ""

    @property
    def preselected_kind(self) -> str:
        """The kind that the page selects at first, "" for none."""
        return {"full": "name", "": UNUSED, UNSURE: ""}.get(self.kind, self.kind)


@dataclass(frozen=True, slots=True)
class RosterTable:
    columns: tuple[Column, ...]
    rows: list[RosterRow]
    above: tuple[RawRow, ...] = ()
    headings: RosterRow | None = None
    has_unknown_headings: bool = False

    @property
    def has_known_headings(self) -> bool:
        return self.headings is not None and not self.has_unknown_headings

    def with_kinds(self, kinds: Mapping[int, str]) -> "RosterTable":
        """Return the table with the kinds that the organiser chose, by index of the column."""
        columns = []
        for column in self.columns:
            kind = kinds.get(column.index, column.preselected_kind)
            columns.append(
                column if kind == column.preselected_kind else replace(column, kind=kind)
            )
        return replace(self, columns=tuple(columns))

    @property
    def headings_key(self) -> str:
        """The key by which the organiser's choices of kinds find their table again."""
        headings = "|".join(column.heading for column in self.columns) if self.headings else ""
        return f"{len(self.columns)}|{headings}"

    @property
    def blocks(self) -> list[dict[str, int]]:
        """Indexes of columns by kind, for each person of a row."""
        blocks, is_after_partner = [dict[str, int]()], False
        for column in self.columns:
            kind, block = column.kind, blocks[-1]
            if kind in {"", UNUSED, UNSURE}:
                continue
            begins_partner = column.is_another and kind in NAMES and not is_after_partner
            is_next_person = begins_partner and NAMES & block.keys()
            if kind in block or is_next_person or (kind == "full" and "name" in block):
                blocks.append({})
            is_after_partner = column.is_another
            blocks[-1][kind] = column.index
        for kind in SHARED_KINDS:
            indexes = [block[kind] for block in blocks if kind in block]
            if len(indexes) == 1:
                blocks = [{**block, kind: indexes[0]} for block in blocks]
        return blocks


def table_of(raw: Sequence[RawRow], *, is_numbered: bool) -> RosterTable | None:
    """Return the table; None if several rows have more than MOST_COLUMNS cells."""
    if table := _table_under_headings(raw):
        return table
    rows = list(rows_of(raw))
    is_too_wide = sum(len(row.cells) > MOST_COLUMNS for row in rows) > 1
    return None if is_too_wide else _headless_table(rows, is_numbered=is_numbered)


def _table_under_headings(raw: Sequence[RawRow]) -> RosterTable | None:
    """Find the headings: the first row with several, otherwise with one, which may be a title."""
    if raw and (groups := _table_of_groups(raw)):
        return groups
    candidates = [
        (index, *separator_and_kinds)
        for index in range(min(len(raw), LONGEST_LETTERHEAD))
        if (separator_and_kinds := _headings_at(raw, index))
    ]
    if not candidates:
        return None
    with_several = (candidate for candidate in candidates if len(candidate[2]) > 1)
    index, separator, kinds = next(with_several, candidates[0])
    headings = raw[index].split_at(separator)
    rows = [row.split_at(separator) for row in raw[index + 1 :]]
    columns = [
        Column(i, heading, kind, is_another, _first_value(rows, i))
        for i, (heading, (kind, is_another)) in enumerate(zip(headings.cells, kinds, strict=True))
    ]
    return RosterTable(tuple(_correct_kinds(columns, rows)), rows, tuple(raw[:index]), headings)


def _headings_at(raw: Sequence[RawRow], index: int) -> tuple[str, list[tuple[str, bool]]] | None:
    """Return the separator of the headings and their kinds, None for other rows."""
    row = raw[index]
    is_near_top = index <= 3
    separator_count = max(map(row.text.count, SEPARATORS))
    if separator_count >= MOST_COLUMNS or (not is_near_top and not separator_count):
        return None
    separator, kinds = max(
        ((s, [heading_kind(cell) for cell in row.split_at(s).cells]) for s in SEPARATORS),
        key=lambda candidate: len({kind for kind, _ in candidate[1]} - {""}),
    )
    is_name = NAME_OR_HEADING.fullmatch(row.text.strip(f"{SEPARATORS} :"))
    if is_name or not _is_headings(kinds, is_near_top=is_near_top):
        return None
    cells_below = raw[index + 1].split_at(separator).cells if index + 1 < len(raw) else ()
    if not cells_below and any(is_another for _, is_another in kinds):
        return None  # the only line is a person, as in: Guest 12, Name
    if _are_all_numbered(kinds) and _are_all_numbered(list(map(heading_kind, cells_below))):
        return None  # people without names, as in: Guest 1, Guest 2
    return separator, kinds


def _table_of_groups(raw: Sequence[RawRow]) -> RosterTable | None:
    """Return a table whose headings are prize groups with names below: Women, Men."""
    for separator in SEPARATORS:
        headings = raw[0].split_at(separator)
        if 1 < len(headings.cells) <= MOST_COLUMNS and all(map(is_prize_group, headings.cells)):
            rows = [row.split_at(separator) for row in raw[1:]]
            columns = [
                Column(index, heading, "full", is_another=True, example=_first_value(rows, index))
                for index, heading in enumerate(headings.cells)
            ]
            return RosterTable(tuple(columns), rows, headings=headings)
    return None


def _are_all_numbered(kinds: Sequence[tuple[str, bool]]) -> bool:
    """Return whether all headings of names have a number: Player 1, Guest 1."""
    numbered = [is_another for kind, is_another in kinds if kind in NAMES]
    return bool(numbered) and all(numbered)


def _is_headings(kinds: Sequence[tuple[str, bool]], *, is_near_top: bool) -> bool:
    known_kinds = [kind for kind, _ in kinds if kind]
    if _are_all_numbered(kinds) and len(known_kinds) < 2:
        return False
    if not NAMES & set(known_kinds):
        return False
    can_stand_alone = len(kinds) > 1 or known_kinds not in (["first"], ["last"])
    return len(known_kinds) > 1 or (is_near_top and can_stand_alone)


def _correct_kinds(columns: Sequence[Column], rows: Sequence[RosterRow]) -> Iterator[Column]:
    """Correct kinds that the values below contradict."""
    kinds = {column.kind for column in columns}
    lacks_half = (
        bool(NAMES & kinds) and not {"full", "reversed"} & kinds and len(HALVES & kinds) < 2
    )
    halves = [column for column in columns if column.kind in HALVES]
    has_words = bool(halves) and _share_that_fits(rows, halves[0].index, is_single_name) >= 0.8
    for index, column in enumerate(columns):
        kind, column_before = column.kind, columns[index - 1] if index else None
        if kind == "answer" and _has_many_unknown_answers(rows, column.index):
            kind = ""
        is_second = column_before is not None and column_before.kind == kind
        is_twin = kind == "name" and is_second and not column.is_another
        may_be_half = kind == "" and lacks_half and has_words and _is_distinct(rows, column.index)
        is_doubtful = (is_twin or may_be_half) and has_words
        if is_doubtful and _share_that_fits(rows, column.index, is_single_name) > 0.5:
            kind = UNSURE
        is_guest = kind == "full" and any(
            _are_different(rows, column.index, half.index)
            for half in columns
            if half.kind in {"first", "last"} and not half.is_another
        )
        yield replace(column, kind=kind, is_another=column.is_another or is_guest)


def _has_many_unknown_answers(rows: Sequence[RosterRow], column: int) -> bool:
    unknown = {value for value in _values_of(rows, column) if not answer_in(value)}
    known_share = _share_that_fits(rows, column, answer_in)
    return len(unknown) > MOST_UNKNOWN_ANSWERS and known_share <= 0.5


def _are_different(rows: Sequence[RosterRow], whole_column: int, half_column: int) -> bool:
    """Return whether most whole names do not contain the half name beside them."""
    pairs = [
        (plain(row.cells[half_column]), plain(row.cells[whole_column]))
        for row in rows[:ROWS_JUDGED]
        if len(row.cells) > max(whole_column, half_column)
        and row.cells[whole_column]
        and row.cells[half_column]
    ]
    return sum(half in whole for half, whole in pairs) * 2 < len(pairs)


def _headless_table(rows_with_headings: list[RosterRow], *, is_numbered: bool) -> RosterTable:
    rows, headings = _split_unknown_headings(rows_with_headings)
    width = max((len(row.cells) for row in rows), default=0)
    kinds = _guessed_kinds(rows, width, is_numbered=is_numbered)
    if headings:
        kinds = [kind if kind in NAMES | {"number"} else "" for kind in kinds]
    texts = headings.cells if headings else ()
    columns = tuple(
        Column(
            index,
            texts[index] if index < len(texts) else "",
            kind,
            example=_first_value(rows, index),
        )
        for index, kind in enumerate(kinds)
    )
    return RosterTable(columns, rows, headings=headings, has_unknown_headings=headings is not None)


def _split_unknown_headings(rows: list[RosterRow]) -> tuple[list[RosterRow], RosterRow | None]:
    """Split off a first row of words that stands above a column of data."""
    if len(rows) < 3 or len(rows[0].cells) < 2:
        return rows, None
    first_row, *rows_below = rows
    for column, cell in enumerate(first_row.cells):
        values = list(_values_of(rows_below, column))
        is_data_below = len(values) == len(rows_below) and all(map(_is_data, values))
        if cell and not _is_data(cell) and is_data_below:
            return rows_below, first_row
    return rows, None


def _is_data(text: str) -> bool:
    if not any(letter.isalpha() for letter in text) or NUMBER.fullmatch(text):
        return True
    return bool(E_MAIL.fullmatch(text) or PHONE.fullmatch(text) or DATE.fullmatch(text))


def _guessed_kinds(rows: Sequence[RosterRow], width: int, *, is_numbered: bool) -> list[str]:
    """Guess kinds from values; the defaults are name, group, notes."""
    kinds, defaults, has_address = list[str](), iter(("name", "group", "notes")), False
    for column in range(width):
        if "number" not in kinds and column <= is_numbered and _has_numbers_only(rows, column):
            kinds.append("number")
            continue
        kind = _kind_of_values(rows, column, kinds, is_first="name" not in kinds)
        has_address = has_address or (
            kind == UNUSED and _share_that_fits(rows, column, is_address) >= 0.5
        )
        if kind != "name" and has_address:
            kind = UNUSED
        kind_before = kinds[-1] if kinds else ""
        if (
            kind == "name"
            and kind_before == UNUSED
            and _share_that_fits(rows, column - 1, NUMBER.fullmatch) == 1
        ):
            kinds[-1] = "number"  # the second of two lists side by side has numbers too
        kinds.append(kind or next(defaults, UNUSED))
        if kind == "name" and kinds.count("name") == 1:
            next(defaults)
    if "name" not in kinds:
        index = 1 if kinds[:1] == ["number"] else 0
        kinds[index : index + 1] = ["name"]
    return kinds


def _kind_of_values(
    rows: Sequence[RosterRow], column: int, kinds_before: Sequence[str], *, is_first: bool
) -> str:
    """Return the kind that the values show; "" for the default kind."""
    values = Counter(_values_of(rows, column))
    if not values:
        return UNUSED if is_first else ""
    if is_first and all(map(is_seat_or_title, values)):
        return UNUSED
    has_addresses = not is_first and _share_that_fits(rows, column, is_address) >= 0.5
    if has_addresses or all(map(_is_data, values)):
        return UNUSED
    is_filled = values.total() > 1 and values.total() * 2 >= len(rows[:ROWS_JUDGED])
    if is_filled and all(map(answer_in, values)):
        return "name" if is_first else "answer"
    is_person = _share_that_fits(rows, column, _is_person) >= 0.7 and _is_distinct(rows, column)
    return "name" if is_first or is_person else _kind_of_words(rows, column, kinds_before)


def _kind_of_words(rows: Sequence[RosterRow], column: int, kinds_before: Sequence[str]) -> str:
    """Return the kind of a column of words; "" for the default kind."""
    if kinds_before[-1:] != ["name"]:
        return ""
    names = kinds_before.count("name")
    if _may_be_other_half(rows, column):
        return "name" if names > 1 or _may_be_other_half(rows, column + 1) else UNSURE
    return "name" if names > 1 and _share_that_fits(rows, column, is_single_name) == 1 else ""


def _may_be_other_half(rows: Sequence[RosterRow], column: int) -> bool:
    values = list(_values_of(rows, column))
    if len(values) < 2 or any(is_prize_group(value) for value in values):
        return False
    if _share_that_fits(rows, column, is_single_name) < 0.8 or not _is_distinct(rows, column):
        return False
    return _share_that_fits(rows, column - 1, is_single_name) >= 0.8


def _is_person(text: str) -> bool:
    return is_full_name(text) and not any(letter.isdigit() for letter in text)


def _has_numbers_only(rows: Sequence[RosterRow], column: int) -> bool:
    return bool(rows) and all(
        len(row.cells) > 1 and NUMBER.fullmatch(row.cells[column]) for row in rows
    )


def _values_of(rows: Sequence[RosterRow], column: int) -> Iterator[str]:
    for row in rows[:ROWS_JUDGED]:
        if column < len(row.cells) and row.cells[column]:
            yield row.cells[column]


def _share_that_fits(
    rows: Sequence[RosterRow], column: int, test: Callable[[str], object]
) -> float:
    values = Counter(_values_of(rows, column))
    fitting_count = sum(count for value, count in values.items() if test(value))
    return fitting_count / (values.total() or 1)


def _is_distinct(rows: Sequence[RosterRow], column: int) -> bool:
    """Return whether most values differ: names do, prize groups do not."""
    values = [plain(value) for value in _values_of(rows, column)]
    return len(set(values)) * 2 > len(values)


def _first_value(rows: Sequence[RosterRow], column: int) -> str:
    return next(_values_of(rows, column), "")
