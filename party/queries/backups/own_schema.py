"""Checks that a backup has our own tables, and only values that we write.

A CHECK, a generated column, an index on an expression, a view or a trigger contains SQL of the
file's author, which SQLite runs while it checks or reads rows. So before any other statement runs,
every line of the schema is compared with the schema that our migrations make. While SQLite reads
the schema itself, limits apply to the length of a line and to the number of SQLite's steps.
"""

import json
import re
import sqlite3
from collections.abc import Iterable, Iterator
from hashlib import sha256
from itertools import compress
from pathlib import Path

from party.values.backups import LONGEST_NAME, LONGEST_TEXT
from party.values.standings.newspaper import LONGEST_LAYOUT

# A hash of the schema after each of our migrations. A test prints the line of a new migration.
OWN = {
    "0001": "0df95248bc6534002389aba0c961e011",
    "0002": "4ebbe34f4c5251889c585d0052df3e5d",
    "0003": "f31af223da7c5777c2e459e8b226190e",
    "0004": "188cc968de3476fe9f0b0d1245790535",
    "0005": "a94c131c893858dad3c05b69b37653fb",
    "0006": "e7d4fb2a65315a6277ed2278a17b0864",
    "0007": "81f161148a254b411fbac69450d3dcfb",
    "0008": "50a19b2563f71fdac6243b1138c07888",
    "0009": "4b57b6ee939dd2b0cddbe59fbe826948",
    "0010": "5bf260da5cd163c03e2888426af5ba19",
    "0011": "2d046b3398a268d0f1afc7d32c719af9",
    "0012": "b9b19b1d99d1a8164527ab0bbaa898c7",
    "0013": "9602f58553e3ca3d93e15b4f6e0f3ed3",
    "0014": "911fa71d112d4a45167374c08aa7a384",
    "0015": "1a9c6f3f3f04e9b802fd570910daadcf",
    "0016": "8f5eaa734e57f951be4005845522bb29",
    "0017": "41ad52cdac1eca24d954e66a9f106adf",
    "0018": "2f747e9af508a30aa30f3c884217aabe",
    "0019": "21b56fac6a0969ae6dc913ac3c1590d3",
    "0020": "5e232296484ebcf3ec0089cea1a4c3e7",
    "0021": "bfed856398cff0ea44d1a04c6daab8f8",
    "0022": "26762db6ec560613f8022e701875692f",
    "0023": "3ffac6b0748bdc6d91a52fec3dd98cd5",
    "0024": "0fe66e19800525f5667448ca923c89e3",
    "0025": "9586f7eba419e7e946209d4e8b24a329",
    "0026": "9f2700f7135ac991c47acf6f9e9d2bf0",
    "0027": "9f2700f7135ac991c47acf6f9e9d2bf0",
}
MIGRATIONS = (
    'CREATE TABLE "django_migrations" ("id" integer NOT NULL PRIMARY KEY AUTOINCREMENT, '
    '"app" varchar(255) NOT NULL, "name" varchar(255) NOT NULL, "applied" datetime NOT NULL)'
)
SCHEMA = "SELECT type, name, tbl_name, COALESCE(sql, '') || '' FROM sqlite_master"
# Sessions are no part of a backup.
TABLES = (
    "SELECT name, sql FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
    " AND name <> 'django_session'"
)
# Databases differ in the order of a table's columns: a migration may have rebuilt the table.
BETWEEN_COLUMNS = re.compile(r', (?="\w+" [a-z]|CONSTRAINT )')
LONGEST_STATEMENT = 3_000  # letters; ours have 1,800
MOST_STEPS = 2_500  # that SQLite may take to read a schema; ours takes 900
LONGEST_VALUE = 8_000_000  # bytes
# The most letters of a text in these columns, in other JSON columns, and (LONGEST_NAME) in others.
LONGEST = {"data": 2_000_000, "marks": 2_000_000}
LONGEST |= {"email": 254, "email_key": 762, "name_key": 240}
LONGEST |= dict.fromkeys(("text", "notes"), LONGEST_TEXT)
LONGEST["newspaper_layout"] = LONGEST_LAYOUT
LONGEST["words"] = 200_000  # of a log line: everybody who went home at once
LONGEST_JSON = 100_000


def open_backup(file: Path) -> sqlite3.Connection:
    """Open a file of unknown origin. SQLite refuses a large schema until `has_own_schema` runs."""
    copy = sqlite3.connect(file)
    copy.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LONGEST_STATEMENT)
    copy.set_progress_handler(lambda: 1, MOST_STEPS)
    copy.execute("PRAGMA cell_size_check = ON")
    return copy


def fingerprint(schema: Iterable[tuple[str, str, str, str]]) -> str:
    """Return the same text whatever the order of tables, indexes and columns."""
    lines = [
        (*names, sorted(BETWEEN_COLUMNS.split(sql.removesuffix(")")))) for *names, sql in schema
    ]
    return sha256(json.dumps(sorted(lines)).encode()).hexdigest()[:32]


def applied_migrations(copy: sqlite3.Connection) -> set[tuple[str, str]]:
    """Return no migrations if the table of migrations is not like ours."""
    statements = [sql for *_, name, sql in copy.execute(SCHEMA) if name == "django_migrations"]
    if statements != [MIGRATIONS]:
        return set()
    return set(copy.execute("SELECT app, name FROM django_migrations LIMIT 1000"))


def has_own_schema(copy: sqlite3.Connection) -> bool:
    """Lift the limits of open_backup. Read rows only if the result is true."""
    is_own = fingerprint(copy.execute(SCHEMA)) in OWN.values()
    copy.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, LONGEST_VALUE)
    copy.set_progress_handler(None, 0)
    return is_own


def unreadable_tables(database: sqlite3.Connection) -> Iterator[str]:
    """Yield each table with a text that is not UTF-8."""
    database.text_factory = bytes.decode
    for table, _ in database.execute(TABLES).fetchall():
        try:
            for _row in database.execute(f'SELECT * FROM "{table}"'):  # noqa: S608 -- our schema
                pass
        except UnicodeDecodeError:
            yield table


def wrong_values(database: sqlite3.Connection) -> Iterator[str]:
    """Yield each column with a value that we never write, and each unreadable table."""
    yield from unreadable_tables(database)
    for table, sql in database.execute(TABLES).fetchall():
        column_types = database.execute(
            "SELECT name, LOWER(type) FROM pragma_table_info(?)", [table]
        ).fetchall()
        conditions = ", ".join(
            f"MAX({_wrong_value_condition(name, kind, sql)})" for name, kind in column_types
        )
        [results] = database.execute(f'SELECT {conditions} FROM "{table}"')  # noqa: S608 -- our schema
        yield from compress([f"{table}.{name}" for name, _ in column_types], results)


def _wrong_value_condition(column: str, column_type: str, table_sql: str) -> str:
    """Return SQL."""
    name = f'"{column}"'
    if column_type == "blob":
        return f"TYPEOF({name}) <> 'blob'"
    if not re.match("(var)?char|text|date|time", column_type):
        return f"TYPEOF({name}) NOT IN ('integer', 'real', 'null')"
    most = LONGEST_JSON if f"JSON_VALID({name})" in table_sql else LONGEST_NAME
    # LENGTH stops at a NUL, which we never write either.
    wrong = (
        f"TYPEOF({name}) NOT IN ('text', 'null') OR LENGTH({name}) > {LONGEST.get(column, most)}"
        f" OR INSTR(CAST({name} AS BLOB), x'00') > 0"
    )
    is_time = f" OR ({name} IS NOT NULL AND JULIANDAY({name}) IS NULL)"
    return wrong + (is_time if column_type == "datetime" else "")
