"""The suite is on the database that was asked for, and on a throwaway one."""

import os
import tempfile
from pathlib import Path
from runpy import run_path

import pytest
from django.conf import settings
from django.db import OperationalError, connection
from django.db.backends.postgresql.base import DatabaseWrapper

from party import settings as party_settings
from party.apps import sqlite_is_new_enough
from party.services.evening import rounds
from party.values.accounts import PROGRAM
from party.values.refusals import storage_trouble
from tests.evening import AT, party_with

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


def test_nobody_waits_for_a_server_until_no_worker_is_left(monkeypatch):
    monkeypatch.setenv("DATABASE_URL", "postgres://headtable@db/headtable?application_name=hall")
    options = run_path(party_settings.__file__)["DATABASES"]["default"]["OPTIONS"]
    assert options == party_settings.POSTGRES | {"application_name": "hall"}
    assert (options["connect_timeout"], options["options"]) == (5, "-c lock_timeout=5s")


@pytest.mark.skipif(os.environ.get("TEST_DB") != "postgres", reason="about PostgreSQL only")
@pytest.mark.django_db(transaction=True)
def test_who_waits_for_a_row_that_another_keeps_is_told():
    party = party_with(4)
    other = DatabaseWrapper(connection.settings_dict, "default")
    try:
        with other.cursor() as cursor, connection.cursor() as own:
            cursor.execute("BEGIN; SELECT 1 FROM party_party FOR UPDATE")
            own.execute("SET lock_timeout = '50ms'")
            with pytest.raises(OperationalError) as told:
                rounds.draw_seats(party.pk, actor=PROGRAM, at=AT)
            own.execute("RESET lock_timeout")
    finally:
        other.close()
    assert storage_trouble(told.value).startswith("The database of the server takes too long.")


def test_an_sqlite_too_old_is_named_before_anything_is_kept(monkeypatch):
    database = settings.DATABASES["default"]
    monkeypatch.setitem(database, "ENGINE", "django.db.backends.sqlite3")
    assert sqlite_is_new_enough() == []
    monkeypatch.setattr("sqlite3.sqlite_version_info", (3, 34, 1))
    [said] = sqlite_is_new_enough()
    assert "needs SQLite 3.35 or newer" in said.msg
    monkeypatch.setitem(database, "ENGINE", "django.db.backends.postgresql")
    assert sqlite_is_new_enough() == []
