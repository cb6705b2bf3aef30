"""Reads about the copies that Head Table keeps of its database: where they are, and which."""

import json
import re
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from os.path import normpath
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import connection

from party.models import Club, Membership, User
from party.values.backups import KeptCopy

NAME = re.compile(r"headtable-(\d{8}T\d{6})Z-([\w-]+)\.sqlite3")
TIMES = "%Y%m%dT%H%M%S"
STATE = "state.json"
MADE = "made"  # in the state, beside the places: the names of the last copies
SECOND_PLACE = "second_place"


@dataclass(frozen=True)
class BackupPlace:
    """A folder for copies: when the last one arrived (`good`), and the error since (`trouble`)."""

    folder: str
    good: datetime | None = None
    trouble: str = ""


def backup_folder() -> Path | None:
    """Return None on PostgreSQL, which has better tools, and for a database in memory."""
    if connection.vendor != "sqlite" or settings.BACKUP_DIR is None:
        return None
    return Path(settings.BACKUP_DIR) if database_file().is_file() else None


def database_file() -> Path:
    return Path(str(connection.settings_dict["NAME"]))


def second_place() -> str:
    """Return the second folder that gets every copy; "" if none is chosen.

    It is never the folder of the copies itself. Pages call this, so it does not touch the disk of
    that place.
    """
    place = str(settings.SECOND_PLACE)
    with suppress(OSError):
        place = place or (Path(settings.DATA_DIR) / SECOND_PLACE).read_text("utf-8").strip()
    folder, first = (normpath(Path(each).absolute()) for each in (place, str(settings.BACKUP_DIR)))
    return "" if folder == first else place


def copies_in(folder: Path) -> list[KeptCopy]:
    """Return the copies in a folder, newest first.

    The newest were noted in their order: the clock that named them may have been wrong.
    """
    made = {name: place for place, name in enumerate(reversed(copies_made()), 1)}
    found = []
    for file in folder.glob("headtable-*.sqlite3"):
        if match := NAME.fullmatch(file.name):
            at = datetime.strptime(match[1], TIMES).replace(tzinfo=UTC)
            found.append(KeptCopy(file.name, at, match[2].replace("-", " ")))
    return sorted(
        found, key=lambda copy: (made.get(copy.name, 0), copy.at, copy.name), reverse=True
    )


def copies_made() -> list[str]:
    folder = Path(settings.BACKUP_DIR or settings.DATA_DIR)
    made = _state(folder).get(MADE, [])
    return [name for name in made if isinstance(name, str)] if isinstance(made, list) else []


def _state(folder: Path) -> dict[str, Any]:
    try:
        noted = json.loads((folder / STATE).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return noted if isinstance(noted, dict) else {}


def places() -> list[BackupPlace]:
    """Return the results of the last tries as noted: a page never waits for a dead stick."""
    folder = backup_folder()
    return places_noted(folder) if folder is not None else []


def places_noted(folder: Path) -> list[BackupPlace]:
    names = [name for name in (str(folder), second_place()) if name]
    noted = _state(folder)
    try:
        return [_place(name, noted.get(name, {})) for name in names]
    except (ValueError, TypeError, AttributeError):
        return [BackupPlace(name) for name in names]


def _place(folder: str, noted: dict[str, str]) -> BackupPlace:
    good = datetime.fromisoformat(noted["good"]) if noted.get("good") else None
    return BackupPlace(folder, good, noted.get("trouble", ""))


def organises_everything(user: User) -> bool:
    """Return whether a user organises every club: only they may have the whole database."""
    own = user.memberships.filter(role=Membership.Role.ORGANISER).values("club")
    others = Club.objects.filter(is_sample=False).exclude(pk__in=own)
    return own.exists() and not others.exists()
