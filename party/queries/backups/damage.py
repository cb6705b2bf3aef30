import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from django.apps import apps
from django.conf import settings

from party.queries.backups.contents import read_contents
from party.queries.backups.kept_copies import copies_in, second_place, sqlite_file
from party.queries.backups.own_schema import unreadable_tables
from party.values.backups import KeptCopy
from party.values.refusals import Refused

COLUMNS = """
SELECT tables.name || '.' || columns.name
FROM sqlite_master tables, pragma_table_info(tables.name) columns
"""


def database_damage() -> str:
    """Return a fault in the file of the database; "" if there is none.

    SQLite reads the whole file, about 6 ms for each MB, so this runs only at the start and after
    an error.
    """
    if (file := sqlite_file()) is None:
        return ""
    try:
        # "rw", because SQLite may first have to write what a killed program left in its log.
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=rw", uri=True)) as database:
            [(verdict,)] = database.execute("PRAGMA integrity_check(1)")
            unreadable = next(unreadable_tables(database), "") if verdict == "ok" else ""
    except sqlite3.OperationalError:  # locked, no room, no permission: the next query reports it
        return ""
    except (sqlite3.DatabaseError, UnicodeDecodeError) as error:
        return str(error)
    if unreadable:
        return f"text of {unreadable} cannot be read"
    return "" if verdict == "ok" else str(verdict).splitlines()[-1]  # line 1 names the database


def missing_column() -> str:
    """Return a column that the file lacks, or why its columns cannot be read.

    Damage can change a name in the schema. SQLite's own check does not notice that.
    """
    if (file := sqlite_file()) is None:
        return ""
    needed = {
        f"{model._meta.db_table}.{field.column}"  # noqa: SLF001 -- Django's own name for them
        for model in apps.get_models()
        for field in model._meta.local_concrete_fields  # noqa: SLF001
    }
    try:
        with closing(sqlite3.connect(file)) as database:
            return min(needed - {name for (name,) in database.execute(COLUMNS)}, default="")
    except (sqlite3.Error, UnicodeDecodeError) as error:
        return str(error)


def last_copy() -> tuple[Path, KeptCopy] | None:
    """Return the newest copy that opens. The second place is tried only after the first."""
    folders = [Path(settings.BACKUP_DIR or settings.DATA_DIR)]
    if second := second_place():
        folders.append(Path(second))
    for folder in folders:
        for copy in copies_in(folder):
            file = folder / copy.name
            with suppress(Refused, OSError):
                read_contents(file)
                return file, copy
    return None
