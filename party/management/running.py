"""The address of the running Head Table: a second double click on its icon opens it."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from django.db import DatabaseError

from party.management.browser import open_now

ADDRESS = "address"
LONGEST_START = 60  # seconds; the first start takes longest, to make the sample evening


@contextmanager
def stored_address(folder: Path, address: str) -> Iterator[None]:
    file = folder / ADDRESS
    with suppress(OSError):  # a full disk must not stop Head Table: the file is a convenience
        file.write_text(address, encoding="utf-8")
    try:
        yield
    finally:
        remove_address(folder)


def remove_address(folder: Path) -> None:
    with suppress(OSError):
        (folder / ADDRESS).unlink()


def open_running(folder: Path, sign_in_path: Callable[[], str]) -> bool:
    """Open the running Head Table in the browser; return False if there is none."""
    if address := running_address(folder):
        try:
            path = sign_in_path()
        except DatabaseError:  # the database is busy, or of another version
            path = "/"
        open_now(f"{address}{path}")
        return True
    # A Head Table that is still starting opens its own pages.
    for _second in range(LONGEST_START):
        time.sleep(1)
        if running_address(folder):
            return True
    return False


def running_address(folder: Path) -> str:
    try:
        return (folder / ADDRESS).read_text("utf-8").strip()
    except OSError:
        return ""
