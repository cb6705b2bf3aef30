"""Reads about the copies that Head Table keeps of its database: where they are, and which."""

import json
import re
from datetime import UTC, datetime
from pathlib import Path

from django.conf import settings
from django.db import connection

from party.models import Club, Membership, User
from party.values.backups import KeptCopy, Place

NAME = re.compile(r"headtable-(\d{8}T\d{6})Z-([\w-]+)\.sqlite3")
TIMES = "%Y%m%dT%H%M%S"
STATE = "state.json"
SECOND_PLACE = "second_place"


def backup_folder() -> Path | None:
    """Return where copies are kept; None on PostgreSQL, which has better tools, and in memory."""
    if connection.vendor != "sqlite" or settings.BACKUP_DIR is None:
        return None
    return Path(settings.BACKUP_DIR) if database_file().is_file() else None


def database_file() -> Path:
    return Path(str(connection.settings_dict["NAME"]))


def second_place() -> str:
    """Return the folder that gets every copy as well; "" where none was chosen."""
    if settings.SECOND_PLACE:
        return str(settings.SECOND_PLACE)
    try:
        return (Path(settings.DATA_DIR) / SECOND_PLACE).read_text(encoding="utf-8").strip()
    except OSError:
        return ""


def copies_in(folder: Path) -> list[KeptCopy]:
    """Return the copies in a folder, newest first."""
    found = []
    for file in folder.glob("headtable-*.sqlite3"):
        if match := NAME.fullmatch(file.name):
            at = datetime.strptime(match[1], TIMES).replace(tzinfo=UTC)
            found.append(KeptCopy(file.name, at, match[2].replace("-", " ")))
    return sorted(found, key=lambda copy: (copy.at, copy.name), reverse=True)


def places() -> list[Place]:
    """Return how the last tries went, as they were noted: a page never waits for a dead stick."""
    folder = backup_folder()
    return places_noted(folder) if folder is not None else []


def places_noted(folder: Path) -> list[Place]:
    names = [name for name in (str(folder), second_place()) if name]
    try:
        noted = json.loads((folder / STATE).read_text(encoding="utf-8"))
        return [_place(name, noted.get(name, {})) for name in names]
    except (OSError, ValueError, TypeError, AttributeError):
        return [Place(name) for name in names]


def _place(folder: str, noted: dict[str, str]) -> Place:
    good = datetime.fromisoformat(noted["good"]) if noted.get("good") else None
    return Place(folder, good, noted.get("trouble", ""))


def organises_everything(user: User) -> bool:
    """Return whether somebody organises every club: only they may have the whole database."""
    own = user.memberships.filter(role=Membership.Role.ORGANISER).values("club")
    others = Club.objects.filter(is_sample=False).exclude(pk__in=own)
    return own.exists() and not others.exists()
