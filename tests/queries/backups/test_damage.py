import sqlite3
from contextlib import closing

import pytest
from django.db import connection

from party.queries.backups import check, damage, kept_copies


def test_a_missing_file_is_not_damaged(tmp_path, monkeypatch):
    monkeypatch.setattr(kept_copies, "database_file", lambda: tmp_path / "headtable.sqlite3")
    assert check.damaged_tables() == []
    assert damage.database_damage() == damage.missing_column() == ""


def test_a_file_that_is_no_database_is_damaged(tmp_path, monkeypatch):
    file = tmp_path / "headtable.sqlite3"
    file.write_bytes(b"not a database at all" * 100)
    monkeypatch.setattr(kept_copies, "database_file", lambda: file)
    assert damage.database_damage() == (
        "file is not a database" if connection.vendor == "sqlite" else ""
    )


def test_a_missing_column_is_found(laptop_folder):
    assert damage.missing_column() == ""
    with closing(sqlite3.connect(laptop_folder / "headtable.sqlite3")) as file, file:
        file.execute("ALTER TABLE party_club RENAME COLUMN name TO mame")
    assert damage.database_damage() == ""
    assert damage.missing_column() == "party_club.name"


@pytest.mark.parametrize("content", [b"", b"not a database at all" * 100])
def test_in_a_file_that_is_no_database_a_column_is_missing(laptop_folder, content):
    connection.close()
    (laptop_folder / "headtable.sqlite3").write_bytes(content)
    assert damage.missing_column()
    assert bool(check.damaged_tables()) == bool(content)
