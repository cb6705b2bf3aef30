"""A database for one command: in memory, gone when the command ends."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.core.management import call_command
from django.db import DEFAULT_DB_ALIAS, connections
from django.db.utils import ConnectionHandler

IN_MEMORY = {"ENGINE": "django.db.backends.sqlite3", "NAME": ":memory:"}


@contextmanager
def throwaway_database() -> Iterator[None]:
    """Let this thread work on an empty database; the real one is never opened."""
    real = connections[DEFAULT_DB_ALIAS]
    empty = ConnectionHandler({DEFAULT_DB_ALIAS: IN_MEMORY})[DEFAULT_DB_ALIAS]
    connections[DEFAULT_DB_ALIAS] = empty
    try:
        call_command("migrate", verbosity=0)
        yield
    finally:
        empty.close()
        connections[DEFAULT_DB_ALIAS] = real
