"""PTN: the tag format of card servers for hands, read and written.

A line `[Name "value"]` is a tag; calls follow the tag Auction, tricks the tag Play, one to a line;
a line that begins with % is a remark. Event, or a repeated tag, begins a new record. Our own tags:
Players (when not four), Piles and DeadHand, Announced, CardGiven, Called, JokerSuit, JokerLeads
("3:H" for hearts named in trick 3) and HandScores.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from party.engine.errors import Fault, fault
from party.engine.records.ptn_tags import BLANKS, TAGS, Fields, TagLines
from party.engine.records.record import Record

# A tag or another line, and all lines after it up to the next tag or remark.
PIECE = re.compile(r'(?:\[(\w++) "(.*)"\]|(.*+))\n((?:[^\[%\n].*+\n|\n)*+)')
LOOSE_TAG = re.compile(r'\[[ \t]*+(\w++)[ \t]++"(.*)"[ \t]*+\][ \t]*+')
EVENT = re.compile(r'^\[Event ".*"\]$', re.MULTILINE)
ESCAPED = re.compile(r"\\(.)")
MAX_FAULTS = 100
LONG = 2**20  # letters; pieces of a longer text are read one by one, to save memory
NOT_READ = "This line is neither a tag, nor calls, nor a trick."


class Draft:
    """One record while its lines are read, and the section of the current line."""

    __slots__ = ("faults", "fields", "is_separated", "names", "others", "section", "unreported")

    def __init__(self) -> None:
        self.fields: Fields = {}
        self.others: list[tuple[str, str]] = []
        self.names: set[str] = set()
        self.section: TagLines | None = None
        self.is_separated = False
        self.faults: list[Fault] = []
        self.unreported: list[int] = []  # lines with faults that are not reported

    def is_complete_before(self, name: str) -> bool:
        """Say whether the tag begins a new record.

        Event does; any tag does after calls, tricks or an empty line.
        """
        if name == "Event":
            return bool(self.names)
        return self.is_separated or "Play" in self.names or "Auction" in self.names

    def read_tag(self, name: str, value: str, number: int) -> None:
        if name in self.names:
            self.add_fault(number, f"[{name}] stands here a second time.")
            return
        self.names.add(name)
        self.is_separated = False
        self.section = None
        if "\\" in value:
            value = unescape(value)
        tag = TAGS.get(name)
        if tag is None:
            self.others.append((name, value))
            return
        self.section = tag.section
        try:
            self.fields[tag.field] = tag.read(value)
        except ValueError as error:
            self.add_fault(number, str(error))

    def read_lines(self, body: str, number: int) -> None:
        self.is_separated = self.is_separated or body == "\n" or body.endswith("\n\n")
        if self.section is not None:
            parts = self.section.read(body, number, self.add_fault)
            self.fields.setdefault(self.section.field, []).extend(parts)
        elif not body.isspace():
            for line_number, line in enumerate(body.split("\n"), number):
                if line:
                    self.add_fault(line_number, NOT_READ)

    def add_fault(self, number: int, text: str) -> None:
        """Note a fault of a line; beyond `MAX_FAULTS` only count them."""
        if len(self.faults) < MAX_FAULTS:
            self.faults.append(line_fault(number, text))
        else:
            self.unreported.append(number)

    def record(self) -> Record:
        if self.unreported:
            text = f"And {len(self.unreported)} more lines like these."
            self.faults.append(line_fault(self.unreported[0], text))
        for name in ("calls", "tricks"):
            self.fields[name] = tuple(self.fields.get(name, ()))
        self.fields["faults"] = tuple(self.faults)
        return record_of_fields(self.fields, self.others)


def record_of_fields(fields: Fields, others: Iterable[tuple[str, str]]) -> Record:
    fields["tags"] = tuple(others)
    if "players" not in fields:
        fields["players"] = count_players(fields)
    return Record.of(fields)


def unescape(value: str) -> str:
    return ESCAPED.sub(r"\1", value)


def line_fault(number: int, text: str) -> Fault:
    return fault("record-line", "{text}", place=f"line {number}", line=number, text=text)


def read_ptn(text: str | bytes | bytearray | memoryview) -> list[Record]:
    """Read every record of a text; never raises for any text.

    Unreadable lines become `faults` of their record, with the number of the line.
    """
    plain = text if isinstance(text, str) else decode(bytes(text))
    only = read_usual_record(plain + "\n") if "\r" not in plain else None
    if only is not None:
        return [only]
    found_records: list[Record] = []
    for number, part in split_at_events(normalize_lines(plain)):
        record = read_usual_record(part)
        found_records += read_line_by_line(part, number) if record is None else (record,)
    return found_records


def decode(data: bytes) -> str:
    """Return the text of a file: UTF-8 or UTF-16, marked or not, otherwise Windows-1252."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", errors="replace")
    if b"\0" in data[:2]:
        order = "utf-16-be" if data[:1] == b"\0" else "utf-16-le"
        return data.decode(order, errors="replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace")


def normalize_lines(text: str) -> str:
    """Return the text with one kind of line ends and no leading spaces."""
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    text = text.removeprefix("\ufeff") + "\n"
    if "\n " in text or "\n\t" in text or text[0] in BLANKS:
        text = "\n".join(line.strip(BLANKS) for line in text.split("\n"))
    return text


def split_at_events(text: str) -> list[tuple[int, str]]:
    """Split the text before every Event but the first; return (first line's number, text)."""
    if '\n[Event "' not in text:
        return [(1, text)]
    parts, number, begin = [], 1, 0
    events = [event.start() for event in EVENT.finditer(text)]
    for end in (*events[1:], len(text)):
        parts.append((number, text[begin:end]))
        number += text.count("\n", begin, end)
        begin = end
    return parts


# The usual record, as we write it: Event, foreign tags, then our tags in order, each at most once,
# and the lines of sections. Any other text is read line by line.
# (No possessive quantifier around a pattern that seeks its end: Python before 3.11.5 fails.)
VALUE = r'[^"\\\n]*+'
LINES = r"([^\[%]*+(?<=\n))"
OTHER = rf'\[(?!(?:Event|{"|".join(TAGS)}) )\w++ ".*"\]\n'
NOT_OURS = rf'((?:\[Event ".*"\]\n)?(?:{OTHER})*)'
OURS = [
    rf'(?:\[{name} "({VALUE})"\]\n{LINES if tag.section else ""})?+' for name, tag in TAGS.items()
]
USUAL = re.compile(f"{NOT_OURS}{''.join(OURS)}\n*+")
TAG = re.compile(r'\[(\w++) "(.*)"\]')


def raise_value_error(_number: int, text: str) -> None:
    raise ValueError(text)


def read_section(section: TagLines) -> Callable[[str], tuple[Any, ...]]:
    return lambda body: section.read(body, 0, raise_value_error)


def group_readers() -> Iterator[tuple[str, Callable[[str], Any]]]:
    for tag in TAGS.values():
        yield tag.field, tag.read
        if tag.section:
            yield tag.section.field, read_section(tag.section)


READERS = tuple(group_readers())


def read_usual_record(text: str) -> Record | None:
    """Return the record of a usual text; None for any other.

    Spaces before the lines of a section are usual.
    """
    match = USUAL.fullmatch(text)
    if match is None:
        return None
    not_ours, *values = match.groups()
    fields: Fields = {}
    try:
        for (field, read), value in zip(READERS, values, strict=True):
            if value is not None:
                fields[field] = read(value)
    except ValueError:
        return None
    others = TAG.findall(not_ours)
    if "\\" in not_ours:
        others = [(name, unescape(value)) for name, value in others]
    is_each_once = len(dict(others)) == len(others)
    return record_of_fields(fields, others) if is_each_once and (fields or others) else None


def read_line_by_line(text: str, number: int) -> Iterator[Record]:
    """Read every record of a text; `number` is that of its first line."""
    draft = Draft()
    for name, value, other, body in pieces(text):
        if other and (loose := LOOSE_TAG.fullmatch(other)):
            name, value = loose.groups()  # noqa: PLW2901 -- the tag, its spaces put right
        if name:
            if (name in draft.names or name == "Event") and draft.is_complete_before(name):
                yield draft.record()
                draft = Draft()
            draft.read_tag(name, value, number)
        elif other and other[0] != "%":
            draft.add_fault(number, NOT_READ)
        if body:
            draft.read_lines(body, number + 1)
            number += body.count("\n")
        number += 1
    if draft.names or draft.faults:
        yield draft.record()


def pieces(text: str) -> Iterable[tuple[str, str, str, str]]:
    """Split the text into (tag name, value, other line, lines after it)."""
    if len(text) < LONG:
        return PIECE.findall(text)
    return (found.groups("") for found in PIECE.finditer(text))  # type: ignore[misc]


def count_players(fields: Fields) -> int:
    """Return the number of players if no tag gives it: the hands, otherwise the columns."""
    if fields.get("hands"):
        return len(fields["hands"])
    columns = len(fields["tricks"][0]) if fields.get("tricks") else 0
    seats = {fields.get(name, "N") for name in ("dealer", "declarer", "caller", "column")}
    if seats <= set("NESW"):
        return columns if columns == 3 else 4
    return 6 if columns == 6 or "6" in seats else 5


def write_ptn(record: Record) -> str:
    """Write a record: foreign tags first, in their order, then ours, then the tricks."""
    lines = [write_tag(*each) for each in record.tags]
    for name, tag in TAGS.items():
        value = tag.write(record)
        if value:
            lines.append(write_tag(name, value))
            lines += tag.section.write(record) if tag.section else ()
    return "\n".join(lines) + "\n"


def write_tag(name: str, value: str) -> str:
    plain = re.sub(r'([\\"])', r"\\\1", " ".join(re.split(r"[\r\n]+", value)))
    return f'[{name} "{plain}"]'
