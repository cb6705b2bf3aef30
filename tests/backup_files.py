"""Edited backups and party files, and those of older programs."""

import os
import sqlite3
from contextlib import closing, contextmanager

from party.queries.backups.checksums import LINE_LENGTH


def without_checksum(file):
    """Turn a backup into one of an older program."""
    os.truncate(file, file.stat().st_size - LINE_LENGTH)
    return file


def party_of_version_1(text):
    """Turn a party file into one of an older program."""
    before, _, _ = text.partition(b',\n"sha256"')
    return (
        before.replace(b'"version": 3', b'"version": 1').replace(b'"money": [],\n', b"") + b"\n}\n"
    )


@contextmanager
def edited(file):
    """Open a backup to change it; it has no checksum afterwards."""
    with closing(sqlite3.connect(without_checksum(file))) as database, database:
        yield database
