"""The version that used the data folder last, and the copy made before an update."""

import json
from contextlib import suppress
from pathlib import Path

from django.conf import settings

from party import __version__

VERSION = "version"
UPDATE = "update.json"


def is_update() -> bool:
    """Return whether another version used the folder last; False if that is not known."""
    return stored_version() not in {"", __version__}


def stored_version() -> str:
    try:
        return _path_of(VERSION).read_text("utf-8").strip()
    except OSError:
        return ""


def store_version(copy: str) -> None:
    before = stored_version()
    with suppress(OSError):  # on a full disk the pages can still be read
        if copy:
            _path_of(UPDATE).write_text(json.dumps({"before": before, "copy": copy}), "utf-8")
        if before != __version__:
            _path_of(VERSION).write_text(f"{__version__}\n", "utf-8")


def pop_update() -> dict[str, str] | None:
    """Return the versions and the copy's name once; later calls return None."""
    try:
        update = json.loads(_path_of(UPDATE).read_text("utf-8"))
        _path_of(UPDATE).unlink()
        before, copy = str(update["before"]), str(update["copy"])
    except (OSError, ValueError, TypeError, KeyError):
        return None
    return {"version": __version__, "before": before, "copy": copy}


def _path_of(name: str) -> Path:
    return Path(settings.DATA_DIR) / name
