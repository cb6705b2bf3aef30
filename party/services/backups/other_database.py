"""Replaces the real database by another SQLite database, in this thread and for a while."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.utils import ConnectionHandler


@contextmanager
def other_database(name: str) -> Iterator[BaseDatabaseWrapper]:
    """Use this file, or ":memory:"; other threads keep the real database."""
    usual = connections[DEFAULT_DB_ALIAS]
    settings = {"ENGINE": "django.db.backends.sqlite3", "NAME": name}
    database = ConnectionHandler({DEFAULT_DB_ALIAS: settings})[DEFAULT_DB_ALIAS]
    connections[DEFAULT_DB_ALIAS] = database
    try:
        database.ensure_connection()
        yield database
    finally:
        database.close()
        connections[DEFAULT_DB_ALIAS] = usual
