"""Lists of people as text: pasted, typed line by line, or out of a spreadsheet.

A line holds a name, and after a tab or a semicolon a prize group. A first line of headings (name,
group; or first name, last name) makes it a spreadsheet: then commas separate as well. Against the
numbers of a blind draw a line begins with the number: "27 Alma R".
"""

import csv
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from django.core.exceptions import ValidationError

from party.values.names import LONGEST, clean_name

MOST_LINES = 10_000
LONGEST_GROUP = 40
HEADINGS = {
    "name": {"name", "names", "player", "players", "full name"},
    "first": {"first name", "first", "firstname", "given name", "forename"},
    "last": {"last name", "last", "lastname", "surname", "family name"},
    "group": {"group", "prize group", "prize_group", "prizegroup", "category"},
}


@dataclass(frozen=True, slots=True)
class Line:
    """One person of a list: the line it stands in, and what it says. Number 0 is none."""

    place: int
    name: str
    group: str = ""
    number: int = 0

    @property
    def text(self) -> str:
        number = f"{self.number} " if self.number else ""
        return f"{number}{self.name}\t{self.group}".rstrip("\t")


def decode(data: bytes) -> str:
    """Return the text of a file as spreadsheets save it: UTF-8, UTF-16 or Windows-1252."""
    encodings = ("utf-16",) if data[:2] in {b"\xff\xfe", b"\xfe\xff"} else ("utf-8-sig", "cp1252")
    for encoding in encodings:
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\0" not in text:
            return text
    raise ValidationError("This is not a text file. Save the spreadsheet as CSV first.")


def read_people(text: str, group: str = "") -> list[Line]:
    """Read names with their prize groups; `group` is for those who have none of their own.

    Raises ValidationError with every line that is wrong.
    """
    lines = list(_sheet(text) if _headings(text) else _plain(text))
    lines = [Line(line.place, line.name, line.group or group) for line in lines]
    return _checked(lines)


def read_numbers(text: str, group: str = "") -> list[Line]:
    """Read "27 Alma R" lines. Raises ValidationError with every line that is wrong."""
    lines, faults, seen = [], [], dict[int, int]()
    for line in _plain(text):
        found = re.fullmatch(r"(?:no\.? *)?#?(\d{1,6})[.:)]?\s+(.*)", line.name, re.IGNORECASE)
        if not found:
            faults.append(f"Line {line.place}: type a number and a name, for example 27 Alma R.")
            continue
        number = int(found[1])
        if number in seen:
            faults.append(f"Line {line.place}: number {number} is in line {seen[number]} already.")
        seen.setdefault(number, line.place)
        lines.append(Line(line.place, found[2].strip(), line.group or group, number))
    return _checked(lines, faults)


def write_lines(lines: Iterable[Line]) -> str:
    """Write lines so that reading them again gives the same."""
    return "\n".join(line.text for line in lines)


def _plain(text: str) -> Iterator[Line]:
    for place, line in enumerate(text.splitlines(), start=1):
        name, group = _parted(line)
        if name or group:
            yield Line(place, name, group)


def _parted(line: str) -> tuple[str, str]:
    # A comma may stand inside a name: "Nguyễn, Łukasz".
    name, *rest = re.split(r"[\t;]", line)
    return name.strip(' "'), next((part.strip(' "') for part in rest if part.strip()), "")


def _headings(text: str) -> list[str]:
    """Return which column holds what when the first line is headings, else nothing."""
    first = next((line for line in text.splitlines() if line.strip()), "")
    cells = [cell.strip(' "').casefold() for cell in re.split(r"[\t;,]", first)]
    kinds = [
        next((kind for kind, names in HEADINGS.items() if cell in names), "") for cell in cells
    ]
    named = "name" in kinds or {"first", "last"} <= set(kinds)
    return kinds if named else []


def _sheet(text: str) -> Iterator[Line]:
    kinds = _headings(text)
    rows = text.splitlines()
    first = next(index for index, row in enumerate(rows) if row.strip())
    delimiter = next((sign for sign in "\t;," if sign in rows[first]), ",")
    for place, cells in enumerate(csv.reader(rows[first + 1 :], delimiter=delimiter), first + 2):
        row = dict(zip(kinds, (cell.strip() for cell in cells), strict=False))
        name = row.get("name") or ", ".join(filter(None, (row.get("last"), row.get("first"))))
        if any(cell.strip() for cell in cells):
            yield Line(place, " ".join(name.split()), " ".join(row.get("group", "").split()))


def _checked(lines: Sequence[Line], faults: Sequence[str] = ()) -> list[Line]:
    wrong = [*faults]
    for line in lines:
        if not clean_name(line.name):
            wrong.append(f"Line {line.place}: there is no name.")
        if len(line.name) > LONGEST:
            wrong.append(f"Line {line.place}: the name is longer than {LONGEST} letters.")
        if len(line.group) > LONGEST_GROUP:
            text = f"Line {line.place}: the prize group is longer than {LONGEST_GROUP} letters."
            wrong.append(text)
    if len(lines) > MOST_LINES:
        wrong = [f"That is {len(lines)} names; {MOST_LINES} fit in one list."]
    if wrong:
        raise ValidationError(wrong)
    return list(lines)
