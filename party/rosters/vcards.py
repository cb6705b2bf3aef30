"""Turns contacts (vCard 2.1, 3.0, 4.0) into a table of names. Only the name of a card is read."""

import csv
import io
import quopri
import re
from collections.abc import Iterator
from itertools import islice

from party.rosters.rows import MOST_ROWS

FIELD = re.compile(r"(?:[\w-]+\.)?(FN|N|ORG|KIND)((?:;[^:]*)?):(.*)", re.IGNORECASE)
HEADINGS = ("Last name", "First name", "Full name")
QUOTED_PRINTABLE = "QUOTED-PRINTABLE"
# A line that begins with a blank continues the line above, but never the mark of a card.
FOLD = re.compile(r"(?<!:VCARD)\n[ \t]", re.IGNORECASE)
# In such a field a line after "=" continues the line above as well.
QUOTED_FIELD = re.compile(
    rf"^[^:\n]*{QUOTED_PRINTABLE}[^\n]*(?:(?:(?<==)\n|\n[ \t])[^\n]*)*+",
    re.IGNORECASE | re.MULTILINE,
)
BEGIN, END = "BEGIN:VCARD", "END:VCARD"
NO_NAME = "(a card without a name)"
NO_PERSON = "(no person)"


def as_table(text: str) -> str:
    """Return vCards as a table, any other text unchanged."""
    if text.lstrip()[:11].upper() != "BEGIN:VCARD":
        return text
    output = io.StringIO()
    writer = csv.writer(output, delimiter="\t", lineterminator="\n")
    writer.writerow(HEADINGS)
    writer.writerows(islice((_name_and_note(card) for card in _read_cards(text)), MOST_ROWS + 1))
    return output.getvalue()


def _read_cards(text: str) -> Iterator[dict[str, str]]:
    """Yield the fields of each card. A card also ends at the next BEGIN.

    A line between two cards is a name. Only one card is in memory: it may have a million lines.
    """
    card: dict[str, str] | None = None
    for line in _lines_of_fields(text):
        mark = line.strip().upper()
        if mark in {BEGIN, END}:
            if card:
                yield card
            card = {} if mark == BEGIN else None
        elif card is not None:
            card |= _field(line)
        elif mark:
            yield _field(f"FN:{line}")
    if card:
        yield card


def _lines_of_fields(text: str) -> list[str]:
    lines = text.strip().replace("\r\n", "\n").replace("\r", "\n")
    lines = QUOTED_FIELD.sub(lambda field: re.sub("=\n|\n[ \t]", "", field[0]), lines)
    return FOLD.sub("", lines).split("\n")


def _field(line: str) -> dict[str, str]:
    match = FIELD.fullmatch(line.strip())
    if match is None:
        return {"": ""}
    name, options, value = match.groups()
    if QUOTED_PRINTABLE in options.upper():
        value = quopri.decodestring(value.encode()).decode("utf-8", "replace")
    return {name.upper(): value.strip()}


def _name_and_note(fields: dict[str, str]) -> tuple[str, str, str]:
    last, first, middle, _, suffix = (*_parts(fields.get("N", "")), *[""] * 5)[:5]
    full, org = _unescaped(fields.get("FN", "")), _unescaped(fields.get("ORG", "").strip(";"))
    kind = fields.get("KIND", "individual").casefold()
    is_company = not last and not first and full == org != ""
    if is_company or kind not in {"individual", "x-individual"}:
        return "", "", f"{NO_PERSON} {full}"
    if last and first:
        return " ".join(filter(None, (last, suffix))), " ".join(filter(None, (first, middle))), ""
    return "", "", full or last or first or NO_NAME


def _parts(value: str) -> list[str]:
    return [_unescaped(part) for part in re.split(r"(?<!\\);", value, maxsplit=5)[:5]]


def _unescaped(value: str) -> str:
    return " ".join(re.sub(r"\\[nN]", " ", value).replace("\\", "").split())
