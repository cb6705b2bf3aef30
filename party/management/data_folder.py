"""The data folder of one laptop: the database, the key that signs sessions, and a lock.

SQLite serves one process: without the lock a second `start` would wait forever.
"""

import secrets
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import TextIO

from django.conf import settings

from party.management.command_errors import ExplainedError, InUseError
from party.queries.backups.kept_copies import SECOND_PLACE

OWNER_ONLY = 0o600


@contextmanager
def locked_folder(folder: Path) -> Iterator[None]:
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = (folder / "lock").open("a")
    except OSError as error:
        raise ExplainedError(
            f"Head Table cannot write in the folder {folder} ({error.strerror}). "
            "Choose another one with --data FOLDER."
        ) from error
    with lock:
        try:
            lock_file(lock)
        except OSError as error:
            raise InUseError(
                f"Another Head Table is using the folder {folder}. "
                "Stop that one first, or choose another folder with --data FOLDER."
            ) from error
        for file in folder.glob("headtable.sqlite3*"):  # older versions let others read them
            with suppress(OSError):
                file.chmod(OWNER_ONLY)
        yield


def lock_file(lock: TextIO) -> None:
    """Raises OSError if another process has the lock."""
    if sys.platform == "win32":
        import msvcrt  # noqa: PLC0415 -- Windows only

        msvcrt.locking(lock.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        import fcntl  # noqa: PLC0415 -- not on Windows

        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)


def secret_key(folder: Path) -> str:
    """Return the key in the folder; create it if it is missing. The folder must be locked."""
    file = folder / "secret_key"
    try:
        if not file.exists() or not file.read_text().strip():
            file.touch(mode=OWNER_ONLY)
            file.chmod(OWNER_ONLY)
            file.write_text(f"{secrets.token_urlsafe(50)}\n")
        return file.read_text().strip()
    except OSError as error:
        raise ExplainedError(f"The file {file} cannot be used ({error.strerror}).") from error


def store_second_place(folder: Path, typed: str) -> None:
    """`typed` is a folder that also gets every backup, and need not exist yet; "" for none."""
    place = str(Path(typed).expanduser().absolute()) if typed.strip() else ""
    first = settings.BACKUP_DIR
    if place and first and Path(place).resolve() == Path(first).resolve():
        raise ExplainedError(
            f"{place} is where the backups are kept anyway. Name a second place on another disk: "
            "a USB stick, or a synced folder."
        )
    try:
        (folder / SECOND_PLACE).write_text(f"{place}\n", encoding="utf-8")
    except OSError as error:
        raise ExplainedError(f"The folder {folder} cannot be used ({error.strerror}).") from error


def set_aside(database: Path) -> Path:
    """Rename a damaged database with its journals; return the new path."""
    kept = database.with_name(f"damaged-{datetime.now(UTC):%Y%m%dT%H%M%S}-{database.name}")
    for suffix in ("", "-wal", "-shm"):
        with suppress(FileNotFoundError):
            database.with_name(f"{database.name}{suffix}").rename(f"{kept}{suffix}")
    return kept
