"""PTN, the format of card servers for hands: reading and writing.

A line `[Name "value"]` is a tag, a line that begins with % a remark. Below the tag Auction stand
the calls, below the tag Play one trick to a line. Our own tags: Players (if not four), Piles and
DeadHand, Announced, CardGiven, Called, JokerSuit, JokerLeads ("3:H" for hearts named in trick 3)
and HandScores.
"""

import re
from collections.abc import Iterator
from functools import partial

from party.engine.errors import Fault, fault
from party.engine.records.ptn_tags import TAGS, Fields, TagLines
from party.engine.records.record import Record

TAG = re.compile(r'\[\s*(\w+)\s+"(.*)"\s*\]')
ESCAPED = re.compile(r"\\(.)")
MAX_FAULTS = 100


class Draft:
    """A record while its lines are read."""

    def __init__(self) -> None:
        self.fields: Fields = {}
        self.foreign_tags: list[tuple[str, str]] = []
        self.tag_names: set[str] = set()
        self.section: TagLines | None = None
        self.has_empty_line = False  # below the last tag
        self.faults: list[Fault] = []
        self.unreported_lines: list[int] = []  # numbers of further lines with faults

    def is_complete_before(self, name: str) -> bool:
        """Return whether the tag begins a new record.

        The tag Event does so after any tag, a repeated tag only after calls, tricks or an empty
        line.
        """
        if name == "Event":
            return bool(self.tag_names)
        has_section = "Play" in self.tag_names or "Auction" in self.tag_names
        return name in self.tag_names and (self.has_empty_line or has_section)

    def read_tag(self, name: str, value: str, number: int) -> None:
        if name in self.tag_names:
            self.add_fault(number, f"[{name}] stands here a second time.")
            return
        self.tag_names.add(name)
        self.has_empty_line = False
        self.section = None
        value = ESCAPED.sub(r"\1", value)
        tag = TAGS.get(name)
        if tag is None:
            self.foreign_tags.append((name, value))
            return
        self.section = tag.section
        try:
            self.fields[tag.field] = tag.read(value)
        except ValueError as error:
            self.add_fault(number, str(error))

    def read_line(self, line: str, number: int) -> None:
        if not line:
            self.has_empty_line = True
        elif self.section is None or line.startswith("["):
            self.add_fault(number, "This line is neither a tag, nor calls, nor a trick.")
        else:
            values = self.section.read(line, partial(self.add_fault, number))
            self.fields.setdefault(self.section.field, []).extend(values)

    def add_fault(self, number: int, text: str) -> None:
        """Add a fault, or only its line's number if there are `MAX_FAULTS` already."""
        if len(self.faults) < MAX_FAULTS:
            self.faults.append(line_fault(number, text))
        else:
            self.unreported_lines.append(number)

    def record(self) -> Record:
        if self.unreported_lines:
            text = f"And {len(self.unreported_lines)} more lines like these."
            self.faults.append(line_fault(self.unreported_lines[0], text))
        for name in ("calls", "tricks"):
            self.fields[name] = tuple(self.fields.get(name, ()))
        self.fields["faults"] = tuple(self.faults)
        self.fields["tags"] = tuple(self.foreign_tags)
        self.fields.setdefault("players", count_players(self.fields))
        return Record(**self.fields)


def line_fault(number: int, text: str) -> Fault:
    return fault("record-line", "{text}", place=f"line {number}", line=number, text=text)


def read_ptn(text: str | bytes | bytearray | memoryview) -> list[Record]:
    """Return every record of a text. Never raises an error.

    Unreadable lines become `faults` of their record, with the number of the line.
    """
    plain = text if isinstance(text, str) else decode_text(bytes(text))
    return list(records_in(plain.removeprefix("\ufeff")))


def decode_text(data: bytes) -> str:
    """Return the text of a file: UTF-8 or UTF-16, with or without a mark, or Windows-1252."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", errors="replace")
    if b"\0" in data[:2]:
        order = "utf-16-be" if data[:1] == b"\0" else "utf-16-le"
        return data.decode(order, errors="replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace")


def records_in(text: str) -> Iterator[Record]:
    draft = Draft()
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for number, line in enumerate(map(str.strip, lines), 1):
        if tag := TAG.fullmatch(line):
            name, value = tag.groups()
            if draft.is_complete_before(name):
                yield draft.record()
                draft = Draft()
            draft.read_tag(name, value, number)
        elif not line.startswith("%"):
            draft.read_line(line, number)
    if draft.tag_names or draft.faults:
        yield draft.record()


def count_players(fields: Fields) -> int:
    """Return the number of hands; without hands, the number that columns and seats show."""
    if fields.get("hands"):
        return len(fields["hands"])
    columns = len(fields["tricks"][0]) if fields.get("tricks") else 0
    seats = {fields.get(name, "N") for name in ("dealer", "declarer", "caller", "column")}
    if seats <= set("NESW"):
        return columns if columns == 3 else 4
    return 6 if columns == 6 or "6" in seats else 5


def write_ptn(record: Record) -> str:
    """Write a record: foreign tags first, then ours with their lines; Play is the last."""
    lines = [write_tag(*tag) for tag in record.tags]
    for name, tag in TAGS.items():
        value = tag.write(record)
        if value:
            lines.append(write_tag(name, value))
            lines += tag.section.write(record) if tag.section else ()
    return "\n".join(lines) + "\n"


def write_tag(name: str, value: str) -> str:
    plain = re.sub(r'([\\"])', r"\\\1", " ".join(re.split(r"[\r\n]+", value)))
    return f'[{name} "{plain}"]'
