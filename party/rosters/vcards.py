"""Turns contacts (vCard 2.1, 3.0, 4.0) into a table of names. Only the name of a card is read."""

import csv
import io
import quopri
import re
from collections.abc import Iterator
from itertools import islice

from party.rosters.rows import MOST_ROWS

KNOWN_FIELD = re.compile(r"\s*(?:[\w-]+\.)?(?:FN|N|ORG|KIND)[;:]", re.IGNORECASE)
FIELD = re.compile(r"(?:[\w-]+\.)?(FN|N|ORG|KIND)((?:;[^:]*)?):(.*)", re.IGNORECASE)
HEADINGS = ("Last name", "First name", "Full name")
QUOTED_PRINTABLE = "QUOTED-PRINTABLE"
BEGIN, END = "BEGIN:VCARD", "END:VCARD"
LONGEST_FIELD, LONGEST_OPTIONS = 1_000_000, 1_000
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
    for line in _unfolded_lines(text):
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


def _unfolded_lines(text: str) -> Iterator[str]:
    """Join the lines of each known field.

    A line that begins with a blank continues the line above, and so does a line after "=" in
    quoted-printable text.
    """
    pieces, letters, is_known, is_quoted = [""], 0, False, False
    for full_line in io.StringIO(text, newline=None):
        line = full_line.removesuffix("\n")
        is_soft = is_quoted and pieces[-1].endswith("=")
        continues = is_soft or line.startswith((" ", "\t"))
        if not continues or pieces == [""]:
            yield "".join(pieces)
            is_known = KNOWN_FIELD.match(line) is not None
            is_quoted = is_known and QUOTED_PRINTABLE in line[:LONGEST_OPTIONS].upper()
            pieces, letters = [line], 0
        elif is_known and letters < LONGEST_FIELD:
            pieces[-1] = pieces[-1].removesuffix("=" if is_soft else "")
            pieces.append(line if is_soft else line[1:])
            letters += len(line) + 1
    yield "".join(pieces)


def _field(line: str) -> dict[str, str]:
    match = FIELD.fullmatch(line.strip()[:LONGEST_FIELD])
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
