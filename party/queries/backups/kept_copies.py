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
MADE = "made"  # key of the latest copies' names in the state file; all other keys are folders
SECOND_PLACE = "second_place"  # the file in the data folder that names a second folder for copies


@dataclass(frozen=True)
class BackupPlace:
    """`trouble` is the error of a copy that failed after `last_copy_at`."""

    folder: str
    last_copy_at: datetime | None = None
    trouble: str = ""


def backup_folder() -> Path | None:
    """Return None on PostgreSQL, which has better tools, and for a database in memory."""
    if settings.BACKUP_DIR is None or sqlite_file() is None:
        return None
    return Path(settings.BACKUP_DIR)


def database_file() -> Path:
    return Path(str(connection.settings_dict["NAME"]))


def sqlite_file() -> Path | None:
    """Return None on PostgreSQL, for a database in memory, and if the file is missing."""
    file = database_file()
    return file if connection.vendor == "sqlite" and file.is_file() else None


def second_place() -> str:
    """Return the second folder that gets every copy; "" if none is chosen.

    Pages call this, so it does not touch the folder's disk, which may not answer.
    """
    place = str(settings.SECOND_PLACE)
    with suppress(OSError):
        place = place or (Path(settings.DATA_DIR) / SECOND_PLACE).read_text("utf-8").strip()
    folder, first = (normpath(Path(each).absolute()) for each in (place, str(settings.BACKUP_DIR)))
    return "" if folder == first else place


def copies_in(folder: Path) -> list[KeptCopy]:
    """Return the newest copy first.

    The state file gives the order of the latest copies, because the laptop's clock may be wrong.
    """
    order = {name: place for place, name in enumerate(reversed(latest_copy_names()), 1)}
    copies = []
    for file in folder.glob("headtable-*.sqlite3"):
        if match := NAME.fullmatch(file.name):
            at = datetime.strptime(match[1], TIMES).replace(tzinfo=UTC)
            copies.append(KeptCopy(file.name, at, match[2].replace("-", " ")))
    return sorted(
        copies, key=lambda copy: (order.get(copy.name, 0), copy.at, copy.name), reverse=True
    )


def latest_copy_names() -> list[str]:
    folder = Path(settings.BACKUP_DIR or settings.DATA_DIR)
    names = _stored_state(folder).get(MADE, [])
    return [name for name in names if isinstance(name, str)] if isinstance(names, list) else []


def _stored_state(folder: Path) -> dict[str, Any]:
    try:
        state = json.loads((folder / STATE).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return state if isinstance(state, dict) else {}


def backup_places() -> list[BackupPlace]:
    """Read only the state file, so that no page waits for a disk that does not answer."""
    folder = backup_folder()
    return places_from_state(folder) if folder is not None else []


def places_from_state(folder: Path) -> list[BackupPlace]:
    names = [name for name in (str(folder), second_place()) if name]
    state = _stored_state(folder)
    try:
        return [_backup_place(name, state.get(name, {})) for name in names]
    except (ValueError, TypeError, AttributeError):
        return [BackupPlace(name) for name in names]


def _backup_place(folder: str, result: dict[str, str]) -> BackupPlace:
    last_copy_at = datetime.fromisoformat(result["good"]) if result.get("good") else None
    return BackupPlace(folder, last_copy_at, result.get("trouble", ""))


def organises_everything(user: User) -> bool:
    """Only such a user may have the whole database."""
    own = user.memberships.filter(role=Membership.Role.ORGANISER).values("club")
    others = Club.objects.filter(is_sample=False).exclude(pk__in=own)
    return own.exists() and not others.exists()
