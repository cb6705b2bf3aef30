r"""The checksum at the end of a backup and of a party file: the SHA-256 of all bytes before it.

A backup has one line after the last page of the database, `\nHead Table backup, SHA-256 0c1d…\n`;
SQLite reads only the pages, so any program for SQLite files can open the backup. In a party file
the checksum is the last key of the JSON, on a line of its own: `"sha256": "0c1d…"`. `sha256sum` of
the bytes before that line prints the same number. A checksum reveals damage and proves nothing
about the author. Files of older programs have none.
"""

import re
from hashlib import sha256
from pathlib import Path

BACKUP_LINE = "\nHead Table backup, SHA-256 {}\n"
BACKUP_LINE_PATTERN = re.compile(BACKUP_LINE.format("([0-9a-f]{64})").encode())
LINE_LENGTH = len(BACKUP_LINE.format("0" * 64))
PARTY_FILE_END = '"sha256": "{}"\n}}\n'
CHUNK = 1_000_000  # bytes


def backup_line(file: Path) -> bytes:
    return BACKUP_LINE.format(_digest_of_start(file, file.stat().st_size)).encode()


def has_right_checksum(file: Path) -> bool | None:
    """Return None if the backup has no checksum line."""
    length = max(file.stat().st_size - LINE_LENGTH, 0)
    with file.open("rb") as content:
        content.seek(length)
        line = BACKUP_LINE_PATTERN.fullmatch(content.read(LINE_LENGTH))
    return line[1].decode() == _digest_of_start(file, length) if line else None


def _digest_of_start(file: Path, length: int) -> str:
    digest = sha256()
    with file.open("rb") as content:
        while chunk := content.read(min(CHUNK, length)):
            digest.update(chunk)
            length -= len(chunk)
    return digest.hexdigest()


def add_checksum(text: bytes) -> bytes:
    before = text.removesuffix(b"\n}\n") + b",\n"
    return before + PARTY_FILE_END.format(sha256(before).hexdigest()).encode()


def has_right_party_file_checksum(text: bytes) -> bool:
    before = memoryview(text)[: -len(PARTY_FILE_END.format("0" * 64))]
    return text.endswith(PARTY_FILE_END.format(sha256(before).hexdigest()).encode())
