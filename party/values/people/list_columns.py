"""What the columns of a list hold: by their headings, else by what is in them.

Headings may follow a letterhead of any length. Two lists side by side, and columns for a partner,
are *blocks* of columns: each is one person of the row. A column that may be the other half of the
names is "?": somebody has to say what it is.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from party.values.people.list_words import (
    answer_in,
    heading_kind,
    is_address,
    is_group,
    is_label,
    plain,
)
from party.values.people.name_cells import E_MAIL, PHONE, is_full, is_word
from party.values.people.text_tables import SIGNS, RawRow, Row, rows_of

UNSURE, UNUSED = "?", "-"
# What a column may be, as the page offers it.
OFFERED = {
    "name": "Names",
    "first": "First names",
    "middle": "Middle names",
    "last": "Last names",
    "last2": "Second surnames",
    "reversed": "Names, surname first",
    "group": "Prize groups",
    "number": "Numbers",
    "notes": "Notes",
    "answer": "Who comes: yes or no",
    "word": "Words that tell apart",
    UNUSED: "Not used",
}
NAMES = frozenset({"name", "full", "reversed", "first", "middle", "last", "last2"})
OF_ALL = ("group", "notes", "word", "answer")  # one column of these is for all people of a row
NUMBER = re.compile(r"(?:no\.? *)?#?(\d{1,6})[.:)]?", re.IGNORECASE)
DATE = re.compile(r"\d{1,4}[./-]\d{1,2}[./-]\d{1,4}\b.*")
# Headings beside others; alone they are somebody's name, as West is.
NAMES_TOO = re.compile(
    "nom|north|south|east|west|nord|sud|est|ouest|ost|norte|sur|este|oeste", re.IGNORECASE
)
LONGEST_LETTERHEAD = 200  # rows
MOST_COLUMNS = 200  # of a table; more stand in no list of people
LOOKED_AT = 500  # rows, by which a column is judged


@dataclass(frozen=True, slots=True)
class Column:
    index: int
    heading: str
    kind: str
    is_another: bool = False  # about another person than the columns before
    example: str = ""

    @property
    def offered(self) -> str:
        """The kind as the page offers it, "" where somebody has to say it."""
        return {"full": "name", "": UNUSED, UNSURE: ""}.get(self.kind, self.kind)


@dataclass(frozen=True, slots=True)
class Table:
    """Rows with their columns; `above` is what stands before the headings."""

    columns: tuple[Column, ...]
    rows: list[Row]
    above: tuple[RawRow, ...] = ()
    headings: Row | None = None
    unknown: bool = False  # there are headings, and none of them is known

    @property
    def headed(self) -> bool:
        return self.headings is not None and not self.unknown

    def with_kinds(self, kinds: Mapping[int, str]) -> "Table":
        """Return the table with columns as somebody says that they are."""
        columns = [
            replace(each, kind=said) if said != each.offered else each
            for each in self.columns
            for said in [kinds.get(each.index, each.offered)]
        ]
        return replace(self, columns=tuple(columns))

    @property
    def blocks(self) -> list[dict[str, int]]:
        """Return the columns of each person of a row, by their kinds."""
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
        if len(blocks) > 1:
            for kind in OF_ALL:
                of_all = [block[kind] for block in blocks if kind in block]
                if len(of_all) == 1:
                    blocks = [{**block, kind: of_all[0]} for block in blocks]
        return blocks


def table_of(written: Sequence[RawRow], *, numbered: bool) -> Table | None:
    """Return the columns of a list; None where several rows have more than any list has."""
    if headed := _under_headings(written):
        return headed
    rows = list(rows_of(written))
    is_too_wide = sum(len(row.cells) > MOST_COLUMNS for row in rows) > 1
    return None if is_too_wide else _without_headings(rows, numbered=numbered)


def _under_headings(written: Sequence[RawRow]) -> Table | None:
    """Read rows under headings; None where there are none. One word is a title above others."""
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
    return Table(tuple(_judged(columns, rows)), rows, tuple(written[:at]), headings)


def _headings_at(written: Sequence[RawRow], at: int) -> tuple[str, list[tuple[str, bool]]] | None:
    """Return the sign between the headings of a row, and their kinds; None where it has none."""
    row = written[at]
    most = max(map(row.text.count, SIGNS))
    if most >= MOST_COLUMNS or (at > 3 and not most):
        return None
    sign, kinds = max(
        ((sign, [heading_kind(cell) for cell in row.split_at(sign).cells]) for sign in SIGNS),
        key=lambda one: len({kind for kind, _ in one[1]} - {""}),
    )
    is_name = NAMES_TOO.fullmatch(row.text.strip(f"{SIGNS} :"))
    if is_name or not _is_headings(kinds, is_first=at <= 3):
        return None
    below = written[at + 1].split_at(sign).cells if at + 1 < len(written) else ()
    if not below and any(is_another for _, is_another in kinds):
        return None  # a guest, who is in a list of one line: Guest 12, Name
    if _are_all_others(kinds) and _are_all_others(list(map(heading_kind, below))):
        return None  # Guest 1, Guest 2
    return sign, kinds


def _groups_above(written: Sequence[RawRow]) -> Table | None:
    """Read names below their prize groups: Women, Men."""
    for sign in SIGNS:
        headings = written[0].split_at(sign)
        if 1 < len(headings.cells) <= MOST_COLUMNS and all(map(is_group, headings.cells)):
            rows = [each.split_at(sign) for each in written[1:]]
            columns = [
                Column(at, heading, "full", is_another=True, example=_example(rows, at))
                for at, heading in enumerate(headings.cells)
            ]
            return Table(tuple(columns), rows, headings=headings)
    return None


def _are_all_others(kinds: Sequence[tuple[str, bool]]) -> bool:
    """Return whether names have numbers behind them, as Player 1 has, which is Guest 1 as well."""
    named = [is_another for kind, is_another in kinds if kind in NAMES]
    return bool(named) and all(named)


def _is_headings(kinds: Sequence[tuple[str, bool]], *, is_first: bool) -> bool:
    """Return whether a row is headings."""
    known = [kind for kind, _ in kinds if kind]
    if _are_all_others(kinds) and len(known) < 2:
        return False
    names = NAMES & set(known)
    alone = len(kinds) == 1 and is_first and known not in (["first"], ["last"])
    return bool(names) and (len(known) > 1 or alone or (len(kinds) > 1 and is_first))


def _judged(columns: Sequence[Column], rows: Sequence[Row]) -> Iterator[Column]:
    """Yield columns as they are by what is in them: no answers, or half of the names."""
    kinds = {column.kind for column in columns}
    is_half = bool(NAMES & kinds) and not {"full", "reversed"} & kinds and not _has_halves(kinds)
    named = [column for column in columns if column.kind in {"name", "first", "last"}]
    words = bool(named) and _share(rows, named[0].index, is_word) >= 0.8
    for at, column in enumerate(columns):
        kind, before = column.kind, columns[at - 1] if at else None
        if kind == "answer" and not _share(rows, column.index, lambda t: bool(answer_in(t))) > 0.5:
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


def _are_different(rows: Sequence[Row], whole: int, half: int) -> bool:
    """Return whether names are not those of which another column has the half."""
    both = [
        (plain(row.cells[half]), plain(row.cells[whole]))
        for row in rows[:LOOKED_AT]
        if len(row.cells) > max(whole, half) and row.cells[whole] and row.cells[half]
    ]
    return sum(part in name for part, name in both) * 2 < len(both)


def _has_halves(kinds: set[str]) -> bool:
    return len({"name", "first", "last"} & kinds) > 1


def _without_headings(written: list[Row], *, numbered: bool) -> Table:
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
    return Table(columns, rows, headings=headings, unknown=headings is not None)


def _unknown_headings(rows: list[Row]) -> tuple[list[Row], Row | None]:
    """Return the rows without a first one of headings that nobody knows."""
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


def _guessed(rows: Sequence[Row], width: int, *, numbered: bool) -> list[str]:
    """Return the kinds of columns without headings: name, group and notes, unless they differ."""
    kinds, usual, address = list[str](), iter(("name", "group", "notes")), False
    for column in range(width):
        if "number" not in kinds and column <= numbered and _all_numbers(rows, column):
            kinds.append("number")
            continue
        kind = _kind_of_values(rows, column, kinds, is_first="name" not in kinds)
        address = address or (kind == UNUSED and _share(rows, column, is_address) >= 0.5)
        if kind != "name" and address:
            kind = UNUSED
        if kind == "name" and kinds[-1:] == [UNUSED] and _share(rows, column - 1, _is_number) == 1:
            kinds[-1] = "number"  # of the second of two lists side by side
        kinds.append(kind or next(usual, UNUSED))
        if kind == "name" and kinds.count("name") == 1:
            next(usual)
    if "name" not in kinds:
        kinds[kinds[:1] == ["number"] : 1 + (kinds[:1] == ["number"])] = ["name"]
    return kinds


def _kind_of_values(
    rows: Sequence[Row], column: int, before: Sequence[str], *, is_first: bool
) -> str:
    """Return the kind that the values of a column show; "" where the usual one will do."""
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


def _kind_of_words(rows: Sequence[Row], column: int, before: Sequence[str]) -> str:
    """Return the kind of a column right behind names, whose values are not whole names."""
    if before[-1:] != ["name"]:
        return ""
    names = before.count("name")
    if _may_be_other_half(rows, column, list(_values(rows, column))):
        is_many = _may_be_other_half(rows, column + 1, list(_values(rows, column + 1)))
        return "name" if is_many or names > 1 else UNSURE
    return "name" if names > 1 and _share(rows, column, is_word) == 1 else ""


def _may_be_other_half(rows: Sequence[Row], column: int, values: Sequence[str]) -> bool:
    """Return whether single words follow single words, and are no prize groups."""
    if len(values) < 2 or any(is_group(value) for value in values):
        return False
    if _share(rows, column, is_word) < 0.8 or not _is_distinct(rows, column):
        return False
    return _share(rows, column - 1, is_word) >= 0.8


def _is_number(text: str) -> bool:
    return NUMBER.fullmatch(text) is not None


def _is_person(text: str) -> bool:
    return is_full(text) and not any(letter.isdigit() for letter in text)


def _all_numbers(rows: Sequence[Row], column: int) -> bool:
    return bool(rows) and all(
        len(row.cells) > 1 and NUMBER.fullmatch(row.cells[column]) for row in rows
    )


def _values(rows: Sequence[Row], column: int) -> Iterator[str]:
    """Yield what is in the cells of a column that are not empty."""
    for row in rows[:LOOKED_AT]:
        if column < len(row.cells) and row.cells[column]:
            yield row.cells[column]


def _share(rows: Sequence[Row], column: int, is_so: Callable[[str], bool]) -> float:
    values = Counter(_values(rows, column))
    return sum(values[each] for each in values if is_so(each)) / (values.total() or 1)


def _is_distinct(rows: Sequence[Row], column: int) -> bool:
    """Return whether few values come again: names differ, prize groups do not."""
    values = [plain(value) for value in _values(rows, column)]
    return len(set(values)) * 2 > len(values)


def _example(rows: Sequence[Row], column: int) -> str:
    return next(_values(rows, column), "")
