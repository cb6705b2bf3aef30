import sqlite3
from contextlib import closing

import pytest
from django.db import InterfaceError, OperationalError, connection
from django.urls import reverse

from party.services.backups.copies import copy_now
from party.values.refusals import DAMAGED
from tests.desk import as_shown, desk, party_in_play

pytestmark = pytest.mark.django_db


class FailingWrites:
    """A wrapper of SQL statements that makes every write fail with this database error."""

    def __init__(self, words):
        self.words = words

    def __call__(self, execute, sql, params, many, context):
        if sql.lstrip().startswith(("UPDATE", "INSERT")):
            raise OperationalError(self.words)
        return execute(sql, params, many, context)


@pytest.fixture
def party(client):
    party = party_in_play(client)
    client.raise_request_exception = False
    return party


def send_failing(client, party, words, **sent):
    address = f"{reverse('entry', args=[party.pk, 1])}?table=1"
    fields = as_shown(desk(client, party, table=1))
    with connection.execute_wrapper(FailingWrites(words)):
        return client.post(address, fields | {"kind": "line", "text": "8hn9"} | sent)


@pytest.mark.parametrize(
    ("error", "words"),
    [
        ("database or disk is full", "The disk is full. Free some space, then press again."),
        ("database is locked", "Another program is using the database."),
        ("attempt to write a readonly database", "The database is write-protected."),
        ("disk I/O error", "The disk does not answer."),
        ("the connection is closed", "The database server does not answer. Wait a"),
        ("canceling statement due to lock timeout", "The database of the server takes too long."),
        ("deadlock detected", "The database of the server takes too long. Wait a moment, then pr"),
    ],
)
def test_a_database_error_is_explained_and_the_typed_text_is_kept(client, party, error, words):
    response = send_failing(client, party, error)
    text = response.content.decode()
    assert response.status_code == 503
    assert "Nothing was saved" in text
    assert words in text
    assert '<input type="hidden" name="text" value="8hn9">' in text


@pytest.fixture
def broken(laptop_folder, client):
    """Return a party and the name of a backup, before a test damages the database."""
    party = party_in_play(client)
    kept = copy_now("round 1")
    client.raise_request_exception = False
    return party, kept


def damage_file(folder):
    """Change bytes of the file that SQLite needs for every read."""
    file = folder / "headtable.sqlite3"
    with closing(sqlite3.connect(file)) as other:
        other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    whole = bytearray(file.read_bytes())
    for page in range(4096, len(whole), 4096):
        whole[page : page + 8] = b"\xff" * 8
    file.write_bytes(whole)


def test_after_damage_the_page_names_the_last_backup(laptop_folder, client, broken, caplog):
    party, kept = broken
    damage_file(laptop_folder)
    response = client.get(reverse("live", args=[party.pk]))
    text = response.content.decode()
    assert response.status_code == 503
    assert "The database is damaged. Stop Head Table, then open the last backup." in text
    assert "minutes ago</b> (round 1)" in text
    assert "Type <b>yes</b> and press Enter." in text
    assert "saved before is safe" not in text
    assert is_logged_once(caplog)
    (laptop_folder / "backups" / kept).unlink()
    text = client.get(reverse("live", args=[party.pk])).content.decode()
    assert "No backup on this laptop can be opened." in text


def test_any_error_of_a_damaged_database_is_called_damage(client, broken, monkeypatch, caplog):
    party, _ = broken
    monkeypatch.setattr(
        "party.views.refusals.database_damage", lambda: "wrong # of entries in index"
    )

    def nonsense(execute, sql, params, many, context):
        raise ValueError("Invalid isoformat string")

    with connection.execute_wrapper(nonsense):
        response = client.get(reverse("live", args=[party.pk]))
    assert response.status_code == 503
    assert "The database is damaged." in response.content.decode()
    assert is_logged_once(caplog)


def test_a_changed_column_name_is_called_damage(client, broken, laptop_folder, caplog):
    party, _ = broken
    with closing(sqlite3.connect(laptop_folder / "headtable.sqlite3")) as file, file:
        file.execute("ALTER TABLE party_party RENAME COLUMN starts_at TO starts_bt")
    response = client.get(reverse("live", args=[party.pk]))
    assert response.status_code == 503
    assert "The database is damaged." in response.content.decode()
    assert is_logged_once(caplog)


def is_logged_once(caplog):
    [record] = caplog.records
    return record.getMessage() == DAMAGED and record.exc_info is None


@pytest.mark.parametrize(
    "error",
    [
        InterfaceError("connection already closed"),
        OperationalError("the connection is closed"),
    ],
)
def test_a_page_explains_a_missing_connection_to_the_database(client, party, error):
    def fail(execute, sql, params, many, context):
        raise error

    with connection.execute_wrapper(fail):
        response = client.get(reverse("live", args=[party.pk]))
    assert response.status_code == 503
    text = response.content.decode()
    assert "This page cannot be shown now" in text
    assert "The database server does not answer" in text


def test_an_error_of_the_program_is_not_called_a_database_error(client, party):
    response = send_failing(client, party, "no such column: tricks")
    assert response.status_code == 500
    assert "Something went wrong in Head Table" in response.content.decode()


def test_a_typed_password_is_not_shown_again_after_a_database_error(client, party):
    shown = send_failing(client, party, "database or disk is full", password="secret words")
    assert "secret words" not in shown.content.decode()
