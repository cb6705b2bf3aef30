"""PTN: the tag format in which card servers write a hand, read and written.

A line `[Name "value"]` is a tag; calls follow the tag Auction, tricks the tag Play, one to a line;
lines that begin with % are remarks. A new record begins with Event, or where a tag comes again.
Tags that PTN does not have are our own: Players (when not four), Piles and DeadHand, Announced,
CardGiven, Called, JokerSuit, JokerLeads ("3:H" for hearts named in trick 3) and HandScores.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from party.engine.errors import Fault, fault
from party.engine.ptn_tags import SECTIONS, TAGS, Body, Fields, Section
from party.engine.record import Record

TAG = re.compile(r'\s*\[\s*(\w+)\s+"(.*)"\s*\]\s*')
ESCAPED = re.compile(r"\\(.)")
MOST_FAULTS = 100


@dataclass(slots=True)
class Page:
    """The lines of one record: tags with the number of their line, and what follows them."""

    tags: dict[str, tuple[str, int]] = field(default_factory=dict)
    bodies: dict[str, Body] = field(default_factory=dict)
    body: Body | None = None
    faults: list[Fault] = field(default_factory=list)
    parted: bool = False

    def blame(self, number: int, text: str) -> None:
        """Note a fault of a line; of very many only the first are told."""
        if len(self.faults) < MOST_FAULTS:
            self.faults.append(
                fault("record-line", "{text}", place=f"line {number}", line=number, text=text)
            )


def read_ptn(text: str | bytes) -> list[Record]:
    """Read every record of a text; never raises, whatever the text is.

    What cannot be read stands in the `faults` of its record, with the number of the line.
    """
    return [record_of(page) for page in pages(decode(text) if isinstance(text, bytes) else text)]


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


def lines_of(text: str) -> list[str]:
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    return text.removeprefix("\ufeff").split("\n")


def pages(text: str) -> Iterator[Page]:
    """Part the lines into records; one without any tag or fault is none."""
    page = Page()
    for number, line in enumerate(lines_of(text), 1):
        if not line or line[0] == "%" or line.isspace():
            page.parted = page.parted or not line
        elif tag := read_tag(line):
            if begins_record(page, tag[0]):
                yield page
                page = Page()
            add_tag(page, *tag, number)
        elif page.body is None or line.lstrip()[0] == "[":
            page.blame(number, "This line is neither a tag, nor calls, nor a trick.")
        else:
            page.body.append((line, number))
    if page.tags or page.faults:
        yield page


def read_tag(line: str) -> tuple[str, str] | None:
    """Return name and value of a tag, None for any other line."""
    if line[0] not in "[ \t":
        return None
    name, opened, value = line[1:-2].partition(' "')
    if opened and line[-2:] == '"]' and "\\" not in value and name.isalnum():
        return name, value
    found = TAG.fullmatch(line)
    return (found[1], ESCAPED.sub(r"\1", found[2])) if found else None


def begins_record(page: Page, name: str) -> bool:
    """A record ends where a tag comes again after calls, tricks or an empty line, or at Event."""
    if name == "Event":
        return bool(page.tags)
    return name in page.tags and (page.parted or bool(page.bodies))


def add_tag(page: Page, name: str, value: str, number: int) -> None:
    if name in page.tags:
        page.blame(number, f"[{name}] stands here a second time.")
        return
    page.tags[name] = (value, number)
    page.parted = False
    page.body = None
    if name in SECTIONS:
        page.body = page.bodies[name] = []


def record_of(page: Page) -> Record:
    """Return what the lines of one record say."""
    fields: Fields = {}
    others = []
    for name, (value, number) in page.tags.items():
        known = TAGS.get(name)
        if known is None:
            others.append((name, value))
            continue
        try:
            known.read(fields, value)
        except ValueError as error:
            page.blame(number, str(error))
    for name, body in page.bodies.items():
        SECTIONS[name].read_body(fields, body, page.blame)
    if "players" not in fields:
        fields["players"] = players_of(fields)
    faults = sorted(page.faults, key=lambda each: int(each.params["line"]))
    return Record(**fields, tags=tuple(others), faults=tuple(faults))


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
            lines += known.write_body(record) if isinstance(known, Section) else ()
    return "\n".join(lines) + "\n"


def write_tag(name: str, value: str) -> str:
    plain = re.sub(r'([\\"])', r"\\\1", " ".join(re.split(r"[\r\n]+", value)))
    return f'[{name} "{plain}"]'
