"""Decodes a file into text with a tab between cells."""

import re
from dataclasses import replace

from party.rosters.vcards import as_table
from party.rosters.workbooks import (
    LARGEST_TEXT,
    TOO_LARGE,
    UNREADABLE,
    FileText,
    RosterError,
    read_workbook,
)

LARGEST_FILE = 5_000_000  # bytes, because contacts hold pictures
# The beginnings of text files that are no lists: PDF, RTF, HTML, JSON.
NOT_A_LIST = re.compile(
    rb"(?:\xef\xbb\xbf)?\s*(?:%PDF|\{\\rtf|<[!?a-z]|[\[{]\s*[\"{\[])", re.IGNORECASE
)
DAMAGED_TEXT = (
    "Some letters in this file are damaged. The lines that have one are shown below and are not "
    "added."
)
WINDOWS_TEXT = (
    "This file is not UTF-8, so it was read as Windows text (Western Europe). Look at the letters "
    "with accents; if they are wrong, save the file as UTF-8."
)
OLD_EXCEL = "This is an old Excel file (XLS). Save it as XLSX or CSV first."
LOCKED = "This workbook has a password. Save it without one, or as CSV."


def read_file(data: bytes) -> FileText:
    """Return the text of a file, with a tab between cells. Raises RosterError."""
    if len(data) > LARGEST_FILE:
        raise RosterError(TOO_LARGE)
    if data.startswith(b"\xd0\xcf\x11\xe0"):
        locked = "EncryptedPackage".encode("utf-16-le") in data
        raise RosterError(LOCKED if locked else OLD_EXCEL)
    if NOT_A_LIST.match(data):
        raise RosterError(UNREADABLE)
    file_text = read_workbook(data) if data.startswith(b"PK\x03\x04") else decode(data)
    file_text = replace(file_text, text=as_table(file_text.text))
    if len(file_text.text) > LARGEST_TEXT:
        raise RosterError(TOO_LARGE)
    return file_text


def decode(data: bytes) -> FileText:
    """Decode a text, even if a few of its bytes are damaged.

    These bytes become U+FFFD, which no name has.
    """
    for encoding in _possible_encodings(data[:2]):
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            text = data.decode(encoding, "replace")
            damaged_count = text.count("\ufffd")
            accented_count = sum(letter > "\x7f" for letter in text) - damaged_count
            if encoding != "utf-8-sig" or accented_count < damaged_count:
                continue
            return FileText(text, encoding_note=DAMAGED_TEXT)
        if "\0" not in text:
            note = WINDOWS_TEXT if encoding == "cp1252" else ""
            return FileText(text.removeprefix("\ufeff"), encoding_note=note)
    raise RosterError(UNREADABLE)


def _possible_encodings(first_two: bytes) -> tuple[str, ...]:
    if first_two in {b"\xff\xfe", b"\xfe\xff"}:
        return ("utf-16",)
    if b"\0" in first_two:
        return ("utf-16-be",) if first_two.startswith(b"\0") else ("utf-16-le",)
    return ("utf-8-sig", "cp1252")
