"""Lists of people: from text to names, and what in it could not be read.

A list may begin with *headings*, in any order and case: name (or first name and last name), group,
number, notes, the word that tells people of one name apart. They may follow a title. Without
headings a row is a name, a prize group and notes, with the number first where every row has one.
A *line* is one person as the list has them; one with a `fault` cannot be read. For the numbers of
a blind draw every line needs a number; it may stand before the name in one cell, "27 Alma R", or
in the column behind the names.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from party.values.people.names import LONGEST, LONGEST_WORD, clean_name, same_name
from party.values.people.text_tables import SIGNS, RawRow, Row, raw_rows, rows_of

MOST_LINES = 10_000
LONGEST_GROUP = 40
LONGEST_NOTES = 500
ROWS_ABOVE_HEADINGS = 3
HEADINGS = {
    "name": "name|names|player|players|playername|fullname|member|guest|guests|participant|person"
    "|attendee|surnamefirstname|surnamefirst|lastnamefirstname|lastfirst|lastnamefirst",
    "first": "firstname|first|forename|givenname|vorname|fornavn|prénom",
    "last": "lastname|last|surname|familyname|nachname|efternavn|nom",
    "group": "group|prizegroup|category|division|class|section",
    "number": "number|no|nr|num|card|cardno|cardnumber|playerno|playernumber|#",
    "notes": "notes|note|remark|remarks|comment|comments",
    "word": "word|toldapartby",
}
COLUMNS = {"number": "number", "name": "name", "group": "prize group", "notes": "notes"}
BULLET = re.compile(r"^[-*•·–]\s+")
KINDS = {word: kind for kind, words in HEADINGS.items() for word in words.split("|")}
NUMBERED = re.compile(r"(?:no\.? *)?#?(\d{1,6})[.:)]?\s+(.*)", re.IGNORECASE)
NUMBER = re.compile(r"(?:no\.? *)?#?(\d{1,6})[.:)]?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Line:
    """One person of a list: the number of the line (`place`), and its contents.

    Number 0 is none. `taken` is the number in the line when somebody else has it.
    """

    place: int
    name: str
    group: str = ""
    number: int = 0
    notes: str = ""
    fault: str = ""
    taken: int = 0
    word: str = ""

    @property
    def clean_name(self) -> str:
        """The name as it will be stored."""
        return clean_name(self.name)


@dataclass(frozen=True, slots=True)
class Reading:
    """The contents of a list: good `lines`, lines `unread` with their faults, headings `unused`.

    `done` are those whose numbers have their names already. `guessed` names the columns that were
    assumed where there are no headings.
    """

    lines: tuple[Line, ...] = ()
    unread: tuple[Line, ...] = ()
    unused: tuple[str, ...] = ()
    guessed: tuple[str, ...] = ()
    headed: bool = False
    too_many: bool = False
    done: tuple[Line, ...] = ()

    @property
    def faults(self) -> list[str]:
        if self.too_many:
            return [f"That is more than {MOST_LINES:,} names. Send them in several lists."]
        return [f"Line {line.place}: {line.fault}." for line in self.unread]

    @property
    def first_with_comma(self) -> Line | None:
        """Return the first line with a comma in its name, where there are no headings; or None."""
        return None if self.headed else next((one for one in self.lines if "," in one.name), None)


def read_people(text: str, group: str = "", *, numbered: bool = False) -> Reading:
    """Read a list; `group` is for the lines that have no group.

    With `numbered` every line must have a number, and no number may come twice.
    """
    written = raw_rows(text)
    if len(written) > MOST_LINES + ROWS_ABOVE_HEADINGS:
        return Reading(too_many=True)
    read = _with_headings(written) or _without_headings(written, numbered=numbered)
    if len(read.lines) > MOST_LINES:
        return Reading(too_many=True)
    lines = [line if line.group else replace(line, group=group) for line in read.lines]
    if numbered:
        lines = _numbers_checked([_number_first(line) for line in lines])
    lines = [replace(line, fault=line.fault or _name_fault(line.name)) for line in lines]
    good = tuple(line for line in lines if not line.fault)
    return replace(read, lines=good, unread=tuple(line for line in lines if line.fault))


def checked_against_cards(reading: Reading, cards: Mapping[int, str]) -> Reading:
    """Return the reading with a fault in each line whose number does not exist or is taken."""
    lines = [replace(line, fault=_card_fault(line, cards)) for line in reading.lines]
    wrong = [*reading.unread, *(line for line in lines if line.fault)]
    return replace(
        reading,
        lines=tuple(line for line in lines if not line.fault),
        unread=tuple(sorted(wrong, key=lambda line: line.place)),
    )


def _card_fault(line: Line, cards: Mapping[int, str]) -> str:
    if line.number not in cards:
        return f"there is no number {line.number} at this party"
    taken = cards[line.number] and not _has_this_name(line, cards)
    return f"number {line.number} is {cards[line.number]} already" if taken else ""


def with_free_numbers(reading: Reading, cards: Mapping[int, str]) -> Reading:
    """Return the reading without numbers that are taken, on tonight's list or by a line above."""
    lines, seen = [], set(cards)
    for line in reading.lines:
        free = line.number not in seen or _has_this_name(line, cards)
        lines.append(line if free else replace(line, number=0, taken=line.number))
        seen.update({line.number} - {0})
    return replace(reading, lines=tuple(lines))


def without_named(reading: Reading, cards: Mapping[int, str]) -> Reading:
    """Move lines whose number has this name already to `done`: people send a list twice."""
    done = tuple(line for line in reading.lines if _has_this_name(line, cards))
    lines = tuple(line for line in reading.lines if not _has_this_name(line, cards))
    return replace(reading, lines=lines, done=done)


def _has_this_name(line: Line, cards: Mapping[int, str]) -> bool:
    return bool(line.number) and same_name(cards.get(line.number, "")) == same_name(line.name)


def _with_headings(written: Sequence[RawRow]) -> Reading | None:
    """Read rows under headings, the good and the bad; None where there are none."""
    for at, row in enumerate(written[: ROWS_ABOVE_HEADINGS + 1]):
        sign = max(SIGNS, key=lambda sign: len({*_kinds(row.split_at(sign))} - {""}))
        kinds = _kinds(row.split_at(sign))
        if not _is_headings(kinds):
            continue
        above = [Line(w.place, w.text, fault="it stands above the headings") for w in written[:at]]
        rows = [each.split_at(sign) for each in written[at + 1 :]]
        below = [_line_of_row(row, kinds) for row in rows]
        unused = tuple(_unused(row.split_at(sign).cells, kinds, rows))
        return Reading((*above, *below), unused=unused, headed=True)
    return None


def _unused(headings: Sequence[str], kinds: Sequence[str], rows: Sequence[Row]) -> Iterator[str]:
    """Yield the columns that are not used, although they are not empty."""
    for column, (heading, kind) in enumerate(zip(headings, kinds, strict=True)):
        if not kind and heading:
            yield heading
        elif not kind and any(row.cells[column : column + 1] > ("",) for row in rows):
            yield f"column {column + 1}, without a heading"


def _is_headings(kinds: Sequence[str]) -> bool:
    """Return whether a row is headings. One word alone may be a name: Nom is a first name."""
    names = {"first", "last"} & set(kinds)
    return "name" in kinds or len(names) > 1 or (bool(names) and len(kinds) > 1)


def _kinds(row: Row) -> list[str]:
    """Return the kind of each column, by its heading; "" for a heading that is not known."""
    bare = [re.sub(r"[\W_]", "", cell.casefold()) or cell for cell in row.cells]
    kinds = [KINDS.get(cell, "") for cell in bare]
    # Of two columns with one heading the first counts.
    return [kind if kind not in kinds[:at] else "" for at, kind in enumerate(kinds)]


def _without_headings(written: Sequence[RawRow], *, numbered: bool) -> Reading:
    rows = list(rows_of(written))
    kinds = ["name", "group", "notes"]
    for column in [at for at in range(1 + numbered) if _all_numbers(rows, at)][:1]:
        kinds.insert(column, "number")
    lines = [_line_of_row(row, kinds) for row in rows]
    if len(lines) > 1 and all(NUMBERED.fullmatch(line.name) for line in lines):
        lines = [_number_first(line) for line in lines]
    widest = max((len(row.cells) for row in rows), default=0)
    guessed = tuple(COLUMNS[kind] for kind in kinds[:widest]) if widest > 1 else ()
    return Reading(tuple(lines), guessed=guessed)


def _all_numbers(rows: Sequence[Row], column: int) -> bool:
    return bool(rows) and all(
        len(row.cells) > 1 and NUMBER.fullmatch(row.cells[column]) for row in rows
    )


def _line_of_row(row: Row, kinds: Sequence[str]) -> Line:
    cells = dict(zip(kinds, row.cells, strict=False))
    name = cells.get("name") or ", ".join(filter(None, (cells.get("last"), cells.get("first"))))
    name = BULLET.sub("", name)
    number = NUMBER.fullmatch(cells.get("number", ""))
    return Line(
        place=row.place,
        name=name,
        group=cells.get("group", ""),
        number=int(number[1]) if number else 0,
        notes=cells.get("notes", ""),
        word=cells.get("word", ""),
        fault=_fault(name, cells, spare=any(row.cells[len(kinds) :])),
    )


def _fault(name: str, cells: Mapping[str, str], *, spare: bool) -> str:
    """Return why a row cannot be read, "" when it can."""
    kinds = ("number", "group", "notes", "word")
    number, group, notes, word = (cells.get(kind, "") for kind in kinds)
    wrong = {
        "it has more cells than there are columns; put a name with a comma in quotes": spare,
        "there is no name": not clean_name(name),
        "it begins with =, so it is a formula and no name": name.startswith("="),
        f"the name is longer than {LONGEST} letters": len(name) > LONGEST,
        f"the prize group is longer than {LONGEST_GROUP} letters": len(group) > LONGEST_GROUP,
        f"the notes are longer than {LONGEST_NOTES} letters": len(notes) > LONGEST_NOTES,
        f"the word is longer than {LONGEST_WORD} letters": len(word) > LONGEST_WORD,
        f"“{number[:20]}” is no number": bool(number) and not NUMBER.fullmatch(number),
    }
    return next((fault for fault, is_so in wrong.items() if is_so), "")


def _name_fault(name: str) -> str:
    """Return the fault of a name without letters (a number, a date, a sum), "" for a good one."""
    return "" if any(letter.isalpha() for letter in name) else f"“{name[:20]}” is no name"


def _number_first(line: Line) -> Line:
    """Return the line with the number taken from before the name: "27 Alma R"."""
    match = None if line.number or line.fault else NUMBERED.fullmatch(line.name)
    return replace(line, name=match[2].strip(), number=int(match[1])) if match else line


def _numbers_checked(lines: Iterable[Line]) -> list[Line]:
    """Return the lines, with a fault where the number is missing or was in an earlier line."""
    checked, seen = [], dict[int, int]()
    for line in lines:
        fault = line.fault
        if not fault and not line.number:
            fault = "type a number and a name, for example 27 Alma R"
        elif not fault and line.number in seen:
            fault = f"number {line.number} is in line {seen[line.number]} already"
        seen.setdefault(line.number, line.place)
        checked.append(replace(line, fault=fault))
    return checked
