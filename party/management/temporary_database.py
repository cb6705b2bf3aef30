import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

from django.apps import apps

from party.services.backups.other_database import other_database

IN_MEMORY = ":memory:"


@contextmanager
def temporary_database() -> Iterator[None]:
    """In this thread, use an empty database instead of the real one."""
    with other_database(IN_MEMORY) as database:
        _empty_database().backup(database.connection)
        yield


@cache
def _empty_database() -> sqlite3.Connection:
    template = sqlite3.connect(":memory:", check_same_thread=False)
    with other_database(IN_MEMORY) as database:
        with database.schema_editor() as tables:
            for model in apps.get_models():
                tables.create_model(model)
        database.connection.backup(template)
    return template
