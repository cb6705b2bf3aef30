"""The data folder of one laptop: the database, the key that signs sessions, and a lock.

SQLite serves one process. Whoever writes holds the folder's lock, so that a second `start`, or a
command typed beside a running one, is told so instead of waiting for ever.
"""

import secrets
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO

from party.management.command_errors import Trouble

OWNER_ONLY = 0o600


@contextmanager
def held(folder: Path) -> Iterator[None]:
    """Make the folder if need be, and hold it. The system lets go whichever way we end."""
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        lock = (folder / "lock").open("a")
    except OSError as error:
        raise Trouble(
            f"Head Table cannot write in the folder {folder} ({error.strerror}). "
            "Choose another one with --data FOLDER."
        ) from error
    with lock:
        try:
            take(lock)
        except OSError as error:
            raise Trouble(
                f"Another Head Table is using the folder {folder}. "
                "Stop that one first, or choose another folder with --data FOLDER."
            ) from error
        yield


def take(lock: TextIO) -> None:
    """Lock the file for this process. Raises OSError when another one has it."""
    if sys.platform == "win32":
        import msvcrt  # noqa: PLC0415 -- Windows only

        msvcrt.locking(lock.fileno(), msvcrt.LK_NBLCK, 1)
    else:
        import fcntl  # noqa: PLC0415 -- not on Windows

        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)


def secret_key(folder: Path) -> str:
    """Return the folder's key, and make it first if there is none. The folder must be held."""
    file = folder / "secret_key"
    try:
        if not file.exists() or not file.read_text().strip():
            file.touch(mode=OWNER_ONLY)
            file.chmod(OWNER_ONLY)
            file.write_text(f"{secrets.token_urlsafe(50)}\n")
        return file.read_text().strip()
    except OSError as error:
        raise Trouble(f"The file {file} cannot be used ({error.strerror}).") from error
