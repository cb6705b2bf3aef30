from collections.abc import Iterator
from contextlib import contextmanager

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.utils import ConnectionHandler

from party.process_state import PROCESS


@contextmanager
def other_database(name: str) -> Iterator[BaseDatabaseWrapper]:
    """Use this SQLite file, or ":memory:", in this thread only."""
    real_database = connections[DEFAULT_DB_ALIAS]
    settings = {"ENGINE": "django.db.backends.sqlite3", "NAME": name}
    database = ConnectionHandler({DEFAULT_DB_ALIAS: settings})[DEFAULT_DB_ALIAS]
    connections[DEFAULT_DB_ALIAS] = database
    token = PROCESS.uses_other_database.set(True)
    try:
        database.ensure_connection()
        yield database
    finally:
        PROCESS.uses_other_database.reset(token)
        database.close()
        connections[DEFAULT_DB_ALIAS] = real_database
