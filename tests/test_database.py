"""The suite is on the database that was asked for, and on a throwaway one."""

import os
import tempfile
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection

from party.apps import sqlite_is_new_enough

VENDORS = {"sqlite": "sqlite", "postgres": "postgresql"}


@pytest.mark.django_db
def test_vendor_is_the_one_test_db_names():
    connection.ensure_connection()
    assert connection.vendor == VENDORS[os.environ.get("TEST_DB", "sqlite")]


@pytest.mark.django_db
def test_database_lies_in_a_temporary_folder():
    place = connection.settings_dict["HOST"] or connection.settings_dict["NAME"]
    assert Path(tempfile.gettempdir()) in Path(place).parents


@pytest.mark.django_db
def test_migrations_have_run():
    assert "party_user" in connection.introspection.table_names()


@pytest.mark.django_db
def test_sqlite_waits_its_turn_at_the_start_of_a_transaction():
    if connection.vendor != "sqlite":
        pytest.skip("about SQLite only")
    with connection.cursor() as cursor:
        journal = cursor.execute("PRAGMA journal_mode").fetchone()[0]
    assert (journal, connection.transaction_mode) == ("wal", "IMMEDIATE")


def test_an_sqlite_too_old_is_named_before_anything_is_kept(monkeypatch):
    database = settings.DATABASES["default"]
    monkeypatch.setitem(database, "ENGINE", "django.db.backends.sqlite3")
    assert sqlite_is_new_enough() == []
    monkeypatch.setattr("sqlite3.sqlite_version_info", (3, 34, 1))
    [said] = sqlite_is_new_enough()
    assert "needs SQLite 3.35 or newer" in said.msg
    monkeypatch.setitem(database, "ENGINE", "django.db.backends.postgresql")
    assert sqlite_is_new_enough() == []
