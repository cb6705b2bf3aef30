"""Backups as tests need them: edited, as an older program or somebody else may have made them."""

import os
import sqlite3
from contextlib import closing, contextmanager

from party.queries.backups.checksums import LENGTH


def without_checksum(file):
    """Make of a backup what an older program would have written."""
    os.truncate(file, file.stat().st_size - LENGTH)
    return file


def party_of_version_1(text):
    """Make of a party file what an older program would have written."""
    before, _, _ = text.partition(b',\n"sha256"')
    return (
        before.replace(b'"version": 3', b'"version": 1').replace(b'"money": [],\n', b"") + b"\n}\n"
    )


@contextmanager
def edited(file):
    """Open a backup to change it; it has no checksum afterwards."""
    with closing(sqlite3.connect(without_checksum(file))) as opened, opened:
        yield opened
