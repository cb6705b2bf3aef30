r"""The checksum at the end of a backup and of a party file: the SHA-256 of all bytes before it.

A backup has one line after the last page of the database, `\nHead Table backup, SHA-256 0c1d…\n`;
SQLite reads only the pages, so that any program for SQLite files opens it. In a party file it is
the last key of the JSON, on a line of its own: `"sha256": "0c1d…"`. So `sha256sum` of what stands
before gives the same number. It tells a damaged file from a whole one, and proves nothing about
its author. Files of older programs have none.
"""

import re
from hashlib import sha256
from pathlib import Path

BACKUP_LINE = "\nHead Table backup, SHA-256 {}\n"
WRITTEN_LINE = re.compile(BACKUP_LINE.format("([0-9a-f]{64})").encode())
LENGTH = len(BACKUP_LINE.format("0" * 64))
PARTY_END = '"sha256": "{}"\n}}\n'
CHUNK = 1_000_000  # bytes


def backup_line(file: Path) -> bytes:
    return BACKUP_LINE.format(_digest(file, file.stat().st_size)).encode()


def has_right_checksum(file: Path) -> bool | None:
    """Return None if the backup has no checksum."""
    length = max(file.stat().st_size - LENGTH, 0)
    with file.open("rb") as opened:
        opened.seek(length)
        line = WRITTEN_LINE.fullmatch(opened.read(LENGTH))
    return line[1].decode() == _digest(file, length) if line else None


def _digest(file: Path, length: int) -> str:
    found = sha256()
    with file.open("rb") as opened:
        while chunk := opened.read(min(CHUNK, length)):
            found.update(chunk)
            length -= len(chunk)
    return found.hexdigest()


def with_checksum(text: bytes) -> bytes:
    before = text.removesuffix(b"\n}\n") + b",\n"
    return before + PARTY_END.format(sha256(before).hexdigest()).encode()


def is_as_written(text: bytes) -> bool:
    before = memoryview(text)[: -len(PARTY_END.format("0" * 64))]
    return text.endswith(PARTY_END.format(sha256(before).hexdigest()).encode())
