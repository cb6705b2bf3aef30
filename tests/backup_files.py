"""Backups and party files that a test changes."""

import os
import sqlite3
from contextlib import closing, contextmanager

from party.queries.backups.checksums import LINE_LENGTH


def without_checksum(file):
    """Cut the checksum off: older versions wrote none."""
    os.truncate(file, file.stat().st_size - LINE_LENGTH)
    return file


def party_of_version_1(text):
    """Return a party file as version 1 wrote it: without checksum and money."""
    contents, _, _ = text.partition(b',\n"sha256"')
    return (
        contents.replace(b'"version": 4', b'"version": 1').replace(b'"money": [],\n', b"")
        + b"\n}\n"
    )


@contextmanager
def edited(file):
    """Open a backup to change it; it has no checksum afterwards."""
    with closing(sqlite3.connect(without_checksum(file))) as database, database:
        yield database
