from collections.abc import Iterator
from contextlib import contextmanager

from django.apps import apps

from party.services.backups.other_database import other_database


@contextmanager
def temporary_database() -> Iterator[None]:
    """In this thread, use an empty database in memory instead of the real one."""
    with other_database(":memory:") as database:
        with database.schema_editor() as tables:
            for model in apps.get_models():
                tables.create_model(model)
        yield
