"""Contacts as phones and mail programs hand them on (vCard 2.1, 3.0, 4.0), as a list of people.

Of a card only the name is read. Its list has headings, so that every name stays as it was written.
"""

import csv
import io
import quopri
import re
from collections.abc import Iterator

KNOWN = re.compile(r"\s*(?:[\w-]+\.)?(?:FN|N|ORG|KIND)[;:]", re.IGNORECASE)
FIELD = re.compile(r"(?:[\w-]+\.)?(FN|N|ORG|KIND)((?:;[^:]*)?):(.*)", re.IGNORECASE)
HEADINGS = ("Last name", "First name", "Full name")
SOFT = "QUOTED-PRINTABLE"
NO_NAME = "(a card without a name)"
NO_PERSON = "(no person)"


def as_table(text: str) -> str:
    """Return the people of vCards as a table; any other text as it is."""
    if text.lstrip()[:11].upper() != "BEGIN:VCARD":
        return text
    out = io.StringIO()
    writer = csv.writer(out, delimiter="\t", lineterminator="\n")
    writer.writerow(HEADINGS)
    writer.writerows(_row(dict(_fields(card))) for card in _cards(text))
    return out.getvalue()


def _cards(text: str) -> Iterator[list[str]]:
    """Yield the lines of each card, which ends where the next begins; others are names."""
    card: list[str] | None = None
    for line in text.splitlines():
        mark = line.strip().upper()
        if mark in {"BEGIN:VCARD", "END:VCARD"}:
            if card:
                yield card
            card = [] if mark.startswith("BEGIN") else None
        elif card is not None:
            card.append(line)
        elif mark:
            yield [f"FN:{line}"]
    if card:
        yield card


def _fields(card: list[str]) -> Iterator[tuple[str, str]]:
    """Yield what is known of a card by the name of its field."""
    for line in _unfolded(card):
        if match := FIELD.fullmatch(line.strip()):
            name, options, value = match.groups()
            if SOFT in options.upper():
                value = quopri.decodestring(value.encode()).decode("utf-8", "replace")
            yield name.upper(), value.strip()


def _unfolded(card: list[str]) -> list[str]:
    """Return the known fields of a card, each whole: it may go on after a blank, or a "="."""
    fields, is_known, is_quoted = list[list[str]](), False, False
    for line in card:
        is_soft = is_known and is_quoted and fields[-1][-1].endswith("=")
        if line[:1] not in {" ", "\t"} and not is_soft:
            is_known, is_quoted = KNOWN.match(line) is not None, SOFT in line.upper()
            if is_known:
                fields.append([line])
        elif is_known:
            fields[-1][-1] = fields[-1][-1].removesuffix("=" if is_soft else "")
            fields[-1].append(line if is_soft else line[1:])
    return ["".join(pieces) for pieces in fields]


def _row(fields: dict[str, str]) -> tuple[str, str, str]:
    last, first, middle, _, suffix = (*_parts(fields.get("N", "")), *[""] * 5)[:5]
    full, org = _plain(fields.get("FN", "")), _plain(fields.get("ORG", "").strip(";"))
    kind = fields.get("KIND", "individual").casefold()
    if kind not in {"individual", "x-individual"} or (not last + first and full == org != ""):
        return "", "", f"{NO_PERSON} {full}"
    if last and first:
        return " ".join(filter(None, (last, suffix))), " ".join(filter(None, (first, middle))), ""
    return "", "", full or last or first or NO_NAME


def _parts(value: str) -> list[str]:
    return [_plain(part) for part in re.split(r"(?<!\\);", value)]


def _plain(value: str) -> str:
    return " ".join(re.sub(r"\\[nN]", " ", value).replace("\\", "").split())
