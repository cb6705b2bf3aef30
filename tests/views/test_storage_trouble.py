"""What the database refuses is said in words, and what was typed can be sent again."""

import pytest
from django.db import OperationalError, connection
from django.urls import reverse

from tests.desk import as_shown, desk, playing

pytestmark = pytest.mark.django_db


class Trouble:
    """A database that fails at every write."""

    def __init__(self, words):
        self.words = words

    def __call__(self, execute, sql, params, many, context):
        if sql.lstrip().startswith(("UPDATE", "INSERT")):
            raise OperationalError(self.words)
        return execute(sql, params, many, context)


@pytest.fixture
def at(client):
    party = playing(client)
    client.raise_request_exception = False
    return party


def failing(client, at, words, **sent):
    address = f"{reverse('entry', args=[at.pk, 1])}?table=1"
    known = as_shown(desk(client, at, table=1))
    with connection.execute_wrapper(Trouble(words)):
        return client.post(address, known | {"kind": "line", "text": "8hn9"} | sent)


@pytest.mark.parametrize(
    ("error", "words"),
    [
        ("database or disk is full", "The disk is full. Free some space, then press again."),
        ("database is locked", "Another program is using the database."),
        ("attempt to write a readonly database", "The database is write-protected."),
        ("disk I/O error", "The disk does not answer."),
        ("the connection is closed", "The database does not answer. Wait a moment"),
    ],
)
def test_trouble_is_said_and_what_was_typed_is_kept(client, at, error, words):
    shown = failing(client, at, error)
    text = shown.content.decode()
    assert shown.status_code == 503
    assert "Nothing was stored" in text
    assert words in text
    assert '<input type="hidden" name="text" value="8hn9">' in text


def test_error_of_the_program_itself_is_not_blamed_on_the_disk(client, at):
    shown = failing(client, at, "no such column: tricks")
    assert shown.status_code == 500
    assert "Something went wrong on the laptop" in shown.content.decode()


def test_password_is_never_shown_again(client, at):
    shown = failing(client, at, "database or disk is full", password="secret words")
    assert "secret words" not in shown.content.decode()


def test_page_that_cannot_be_read_says_so(client, at):
    def broken(execute, sql, params, many, context):
        raise OperationalError("the connection is closed")

    with connection.execute_wrapper(broken):
        shown = client.get(reverse("live", args=[at.pk]))
    assert shown.status_code == 503
    assert "This page cannot be shown now" in shown.content.decode()
