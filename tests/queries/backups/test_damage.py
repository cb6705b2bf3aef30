"""What can be said of the file of the database, where there is one."""

from django.db import connection

from party.queries.backups import damage


def test_without_a_file_there_is_no_damage_to_see(tmp_path, monkeypatch):
    monkeypatch.setattr(damage, "database_file", lambda: tmp_path / "headtable.sqlite3")
    assert damage.damage() == ""


def test_file_that_is_no_database_is_damaged(tmp_path, monkeypatch):
    file = tmp_path / "headtable.sqlite3"
    file.write_bytes(b"not a database at all" * 100)
    monkeypatch.setattr(damage, "database_file", lambda: file)
    assert damage.damage() == ("file is not a database" if connection.vendor == "sqlite" else "")
