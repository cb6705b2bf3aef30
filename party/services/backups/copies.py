"""Copies of the SQLite database, made while everybody goes on working.

SQLite's own backup interface reads one state of the database, whatever is written meanwhile. A
copy that is to show what was before a verb is pinned before the verb commits, and written by a
thread of its own: it neither delays the verb nor makes it fail. Sessions are left out, since a
stick with a copy must let nobody in. Every copy ends with its checksum.
"""

import errno
import json
import os
import re
import sqlite3
from collections.abc import Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from threading import Lock
from time import time
from typing import Any

from django.db import connection

from party.queries.backups.checksums import backup_line
from party.queries.backups.kept import (
    MADE,
    STATE,
    TIMES,
    backup_folder,
    copies_in,
    copies_made,
    database_file,
    places_noted,
    second_place,
)
from party.values.backups import chosen_to_keep
from party.values.refusals import Refused

OWNER_ONLY = 0o600
WAIT = 4.0  # seconds
CUT_OFF = 600  # seconds after which a half-written copy is one of a program that was ended
REMEMBERED = 400  # names of copies, also of those that wait on a stick which is not in
BEFORE, AFTER = "before", "after"

# One copy after the other, and at the end of the program the last one is finished.
_writer = ThreadPoolExecutor(1, thread_name_prefix="backup")
_waiting: set[str] = set()
# The last one: names in a damaged schema are no text at all.
NOT_COPIED = (OSError, sqlite3.Error, UnicodeDecodeError)
_copying = Lock()  # the thread, and whoever asks for a copy and waits for it


def copy_after(why: str) -> None:
    """Let a copy be made once the verb that runs is committed."""
    if (folder := backup_folder()) is not None:
        file = database_file()
        write = partial(_soon, AFTER, lambda: _connect(file), folder, why)
        connection.on_commit(write, robust=True)


def copy_before(why: str) -> None:
    """Let a copy be made of what is there now, before the verb that runs is committed."""
    if (folder := backup_folder()) is not None and BEFORE not in _waiting:
        with suppress(sqlite3.Error):
            pinned = _connect(database_file())
            # Reading begins here: what others commit from now on is not in the copy.
            pinned.execute("BEGIN")
            pinned.execute("SELECT 1 FROM sqlite_master").fetchone()
            _soon(BEFORE, lambda: pinned, folder, why)


def _soon(kind: str, source: Callable[[], sqlite3.Connection], folder: Path, why: str) -> None:
    """Hand a copy to the thread. Of each kind one at most waits: it will do for both."""
    if kind in _waiting:
        return
    _waiting.add(kind)
    try:
        _writer.submit(_write_later, kind, source, folder, why)
    except RuntimeError:  # the program is ending
        _waiting.discard(kind)


def _write_later(
    kind: str, source: Callable[[], sqlite3.Connection], folder: Path, why: str
) -> None:
    _waiting.discard(kind)
    with suppress(sqlite3.Error, OSError), closing(source()) as opened:
        copy_from(opened, folder, why)


def wait_for_copies() -> None:
    """Return when every copy that was asked for has been tried."""
    _writer.submit(lambda: None).result()


def copy_now(why: str) -> str:
    """Make a copy and return its name. Raises Refused when there is none in the first place."""
    folder = backup_folder()
    if folder is None:
        raise Refused("Head Table makes no copies of this database. docs/backups.md says how to.")
    with closing(_connect(database_file())) as source:
        name, troubles = copy_from(source, folder, why)
    if trouble := troubles[str(folder)]:
        raise Refused(f"No copy could be made. {trouble}")
    return name


def write_copy(file: Path) -> None:
    """Write a copy of the database as it is now to a file. Raises Refused."""
    try:
        with closing(_connect(database_file())) as source:
            _write(source, file)
    except NOT_COPIED as error:
        raise Refused(_in_words(error, file.parent)) from error


def copy_from(source: sqlite3.Connection, folder: Path, why: str) -> tuple[str, dict[str, str]]:
    """Write a copy to each place. Return its name, and for each place what went wrong, or ""."""
    now = datetime.now(UTC)
    slug = re.sub(r"[^a-z0-9]+", "-", why.lower()).strip("-")
    name = f"headtable-{now.strftime(TIMES)}Z-{slug}.sqlite3"
    targets = [folder, *([Path(second)] if (second := second_place()) else [])]
    with _copying:
        own = {name, *copies_made()}
        with suppress(OSError):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            own.update(copy.name for copy in copies_in(folder))
        troubles = {str(target): _try(source, target, name, own) for target in targets}
        _note(folder, name, now, troubles)
    return name, troubles


def _try(source: sqlite3.Connection, folder: Path, name: str, own: Collection[str]) -> str:
    """Write one copy and drop what the policy does not keep; return what went wrong, or "".

    Nothing but our `own`: other laptops may have their second place in the same folder.
    """
    if not folder.is_dir():
        # It is not made: where a stick is missing, its place is not the place for a copy.
        return f"The folder {folder} is not there. Is the stick in?"
    try:
        for left in folder.glob("headtable-*.part*"):
            with suppress(FileNotFoundError):  # another program's, which has its name by now
                if left.stat().st_mtime < time() - CUT_OFF:
                    left.unlink()
        _write(source, folder / name)
        copies = [copy for copy in copies_in(folder) if copy.name in own]
        copies.sort(key=lambda copy: copy.name != name)
        for each in {copy.name for copy in copies} - chosen_to_keep(copies):
            (folder / each).unlink(missing_ok=True)
    except NOT_COPIED as error:
        return _in_words(error, folder)
    return ""


def _write(source: sqlite3.Connection, file: Path) -> None:
    """Write, check, and only then give it its name: a cut copy is never taken for a whole one."""
    # Another command may make one of this name in this second.
    part = file.with_name(f"{file.name}.{os.getpid()}.part")
    try:
        part.unlink(missing_ok=True)
        part.touch(mode=OWNER_ONLY)
        with closing(sqlite3.connect(part, isolation_level=None)) as copy:
            copy.execute("PRAGMA synchronous = OFF")  # all at once below
            source.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")  # one file, without a log beside it
            copy.execute("PRAGMA secure_delete = ON")
            copy.execute("DELETE FROM django_session")
            _check(copy)
        line = backup_line(part)
        with part.open("ab") as end:
            end.write(line)
        _flush(part)
        part.replace(file)
        with suppress(PermissionError):  # Windows has this for files only
            _flush(file.parent)
    except BaseException:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        raise


def _check(copy: sqlite3.Connection) -> None:
    [(answer,)] = copy.execute("PRAGMA integrity_check(1)")
    if answer != "ok":
        raise sqlite3.DatabaseError(answer)


def _flush(path: Path) -> None:
    """Wait until the disk has it."""
    opened = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def _note(folder: Path, name: str, now: datetime, troubles: dict[str, str]) -> None:
    """Write down how each place went, for the pages to show, and which copies came last."""
    before = {place.folder: place.good for place in places_noted(folder)}
    new = [] if all(troubles.values()) else [name]
    noted: dict[str, Any] = {MADE: [*dict.fromkeys([*new, *copies_made()])][:REMEMBERED]}
    for place, trouble in troubles.items():
        good = before.get(place) if trouble else now
        noted[place] = {"good": good.isoformat() if good else "", "trouble": trouble}
    with suppress(OSError):
        part = folder / f"{STATE}.part"
        part.write_text(json.dumps(noted), encoding="utf-8")
        part.replace(folder / STATE)


def _in_words(error: Exception, folder: Path) -> str:
    full = "full" in str(error) or getattr(error, "errno", None) == errno.ENOSPC
    if full:
        return f"There is no room left in {folder}. Free some space."
    is_damaged = isinstance(error, sqlite3.DatabaseError | UnicodeDecodeError)
    if is_damaged and not isinstance(error, sqlite3.OperationalError):
        return f"The copy in {folder} does not check out: the database itself may be damaged."
    why = (getattr(error, "strerror", None) or str(error)).strip()
    return f"Nothing can be written in {folder} ({why})."


def _connect(file: Path) -> sqlite3.Connection:
    return sqlite3.connect(
        file.absolute(), timeout=WAIT, isolation_level=None, check_same_thread=False
    )
