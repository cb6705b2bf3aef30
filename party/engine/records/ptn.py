"""PTN: the tag format in which card servers write a hand, read and written.

A line `[Name "value"]` is a tag; calls follow the tag Auction, tricks the tag Play, one to a line;
lines that begin with % are remarks. A new record begins with Event, or where a tag comes again.
Tags that PTN does not have are our own: Players (when not four), Piles and DeadHand, Announced,
CardGiven, Called, JokerSuit, JokerLeads ("3:H" for hearts named in trick 3) and HandScores.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from party.engine.errors import Fault, fault
from party.engine.records.ptn_tags import BLANKS, TAGS, Fields, Section
from party.engine.records.record import Record

# A tag, or a line that is none, and all lines after it up to the next tag or remark.
PIECE = re.compile(r'(?:\[(\w++) "(.*)"\]|(.*+))\n((?:[^\[%\n].*+\n|\n)*+)')
LOOSE_TAG = re.compile(r'\[[ \t]*+(\w++)[ \t]++"(.*)"[ \t]*+\][ \t]*+')
EVENT = re.compile(r'^\[Event ".*"\]$', re.MULTILINE)
ESCAPED = re.compile(r"\\(.)")
MOST_FAULTS = 100
LONG = 2**20  # a text of which not all pieces should be in memory at once
NOT_READ = "This line is neither a tag, nor calls, nor a trick."


class Draft:
    """One record while its lines are read: fields so far, and the section that is being read."""

    __slots__ = ("faults", "fields", "more", "names", "others", "parted", "section")

    def __init__(self) -> None:
        self.fields: Fields = {}
        self.others: list[tuple[str, str]] = []
        self.names: set[str] = set()
        self.section: Section | None = None
        self.parted = False
        self.faults: list[Fault] = []
        self.more: list[int] = []  # lines with faults that are not reported

    def is_over_before(self, name: str) -> bool:
        """Say whether the record is over where Event comes, or any of its tags again.

        It is at Event, and after calls, tricks or an empty line.
        """
        if name == "Event":
            return bool(self.names)
        return self.parted or "Play" in self.names or "Auction" in self.names

    def tag(self, name: str, value: str, number: int) -> None:
        """Read one tag; `number` is its line."""
        if name in self.names:
            self.add_fault(number, f"[{name}] stands here a second time.")
            return
        self.names.add(name)
        self.parted = False
        self.section = None
        if "\\" in value:
            value = unescaped(value)
        known = TAGS.get(name)
        if known is None:
            self.others.append((name, value))
            return
        self.section = known.section
        try:
            self.fields[known.field] = known.read(value)
        except ValueError as error:
            self.add_fault(number, str(error))

    def lines(self, body: str, number: int) -> None:
        """Read the lines after a tag or a remark; the first of them has this number."""
        self.parted = self.parted or body == "\n" or body.endswith("\n\n")
        if self.section is not None:
            found = self.section.read(body, number, self.add_fault)
            self.fields.setdefault(self.section.field, []).extend(found)
        elif not body.isspace():
            for at, line in enumerate(body.split("\n"), number):
                if line:
                    self.add_fault(at, NOT_READ)

    def add_fault(self, number: int, text: str) -> None:
        """Note a fault of a line; of very many only the first are reported, and how many more."""
        if len(self.faults) < MOST_FAULTS:
            self.faults.append(line_fault(number, text))
        else:
            self.more.append(number)

    def record(self) -> Record:
        """Return what the lines of one record said."""
        if self.more:
            more = f"And {len(self.more)} more lines like these."
            self.faults.append(line_fault(self.more[0], more))
        for name in ("calls", "tricks"):
            self.fields[name] = tuple(self.fields.get(name, ()))
        self.fields["faults"] = tuple(self.faults)
        return record_of_fields(self.fields, self.others)


def record_of_fields(fields: Fields, others: Iterable[tuple[str, str]]) -> Record:
    fields["tags"] = tuple(others)
    if "players" not in fields:
        fields["players"] = players_of(fields)
    return Record.of(fields)


def unescaped(value: str) -> str:
    return ESCAPED.sub(r"\1", value)


def line_fault(number: int, text: str) -> Fault:
    return fault("record-line", "{text}", place=f"line {number}", line=number, text=text)


def read_ptn(text: str | bytes | bytearray | memoryview) -> list[Record]:
    """Read every record of a text; never raises, whatever the text is.

    What cannot be read stands in the `faults` of its record, with the number of the line.
    """
    plain = text if isinstance(text, str) else decode(bytes(text))
    only = usual_record(plain + "\n") if "\r" not in plain else None
    if only is not None:
        return [only]
    found: list[Record] = []
    for number, part in parts_by_event(plain_lines(plain)):
        record = usual_record(part)
        found += records(part, number) if record is None else (record,)
    return found


def decode(data: bytes) -> str:
    """Return the text of a file: UTF-8 or UTF-16, marked or not, else Windows-1252."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", errors="replace")
    if b"\0" in data[:2]:
        order = "utf-16-be" if data[:1] == b"\0" else "utf-16-le"
        return data.decode(order, errors="replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("cp1252", errors="replace")


def plain_lines(text: str) -> str:
    """Return the text with one kind of line ends, and no line with blanks in front."""
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    text = text.removeprefix("\ufeff") + "\n"
    if "\n " in text or "\n\t" in text or text[0] in BLANKS:
        text = "\n".join(line.strip(BLANKS) for line in text.split("\n"))
    return text


def parts_by_event(text: str) -> list[tuple[int, str]]:
    """Part the text before every Event but the first; return the first line's number, too."""
    if '\n[Event "' not in text:
        return [(1, text)]
    found, number, begin = [], 1, 0
    events = [event.start() for event in EVENT.finditer(text)]
    for end in (*events[1:], len(text)):
        found.append((number, text[begin:end]))
        number += text.count("\n", begin, end)
        begin = end
    return found


# The usual record, as we write it: Event, tags that we do not use, then ours in their order, each
# once at most, and under a section its lines. A text with anything else is read line by line.
# (Nothing possessive around what looks for its end: before 3.11.5 Python lost its way there.)
VALUE = r'[^"\\\n]*+'
LINES = r"([^\[%]*+(?<=\n))"
OTHER = rf'\[(?!(?:Event|{"|".join(TAGS)}) )\w++ ".*"\]\n'
NOT_OURS = rf'((?:\[Event ".*"\]\n)?(?:{OTHER})*)'
OURS = [
    rf'(?:\[{name} "({VALUE})"\]\n{LINES if tag.section else ""})?+' for name, tag in TAGS.items()
]
USUAL = re.compile(f"{NOT_OURS}{''.join(OURS)}\n*+")
TAG = re.compile(r'\[(\w++) "(.*)"\]')


def refuse(_number: int, text: str) -> None:
    raise ValueError(text)


def read_section(section: Section) -> Callable[[str], tuple[Any, ...]]:
    return lambda body: section.read(body, 0, refuse)


def groups_read() -> Iterator[tuple[str, Callable[[str], Any]]]:
    """Yield for each group of the pattern after the first its field, and what reads it."""
    for tag in TAGS.values():
        yield tag.field, tag.read
        if tag.section:
            yield tag.section.field, read_section(tag.section)


READERS = tuple(groups_read())


def usual_record(text: str) -> Record | None:
    """Return the record of a text with nothing unusual in it; None for any other.

    Blanks in front of the lines of a section are nothing unusual.
    """
    found = USUAL.fullmatch(text)
    if found is None:
        return None
    not_ours, *values = found.groups()
    fields: Fields = {}
    try:
        for (field, read), value in zip(READERS, values, strict=True):
            if value is not None:
                fields[field] = read(value)
    except ValueError:
        return None
    others = TAG.findall(not_ours)
    if "\\" in not_ours:
        others = [(name, unescaped(value)) for name, value in others]
    is_each_once = len(dict(others)) == len(others)
    return record_of_fields(fields, others) if is_each_once and (fields or others) else None


def records(text: str, number: int) -> Iterator[Record]:
    """Read every record of a text line by line; `number` is that of its first line."""
    draft = Draft()
    for name, value, other, body in pieces(text):
        if other and (loose := LOOSE_TAG.fullmatch(other)):
            name, value = loose.groups()  # noqa: PLW2901 -- the tag, its spaces put right
        if name:
            if (name in draft.names or name == "Event") and draft.is_over_before(name):
                yield draft.record()
                draft = Draft()
            draft.tag(name, value, number)
        elif other and other[0] != "%":
            draft.add_fault(number, NOT_READ)
        if body:
            draft.lines(body, number + 1)
            number += body.count("\n")
        number += 1
    if draft.names or draft.faults:
        yield draft.record()


def pieces(text: str) -> Iterable[tuple[str, str, str, str]]:
    """Part the text: name and value of a tag, or a line that is none; and the lines after it."""
    if len(text) < LONG:
        return PIECE.findall(text)
    return (found.groups("") for found in PIECE.finditer(text))  # type: ignore[misc]


def players_of(fields: Fields) -> int:
    """Return how many play, where no tag says it: as many as hands, or else as columns."""
    if fields.get("hands"):
        return len(fields["hands"])
    columns = len(fields["tricks"][0]) if fields.get("tricks") else 0
    seats = {fields.get(name, "N") for name in ("dealer", "declarer", "caller", "column")}
    if seats <= set("NESW"):
        return columns if columns == 3 else 4
    return 6 if columns == 6 or "6" in seats else 5


def write_ptn(record: Record) -> str:
    """Write a record: tags we do not use first, as they came, then ours, then the tricks."""
    lines = [write_tag(*each) for each in record.tags]
    for name, known in TAGS.items():
        value = known.write(record)
        if value:
            lines.append(write_tag(name, value))
            lines += known.section.write(record) if known.section else ()
    return "\n".join(lines) + "\n"


def write_tag(name: str, value: str) -> str:
    plain = re.sub(r'([\\"])', r"\\\1", " ".join(re.split(r"[\r\n]+", value)))
    return f'[{name} "{plain}"]'
