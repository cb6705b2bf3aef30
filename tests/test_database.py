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
from party.values.refusals import storage_trouble
from tests.evening import BY_PROGRAM, party_with

VENDORS = {"sqlite": "sqlite", "postgres": "postgresql"}


@pytest.mark.django_db
def test_test_db_names_the_kind_of_the_database():
    connection.ensure_connection()
    assert connection.vendor == VENDORS[os.environ.get("TEST_DB", "sqlite")]


@pytest.mark.django_db
def test_the_database_is_in_a_temporary_folder():
    place = connection.settings_dict["HOST"] or connection.settings_dict["NAME"]
    assert Path(tempfile.gettempdir()) in Path(place).parents


@pytest.mark.django_db
def test_sqlite_transactions_begin_with_the_write_lock():
    if connection.vendor != "sqlite":
        pytest.skip("about SQLite only")
    with connection.cursor() as cursor:
        journal = cursor.execute("PRAGMA journal_mode").fetchone()[0]
    assert (journal, connection.transaction_mode) == ("wal", "IMMEDIATE")


def test_connecting_to_the_server_and_waiting_for_locks_have_time_limits(monkeypatch):
    monkeypatch.setenv("DATABASE_URL", "postgres://headtable@db/headtable?application_name=hall")
    options = run_path(party_settings.__file__)["DATABASES"]["default"]["OPTIONS"]
    assert options == party_settings.POSTGRES | {"application_name": "hall"}
    assert (options["connect_timeout"], options["options"]) == (5, "-c lock_timeout=5s")


@pytest.mark.skipif(os.environ.get("TEST_DB") != "postgres", reason="about PostgreSQL only")
@pytest.mark.django_db(transaction=True)
def test_a_locked_row_gives_an_explained_error():
    party = party_with(4)
    other = DatabaseWrapper(connection.settings_dict, "default")
    try:
        with other.cursor() as cursor, connection.cursor() as own:
            cursor.execute("BEGIN; SELECT 1 FROM party_party FOR UPDATE")
            own.execute("SET lock_timeout = '50ms'")
            with pytest.raises(OperationalError) as error:
                rounds.draw_seats(party.pk, **BY_PROGRAM)
            own.execute("RESET lock_timeout")
    finally:
        other.close()
    assert storage_trouble(error.value).startswith("The database of the server takes too long.")


def test_an_old_sqlite_is_refused(monkeypatch):
    database = settings.DATABASES["default"]
    monkeypatch.setitem(database, "ENGINE", "django.db.backends.sqlite3")
    assert sqlite_is_new_enough() == []
    monkeypatch.setattr("sqlite3.sqlite_version_info", (3, 34, 1))
    [message] = sqlite_is_new_enough()
    assert "needs SQLite 3.35 or newer" in message.msg
    monkeypatch.setitem(database, "ENGINE", "django.db.backends.postgresql")
    assert sqlite_is_new_enough() == []
