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
def throwaway_database() -> Iterator[None]:
    """Let this thread work on an empty database; the real one is never opened."""
    with _fresh_database() as connection:
        _pattern().backup(connection)
        yield


@contextmanager
def _fresh_database() -> Iterator[sqlite3.Connection]:
    real = connections[DEFAULT_DB_ALIAS]
    fresh = ConnectionHandler({DEFAULT_DB_ALIAS: IN_MEMORY})[DEFAULT_DB_ALIAS]
    connections[DEFAULT_DB_ALIAS] = fresh
    try:
        fresh.ensure_connection()
        yield fresh.connection
    finally:
        fresh.close()
        connections[DEFAULT_DB_ALIAS] = real


@cache
def _pattern() -> sqlite3.Connection:
    """Make the tables once: hundreds of evenings in one process each begin with a copy.

    Straight from the models: a database that nothing is ever moved into needs no migrations.
    """
    pattern = sqlite3.connect(":memory:", check_same_thread=False)
    with _fresh_database() as connection:
        with connections[DEFAULT_DB_ALIAS].schema_editor() as tables:
            for model in apps.get_models():
                tables.create_model(model)
        connection.backup(pattern)
    return pattern
