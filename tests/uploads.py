"""Broken party files and backups for the fuzz tests."""

import json
import sqlite3
from contextlib import closing, suppress

from hypothesis import strategies as st

from tests.fuzz import FILES, JSON, TEXTS, zip_file

BOMB = zip_file(**{"../headtable.sqlite3": "0" * 3_000_000})
HEAD = b'{"format": "headtable-party", "version": 1'
FOREIGN = st.binary(max_size=300) | st.sampled_from(
    [
        *(content for _, content in FILES),
        *(BOMB, b"{}", b"[]", b"7", b'"headtable-party"', b"null", b"\xef\xbb\xbf{"),
        *(HEAD, HEAD + b"}", HEAD + b', "club": ' + b"[" * 100_000),
        *(HEAD.replace(b"1", number) for number in (b"2", b"1e999", b"NaN", b"9" * 5000, b"-1")),
    ]
)


def files(whole, inside):
    """Return a strategy: most files have a small fault, some are cut, some are foreign."""
    cut = st.integers(0, len(whole)).map(lambda size: whole[:size])
    return st.one_of(*[inside] * 6, other_bytes(whole), cut, FOREIGN)


@st.composite
def other_bytes(draw, whole):
    changed = bytearray(whole)
    indexes = st.integers(0, len(whole) - 1) | st.integers(0, 200)
    for place in draw(st.lists(indexes, min_size=1, max_size=20)):
        changed[place] = draw(st.integers(0, 255))
    return bytes(changed)


@st.composite
def party_files(draw, whole):
    """Make a party file with missing, doubled, exchanged or mistyped values."""
    content = json.loads(whole)
    for _ in range(draw(st.sampled_from([1, 1, 1, 2, 4]))):
        spoil(draw, content)
    return json.dumps(content).encode()


def spoil(draw, content):
    """Change a value at a random depth."""
    row, of_list = content, []
    while True:
        keys = sorted(row) if isinstance(row, dict) else [*range(len(row))]
        if not keys:
            return
        key = draw(st.sampled_from(keys))
        if not isinstance(row[key], dict | list) or (row is not content and draw(st.booleans())):
            break
        of_list, row = (row if isinstance(row, list) else of_list), row[key]
    way = draw(st.sampled_from(WAYS))
    if way == "other row's":
        others = [each[key] for each in of_list if isinstance(each, dict) and key in each]
        row[key] = draw(st.sampled_from(others or [None]))
    elif way == "alike" and type(row[key]) in ALIKE:
        row[key] = draw(ALIKE[type(row[key])])
    elif way == "gone":
        del row[key]
    elif way == "twice" and isinstance(row, list):
        row.append(row[key])
    else:
        row[key] = draw(JSON)


WAYS = ("other row's",) * 4 + ("alike",) * 3 + ("gone", "twice", "odd")
ALIKE = {
    bool: st.booleans(),
    int: st.integers(-9, 99) | st.sampled_from([2**15, 2**31, 2**63]),
    str: TEXTS,
}
STATEMENTS = (
    "DROP TABLE {table}",
    "DELETE FROM {table}",
    "DELETE FROM {table} WHERE rowid = 1",
    "ALTER TABLE {table} RENAME TO other",
    "ALTER TABLE {table} DROP COLUMN {column}",
    "ALTER TABLE {table} RENAME COLUMN {column} TO other",
    "ALTER TABLE {table} ADD COLUMN other",
    'CREATE TABLE "a \' b" (one, two)',
    "CREATE TRIGGER other AFTER INSERT ON {table} BEGIN DELETE FROM party_entry; END",
    "CREATE VIEW other AS SELECT * FROM {table}",
    "CREATE VIRTUAL TABLE other USING fts5(one)",
    "CREATE UNIQUE INDEX other ON {table} ({column})",
    "CREATE INDEX other ON {table} (abs({column}))",
    "INSERT INTO django_migrations VALUES (999, 'party', '9001_robots', 'now')",
    "DELETE FROM django_migrations WHERE name LIKE '0003%'",
    "UPDATE django_migrations SET name = '0001_first' WHERE name = '0001_first_schema'",
    "UPDATE django_migrations SET name = NULL",
    "UPDATE sqlite_master SET sql = 'CREATE TABLE other (' WHERE name = '{table}'",
    "UPDATE sqlite_master SET rootpage = 2 WHERE name = '{table}'",
    "PRAGMA user_version = 9",
)


@st.composite
def backups(draw, whole):
    """Make a backup with odd values in its rows, or with a changed schema."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as file:
        file.deserialize(whole)
        file.execute("PRAGMA writable_schema = ON")
        for _ in range(draw(st.integers(1, 3))):
            with suppress(sqlite3.Error):  # a change may fail; the other changes stay
                change(draw, file)
        return bytes(file.serialize())


def change(draw, file):
    found = file.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
    table = draw(st.sampled_from([name for (name,) in found]))
    columns = file.execute("SELECT name FROM pragma_table_info(?)", [table]).fetchall()
    column = draw(st.sampled_from([name for (name,) in columns]))
    if draw(st.booleans()):
        file.execute(draw(st.sampled_from(STATEMENTS)).format(table=table, column=column))
    else:
        one = draw(st.sampled_from(["", "WHERE rowid = (SELECT min(rowid) FROM {0})"]))
        value = draw(st.integers(-(2**63), 2**63 - 1) | st.floats() | VALUES)
        file.execute(f"UPDATE {table} SET {column} = ? {one.format(table)}", [value])


VALUES = st.none() | st.binary(max_size=20) | TEXTS.filter(lambda text: text.isprintable())
