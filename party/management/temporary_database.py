"""A database for one command: in memory, gone when the command ends."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

from django.apps import apps

from party.services.backups.other_database import other_database

IN_MEMORY = ":memory:"


@contextmanager
def temporary_database() -> Iterator[None]:
    """Use an empty database in this thread; the real one is never opened."""
    with other_database(IN_MEMORY) as database:
        _template().backup(database.connection)
        yield


@cache
def _template() -> sqlite3.Connection:
    """Create the tables once; each temporary database of a process is a copy.

    They are made from the models, without migrations: no older data ever comes in.
    """
    template = sqlite3.connect(":memory:", check_same_thread=False)
    with other_database(IN_MEMORY) as database:
        with database.schema_editor() as tables:
            for model in apps.get_models():
                tables.create_model(model)
        database.connection.backup(template)
    return template
