"""Copies of the SQLite database, made without blocking anybody.

SQLite's backup interface reads one state of the database, even while others write. A background
thread writes the copy. A copy contains no sessions, so that a copy on a lost USB stick signs
nobody in. Every copy ends with its checksum.
"""

import errno
import json
import os
import re
import sqlite3
from collections.abc import Callable, Collection
from contextlib import closing, suppress
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from time import time
from typing import Any

from django.db import connection

from party.process_state import PROCESS
from party.queries.backups.checksums import backup_line
from party.queries.backups.kept_copies import (
    MADE,
    STATE,
    TIMES,
    backup_folder,
    copies_in,
    database_file,
    latest_copy_names,
    places_from_state,
    second_place,
)
from party.values.backups import KeptCopy
from party.values.refusals import Refused, require

POLICY = "The last 20 copies are kept, and the last one of each day for 30 days."
LAST, DAYS = 20, 30
OWNER_ONLY = 0o600
BUSY_TIMEOUT = 4.0  # seconds
ABANDONED_AFTER = 600  # seconds; an older half-written copy belongs to a program that was killed
# Names in the state file. They include copies on a stick that is not plugged in at the moment.
MOST_NAMES = 400
BEFORE, AFTER = "before", "after"

# UnicodeDecodeError: a damaged schema may have names that are not text.
COPY_ERRORS = (OSError, sqlite3.Error, UnicodeDecodeError)


def copy_after(reason: str) -> None:
    if (folder := backup_folder()) is not None:
        file = database_file()
        queue = partial(_queue_copy, AFTER, lambda: _connect(file), folder, reason)
        connection.on_commit(queue, robust=True)


def copy_before(reason: str) -> None:
    """Pin the state before this transaction and copy it in the background."""
    if (folder := backup_folder()) is not None and BEFORE not in PROCESS.queued_copies:
        with suppress(sqlite3.Error):
            pinned = _connect(database_file())
            # After the first read this connection no longer sees what others commit.
            pinned.execute("BEGIN")
            pinned.execute("SELECT 1 FROM sqlite_master").fetchone()
            _queue_copy(BEFORE, lambda: pinned, folder, reason)


def _queue_copy(
    kind: str, connect_source: Callable[[], sqlite3.Connection], folder: Path, reason: str
) -> None:
    if kind in PROCESS.queued_copies:
        return
    PROCESS.queued_copies.add(kind)
    try:
        PROCESS.copy_writer.submit(_run_queued, kind, connect_source, folder, reason)
    except RuntimeError:  # the program is ending
        PROCESS.queued_copies.discard(kind)


def _run_queued(
    kind: str, connect_source: Callable[[], sqlite3.Connection], folder: Path, reason: str
) -> None:
    PROCESS.queued_copies.discard(kind)
    with suppress(sqlite3.Error, OSError), closing(connect_source()) as database:
        copy_from(database, folder, reason)


def wait_for_copies() -> None:
    PROCESS.copy_writer.submit(lambda: None).result()


def copy_now(reason: str) -> str:
    """Raises Refused if the backup folder gets no copy."""
    text = "Head Table makes no copies of this database: see docs/backups.md."
    folder = require(backup_folder(), text)
    with closing(_connect(database_file())) as source:
        name, troubles = copy_from(source, folder, reason)
    if trouble := troubles[str(folder)]:
        raise Refused(f"No copy could be made. {trouble}")
    return name


def write_copy(file: Path, *, without_pictures: bool = False) -> None:
    try:
        with closing(_connect(database_file())) as source:
            _write_copy(source, file, without_pictures=without_pictures)
    except COPY_ERRORS as error:
        raise Refused(_error_text(error, file.parent)) from error


def copy_from(source: sqlite3.Connection, folder: Path, reason: str) -> tuple[str, dict[str, str]]:
    """Return the file name of the copies, and for each place the error or ""."""
    made_at = datetime.now(UTC)
    slug = re.sub(r"[^a-z0-9]+", "-", reason.lower()).strip("-")
    name = f"headtable-{made_at.strftime(TIMES)}Z-{slug}.sqlite3"
    targets = [folder, *([Path(second)] if (second := second_place()) else [])]
    with PROCESS.copy_lock:
        own_names = {name, *latest_copy_names()}
        with suppress(OSError):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            own_names.update(copy.name for copy in copies_in(folder))
        troubles = {
            str(target): _copy_to_folder(source, target, name, own_names) for target in targets
        }
        _store_state(folder, name, made_at, troubles)
    return name, troubles


def _copy_to_folder(
    source: sqlite3.Connection, folder: Path, name: str, own_names: Collection[str]
) -> str:
    """Write a copy and delete old ones; return the error, or "".

    Delete only copies in `own_names`: other laptops may use the same folder as their second place.
    """
    if not folder.is_dir():
        # Do not create the folder: without the stick, it would be on the laptop itself.
        return f"The folder {folder} is not there. Is the stick in?"
    try:
        for part in folder.glob("headtable-*.part*"):
            with suppress(FileNotFoundError):  # another program has just renamed it
                if part.stat().st_mtime < time() - ABANDONED_AFTER:
                    part.unlink()
        _write_copy(source, folder / name)
        copies = [copy for copy in copies_in(folder) if copy.name in own_names]
        # The new copy comes first, even if the clock was set back since the last copy.
        copies.sort(key=lambda copy: copy.name != name)
        for each in {copy.name for copy in copies} - names_to_keep(copies):
            (folder / each).unlink(missing_ok=True)
    except COPY_ERRORS as error:
        return _error_text(error, folder)
    return ""


def _write_copy(source: sqlite3.Connection, file: Path, *, without_pictures: bool = False) -> None:
    """Write, check, and only then rename the file: a cut copy is never taken for a whole one."""
    # Another command may make a copy of this name in the same second.
    part = file.with_name(f"{file.name}.{os.getpid()}.part")
    try:
        part.unlink(missing_ok=True)
        part.touch(mode=OWNER_ONLY)
        with closing(sqlite3.connect(part, isolation_level=None)) as copy:
            copy.execute("PRAGMA synchronous = OFF")  # _flush below syncs the whole file
            source.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")  # one file, without a WAL beside it
            copy.execute("PRAGMA secure_delete = ON")
            copy.execute("DELETE FROM django_session")
            if without_pictures:
                copy.execute("DELETE FROM party_slippicture")
                copy.execute("VACUUM")
            _check_integrity(copy)
        checksum_line = backup_line(part)
        with part.open("ab") as file_end:
            file_end.write(checksum_line)
        _flush(part)
        part.replace(file)
        with suppress(PermissionError):  # Windows cannot open a folder
            _flush(file.parent)
    except BaseException:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        raise


def _check_integrity(copy: sqlite3.Connection) -> None:
    [(verdict,)] = copy.execute("PRAGMA integrity_check(1)")
    if verdict != "ok":
        raise sqlite3.DatabaseError(verdict)


def _flush(path: Path) -> None:
    descriptor = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _store_state(folder: Path, name: str, made_at: datetime, troubles: dict[str, str]) -> None:
    last_times = {place.folder: place.last_copy_at for place in places_from_state(folder)}
    names = [] if all(troubles.values()) else [name]
    state: dict[str, Any] = {MADE: [*dict.fromkeys([*names, *latest_copy_names()])][:MOST_NAMES]}
    for place, trouble in troubles.items():
        last_time = last_times.get(place) if trouble else made_at
        state[place] = {"good": last_time.isoformat() if last_time else "", "trouble": trouble}
    with suppress(OSError):
        part = folder / f"{STATE}.part"
        part.write_text(json.dumps(state), encoding="utf-8")
        part.replace(folder / STATE)


def _error_text(error: Exception, folder: Path) -> str:
    is_full = "full" in str(error) or getattr(error, "errno", None) == errno.ENOSPC
    if is_full:
        return f"There is no room left in {folder}. Free some space."
    is_damaged = isinstance(error, sqlite3.DatabaseError | UnicodeDecodeError)
    if is_damaged and not isinstance(error, sqlite3.OperationalError):
        return f"The copy in {folder} does not check out: the database itself may be damaged."
    cause = (getattr(error, "strerror", None) or str(error)).strip()
    return f"Nothing can be written in {folder} ({cause})."


def _connect(file: Path) -> sqlite3.Connection:
    return sqlite3.connect(
        file.absolute(), timeout=BUSY_TIMEOUT, isolation_level=None, check_same_thread=False
    )


def names_to_keep(copies: list[KeptCopy]) -> set[str]:
    """`copies` begin with the newest.

    The policy counts copies, and days that have a copy, not the time since then: a clock may be
    wrong.
    """
    by_day = {copy.at.date(): copy.name for copy in reversed(copies)}
    days = sorted(by_day, reverse=True)[:DAYS]
    return {copy.name for copy in copies[:LAST]} | {by_day[day] for day in days}
