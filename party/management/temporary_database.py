"""A database for one command: in memory, gone when the command ends."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

from django.apps import apps
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.utils import ConnectionHandler

IN_MEMORY = {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}


@contextmanager
def temporary_database() -> Iterator[None]:
    """Use an empty database in this thread; the real one is never opened."""
    with _empty_database() as connection:
        _template().backup(connection)
        yield


@contextmanager
def _empty_database() -> Iterator[sqlite3.Connection]:
    real = connections[DEFAULT_DB_ALIAS]
    database = ConnectionHandler({DEFAULT_DB_ALIAS: IN_MEMORY})[DEFAULT_DB_ALIAS]
    connections[DEFAULT_DB_ALIAS] = database
    try:
        database.ensure_connection()
        yield database.connection
    finally:
        database.close()
        connections[DEFAULT_DB_ALIAS] = real


@cache
def _template() -> sqlite3.Connection:
    """Create the tables once; each temporary database of a process is a copy.

    They are made from the models, without migrations: no older data ever comes in.
    """
    template = sqlite3.connect(":memory:", check_same_thread=False)
    with _empty_database() as connection:
        with connections[DEFAULT_DB_ALIAS].schema_editor() as tables:
            for model in apps.get_models():
                tables.create_model(model)
        connection.backup(template)
    return template
