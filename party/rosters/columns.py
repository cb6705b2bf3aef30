"""The kinds of the columns of a list: from their headings, otherwise from their values.

Headings may follow a letterhead. Two lists side by side, and columns for a partner, are *blocks*
of columns: each block is one person of the row. A column that may be the other half of the names
has the kind UNSURE: the organiser chooses. A column that is not understood has the kind "".
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from party.rosters.cells import E_MAIL, PHONE, is_full, is_word
from party.rosters.rows import SIGNS, RawRow, RosterRow, rows_of
from party.rosters.vocabulary import answer_in, heading_kind, is_address, is_group, is_label, plain

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
OF_ALL = (
    "group",
    "notes",
    "kept",
    "word",
    "answer",
    "fee",
)  # one column of these is for all people of a row
NUMBER = re.compile(r"(?:no\.? *)?#?(\d{1,6})[.:)]?", re.IGNORECASE)
DATE = re.compile(r"\d{1,4}[./-]\d{1,2}[./-]\d{1,4}\b.*")
# Headings beside others; alone they are somebody's name, as West is.
NAMES_TOO = re.compile(
    "nom|north|south|east|west|nord|sud|est|ouest|ost|norte|sur|este|oeste", re.IGNORECASE
)
LONGEST_LETTERHEAD = 200  # rows
MOST_COLUMNS = 200  # of a table; more stand in no list of people
LOOKED_AT = 500  # rows, by which a column is judged
MOST_UNKNOWN_ANSWERS = 10  # that are asked about one by one


@dataclass(frozen=True, slots=True)
class Column:
    index: int
    heading: str
    kind: str
    is_another: bool = False  # about another person than the columns before
    example: str = ""

    @property
    def offered(self) -> str:
        """The kind that the page selects at first, "" for none."""
        return {"full": "name", "": UNUSED, UNSURE: ""}.get(self.kind, self.kind)


@dataclass(frozen=True, slots=True)
class RosterTable:
    """Rows with their columns; `above` are the rows before the headings."""

    columns: tuple[Column, ...]
    rows: list[RosterRow]
    above: tuple[RawRow, ...] = ()
    headings: RosterRow | None = None
    unknown: bool = False  # there are headings, and none of them is known

    @property
    def headed(self) -> bool:
        return self.headings is not None and not self.unknown

    def with_kinds(self, kinds: Mapping[int, str]) -> "RosterTable":
        """Return the table with the organiser's kinds, by index of the column."""
        columns = (
            replace(column, kind=kind)
            if (kind := kinds.get(column.index, column.offered)) != column.offered
            else column
            for column in self.columns
        )
        return replace(self, columns=tuple(columns))

    @property
    def contents(self) -> str:
        """The number of columns and their headings, by which choices of kinds find them again."""
        headings = "|".join(column.heading for column in self.columns) if self.headings else ""
        return f"{len(self.columns)}|{headings}"

    @property
    def blocks(self) -> list[dict[str, int]]:
        blocks, partner = [dict[str, int]()], False
        for column in self.columns:
            kind = column.kind
            if kind in {"", UNUSED, UNSURE}:
                continue
            last = blocks[-1]
            is_other = column.is_another and kind in NAMES and not partner and NAMES & last.keys()
            if kind in last or is_other or (kind == "full" and "name" in last):
                blocks.append({})
            partner = column.is_another
            blocks[-1][kind] = column.index
        for kind in OF_ALL:
            indexes = [block[kind] for block in blocks if kind in block]
            if len(indexes) == 1:
                blocks = [{**block, kind: indexes[0]} for block in blocks]
        return blocks


def table_of(written: Sequence[RawRow], *, numbered: bool) -> RosterTable | None:
    """Return the table of a list, None if several rows have more columns than any list."""
    if headed := _under_headings(written):
        return headed
    rows = list(rows_of(written))
    is_too_wide = sum(len(row.cells) > MOST_COLUMNS for row in rows) > 1
    return None if is_too_wide else _without_headings(rows, numbered=numbered)


def _under_headings(written: Sequence[RawRow]) -> RosterTable | None:
    """Read rows under headings, None without headings. One word above others is a title."""
    if written and (groups := _groups_above(written)):
        return groups
    found = [
        (at, *signed)
        for at in range(min(len(written), LONGEST_LETTERHEAD))
        if (signed := _headings_at(written, at))
    ]
    if not found:
        return None
    at, sign, kinds = next((one for one in found if len(one[2]) > 1), found[0])
    headings = written[at].split_at(sign)
    rows = [each.split_at(sign) for each in written[at + 1 :]]
    columns = [
        Column(i, heading, kind, is_another, _example(rows, i))
        for i, (heading, (kind, is_another)) in enumerate(zip(headings.cells, kinds, strict=True))
    ]
    return RosterTable(tuple(_corrected_kinds(columns, rows)), rows, tuple(written[:at]), headings)


def _headings_at(
    written: Sequence[RawRow], index: int
) -> tuple[str, list[tuple[str, bool]]] | None:
    """Return the sign between the headings of a row and their kinds, None for other rows."""
    row = written[index]
    count = max(map(row.text.count, SIGNS))
    if count >= MOST_COLUMNS or (index > 3 and not count):
        return None
    sign, kinds = max(
        ((sign, [heading_kind(cell) for cell in row.split_at(sign).cells]) for sign in SIGNS),
        key=lambda one: len({kind for kind, _ in one[1]} - {""}),
    )
    is_name = NAMES_TOO.fullmatch(row.text.strip(f"{SIGNS} :"))
    if is_name or not _is_headings(kinds, is_first=index <= 3):
        return None
    below = written[index + 1].split_at(sign).cells if index + 1 < len(written) else ()
    if not below and any(is_another for _, is_another in kinds):
        return None  # a list of one line: Guest 12, Name
    if _are_all_numbered(kinds) and _are_all_numbered(list(map(heading_kind, below))):
        return None  # Guest 1, Guest 2
    return sign, kinds


def _groups_above(written: Sequence[RawRow]) -> RosterTable | None:
    """Read names below their prize groups: Women, Men."""
    for sign in SIGNS:
        headings = written[0].split_at(sign)
        if 1 < len(headings.cells) <= MOST_COLUMNS and all(map(is_group, headings.cells)):
            rows = [each.split_at(sign) for each in written[1:]]
            columns = [
                Column(at, heading, "full", is_another=True, example=_example(rows, at))
                for at, heading in enumerate(headings.cells)
            ]
            return RosterTable(tuple(columns), rows, headings=headings)
    return None


def _are_all_numbered(kinds: Sequence[tuple[str, bool]]) -> bool:
    """Return whether all names are like Player 1, which Guest 1 is too."""
    named = [is_another for kind, is_another in kinds if kind in NAMES]
    return bool(named) and all(named)


def _is_headings(kinds: Sequence[tuple[str, bool]], *, is_first: bool) -> bool:
    known = [kind for kind, _ in kinds if kind]
    if _are_all_numbered(kinds) and len(known) < 2:
        return False
    names = NAMES & set(known)
    alone = len(kinds) == 1 and is_first and known not in (["first"], ["last"])
    return bool(names) and (len(known) > 1 or alone or (len(kinds) > 1 and is_first))


def _corrected_kinds(columns: Sequence[Column], rows: Sequence[RosterRow]) -> Iterator[Column]:
    """Correct the kinds of headings by the values: no answers, or half of the names."""
    kinds = {column.kind for column in columns}
    is_half = bool(NAMES & kinds) and not {"full", "reversed"} & kinds and len(HALVES & kinds) < 2
    named = [column for column in columns if column.kind in HALVES]
    words = bool(named) and _share(rows, named[0].index, is_word) >= 0.8
    for at, column in enumerate(columns):
        kind, before = column.kind, columns[at - 1] if at else None
        if kind == "answer" and _has_many_unknown_answers(rows, column.index):
            kind = ""
        is_twin = kind == "name" and not column.is_another and before and before.kind == kind
        may_be_half = kind == "" and is_half and words and _is_distinct(rows, column.index)
        if (is_twin or may_be_half) and _share(rows, column.index, is_word) > 0.5 and words:
            kind = UNSURE
        is_guest = kind == "full" and any(
            _are_different(rows, column.index, other.index)
            for other in columns
            if other.kind in {"first", "last"} and not other.is_another
        )
        yield replace(column, kind=kind, is_another=column.is_another or is_guest)


def _has_many_unknown_answers(rows: Sequence[RosterRow], column: int) -> bool:
    unknown = {value for value in _values(rows, column) if not answer_in(value)}
    known = _share(rows, column, answer_in)
    return len(unknown) > MOST_UNKNOWN_ANSWERS and known <= 0.5


def _are_different(rows: Sequence[RosterRow], whole: int, half: int) -> bool:
    """Return whether most names in one column do not contain the other column's half name."""
    pairs = [
        (plain(row.cells[half]), plain(row.cells[whole]))
        for row in rows[:LOOKED_AT]
        if len(row.cells) > max(whole, half) and row.cells[whole] and row.cells[half]
    ]
    return sum(part in name for part, name in pairs) * 2 < len(pairs)


def _without_headings(written: list[RosterRow], *, numbered: bool) -> RosterTable:
    rows, headings = _unknown_headings(written)
    width = max((len(row.cells) for row in rows), default=0)
    kinds = _guessed(rows, width, numbered=numbered)
    if headings:
        kinds = [kind if kind in NAMES | {"number"} else "" for kind in kinds]
    texts = headings.cells if headings else ()
    columns = tuple(
        Column(i, texts[i] if i < len(texts) else "", kind, example=_example(rows, i))
        for i, kind in enumerate(kinds)
    )
    return RosterTable(columns, rows, headings=headings, unknown=headings is not None)


def _unknown_headings(rows: list[RosterRow]) -> tuple[list[RosterRow], RosterRow | None]:
    """Split off a first row of unknown headings: words above a column of data."""
    first, rest = rows[:1], rows[1:]
    if len(rest) < 2 or len(first[0].cells) < 2:
        return rows, None
    for column, cell in enumerate(first[0].cells):
        values = list(_values(rest, column))
        if cell and not _is_data(cell) and len(values) == len(rest) and all(map(_is_data, values)):
            return rest, first[0]
    return rows, None


def _is_data(text: str) -> bool:
    """Return whether a text is a number, a date, a phone number, an e-mail or an address."""
    if not any(letter.isalpha() for letter in text) or NUMBER.fullmatch(text):
        return True
    return bool(E_MAIL.fullmatch(text) or PHONE.fullmatch(text) or DATE.fullmatch(text))


def _guessed(rows: Sequence[RosterRow], width: int, *, numbered: bool) -> list[str]:
    """Return kinds of columns from their values; by default name, group and notes."""
    kinds, usual, address = list[str](), iter(("name", "group", "notes")), False
    for column in range(width):
        if "number" not in kinds and column <= numbered and _all_numbers(rows, column):
            kinds.append("number")
            continue
        kind = _kind_of_values(rows, column, kinds, is_first="name" not in kinds)
        address = address or (kind == UNUSED and _share(rows, column, is_address) >= 0.5)
        if kind != "name" and address:
            kind = UNUSED
        before = kinds[-1] if kinds else ""
        if kind == "name" and before == UNUSED and _share(rows, column - 1, NUMBER.fullmatch) == 1:
            kinds[-1] = "number"  # of the second of two lists side by side
        kinds.append(kind or next(usual, UNUSED))
        if kind == "name" and kinds.count("name") == 1:
            next(usual)
    if "name" not in kinds:
        kinds[kinds[:1] == ["number"] : 1 + (kinds[:1] == ["number"])] = ["name"]
    return kinds


def _kind_of_values(
    rows: Sequence[RosterRow], column: int, before: Sequence[str], *, is_first: bool
) -> str:
    """Return the kind that the values of a column show, "" for the default."""
    values = Counter(_values(rows, column))
    if not values:
        return UNUSED if is_first else ""
    if is_first and all(map(is_label, values)):
        return UNUSED
    if all(map(_is_data, values)) or (not is_first and _share(rows, column, is_address) >= 0.5):
        return UNUSED
    if (
        all(map(answer_in, values))
        and values.total() > 1
        and values.total() * 2 >= len(rows[:LOOKED_AT])
    ):
        return "name" if is_first else "answer"
    is_person = _share(rows, column, _is_person) >= 0.7 and _is_distinct(rows, column)
    return "name" if is_first or is_person else _kind_of_words(rows, column, before)


def _kind_of_words(rows: Sequence[RosterRow], column: int, before: Sequence[str]) -> str:
    """Return the kind of a column of words after names, "" for the default."""
    if before[-1:] != ["name"]:
        return ""
    names = before.count("name")
    if _may_be_other_half(rows, column):
        return "name" if names > 1 or _may_be_other_half(rows, column + 1) else UNSURE
    return "name" if names > 1 and _share(rows, column, is_word) == 1 else ""


def _may_be_other_half(rows: Sequence[RosterRow], column: int) -> bool:
    values = list(_values(rows, column))
    if len(values) < 2 or any(is_group(value) for value in values):
        return False
    if _share(rows, column, is_word) < 0.8 or not _is_distinct(rows, column):
        return False
    return _share(rows, column - 1, is_word) >= 0.8


def _is_person(text: str) -> bool:
    return is_full(text) and not any(letter.isdigit() for letter in text)


def _all_numbers(rows: Sequence[RosterRow], column: int) -> bool:
    return bool(rows) and all(
        len(row.cells) > 1 and NUMBER.fullmatch(row.cells[column]) for row in rows
    )


def _values(rows: Sequence[RosterRow], column: int) -> Iterator[str]:
    for row in rows[:LOOKED_AT]:
        if column < len(row.cells) and row.cells[column]:
            yield row.cells[column]


def _share(rows: Sequence[RosterRow], column: int, test: Callable[[str], object]) -> float:
    values = Counter(_values(rows, column))
    return sum(values[each] for each in values if test(each)) / (values.total() or 1)


def _is_distinct(rows: Sequence[RosterRow], column: int) -> bool:
    """Return whether most values differ, as names do and prize groups do not."""
    values = [plain(value) for value in _values(rows, column)]
    return len(set(values)) * 2 > len(values)


def _example(rows: Sequence[RosterRow], column: int) -> str:
    return next(_values(rows, column), "")
